"""From a command to its decision, by type."""

from typing import assert_never

from qipan.desk import closing, entries, numbers, results, rounds
from qipan.desk import commands as asked
from qipan.desk.commands import AnyCommand
from qipan.desk.found import EXISTS
from qipan.journal.competition import Competition
from qipan.journal.events import CompetitionEvent
from qipan.kernel.errors import Refused


def decide(state: Competition, command: AnyCommand) -> list[CompetitionEvent]:  # noqa: C901
    """Decide on a command; touch nothing.

    Raises Refused with code, rule and facts, or Impossible if nothing satisfies the rules.
    """
    if not state.version and not isinstance(command, asked.CreateCompetition):
        raise Refused("competition.unknown", EXISTS)
    match command:
        case asked.CreateCompetition():
            return entries.create_competition(state, command)
        case asked.OpenSection():
            return entries.open_section(state, command)
        case asked.EnterEntrant():
            return entries.enter_entrant(state, command)
        case asked.WithdrawEntrant():
            return entries.withdraw_entrant(state, command)
        case asked.CloseEntries():
            return entries.close_entries(state, command)
        case asked.CommitLot():
            return numbers.commit_lot(state, command)
        case asked.DrawNumbers():
            return numbers.draw_numbers(state, command)
        case asked.DrawTie():
            return numbers.draw_tie(state, command)
        case asked.PairRound():
            return rounds.pair_round(state, command)
        case asked.PublishRound():
            return rounds.publish_round(state, command)
        case asked.RecordResult():
            return results.record_result(state, command)
        case asked.CorrectResult():
            return results.correct_result(state, command)
        case asked.ApproveStandings():
            return closing.approve_standings(state, command)
        case asked.CloseCompetition():
            return closing.close_competition(state, command)
        case _:
            assert_never(command)

"""Rulings on games: won, lost, drawn, lost by both, or played again.

A result that is entered by hand and one that a live table gives (``desk.online.taking``) go by the
same rules: who rules that both lose gives both the points of a loss, and a game without a result
leaves its board open. Games of a play-off are ruled on in ``play_off_rulings``.
"""

from qipan.desk.appeals.committee import require_no_conflict
from qipan.desk.online.live_results import replayed_table
from qipan.desk.results.commands import RecordGame, RecordResult
from qipan.desk.results.match_games import record_game
from qipan.desk.results.recording import record_result
from qipan.desk.roles import ARBITERS, Decisions, ListedCommand
from qipan.desk.rulings.commands import RuleGame, Ruling, check_ruling, ruled, score_of
from qipan.desk.rulings.play_offs import rule_play_off
from qipan.journal.events import CompetitionEvent
from qipan.journal.state import Competition
from qipan.kernel.errors import Refused
from qipan.kernel.results import How
from qipan.kernel.rules import rule
from qipan.sections.lookup import section_of
from qipan.sections.matches import GAME_POINTS, Match, match_of

UNFINISHED = rule("ruling.unfinished", "An arbiter rules on games that have no result yet.")


def rule_game(state: Competition, command: RuleGame) -> list[CompetitionEvent]:
    """Rule. Raises Refused without a reason, after a result, or at a table of several seats."""
    section = section_of(state, command.section)
    match = match_of(state, section, command.round, command.board)
    check_ruling(match, command)
    if command.by is not None:
        require_no_conflict(state, section, match.table.seats, (command.by,))
    if command.playoff:
        return rule_play_off(state, match, command)
    game = command.game or (match.next_game if match.several else 1)
    done = {each.number for each in match.regular}
    if command.board in match.round.results or game in done:
        place = {"round": command.round, "board": command.board}
        raise Refused("ruling.finished", UNFINISHED, **place, game=game)
    said = ruled(command, game)
    if command.ruling is not Ruling.REPLAY:
        return [said, *_recorded(state, match, command, game)]
    if command.board in match.round.seating:
        return [said, replayed_table(match, game)]
    return [said]


def _recorded(
    state: Competition, match: Match, command: RuleGame, game: int
) -> list[CompetitionEvent]:
    scoring = GAME_POINTS if match.several else match.standing.scoring
    score = score_of(match, command, scoring)
    result = RecordResult(
        section=command.section,
        round=command.round,
        board=command.board,
        score=score,
        how=How.ADJUDGED,
    )
    if not match.several:
        return record_result(state, result)
    single = RecordGame(
        section=result.section,
        round=result.round,
        board=result.board,
        score=score,
        how=How.ADJUDGED,
        game=game,
    )
    return record_game(state, single)


DECISIONS: Decisions = {RuleGame: ListedCommand(rule_game, ARBITERS)}

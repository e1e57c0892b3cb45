"""Decisions on rounds: pairing and publishing."""

from collections.abc import Iterator
from dataclasses import replace

from qipan.desk.attendance import EXPECTED, REST
from qipan.desk.lots import standing_with_lot
from qipan.desk.results.reporting import confirmed_reports
from qipan.desk.roles import ARBITERS, REVEALED, Decisions, Fill, ListedCommand, Through
from qipan.desk.rounds.commands import PairRound, PublishRound
from qipan.journal.events import Cause, CompetitionEvent
from qipan.journal.folding import fold
from qipan.journal.results import GameRecorded, ResultRecorded
from qipan.journal.rounds import RoundPaired, RoundPublished
from qipan.journal.state import Competition, Resting, Round, Section, Table
from qipan.kernel.errors import Refused
from qipan.kernel.points import Scoring
from qipan.kernel.results import Bye, How, Score
from qipan.kernel.rules import rule
from qipan.pairing.plan import Reason, RoundPlan
from qipan.sections.line_ups import admitted, boards_of, line_up_of
from qipan.sections.lookup import event_of, section_of
from qipan.sections.matches import GAME_POINTS
from qipan.sections.places import pending_of
from qipan.sections.stages import Standing, undecided
from qipan.sections.systems import next_standing, system_of

PAIR = rule("desk.round.pair", "A round is paired once numbers are given and results are in.")
PUBLISH = rule("desk.round.publish", "A paired round is published once.")
ALL_ROUNDS = rule("desk.round.number", "An event has the number of rounds in its regulation.")
DECISIVE = rule("desk.round.decisive", "A match that needs a winner is played off first.")
LOTS = rule("desk.round.lots", "Lots that decide who qualifies are drawn before the next stage.")
SPECIAL = rule(
    "desk.round.special", "Pairs are fixed only for a first round, as the regulation allows."
)
EXCLUDED = rule("desk.round.excluded", "Whoever meets an excluded member wins by forfeit.")
WITHDRAWN = rule("desk.round.withdrawn", "Whoever meets a withdrawn entrant wins by forfeit.")


def pair_round(state: Competition, command: PairRound) -> list[CompetitionEvent]:
    """Pair the next round. Raises Refused if it is not its time, Impossible if nothing fits."""
    confirmed = confirmed_reports(section_of(state, command.section))
    state = fold(confirmed, state) if confirmed else state
    section = section_of(state, command.section)
    standing = check_time_to_pair(state, section)
    standing, drawn = standing_with_lot(standing, command)
    if command.special:
        if not standing.stage.special_pairs or standing.rounds:
            raise Refused(
                "round.no-special-pairs", SPECIAL, section=section.id, round=standing.number
            )
        standing = replace(standing, special=command.special)
    return [*confirmed, *drawn, paired_event(standing, system_of(standing).pair(standing))]


def check_time_to_pair(state: Competition, section: Section) -> Standing:
    """Give the stage whose next round can be paired now. Raises Refused if it is not its time."""
    if not section.order:
        raise Refused("round.no-numbers", PAIR, section=section.id, entries_open=not section.closed)
    current = section.current
    if current is not None and not current.published:
        raise Refused("round.unpublished", PUBLISH, section=section.id, round=current.number)
    if current is not None and current.missing:
        raise Refused(
            "round.results-missing",
            PAIR,
            section=section.id,
            round=current.number,
            boards=current.missing,
        )
    if current is not None and (waiting := undecided(state, section, current)):
        raise Refused(
            "round.undecided", DECISIVE, section=section.id, round=current.number, boards=waiting
        )
    standing = next_standing(state, section)
    if standing is None:
        raise Refused(
            "round.last-played", ALL_ROUNDS, section=section.id, rounds=len(section.rounds)
        )
    _lots_drawn(standing)
    return standing


def _lots_drawn(standing: Standing) -> None:
    """Refuse to begin a stage while the one before waits for a lot that decides who goes on."""
    before = standing.before()
    if standing.rounds or before is None:
        return
    if before.stage.system in ("knockout", "heats", "cross"):
        return
    pending = pending_of(before)
    if pending:
        raise Refused("round.lots-pending", LOTS, section=standing.section.id, lots=[*pending])


def paired_event(standing: Standing, plan: RoundPlan) -> RoundPaired:
    """Write a plan as the event of a paired round."""
    system = system_of(standing)
    return RoundPaired(
        section=standing.section.id,
        round=plan.round,
        tables=tuple(system.table_of(standing, meeting) for meeting in plan.meetings),
        resting=(
            *(Resting(rest.entrant, rest.bye, _causes(rest.reasons)) for rest in plan.rests),
            *_rests_worth_points(standing),
        ),
        causes=_causes(plan.reasons),
        stage=standing.stage.id,
    )


def _rests_worth_points(standing: Standing) -> Iterator[Resting]:
    """Give who is not paired as they asked beforehand, where that is worth something."""
    for (number, who), units in standing.section.rest_units.items():
        if number == standing.number and not standing.section.entrants[who].withdrawn:
            yield Resting(who, Bye.REQUESTED, (Cause(REST),), units)


def _causes(reasons: tuple[Reason, ...]) -> tuple[Cause, ...]:
    return tuple(Cause(reason.rule, reason.facts) for reason in reasons)


def publish_round(state: Competition, command: PublishRound) -> list[CompetitionEvent]:
    """Publish the paired round, and forfeit the games of who withdrew. Raises Refused."""
    section = section_of(state, command.section)
    current = section.current
    if current is None or current.number != command.round or current.published:
        raise Refused(
            "round.not-to-publish",
            PUBLISH,
            section=section.id,
            round=command.round,
            paired=current.number if current else 0,
        )
    scoring = event_of(state, section).scoring.scoring()
    return [
        RoundPublished(section=section.id, round=command.round),
        *(
            ResultRecorded(
                section=section.id,
                round=command.round,
                board=table.board,
                score=_forfeit(section, table, scoring),
                how=How.FORFEIT,
                rule=WITHDRAWN,
            )
            for table in current.tables
            if len(table.seats) == 2 and any(section.entrants[who].withdrawn for who in table.seats)
        ),
        *_of_absent(section, current, scoring),
        *_boards_of_excluded(state, section, current),
    ]


def _of_absent(section: Section, current: Round, scoring: Scoring) -> Iterator[CompetitionEvent]:
    """Forfeit the games of who is not here and of whom it was decided so; both may be away."""
    for table in current.tables:
        gone = any(section.entrants[who].withdrawn for who in table.seats)
        away = [bool(section.expected.get((current.number, who))) for who in table.seats]
        if len(table.seats) == 2 and any(away) and not gone:
            yield ResultRecorded(
                section=section.id,
                round=current.number,
                board=table.board,
                score=Score(tuple(scoring.loss if each else scoring.win for each in away)),
                how=How.FORFEIT,
                rule=EXPECTED,
            )


def _boards_of_excluded(
    state: Competition, section: Section, current: Round
) -> Iterator[CompetitionEvent]:
    """Forfeit the boards of members who are not admitted any more and whom nobody replaces."""
    terms = event_of(state, section).line_ups
    if terms is None or not section.members_out:
        return
    for table in current.tables:
        if any(section.entrants[who].withdrawn for who in table.seats):
            continue
        playing = [line_up_of(section, who, current.number, terms) for who in table.seats]
        for board in boards_of(terms):
            here = [team[board - 1] if board <= len(team) else None for team in playing]
            away = [who is not None and not admitted(section, who, current.number) for who in here]
            if any(away):
                score = Score(tuple(GAME_POINTS.loss if out else GAME_POINTS.win for out in away))
                yield GameRecorded(
                    section=section.id,
                    round=current.number,
                    board=table.board,
                    game=board,
                    score=score,
                    how=How.FORFEIT,
                    cause=Cause(EXCLUDED),
                )


def _forfeit(section: Section, table: Table, scoring: Scoring) -> Score:
    gone = [section.entrants[who].withdrawn for who in table.seats]
    return Score(tuple(scoring.loss if away else scoring.win for away in gone))


DECISIONS: Decisions = {
    PairRound: ListedCommand(
        pair_round,
        ARBITERS,
        filled={"secret": Fill.SECRET},
        through=Through("pair", REVEALED),
    ),
    PublishRound: ListedCommand(publish_round, ARBITERS),
}

"""Decisions on times: a round is set or moved, a round is over."""

from qipan.desk.roles import ARBITERS, CHIEF_AND_ORGANISER, Decisions, Fill, ListedCommand
from qipan.desk.schedule.book_limits import ORDER, check_schedule
from qipan.desk.schedule.commands import EndRound, ScheduleRound
from qipan.journal.events import CompetitionEvent
from qipan.journal.folding import fold
from qipan.journal.schedule import RoundEnded, RoundScheduled
from qipan.journal.state import Competition
from qipan.kernel.errors import Refused
from qipan.kernel.moments import at_time
from qipan.kernel.rules import rule
from qipan.sections.lookup import published_round, section_of

MOVED = rule("schedule.moved", "Moving a round that has a time needs a reason.")
ENDED = rule("schedule.ended", "A round ends once, after its last result.")


def schedule_round(state: Competition, command: ScheduleRound) -> list[CompetitionEvent]:
    """Set or move a round. Raises Refused if the book does not allow it and no reason is given."""
    section = section_of(state, command.section)
    if command.round < 1:
        raise Refused("schedule.no-such-round", ORDER, round=command.round)
    start = at_time(command.start)
    if command.end and at_time(command.end) <= start:
        raise Refused("schedule.ends-before", ORDER, round=command.round)
    known = section.times.get(command.round)
    if known is not None and not command.reason.strip():
        raise Refused("schedule.no-reason", MOVED, round=command.round, start=known.start)
    event = RoundScheduled(
        section=section.id,
        round=command.round,
        start=command.start,
        end=command.end,
        reason=command.reason,
        despite=command.despite,
    )
    if not command.despite.strip():
        after = fold([event], state)
        before = {(each.code, each.round) for each in check_schedule(state, section)}
        for fault in check_schedule(after, after.sections[section.id]):
            if (fault.code, fault.round) not in before or fault.round == command.round:
                raise Refused(fault.code, fault.rule, **fault.facts)
    return [event]


def end_round(state: Competition, command: EndRound) -> list[CompetitionEvent]:
    """End a round. Raises Refused if results are missing or it has ended."""
    section = section_of(state, command.section)
    found = published_round(section, command.round)
    at_time(command.at)
    if found.missing:
        raise Refused(
            "round.results-missing",
            ENDED,
            section=section.id,
            round=command.round,
            boards=found.missing,
        )
    if command.round in section.ended:
        raise Refused("schedule.ended", ENDED, round=command.round, at=section.ended[command.round])
    return [RoundEnded(section=section.id, round=command.round, at=command.at)]


DECISIONS: Decisions = {
    ScheduleRound: ListedCommand(schedule_round, CHIEF_AND_ORGANISER),
    EndRound: ListedCommand(end_round, ARBITERS, unless_stated={"at": Fill.HALL_TIME}),
}

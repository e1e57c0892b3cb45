"""Line-ups of teams: handed in for a round, board by board, in time and complete."""

from datetime import datetime

from qipan.desk.command import Command
from qipan.desk.roles import PLAYERS, Audience, Decisions, Fill, ListedCommand
from qipan.journal.events import CompetitionEvent
from qipan.journal.line_ups import LineUpHanded
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId, PersonId, RoundNo, SectionId
from qipan.kernel.moments import at_time
from qipan.kernel.rules import rule
from qipan.sections.line_ups import admitted, fixed_boards
from qipan.sections.lookup import entrant_of, event_of, section_of

LINE_UP = rule("lineup.complete", "A line-up names one member for each board.")
LINE_UP_FIXED = rule("lineup.fixed", "Some boards are reserved for members with a certain role.")
LINE_UP_IN_TIME = rule("lineup.in-time", "A late line-up is not accepted.")
LINE_UP_ADMITTED = rule("lineup.admitted", "An excluded player may not be in a line-up.")
LINE_UP_FINAL = rule("lineup.final", "A line-up cannot change once the round is published.")


class HandInLineUp(Command, frozen=True, tag=True):
    """Hand in a team's line-up for a round, board by board."""

    section: SectionId
    round: RoundNo
    entrant: EntrantId
    people: tuple[PersonId, ...]
    minutes_before: int | None = None
    """How long before the round it comes, where the time is known."""


def hand_in_line_up(state: Competition, command: HandInLineUp) -> list[CompetitionEvent]:
    """Take a line-up. Raises Refused if it is late, incomplete, or the round is published."""
    section = section_of(state, command.section)
    entrant = section.entrants[entrant_of(section, command.entrant)]
    terms = event_of(state, section).line_ups
    place = {"section": section.id, "entrant": entrant.id, "round": command.round}
    if terms is None:
        raise Refused("lineup.none", LINE_UP, **place)
    published = len(section.rounds) >= command.round and section.rounds[command.round - 1].published
    if published:
        raise Refused("lineup.final", LINE_UP_FINAL, **place)
    late = command.minutes_before
    if late is not None and late < terms.minutes_before:
        raise Refused("lineup.late", LINE_UP_IN_TIME, **place, due=terms.minutes_before)
    members = set(entrant.people)
    if len(set(command.people)) != terms.boards or not set(command.people) <= members:
        raise Refused("lineup.incomplete", LINE_UP, **place, boards=terms.boards)
    out = [who for who in command.people if not admitted(section, who, command.round)]
    if out:
        raise Refused("lineup.not-admitted", LINE_UP_ADMITTED, **place, person=out[0])
    for board, who in fixed_boards(entrant, terms):
        if command.people[board - 1] != who:
            role = terms.fixed[str(board)]
            raise Refused("lineup.fixed", LINE_UP_FIXED, **place, board=board, role=role)
    return [
        LineUpHanded(
            section=section.id, round=command.round, entrant=entrant.id, people=command.people
        )
    ]


def start_of_round(section: Section, shown: RoundNo) -> datetime | None:
    """Give the time on the wall at which a round begins; None if it has none."""
    timed = section.times.get(shown)
    return at_time(timed.start) if timed else None


def minutes_before(start: datetime | None, now: datetime) -> int | None:
    """Count the whole minutes to the start; None if nobody knows it."""
    return None if start is None else int((start - now).total_seconds() // 60)


DECISIONS: Decisions = {
    HandInLineUp: ListedCommand(
        hand_in_line_up,
        PLAYERS,
        Audience.CAPTAIN,
        unless_stated={"minutes_before": Fill.MINUTES_BEFORE},
    ),
}

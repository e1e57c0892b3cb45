"""What is due in a section at a moment: decided from the journal alone, no clock is read here."""

from datetime import datetime, timedelta
from typing import Literal

import msgspec

from qipan.desk.entries.phases import unverified, verify_by
from qipan.desk.lots import NUMBERS, lots_needed
from qipan.desk.online.seating import lateness_minutes
from qipan.desk.online.zones import local, moment_of
from qipan.journal.state import Competition, Round, Section
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo, SectionId
from qipan.kernel.moments import at_time, moment
from qipan.sections.lookup import event_of
from qipan.sections.stages import undecided
from qipan.sections.systems import next_standing

Kind = Literal[
    "drop", "close", "commit-numbers", "draw-numbers", "commit", "start", "seat", "late", "end"
]


class DueStep(msgspec.Struct, frozen=True):
    """One thing that is due. When it is done it is in the journal, and due no more."""

    kind: Kind
    section: SectionId
    round: RoundNo


def due(state: Competition, now: datetime) -> tuple[DueStep, ...]:
    """Give what is due now, at most one step a section."""
    steps = (next_due(state, section, now) for section in state.sections.values())
    return tuple(step for step in steps if step is not None)


def next_due(state: Competition, section: Section, now: datetime) -> DueStep | None:
    """Give the next step of a section if it is due."""
    contest, found = section.contest, section.current
    over = state.closed or section.cancelled or section.approved is not None
    if contest is None or over:
        return None
    if found is not None:
        step = _of_round(state, section, found, now)
        if step is not None:
            return step
        if found.number not in section.ended or not complete(state, section, found):
            return None  # it goes on, perhaps again
    if not contest.automatic:
        return None
    number = RoundNo(len(section.rounds) + 1)
    start = start_of(section, number)
    if start is None:
        return None
    if not section.order:
        early = timedelta(minutes=contest.check_in)
        return _prepare(state, section, now) if now >= start - early else None
    if now < start or next_standing(state, section) is None:
        return None
    kind: Kind = "commit" if lots_needed(state, section) else "start"
    return DueStep(kind, section.id, number)


def _of_round(state: Competition, section: Section, found: Round, now: datetime) -> DueStep | None:
    if not found.published:
        return None  # an arbiter has it in hand
    if not found.seating:
        return DueStep("seat", section.id, found.number)
    if late_boards(state, section, found, now):
        return DueStep("late", section.id, found.number)
    if complete(state, section, found) and found.number not in section.ended:
        return DueStep("end", section.id, found.number)
    return None


def complete(state: Competition, section: Section, found: Round) -> bool:
    """Say whether nothing is left to be played or decided in a round."""
    return not found.missing and not undecided(state, section, found)


def _prepare(state: Competition, section: Section, now: datetime) -> DueStep | None:
    """Entries end and numbers are given before the first round."""
    first = RoundNo(1)
    if not section.closed:
        waiting = unverified(section, event_of(state, section))
        until = verify_by(section, event_of(state, section))
        shown = local(section.contest, now).isoformat() if section.contest else ""
        late = bool(waiting) and shown > until
        return DueStep("drop" if late else "close", section.id, first)
    by_lot = event_of(state, section).numbering != "rating"
    if by_lot and NUMBERS not in section.commitments:
        return DueStep("commit-numbers", section.id, first)
    return DueStep("draw-numbers", section.id, first)


def start_of(section: Section, number: RoundNo) -> datetime | None:
    """Give the moment a round begins by the timetable; None if it has no time."""
    timed = section.times.get(number)
    if timed is None or section.contest is None:
        return None
    return moment_of(section.contest, at_time(timed.start))


def check_in_opens(section: Section, number: RoundNo) -> datetime | None:
    """Give the moment from which one can check in for a round."""
    start = start_of(section, number)
    if start is None or section.contest is None:
        return None
    return start - timedelta(minutes=section.contest.check_in)


def limit_of(state: Competition, section: Section, found: Round, board: BoardNo) -> datetime | None:
    """Give the moment at which coming to a board is too late; None where nobody can be."""
    minutes = lateness_minutes(state, section)
    if minutes is None or section.contest is None or section.contest.mode != "online":
        return None
    return play_from(section, found, board) + timedelta(minutes=minutes)


def play_from(section: Section, found: Round, board: BoardNo) -> datetime:
    """Give the moment from which a board could be played: its time, or when it was seated."""
    seated = moment(found.seating[board].at)
    start = start_of(section, found.number)
    return max(seated, start or seated)


def late_boards(
    state: Competition, section: Section, found: Round, now: datetime
) -> dict[BoardNo, tuple[EntrantId, ...]]:
    """List the boards whose limit is over, and who has not come to them."""
    late: dict[BoardNo, tuple[EntrantId, ...]] = {}
    for table in found.tables:
        board = table.board
        if board in found.results or board not in found.seating or found.games.get(board):
            continue
        limit = limit_of(state, section, found, board)
        if limit is None or now < limit or len(table.seats) != 2:
            continue
        away = tuple(who for who in table.seats if (found.number, who) not in section.arrived)
        if away:
            late[board] = away
    return late


def next_time(state: Competition, section: Section, now: datetime) -> datetime | None:
    """Give the next moment at which something may become due by time alone."""
    if section.contest is None:
        return None
    moments: list[datetime | None] = []
    found = section.current
    if found is not None and found.published:
        moments += [
            limit_of(state, section, found, board)
            for board in found.missing
            if board in found.seating
        ]
    number = RoundNo(len(section.rounds) + 1)
    moments += [check_in_opens(section, number), start_of(section, number)]
    return min((each for each in moments if each is not None and each > now), default=None)

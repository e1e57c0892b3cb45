"""Decisions on attendance: checking in at the event, and who is missing at a board."""

from datetime import datetime, timedelta

import msgspec

from qipan.desk.command import Command
from qipan.desk.roles import ARBITERS, STAFF, Decisions, ListedCommand
from qipan.journal.attendance import AbsenceCleared, AbsenceNoted, CheckInUndone, EntrantCheckedIn
from qipan.journal.events import CompetitionEvent
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo, SectionId
from qipan.kernel.moments import at_time
from qipan.kernel.rules import rule
from qipan.sections.lookup import entrant_of, event_of, published_round, section_of

CHECK_IN = rule("attendance.check-in", "Who has entered checks in once; a slip is taken back.")
ABSENT = rule("attendance.absent", "Missing is who sits at a board of the round without a result.")


class CheckIn(Command, frozen=True, tag=True):
    """Say that an entrant has arrived."""

    section: SectionId
    entrant: EntrantId


class UndoCheckIn(Command, frozen=True, tag=True):
    """Take a check-in back."""

    section: SectionId
    entrant: EntrantId


class NoteAbsence(Command, frozen=True, tag=True):
    """Say that somebody was not at the board when the round began."""

    section: SectionId
    round: RoundNo
    entrant: EntrantId


class ClearAbsence(Command, frozen=True, tag=True):
    """Say that somebody noted as missing was there after all."""

    section: SectionId
    round: RoundNo
    entrant: EntrantId


class Missing(msgspec.Struct, frozen=True):
    """Somebody who is awaited at a board."""

    entrant: EntrantId
    board: BoardNo
    lost_at: datetime | None = None
    """When the game is lost, in local time; None where book or schedule do not say."""


def check_in(state: Competition, command: CheckIn) -> list[CompetitionEvent]:
    """Check somebody in. Raises Refused if they are here already or have withdrawn."""
    section = section_of(state, command.section)
    entrant = entrant_of(section, command.entrant)
    if section.entrants[entrant].withdrawn:
        raise Refused("attendance.withdrawn", CHECK_IN, entrant=entrant)
    if entrant in section.present:
        raise Refused("attendance.here-already", CHECK_IN, entrant=entrant)
    return [EntrantCheckedIn(section=section.id, entrant=entrant)]


def undo_check_in(state: Competition, command: UndoCheckIn) -> list[CompetitionEvent]:
    """Take a check-in back. Raises Refused if there is none."""
    section = section_of(state, command.section)
    entrant = entrant_of(section, command.entrant)
    if entrant not in section.present:
        raise Refused("attendance.not-here", CHECK_IN, entrant=entrant)
    return [CheckInUndone(section=section.id, entrant=entrant)]


def not_here(section: Section) -> list[EntrantId]:
    """List who has not checked in, in order of entry."""
    return [who for who in section.active if who not in section.present]


def note_absence(state: Competition, command: NoteAbsence) -> list[CompetitionEvent]:
    """Note somebody as missing. Raises Refused if their game is over or they do not play."""
    section = section_of(state, command.section)
    entrant = entrant_of(section, command.entrant)
    found = published_round(section, command.round)
    open_boards = set(found.missing)
    seated = [each for each in found.tables if entrant in each.seats and each.board in open_boards]
    facts = {"round": command.round, "entrant": entrant}
    if not seated:
        raise Refused("attendance.not-playing", ABSENT, **facts)
    if (command.round, entrant) in section.absent:
        raise Refused("attendance.noted-already", ABSENT, **facts)
    return [AbsenceNoted(section=section.id, round=command.round, entrant=entrant)]


def clear_absence(state: Competition, command: ClearAbsence) -> list[CompetitionEvent]:
    """Forget that somebody was missing. Raises Refused if nobody said so."""
    section = section_of(state, command.section)
    entrant = entrant_of(section, command.entrant)
    if (command.round, entrant) not in section.absent:
        raise Refused("attendance.not-noted", ABSENT, round=command.round, entrant=entrant)
    return [AbsenceCleared(section=section.id, round=command.round, entrant=entrant)]


def missing_at_boards(state: Competition, section: Section) -> tuple[Missing, ...]:
    """List who is still awaited in the current round, with when their game is lost."""
    current = section.current
    if current is None or not current.published:
        return ()
    timed = section.times.get(current.number)
    terms = event_of(state, section).conduct.lateness
    lost_at = None
    if timed is not None and terms is not None:
        lost_at = at_time(timed.start) + timedelta(minutes=terms.minutes)
    open_boards = set(current.missing)
    return tuple(
        Missing(who, table.board, lost_at)
        for table in current.tables
        if table.board in open_boards
        for who in table.seats
        if (current.number, who) in section.absent and (current.number, who) not in section.late
    )


DECISIONS: Decisions = {
    CheckIn: ListedCommand(check_in, STAFF),
    UndoCheckIn: ListedCommand(undo_check_in, STAFF),
    NoteAbsence: ListedCommand(note_absence, ARBITERS),
    ClearAbsence: ListedCommand(clear_absence, ARBITERS),
}

"""Decisions on attendance: checking in at the event, and who is missing at a board."""

from datetime import datetime, timedelta

import msgspec

from qipan.desk.command import Command
from qipan.desk.roles import ARBITERS, STAFF, Decisions, ListedCommand
from qipan.journal.attendance import (
    AbsenceCleared,
    AbsenceNoted,
    AbsentDecided,
    CheckInUndone,
    EntrantCheckedIn,
    RestDropped,
    RestGranted,
)
from qipan.journal.events import CompetitionEvent
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo, SectionId
from qipan.kernel.moments import at_time
from qipan.kernel.results import How
from qipan.kernel.rules import rule
from qipan.sections.lookup import entrant_of, event_of, published_round, section_of
from qipan.sections.systems import SYSTEMS, rounds_planned
from qipan.sections.systems.swiss import Swiss

CHECK_IN = rule("attendance.check-in", "Who has entered checks in once; a slip is taken back.")
REST = rule("attendance.rest", "Who says so before a round is paired misses it, with nothing.")
EXPECTED = rule(
    "attendance.expected", "Who is not here is paired only when it is decided: awaited or forfeit."
)
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


class GrantRest(Command, frozen=True, tag=True):
    """Let somebody miss a round to come, as they said beforehand: they are not paired in it."""

    section: SectionId
    round: RoundNo
    entrant: EntrantId
    reason: str = ""
    worth: str = ""
    """``half`` or ``full``, in an event taken over from where such byes are known; else nothing."""


class DropRest(Command, frozen=True, tag=True):
    """Let somebody who was to miss a round play in it after all."""

    section: SectionId
    round: RoundNo
    entrant: EntrantId


class DecideOnAbsent(Command, frozen=True, tag=True):
    """Say of who is not here that they are paired all the same, or lose the round by forfeit."""

    section: SectionId
    round: RoundNo
    entrants: tuple[EntrantId, ...]
    forfeits: bool = False
    """Whether the game is lost as soon as the round is public; else they are awaited."""


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


def grant_rest(state: Competition, command: GrantRest) -> list[CompetitionEvent]:
    """Let somebody miss a round. Raises Refused where rounds are not paired afresh, or too late."""
    section = section_of(state, command.section)
    entrant = entrant_of(section, command.entrant)
    facts = {"round": command.round, "entrant": entrant}
    if not paired_afresh(state, section):
        system = event_of(state, section).stage[0].system
        raise Refused("attendance.rest-system", REST, **facts, system=system)
    if section.entrants[entrant].withdrawn:
        raise Refused("attendance.withdrawn", REST, entrant=entrant)
    planned = rounds_planned(state, section) if len(section.order) > 1 else command.round
    if not len(section.rounds) < command.round <= planned:
        raise Refused("attendance.rest-too-late", REST, **facts)
    if (command.round, entrant) in section.rests:
        raise Refused("attendance.rests-already", REST, **facts)
    return [
        RestGranted(
            section=section.id,
            round=command.round,
            entrant=entrant,
            reason=command.reason.strip(),
            units=_rest_units(state, section, command),
        )
    ]


def _rest_units(state: Competition, section: Section, command: GrantRest) -> int:
    """Give what a rest is worth. Raises Refused where the regulation gives nothing for one."""
    if not command.worth:
        return 0
    scoring = event_of(state, section).scoring.scoring()
    known = {"half": int(scoring.draw), "full": int(scoring.win)}
    if command.worth not in known or section.taken_over is None:
        raise Refused("attendance.rest-worth", REST, worth=command.worth[:20])
    return known[command.worth]


def paired_afresh(state: Competition, section: Section) -> bool:
    """Say whether every round is paired afresh, so that somebody can be left out of one."""
    return isinstance(SYSTEMS.get(event_of(state, section).stage[0].system), Swiss)


def drop_rest(state: Competition, command: DropRest) -> list[CompetitionEvent]:
    """Let somebody play after all. Raises Refused if nobody said otherwise, or it is paired."""
    section = section_of(state, command.section)
    entrant = entrant_of(section, command.entrant)
    facts = {"round": command.round, "entrant": entrant}
    if (command.round, entrant) not in section.rests:
        raise Refused("attendance.no-rest", REST, **facts)
    if command.round <= len(section.rounds):
        raise Refused("attendance.rest-too-late", REST, **facts)
    return [RestDropped(section=section.id, round=command.round, entrant=entrant)]


def decide_on_absent(state: Competition, command: DecideOnAbsent) -> list[CompetitionEvent]:
    """Decide how absent players are paired. Raises Refused once the round is public."""
    section = section_of(state, command.section)
    facts = {"round": command.round}
    if command.round != round_to_pair(section):
        raise Refused("attendance.expected-too-late", EXPECTED, **facts)
    events: list[CompetitionEvent] = []
    for name in command.entrants:
        entrant = entrant_of(section, name)
        if section.entrants[entrant].withdrawn:
            raise Refused("attendance.withdrawn", EXPECTED, entrant=entrant)
        if section.expected.get((command.round, entrant)) == command.forfeits:
            raise Refused("attendance.expected-already", EXPECTED, **facts, entrant=entrant)
        events.append(
            AbsentDecided(
                section=section.id,
                round=command.round,
                entrant=entrant,
                forfeits=command.forfeits,
            )
        )
    if not events:
        raise Refused("attendance.nobody-named", EXPECTED, **facts)
    return events


def round_to_pair(section: Section) -> RoundNo:
    """Give the number of the round that is paired next, or is paired and not public yet."""
    current = section.current
    unpublished = current is not None and not current.published
    return RoundNo(len(section.rounds) + (0 if unpublished else 1))


def away(section: Section) -> list[EntrantId]:
    """List who is not here as far as the desk knows, and does not rest in the round to come.

    That is who has not checked in and never sat at a board, and who did not come to the round
    before.
    """
    number = round_to_pair(section)
    seen = _seen(section)
    missed = _missed_last(section)
    return [
        who
        for who in section.active
        if (number, who) not in section.rests
        and (who in missed or (who not in section.present and who not in seen))
    ]


def undecided_absent(section: Section) -> list[EntrantId]:
    """List who is away and of whom nobody has said whether they are paired."""
    number = round_to_pair(section)
    return [who for who in away(section) if (number, who) not in section.expected]


def _seen(section: Section) -> set[EntrantId]:
    """Name who played a game of a public round, as its result says."""
    return {
        who
        for found in section.rounds
        if found.published
        for table in found.tables
        if table.board in found.results and found.results[table.board].how is not How.FORFEIT
        for who in table.seats
    }


def _missed_last(section: Section) -> set[EntrantId]:
    """Name who lost the last public round by not coming."""
    public = [found for found in section.rounds if found.published]
    if not public:
        return set()
    last = public[-1]
    noted = section.absent | {at for at, forfeits in section.expected.items() if forfeits}
    return {
        who
        for table in last.tables
        for who in table.seats
        if (RoundNo(last.number), who) in noted
        and table.board in last.results
        and last.results[table.board].how is How.FORFEIT
    }


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
    GrantRest: ListedCommand(grant_rest, STAFF),
    DropRest: ListedCommand(drop_rest, STAFF),
    DecideOnAbsent: ListedCommand(decide_on_absent, STAFF),
}

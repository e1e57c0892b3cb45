"""Attendance: who has arrived, who is missing at a board."""

from qipan.journal.event import Event, PrivateReasons
from qipan.journal.state.draft import Draft, Reducers
from qipan.kernel.ids import EntrantId, RoundNo, SectionId


class EntrantCheckedIn(Event, frozen=True, tag="entrant-checked-in/1"):
    """An entrant has arrived."""

    section: SectionId
    entrant: EntrantId


class CheckInUndone(Event, frozen=True, tag="check-in-undone/1"):
    """A check-in was a slip and is taken back."""

    section: SectionId
    entrant: EntrantId


class AbsenceNoted(Event, frozen=True, tag="absence-noted/1"):
    """Somebody was not at the board when the round began."""

    section: SectionId
    round: RoundNo
    entrant: EntrantId


class AbsenceCleared(Event, frozen=True, tag="absence-cleared/1"):
    """Somebody noted as missing was there after all."""

    section: SectionId
    round: RoundNo
    entrant: EntrantId


Events = EntrantCheckedIn | CheckInUndone | AbsenceNoted | AbsenceCleared


def add_entrant_checked_in(draft: Draft, event: EntrantCheckedIn) -> None:
    """Keep that somebody is here."""
    draft.section(event.section).present.add(event.entrant)


def add_check_in_undone(draft: Draft, event: CheckInUndone) -> None:
    """Take a check-in back."""
    draft.section(event.section).present.discard(event.entrant)


def add_absence_noted(draft: Draft, event: AbsenceNoted) -> None:
    """Keep that somebody is missing at a board."""
    draft.section(event.section).absent.add((event.round, event.entrant))


def add_absence_cleared(draft: Draft, event: AbsenceCleared) -> None:
    """Forget that somebody was missing."""
    draft.section(event.section).absent.discard((event.round, event.entrant))


REDUCERS: Reducers = {
    EntrantCheckedIn: add_entrant_checked_in,
    CheckInUndone: add_check_in_undone,
    AbsenceNoted: add_absence_noted,
    AbsenceCleared: add_absence_cleared,
}

PRIVATE: PrivateReasons = {
    EntrantCheckedIn: "who is in the hall is personal",
    CheckInUndone: "who is in the hall is personal",
    AbsenceNoted: "who is in the hall is personal",
    AbsenceCleared: "who is in the hall is personal",
}

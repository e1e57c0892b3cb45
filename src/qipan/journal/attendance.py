"""Events of attendance: who has arrived at the event, and who is missing at a board."""

from qipan.journal.event import Event
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

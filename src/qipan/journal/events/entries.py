"""Events of entries."""

from qipan.journal.events.base import Event
from qipan.kernel.ids import EntrantId, PersonId, SectionId


class EntrantEntered(Event, frozen=True, tag="entrant-entered/1"):
    """An entrant was accepted."""

    section: SectionId
    entrant: EntrantId
    people: tuple[PersonId, ...]
    rating: int | None = None
    unit: str | None = None
    tags: frozenset[str] = frozenset()


class EntrantWithdrawn(Event, frozen=True, tag="entrant-withdrawn/1"):
    """An entrant left; games already played stand."""

    section: SectionId
    entrant: EntrantId
    reason: str = ""


class EntriesClosed(Event, frozen=True, tag="entries-closed/1"):
    """No more entries."""

    section: SectionId


Events = EntrantEntered | EntrantWithdrawn | EntriesClosed

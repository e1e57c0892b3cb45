"""Events of a competition as a whole."""

from typing import Any

from qipan.journal.event import Event
from qipan.kernel.ids import CompetitionId, SectionId


class CompetitionCreated(Event, frozen=True, tag="competition-created/1"):
    """Somebody created a competition under a book."""

    competition: CompetitionId
    title: str
    book: str
    edition: str
    """SHA-256 of the book as it was; a later change of the book is noticed."""


class SectionOpened(Event, frozen=True, tag="section-opened/1"):
    """A section was opened for entries, under one of the book's events."""

    section: SectionId
    title: str
    under: str
    options: dict[str, Any] = {}


class CompetitionClosed(Event, frozen=True, tag="competition-closed/1"):
    """Every section is approved; nothing changes any more."""


Events = CompetitionCreated | SectionOpened | CompetitionClosed

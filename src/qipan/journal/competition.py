"""A competition as a whole: created, its sections opened, closed."""

from typing import Any

from qipan.journal.event import Event
from qipan.journal.state.draft import Draft, Reducers
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


def add_competition_created(draft: Draft, event: CompetitionCreated) -> None:
    """Begin."""
    draft.state.id, draft.state.title = event.competition, event.title
    draft.state.book, draft.state.edition = event.book, event.edition


def add_section_opened(draft: Draft, event: SectionOpened) -> None:
    """Add an empty section."""
    draft.add_section(event.section, event.title, event.under, dict(event.options))


def add_competition_closed(draft: Draft, event: CompetitionClosed) -> None:
    """End."""
    del event
    draft.state.closed = True


REDUCERS: Reducers = {
    CompetitionCreated: add_competition_created,
    SectionOpened: add_section_opened,
    CompetitionClosed: add_competition_closed,
}

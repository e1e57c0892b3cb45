"""Adding events of a competition as a whole."""

from qipan.journal.competition import CompetitionClosed, CompetitionCreated, SectionOpened
from qipan.journal.folding import Folding, Reducers


def created(folding: Folding, event: CompetitionCreated) -> None:
    """Begin."""
    folding.state.id, folding.state.title = event.competition, event.title
    folding.state.book, folding.state.edition = event.book, event.edition


def section_opened(folding: Folding, event: SectionOpened) -> None:
    """Add an empty section."""
    folding.add_section(event.section, event.title, event.under, dict(event.options))


def closed(folding: Folding, event: CompetitionClosed) -> None:
    """End."""
    del event
    folding.state.closed = True


REDUCERS: Reducers = {
    CompetitionCreated: created,
    SectionOpened: section_opened,
    CompetitionClosed: closed,
}

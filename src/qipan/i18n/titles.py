"""The title of a section for a reader."""

from qipan.i18n import local
from qipan.journal.state import Competition, Section
from qipan.sections.titles import titles_of


def section_title(language: str, state: Competition, section: Section) -> str:
    """Give the title as the reader reads it."""
    return local(titles_of(state, section), language)

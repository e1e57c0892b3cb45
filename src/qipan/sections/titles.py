"""The title of a section in every language that it has.

A section that is called as its event in the book is called so in every language of the book;
what an organiser wrote stays as it was written.
"""

from qipan.journal.state import Competition, Section
from qipan.rulebooks.schema import Text
from qipan.sections.lookup import book_under


def titles_of(state: Competition, section: Section) -> Text:
    """Give the titles by language; what an organiser wrote is the same in all."""
    event = book_under(state, section).event.get(section.under)
    if event is None or section.title not in event.title.values():
        return {"en": section.title}
    return event.title

"""Names as a reader reads them, where only one form of each has room: pictures, sentences."""

from qipan.i18n.names import shown
from qipan.journal.people import Person
from qipan.views.section import Names


def as_read(names: Names, language: str) -> Names:
    """Keep of each name the form that the reader reads."""
    return {who: Person(name=read(person, language)) for who, person in names.items()}


def read(person: Person, language: str) -> str:
    """Give a name in the form that the reader reads."""
    return shown(person, language).main

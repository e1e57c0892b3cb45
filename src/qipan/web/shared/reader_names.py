"""Names as a reader reads them, where only one form of each has room: pictures, sentences."""

from collections.abc import Iterable

from qipan.i18n.keys import name_key
from qipan.i18n.names import shown
from qipan.journal.people import Person
from qipan.views.section import Names


def as_read(names: Names, language: str) -> Names:
    """Keep of each name the form that the reader reads."""
    return {who: Person(name=read(person, language)) for who, person in names.items()}


def read(person: Person, language: str) -> str:
    """Give a name in the form that the reader reads."""
    return shown(person, language).main


def candidate_names(names: Names, language: str, candidates: Iterable[str]) -> list[str]:
    """Name what a lot is drawn among: people, or the keys of a ranking."""
    known = {str(who): person for who, person in names.items()}
    return [
        read(known[each], language) if each in known else name_key(language, each)
        for each in candidates
    ]

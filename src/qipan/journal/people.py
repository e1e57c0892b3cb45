"""People: what must not be in the journal lies behind ports; the journal says who was erased.

The journal is never rewritten, so nothing that a person may ask to have erased goes into it. It
holds an opaque ``PersonId``; name, birth date and phone live here and can be erased while the
journal stays valid. Secrets of lots wait here between commitment and draw.
"""

from collections.abc import Iterable, Mapping
from typing import Protocol
from unicodedata import category

import msgspec

from qipan.journal.event import Event, PrivateReasons
from qipan.journal.state.draft import Draft, Reducers
from qipan.kernel.ids import EntrantId, PersonId, SectionId

JOINERS = "\u200c\u200d"
"""Characters without a width that some scripts need."""


class Person(msgspec.Struct, frozen=True):
    """What is known of a person. All of it can be erased."""

    name: str
    """As the person writes it."""
    latin: str = ""
    """In Latin letters, where the name is not."""
    birth: str = ""
    """ISO date, or a year."""
    phone: str = ""
    email: str = ""
    licence: str = ""
    """Number of the rating account, where the federation keeps one."""
    dan: int | None = None
    """The dan somebody said they hold; 0: none."""
    title: str = ""
    """A title of the game: ``GM``, ``FM``."""
    federation: str = ""
    """Three letters of the federation, where that is not the unit."""


def tidy(text: str) -> str:
    """Write a text on one line, without characters that nobody sees.

    A control character breaks reports, and one that turns the direction round shows another name.
    """
    if text.isprintable() and " ".join(text.split()) == text:
        return text  # as it is: most texts are
    return " ".join(
        "".join(" " if letter.isspace() else letter for letter in text if _is_seen(letter)).split()
    )


def _is_seen(letter: str) -> bool:
    return letter.isspace() or letter in JOINERS or category(letter) not in ("Cc", "Cf", "Cs")


def tidied(person: Person) -> Person:
    """Write everything known of a person on one line each, without what nobody sees."""
    texts = {
        name: tidy(value)
        for name in Person.__struct_fields__
        if isinstance(value := getattr(person, name), str)
    }
    return msgspec.structs.replace(person, **texts)


ERASED = Person(name="—")
"""What stands where a person was erased."""


class People(Protocol):
    """Personal data under opaque ids."""

    def save(self, who: PersonId, person: Person) -> None:
        """Keep or replace what is known of somebody, durably."""

    def save_all(self, people: Mapping[PersonId, Person]) -> None:
        """Keep or replace what is known of many, durably, all or none."""

    def find(self, who: Iterable[PersonId]) -> Mapping[PersonId, Person]:
        """Give what is known; who was erased or never known is missing."""

    def erase(self, who: PersonId) -> bool:
        """Forget somebody; say whether there was anything to forget."""


class Secrets(Protocol):
    """Random bytes that must stay hidden until they are revealed."""

    def keep(self, name: str, secret: bytes) -> None:
        """Keep a secret durably under a new name. Raises Refused if the name is taken."""

    def reveal(self, name: str) -> bytes:
        """Give a secret. Raises Unknown."""


class PersonErased(Event, frozen=True, tag="person-erased/1"):
    """Name, birth date, phone and the rest of what was known of a person were erased."""

    person: PersonId
    reason: str = ""


class PersonAmended(Event, frozen=True, tag="person-amended/1"):
    """What is known of a person was put right; what it was and is lies beside the journal."""

    person: PersonId
    before: PersonId
    """An id under which what was known before is kept."""
    after: PersonId
    """An id under which what is known now is kept."""
    section: SectionId | None = None
    entrant: EntrantId | None = None


Events = PersonErased | PersonAmended


def add_person_erased(draft: Draft, event: PersonErased) -> None:
    """Remember who was erased."""
    draft.state.erased.add(event.person)


def add_person_amended(draft: Draft, event: PersonAmended) -> None:
    """Change nothing here: what is known of people lies beside the journal."""
    del draft, event


REDUCERS: Reducers = {PersonErased: add_person_erased, PersonAmended: add_person_amended}

PRIVATE: PrivateReasons = {
    PersonErased: "personal",
    PersonAmended: "personal",
}

"""Somebody to enter, as a form or a file gives them: the person, the unit, the other members."""

import re
from collections.abc import Mapping
from datetime import date

import msgspec

from qipan.journal.people import Person
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import PersonId

_BIRTH = re.compile(r"\d{4}(-\d\d-\d\d)?")
_BETWEEN_TAGS = re.compile(r"[,;，；、\s]+")


def is_birth(text: str) -> bool:
    """Say whether a text is a date of birth, or a year."""
    if _BIRTH.fullmatch(text) is None:
        return False
    try:
        date.fromisoformat(text if len(text) > 4 else f"{text}-01-01")
    except ValueError:
        return False
    return True


def read_birth(text: str, where: str) -> str:
    """Read a date of birth, or a year, or nothing. Raises BadInput."""
    if text and not is_birth(text):
        raise BadInput(f"{text[:20]!r} is no birth date: 2008-01-31, or 2008", where=where)
    return text


def read_tags(text: str) -> frozenset[str]:
    """Read the marks of an entrant, with commas or blanks between them."""
    return frozenset(tag for tag in _BETWEEN_TAGS.split(text.lower()) if tag)


class Mate(msgspec.Struct, frozen=True):
    """A further member of a pair or team."""

    person: Person
    role: str = "player"
    rating: int | None = None


class Newcomer(msgspec.Struct, frozen=True):
    """Somebody to enter, as a form or a file gives them."""

    person: Person
    rating: int | None = None
    unit: str | None = None
    tags: frozenset[str] = frozenset()
    another_person: bool = False
    dan: int | None = None
    role: str = "player"
    mates: tuple[Mate, ...] = ()
    """The other members of a pair or team."""
    known: PersonId | None = None
    """The id of somebody who is known already, such as an invited player."""
    called: str = ""
    """The name of a team that has one besides its unit's."""
    rank: str = ""
    """Kyu or dan, as people write it."""

    @property
    def everybody(self) -> tuple[Person, ...]:
        """Give all members; the dan of an entry is that of its first."""
        first = self.person
        if self.dan is not None:
            first = msgspec.structs.replace(first, dan=self.dan)
        return (first, *(mate.person for mate in self.mates))

    @property
    def mean_rating(self) -> int | None:
        """Give the rating; of a pair or team the mean of all who have one [team.mean-rating]."""
        ratings = [self.rating, *(mate.rating for mate in self.mates)]
        known = [rating for rating in ratings if rating is not None]
        return sum(known) // len(known) if known else None


_BETWEEN = re.compile(r"\s*[/／&＆+＋、]\s*")
"""What stands between the names of a pair that is written in one line."""


def members_of(newcomer: Newcomer, roles: Mapping[str, int]) -> Newcomer:
    """Part a name into the members of a pair or team: ``甲 / 乙``, where the book wants so many.

    One role only can be told from names alone; whoever names the members apart is left as they are.
    """
    names = [each for each in _BETWEEN.split(newcomer.person.name) if each]
    if newcomer.mates or len(roles) != 1 or len(names) < 2:
        return newcomer
    (role,) = roles
    first = msgspec.structs.replace(newcomer.person, name=names[0])
    mates = tuple(Mate(Person(name=each), role) for each in names[1:])
    return msgspec.structs.replace(newcomer, person=first, role=role, mates=mates)

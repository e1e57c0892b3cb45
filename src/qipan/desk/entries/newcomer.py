"""Somebody to enter, as a form or a file gives them: the person, the unit, the other members."""

import msgspec

from qipan.journal.people import Person
from qipan.kernel.ids import PersonId


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

    @property
    def everybody(self) -> tuple[Person, ...]:
        """Give all members."""
        return (self.person, *(mate.person for mate in self.mates))

    @property
    def mean_rating(self) -> int | None:
        """Give the rating; of a pair or team the mean of all who have one [team.mean-rating]."""
        ratings = [self.rating, *(mate.rating for mate in self.mates)]
        known = [rating for rating in ratings if rating is not None]
        return sum(known) // len(known) if known else None

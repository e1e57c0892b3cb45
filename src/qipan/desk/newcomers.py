"""Who wants to enter, as a form or a file gives them, and what a decision may know of them.

Names, birth dates and licences stay with ``People``; a decision gets years of birth and the unit
somebody stood for before, and the journal gets neither.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from qipan.desk.commands import EnterEntrant
from qipan.desk.derived import Qualifier
from qipan.desk.discipline.bans import name_key
from qipan.desk.qualifying import identity
from qipan.journal.competition import Competition, Section
from qipan.journal.people import People, Person
from qipan.kernel.ids import EntrantId, PersonId
from qipan.rulebooks import book_named
from qipan.rulebooks.schema.entries import Entries


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
        """Give the rating; of a pair or team the mean of all who have one, rounded down."""
        ratings = [self.rating, *(mate.rating for mate in self.mates)]
        known = [rating for rating in ratings if rating is not None]
        return sum(known) // len(known) if known else None


def identities(person: Person) -> tuple[str, ...]:
    """Give what tells a person from others: the licence, else name and birth if both are known."""
    if person.licence:
        return (f"licence {person.licence}",)
    return (f"name {name_key(person.name)} {person.birth}",) if person.birth else ()


def year_of_birth(person: Person) -> int | None:
    """Read the year of birth, if one is known."""
    return int(person.birth[:4]) if person.birth[:4].isdecimal() else None


def represented(
    competitions: Iterable[Competition], people: People, book: str, year: int
) -> Mapping[str, str]:
    """Find the units people stood for in a year, under a book, by their identities."""
    found: dict[str, str] = {}
    for competition in competitions:
        if competition.book == book:
            for section in competition.sections.values():
                for name, unit in _represented_in(competition, section, people, year):
                    found.setdefault(name, unit)
    return found


def _represented_in(
    competition: Competition, section: Section, people: People, year: int
) -> list[tuple[str, str]]:
    events = book_named(competition.book).event
    freely = set(events[section.under].entries.moves_freely) if section.under in events else set()
    bound = [
        entrant
        for entrant in section.entrants.values()
        if entrant.season == year and entrant.unit and not entrant.tags & freely
    ]
    known = people.find([who for entrant in bound for who in entrant.people])
    return [
        (identity, entrant.unit)
        for entrant in bound
        for who in entrant.people
        if entrant.unit and who in known
        for identity in identities(known[who])
    ]


def entry_command(
    section: Section,
    entrant: EntrantId,
    people: Sequence[PersonId],
    newcomer: Newcomer,
    rules: Entries,
    today: str,
    before: Mapping[str, str],
    passed: Mapping[str, Qualifier] | None = None,
) -> EnterEntrant:
    """Write the command that enters somebody; ``passed`` tells who qualified, and where."""
    everybody = newcomer.everybody
    units = [before[each] for person in everybody for each in identities(person) if each in before]
    unchecked = section.options.get("entry_checks") is False or not rules.fees.registration
    other = [unit for unit in units if unit != newcomer.unit]
    return EnterEntrant(
        section=section.id,
        entrant=entrant,
        people=tuple(people),
        rating=newcomer.mean_rating,
        unit=newcomer.unit,
        tags=newcomer.tags,
        another_person=newcomer.another_person,
        roles=(newcomer.role, *(mate.role for mate in newcomer.mates)) if rules.team else (),
        birth_years=tuple(map(year_of_birth, everybody)),
        dan=newcomer.dan,
        licensed=unchecked or all(person.licence for person in everybody),
        represented=next(iter(other or units), None),
        today=today,
        qualified=_qualified(everybody, passed or {}),
    )


def _qualified(people: Sequence[Person], passed: Mapping[str, Qualifier]) -> str:
    """Say where everybody of an entry qualified; empty if somebody did not."""
    found = [passed.get(identity(person)) for person in people]
    places = [f"{each.competition}/{each.section}/{each.place}" for each in found if each]
    return " ".join(places) if len(places) == len(people) else ""

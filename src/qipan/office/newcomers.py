"""Who wants to enter, as a form or a file gives them, and what a decision may know of them.

Names, birth dates and licences stay with ``People``; a decision gets years of birth and the unit
somebody stood for before, and the journal gets neither.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from qipan.desk.conduct.bans import name_key
from qipan.desk.entries.commands import EnterEntrant
from qipan.desk.entries.newcomer import Newcomer
from qipan.journal.people import People, Person, tidy
from qipan.journal.state import Competition, Section
from qipan.kernel.ids import EntrantId, PersonId
from qipan.office.qualifying import identity
from qipan.rulebooks.schema.entries import Entries
from qipan.sections.derived import Qualifier
from qipan.sections.lookup import book_under


def identities(person: Person) -> tuple[str, ...]:
    """Give what tells a person from others: the licence, else name and birth if both are known."""
    if person.licence:
        return (f"licence {person.licence}",)
    return (f"name {name_key(person.name)} {person.birth}",) if person.birth else ()


def year_of_birth(person: Person) -> int | None:
    """Read the year of birth, if one is known."""
    return int(person.birth[:4]) if person.birth[:4].isdecimal() else None


class Represented(NamedTuple):
    """What somebody stood for: a unit, and the state that it is of."""

    unit: str
    state: str

    def same_as(self, unit: str, state: str) -> bool:
        """Say whether a unit is the same one, or one of the same state."""
        return self.unit == unit or self.state == state


class StoodFor(NamedTuple):
    """What people stood for by their identities, and the states of the units they enter for."""

    known: Mapping[str, Represented]
    home_of: Callable[[str], str]


def represented(
    competitions: Iterable[Competition], people: People, book: str, year: int
) -> "Mapping[str, Represented]":
    """Find what people stood for in a year, under a book, by their identities."""
    found: dict[str, Represented] = {}
    for competition in competitions:
        if competition.book == book:
            for section in competition.sections.values():
                for name, unit in _represented_in(competition, section, people, year):
                    found.setdefault(name, Represented(unit, competition.home_of(unit)))
    return found


def _represented_in(
    competition: Competition, section: Section, people: People, year: int
) -> list[tuple[str, str]]:
    events = book_under(competition, section).event
    freely = set(events[section.under].entries.moves_freely) if section.under in events else set()
    bound = [
        entrant
        for entrant in section.entrants.values()
        if entrant.season == year
        and entrant.unit
        and not entrant.tags & freely
        and not (entrant.withdrawn and not entrant.after)
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
    before: StoodFor,
    passed: Mapping[str, Qualifier] | None = None,
) -> EnterEntrant:
    """Write the command that enters somebody; ``passed`` tells who qualified, and where."""
    everybody = newcomer.everybody
    names = [each for person in everybody for each in identities(person)]
    stood = [before.known[each] for each in names if each in before.known]
    home = before.home_of(newcomer.unit or "")
    unchecked = section.options.get("entry_checks") is False or not rules.fees.registration
    other = [each for each in stood if newcomer.unit and not each.same_as(newcomer.unit, home)]
    return EnterEntrant(
        section=section.id,
        entrant=entrant,
        people=tuple(people),
        rating=newcomer.mean_rating,
        unit=newcomer.unit and tidy(newcomer.unit),
        tags=newcomer.tags,
        another_person=newcomer.another_person,
        roles=(newcomer.role, *(mate.role for mate in newcomer.mates)) if rules.team else (),
        birth_years=tuple(map(year_of_birth, everybody)),
        dan=everybody[0].dan,
        licensed=unchecked or all(person.licence for person in everybody),
        unlicensed=sum(not person.licence for person in everybody),
        represented=next((each.state for each in other), newcomer.unit if stood else None),
        today=today,
        qualified=_qualified(everybody, passed or {}),
        called=tidy(newcomer.called),
        rank=newcomer.rank,
    )


def _qualified(people: Sequence[Person], passed: Mapping[str, Qualifier]) -> str:
    """Say where everybody of an entry qualified; empty if somebody did not."""
    found = [passed.get(identity(person)) for person in people]
    places = [f"{each.competition}/{each.section}/{each.place}" for each in found if each]
    return " ".join(places) if len(places) == len(people) else ""

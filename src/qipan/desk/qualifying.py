"""Who qualified for an event in the tables of another one, by name and birth.

Only approved tables count. Who qualified twice passes the later place down, so periods are looked
at in their order: by the section's option ``period``, then by the competition's name.
"""

from collections.abc import Callable, Iterable, Mapping

from qipan.desk.derived import Qualifier, qualifiers
from qipan.desk.discipline.bans import name_key
from qipan.journal.competition import Competition, Section
from qipan.journal.people import People, Person
from qipan.kernel.ids import PersonId

Tables = list[tuple[Competition, Section]]


def identity(person: Person) -> str:
    """Give what tells one person from another in all competitions."""
    return f"{name_key(person.name)}/{person.birth}"


def same_person(people: People, tables: Tables) -> Callable[[PersonId], str]:
    """Give the function that tells who is who in several tables."""
    wanted = [
        who for _, each in tables for entrant in each.entrants.values() for who in entrant.people
    ]
    known = people.find(wanted)
    return lambda who: identity(known[who]) if who in known else str(who)


def tables_of(competitions: Iterable[Competition], book: str, event: str) -> Tables:
    """Give the approved tables of an event of a book, in the order of their periods."""
    found = [
        (state, section)
        for state in competitions
        if state.book == book
        for section in state.sections.values()
        if section.under == event and section.approved is not None
    ]
    return sorted(found, key=lambda each: (_period(each[1]), each[0].id, each[1].id))


def _period(section: Section) -> int:
    stated = section.options.get("period", 0)
    return stated if isinstance(stated, int) else 0


def qualified(tables: Tables, people: People, group: str = "") -> Mapping[str, Qualifier]:
    """Give who qualified, by identity; of a group of birth years only where one is named."""
    same = same_person(people, tables)
    groups = {
        (state.id, section.id): str(section.options.get("group", "")) for state, section in tables
    }
    entrants = {(state.id, section.id): section.entrants for state, section in tables}
    return {
        same(who): each
        for each in qualifiers(tables, same)
        if not group or groups[each.competition, each.section] in ("", group)
        for who in entrants[each.competition, each.section][each.entrant].people
    }

"""Who qualified for an event in the tables of another one, by name and birth.

Only approved tables count. Who qualified twice passes the later place down, so periods are looked
at in their order: by the section's option ``period``, then by the competition's name. Where open
matching was played at live tables, the section's option ``lobby`` names the period's lobby: who
has the points of the book's target there is through.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

import msgspec

from qipan.desk.conduct.bans import name_key
from qipan.journal.live.lobby import lobby_in_public, read_lobby
from qipan.journal.log import Log
from qipan.journal.people import People, Person
from qipan.journal.state import Competition, Section
from qipan.kernel.ids import CompetitionId, EntrantId, PersonId, SectionId
from qipan.sections.derived import TARGET, Qualifier, qualifiers
from qipan.sections.lookup import book_of, event_of

Tables = list[tuple[Competition, Section]]
LOBBY = CompetitionId("lobby")
"""Stands for the competition of those who qualified in a lobby."""


class QualifyingSources(NamedTuple):
    """Where it is read who qualified, and when."""

    log: Log
    people: People
    now: datetime


class Through(msgspec.Struct, frozen=True):
    """Somebody who qualified, and where; ``person`` is None where nobody knows who it is."""

    who: PersonId
    person: Person | None
    by: Qualifier


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


def tables_of(
    competitions: Iterable[Competition], book: str, event: str, period: int | None = None
) -> Tables:
    """Give the approved tables of an event of a book, in the order of their periods."""
    found = [
        (state, section)
        for state in competitions
        if state.book == book
        for section in state.sections.values()
        if section.under == event and section.approved is not None
        if period is None or period_of(section) == period
    ]
    return sorted(found, key=lambda each: (period_of(each[1]), each[0].id, each[1].id))


def period_of(section: Section) -> int:
    """Give the period of a section by its option; 0 where there is none."""
    stated = str(section.options.get("period", ""))
    return int(stated) if stated.isdecimal() else 0


def qualified(tables: Tables, people: People, group: str = "") -> Mapping[str, Qualifier]:
    """Give who qualified, by identity; of a group of birth years only where one is named."""
    return by_identity(_in_tables(tables, people, group))


def by_identity(through: Iterable[Through]) -> dict[str, Qualifier]:
    """Order those who qualified by who they are."""
    return {identity(each.person) if each.person else each.who: each.by for each in through}


def _in_tables(tables: Tables, people: People, group: str) -> list[Through]:
    groups = {
        (state.id, section.id): str(section.options.get("group", "")) for state, section in tables
    }
    entrants = {(state.id, section.id): section.entrants for state, section in tables}
    found = [
        (who, each)
        for each in qualifiers(tables, same_person(people, tables))
        if not group or groups[each.competition, each.section] in ("", group)
        for who in entrants[each.competition, each.section][each.entrant].people
    ]
    known = people.find([who for who, _ in found])
    return [Through(who, known.get(who), each) for who, each in found]


def through_to(
    competitions: Iterable[Competition],
    state: Competition,
    section: Section,
    sources: QualifyingSources,
) -> list[Through]:
    """List who qualified for a section: in the tables before, and in its lobby.

    Who qualified there by a game that spectators do not know of yet is listed once they do.
    Raises Unknown if there is no such lobby.
    """
    rules = event_of(state, section).entries
    if not rules.qualified:
        return []
    period = period_of(section) if rules.same_period else None
    tables = tables_of(competitions, state.book, rules.qualified, period)
    found = _in_tables(tables, sources.people, str(section.options.get("group", "")))
    lobby = section.options.get("lobby", "")
    if rules.same_period and isinstance(lobby, str) and lobby:
        found += _in_lobby(state, rules.qualified, lobby, sources)
    return found


def _in_lobby(
    state: Competition, event: str, lobby: str, sources: QualifyingSources
) -> Iterable[Through]:
    """Give who has the points in a lobby [qualify.target], best first."""
    terms = book_of(state).event[event]
    scoring, target = terms.scoring.scoring(), terms.stage[-1].target
    totals = lobby_in_public(read_lobby(sources.log, lobby), sources.now).totals
    least = scoring.read(target) if target else None
    order = [
        who
        for who in sorted(totals, key=lambda each: (-totals[each], each))
        if least is not None and scoring.read(str(totals[who])) >= least
    ]
    known = sources.people.find([PersonId(who) for who in order])
    for place, who in enumerate(order, 1):
        by = Qualifier(LOBBY, SectionId(lobby), EntrantId(who), place, TARGET)
        yield Through(PersonId(who), known.get(PersonId(who)), by)

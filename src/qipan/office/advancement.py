"""Entering those who qualified: from the tables of the event before, each once, in their order."""

from collections.abc import Iterator

from qipan.desk.conduct.penalties import BAN
from qipan.desk.decide import decide
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.entries.rules import AGE, DAN, EXCLUDES, GROUP, NEEDS
from qipan.journal.people import Person
from qipan.kernel.errors import Refused
from qipan.kernel.ids import CompetitionId, EntrantId, PersonId, SectionId
from qipan.kernel.rules import rule
from qipan.office.newcomers import year_of_birth
from qipan.office.office import Office
from qipan.office.qualifying import QualifyingSources, Through, identity, through_to
from qipan.sections.lookup import event_of, section_of

BEFORE = rule("qualify.entered", "Those who qualified in the previous event are entered.")
OF_THE_PERSON = frozenset((AGE, BAN, DAN, EXCLUDES, GROUP, NEEDS))
"""Rules that keep one person out, whoever else comes."""


def coming(office: Office, home: CompetitionId, name: SectionId) -> list[tuple[PersonId, Person]]:
    """List who qualified for a section, is of its age, and is not in it.

    Raises Refused if nobody can qualify.
    """
    state = office.state(home)
    section = section_of(state, name)
    entered = [who for each in section.entrants.values() for who in each.people]
    here = {identity(person) for person in office.around.people.find(entered).values()}
    born = event_of(state, section).entries.groups.get(str(section.options.get("group", "")))
    found: dict[str, tuple[PersonId, Person]] = {}
    for each in _through(office, home, name):
        year = year_of_birth(each.person) if each.person else None
        if each.person is None or (born and (year is None or not born.first <= year <= born.last)):
            continue  # of another age; who is of none known is among ``unplaced``
        if identity(each.person) not in here:
            found.setdefault(identity(each.person), (each.who, each.person))
    return list(found.values())


def unplaced(office: Office, home: CompetitionId, name: SectionId) -> list[Through]:
    """List who qualified, but nobody knows their name or, where it matters, their birth."""
    state = office.state(home)
    ages = bool(event_of(state, section_of(state, name)).entries.groups)
    return [
        each
        for each in _through(office, home, name)
        if each.person is None or (ages and year_of_birth(each.person) is None)
    ]


def not_admitted(
    office: Office, home: CompetitionId, name: SectionId
) -> list[tuple[PersonId, Person, Refused]]:
    """List who qualified and may not enter, each with the rule: a dan too high, a ban.

    How many come is asked of all together, when they are entered.
    """
    state = office.state(home)
    people = coming(office, home, name)
    newcomers = [Newcomer(person, known=who) for who, person in people]
    commands = office.entry_commands(state, section_of(state, name), newcomers)
    found = []
    for (who, person), newcomer, command in zip(people, newcomers, commands, strict=True):
        try:
            office.refuse_barred([newcomer])
            decide(state, command)
        except Refused as error:
            if error.rule in OF_THE_PERSON:
                found.append((who, person, error))
    return found


def _through(office: Office, home: CompetitionId, name: SectionId) -> Iterator[Through]:
    state = office.state(home)
    section = section_of(state, name)
    if not event_of(state, section).entries.qualified:
        raise Refused("qualify.no-event-before", BEFORE, section=name)
    around = office.around
    sources = QualifyingSources(around.log, around.people, around.now())
    yield from through_to(office.readable(), state, section, sources)


def advance(office: Office, home: CompetitionId, name: SectionId, actor: str) -> list[EntrantId]:
    """Enter everybody who qualified, may enter and is not in yet; a second time nobody.

    Raises Refused, and enters nobody, with the rule that all of them together do not fulfil.
    """
    kept_out = {who for who, _, _ in not_admitted(office, home, name)}
    newcomers = [
        Newcomer(person, known=who)
        for who, person in coming(office, home, name)
        if who not in kept_out
    ]
    if not newcomers:
        return []
    before = set(office.state(home).sections[name].entrants)
    state = office.enter_all(home, name, actor, newcomers)
    return [who for who in state.sections[name].entrants if who not in before]

"""Entering those who qualified: from the tables of the event before, each once, in their order."""

from qipan.desk.found import event_of, section_of
from qipan.desk.newcomers import Newcomer
from qipan.desk.office import Office
from qipan.desk.qualifying import identity, qualified, tables_of
from qipan.journal.people import Person
from qipan.kernel.errors import Refused
from qipan.kernel.ids import CompetitionId, EntrantId, PersonId, SectionId
from qipan.kernel.rules import rule

BEFORE = rule("qualify.entered", "Who qualified in the tables of the event before is entered.")


def coming(office: Office, home: CompetitionId, name: SectionId) -> list[tuple[PersonId, Person]]:
    """List who qualified for a section and is not in it. Raises Refused if nobody can qualify."""
    state = office.state(home)
    section = section_of(state, name)
    event = event_of(state, section).entries.qualified
    if not event:
        raise Refused("qualify.no-event-before", BEFORE, section=name)
    people = office.around.people
    tables = tables_of(map(office.state, office.competitions()), state.book, event)
    entered = [who for each in section.entrants.values() for who in each.people]
    here = {identity(person) for person in people.find(entered).values()}
    by_place = {(state_.id, table.id): table for state_, table in tables}
    found = []
    passed = qualified(tables, people, str(section.options.get("group", "")))
    for who, each in passed.items():
        if who in here:
            continue
        entrant = by_place[each.competition, each.section].entrants[each.entrant]
        known = people.find(entrant.people)
        found += [(person, known[person]) for person in entrant.people if person in known]
    return found


def advance(office: Office, home: CompetitionId, name: SectionId, actor: str) -> list[EntrantId]:
    """Enter everybody who qualified and is not in yet, all or none; a second time nobody.

    Raises Refused with the rule that somebody does not fulfil.
    """
    newcomers = [Newcomer(person, known=who) for who, person in coming(office, home, name)]
    if not newcomers:
        return []
    before = set(office.state(home).sections[name].entrants)
    state = office.enter_all(home, name, actor, newcomers)
    return [who for who in state.sections[name].entrants if who not in before]

"""Putting entries right: what the journal holds, and what lies beside it.

What changes of a person is kept twice beside the journal, as it was and as it is, each under an id
of its own; the journal names the ids. So taking the act back brings the name back, and erasing the
person reaches everything.
"""

import msgspec

from qipan.desk.command import Command
from qipan.desk.entries.commands import AmendEntrant, AmendPerson
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.people import forget_refused
from qipan.journal.people import ERASED, Person
from qipan.journal.state import Competition, Entrant, Section
from qipan.kernel.errors import QipanError
from qipan.kernel.ids import CompetitionId, EntrantId, PersonId, SectionId
from qipan.kernel.ranks import tidy_rank
from qipan.office.office import Office
from qipan.sections.lookup import entrant_of, section_before_closing

UNSET = msgspec.UNSET
Unset = msgspec.UnsetType


class Amendment(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be put right of an entry; what is not set stays as it is."""

    name: str | Unset = UNSET
    latin: str | Unset = UNSET
    birth: str | Unset = UNSET
    licence: str | Unset = UNSET
    """The number on a rating list."""
    unit: str | Unset | None = UNSET
    rating: int | Unset | None = UNSET
    tags: frozenset[str] | Unset = UNSET
    roles: tuple[str, ...] | Unset = UNSET
    called: str | Unset = UNSET
    """The name of a team."""
    rank: str | Unset = UNSET
    """Kyu or dan."""
    dan: int | None = None
    """Judged and kept by nobody."""
    member: PersonId | None = None
    """Of whom name and birth change, in a team; None: the first."""
    reason: str = ""

    @property
    def of_person(self) -> dict[str, str]:
        """Give what changes of the person."""
        found = {
            "name": self.name,
            "latin": self.latin,
            "birth": self.birth,
            "licence": self.licence,
        }
        return {key: value for key, value in found.items() if isinstance(value, str)}


class Amended(msgspec.Struct, frozen=True):
    """The commands that put an entry right, and what is saved with them."""

    commands: tuple[Command, ...]
    saved: tuple[tuple[PersonId, Person], ...] = ()
    person: tuple[PersonId, Person] | None = None


def amendment_commands(
    office: Office, state: Competition, at: tuple[SectionId, EntrantId], wanted: Amendment
) -> Amended:
    """Write the commands; nothing is kept yet. Raises Refused if nothing would change."""
    section = section_before_closing(state, at[0])
    known = section.entrants[entrant_of(section, at[1])]
    people = office.around.people.find(known.people)
    whom = wanted.member or known.people[0]
    now = people.get(whom, ERASED)
    changed = msgspec.structs.replace(now, **wanted.of_person)
    commands: list[Command] = []
    entry = _entry_command(office, state, section, known, {**people, whom: changed}, wanted)
    keeps = (known.rating, known.unit, known.tags, known.roles, known.called, known.rank)
    asked = entry.entry
    wanted_now = (asked.rating, asked.unit, asked.tags, asked.roles, asked.called, asked.rank)
    if wanted_now != keeps:
        commands.append(entry)
    if changed == now:
        if not commands:
            commands.append(entry)  # the decision says that nothing changes
        return Amended(tuple(commands))
    before, after = office.fresh_person(), office.fresh_person()
    commands.append(
        AmendPerson(section=section.id, entrant=known.id, person=whom, before=before, after=after)
    )
    return Amended(tuple(commands), ((before, now), (after, changed)), (whom, changed))


def _entry_command(
    office: Office,
    state: Competition,
    section: Section,
    known: Entrant,
    people: dict[PersonId, Person],
    wanted: Amendment,
) -> AmendEntrant:
    everybody = [people.get(who, ERASED) for who in known.people]
    newcomer = Newcomer(everybody[0], unit=known.unit, tags=known.tags, dan=wanted.dan)
    (entry,) = office.entry_commands(state, section, [newcomer])
    entry = msgspec.structs.replace(
        entry,
        entrant=known.id,
        people=known.people,
        rating=known.rating if wanted.rating is UNSET else wanted.rating,
        unit=known.unit if wanted.unit is UNSET else wanted.unit,
        tags=known.tags if wanted.tags is UNSET else wanted.tags,
        roles=known.roles if wanted.roles is UNSET else wanted.roles,
        called=known.called if wanted.called is UNSET else wanted.called,
        rank=known.rank if wanted.rank is UNSET else tidy_rank(wanted.rank),
        birth_years=tuple(_year(each) for each in everybody),
        represented=None,
        another_person=True,
    )
    return AmendEntrant(entry=entry, reason=wanted.reason)


def _year(person: Person) -> int | None:
    return int(person.birth[:4]) if person.birth[:4].isdecimal() else None


def amend(
    office: Office,
    home: CompetitionId,
    at: tuple[SectionId, EntrantId],
    actor: str,
    wanted: Amendment,
    expected: int | None = None,
) -> Competition:
    """Put an entry right, name and all, in one act. Raises Refused."""
    state = office.state(home)
    office.require_held(state)
    found = amendment_commands(office, state, at, wanted)
    people = office.around.people
    for who, person in found.saved:
        people.save(who, person)
    try:
        after = office.carry_out_all(home, actor, found.commands, expected)
    except QipanError as error:  # refused, or others were faster
        forget_refused(people, [who for who, _ in found.saved], error)
        raise
    if found.person is not None:
        people.save(*found.person)
    return after

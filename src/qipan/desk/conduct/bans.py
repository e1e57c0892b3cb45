"""Whose entries are refused: bans and suspensions of every competition."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from datetime import date

import msgspec

from qipan.desk.conduct.penalties import BAN
from qipan.journal.people import Person
from qipan.journal.state import Ban, Competition
from qipan.kernel.errors import Refused
from qipan.kernel.ids import CompetitionId, PersonId


class Barred(msgspec.Struct, frozen=True):
    """Somebody with a ban, and where it comes from."""

    person: PersonId
    competition: CompetitionId
    kind: str
    offence: str
    clause: str
    until: str


def in_force(ban: Ban, today: date) -> bool:
    """Say whether a ban still holds; its last day counts."""
    return not ban.until or today <= date.fromisoformat(ban.until)


def barred(states: Iterable[Competition], today: date) -> Iterator[Barred]:
    """List everybody with a ban in force."""
    for state in states:
        for section in state.sections.values():
            for entrant, ban in section.bans.items():
                if in_force(ban, today):
                    for person in section.entrants[entrant].people:
                        yield _barred(state, person, ban)
            for person, ban in section.member_bans.items():
                if in_force(ban, today):
                    yield _barred(state, person, ban)


def _barred(state: Competition, person: PersonId, ban: Ban) -> Barred:
    return Barred(person, state.id, ban.kind, ban.offence, ban.clause, ban.until)


def refuse_barred(
    newcomer: Person, found: Iterable[Barred], people: Mapping[PersonId, Person]
) -> None:
    """Raise Refused if this person is banned [conduct.ban].

    The same name is the same person unless the birth dates differ.
    """
    for each in found:
        known = people.get(each.person)
        if known is not None and same_person(known, newcomer):
            raise Refused(
                "entry.banned",
                BAN,
                kind=each.kind,
                competition=each.competition,
                clause=each.clause,
                until=each.until or "—",
            )


def same_person(one: Person, two: Person) -> bool:
    """Say whether two entries speak of one person: equal names, no different births."""
    if name_key(one.name) != name_key(two.name):
        return False
    return not one.birth or not two.birth or one.birth == two.birth


def name_key(name: str) -> str:
    """Give a name as it is compared: width, case and spaces do not matter."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())

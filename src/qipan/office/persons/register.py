"""The register of persons and clubs, across all competitions of this storage.

Somebody is the same by their licence, by name and date of birth, or because somebody said so. The
register is worked out from the journals and what lies beside them; only who was merged is stored.
"""

from collections.abc import Iterable, Iterator

import msgspec

from qipan.desk.roles import MAY
from qipan.journal.people import Person
from qipan.journal.persons.merges import (
    STREAM,
    Merge,
    MergeTakenBack,
    PersonsMerged,
    merges_in_force,
)
from qipan.kernel.errors import Refused, Unknown
from qipan.kernel.ids import PersonId
from qipan.kernel.rules import rule
from qipan.kernel.spelling.likeness import alike
from qipan.kernel.spelling.name_words import folded, name_key
from qipan.office.newcomers import identities
from qipan.office.office import Office
from qipan.office.persons.streams import append_event

MERGE = rule("personal.merge", "People who are one are merged by whoever keeps the register.")
MOST = 20
BEGINNING = 3
__all__ = ["MAY", "MERGE", "Register", "RegisteredPerson", "merge", "read_register", "unmerge"]


class Played(msgspec.Struct, frozen=True):
    """A section that somebody entered."""

    competition: str
    section: str
    entrant: str
    unit: str = ""


class RegisteredPerson(msgspec.Struct, frozen=True):
    """Somebody, under all the ids they have."""

    id: str
    ids: tuple[str, ...]
    name: str
    latin: str = ""
    birth: str = ""
    licence: str = ""
    played: tuple[Played, ...] = ()

    @property
    def clubs(self) -> tuple[str, ...]:
        """Give the units they stood for, the newest first."""
        return tuple(dict.fromkeys(each.unit for each in reversed(self.played) if each.unit))


class Register:
    """Everybody of one storage."""

    def __init__(self, people: list[RegisteredPerson], merges: dict[int, Merge]) -> None:
        """Keep who there is, and which merges are in force."""
        self.people, self.merges = people, merges
        self.by_id = {id_: each for each in people for id_ in each.ids}

    def find(self, text: str) -> list[RegisteredPerson]:
        """Find people by id, licence or words of their name."""
        if text in self.by_id:
            return [self.by_id[text]]
        words = folded(text).split()
        return [
            each
            for each in self.people
            if (text and text == each.licence)
            or (words and all(word in folded(f"{each.name} {each.latin}") for word in words))
        ]

    def the_one(self, text: str) -> RegisteredPerson:
        """Find one person. Raises Unknown, also where several fit."""
        found = self.find(text)
        if len(found) != 1:
            raise Unknown("person", text[:60], tuple(f"{x.name} ({x.id})" for x in found[:MOST]))
        return found[0]

    def clubs(self) -> dict[str, list[RegisteredPerson]]:
        """Give the clubs and other units, with who stood for them last."""
        found: dict[str, list[RegisteredPerson]] = {}
        for each in self.people:
            if each.clubs:
                found.setdefault(each.clubs[0], []).append(each)
        return dict(sorted(found.items()))

    def doubles(self) -> Iterator[tuple[RegisteredPerson, RegisteredPerson]]:
        """Give pairs who may be one person: the same name or nearly, and nothing against it."""
        near: dict[str, list[int]] = {}
        for at, each in enumerate(self.people):
            for word in {word[:BEGINNING] for word in folded(f"{each.name} {each.latin}").split()}:
                near.setdefault(word, []).append(at)
        seen = set()
        for found in near.values():
            for one in found:
                for other in found:
                    if one < other and (one, other) not in seen:
                        seen.add((one, other))
                        if _may_be_one(self.people[one], self.people[other]):
                            yield self.people[one], self.people[other]


def _may_be_one(one: RegisteredPerson, other: RegisteredPerson) -> bool:
    if one.licence and other.licence:
        return False
    if one.birth and other.birth and one.birth[:4] != other.birth[:4]:
        return False
    mine = [name for name in (one.name, one.latin) if name]
    theirs = [name for name in (other.name, other.latin) if name]
    return any(
        name_key(name) == name_key(their) or alike(name, their) for name in mine for their in theirs
    )


class _Groups:
    """Ids that are joined step by step."""

    def __init__(self) -> None:
        self.over: dict[str, str] = {}

    def top(self, id_: str) -> str:
        while id_ in self.over:
            id_ = self.over[id_]
        return id_

    def join(self, one: str, other: str) -> None:
        first, second = self.top(one), self.top(other)
        if first != second:
            self.over[second] = first


def read_register(office: Office) -> Register:
    """Work the register out."""
    played: dict[str, list[Played]] = {}
    for state in office.readable():
        for section in state.sections.values():
            for entrant in section.entrants.values():
                place = Played(str(state.id), str(section.id), str(entrant.id), entrant.unit or "")
                for person_id in entrant.people:
                    played.setdefault(str(person_id), []).append(place)
    known = office.around.people.find([PersonId(each) for each in played])
    merges = merges_in_force(office.around.log.read(STREAM)).by_number
    groups = _Groups()
    first: dict[str, str] = {}
    for who in played:
        person = known.get(PersonId(who))
        for identity in identities(person) if person is not None else ():
            groups.join(first.setdefault(identity, who), who)
    for each in merges.values():
        for other in each.people[1:]:
            groups.join(each.people[0], other)
    members: dict[str, list[str]] = {}
    for who in played:
        members.setdefault(groups.top(who), []).append(who)
    people = [
        _person(top, ids, [known[PersonId(x)] for x in ids if PersonId(x) in known], played)
        for top, ids in members.items()
    ]
    return Register([each for each in people if each is not None], merges)


def _person(
    top: str, ids: list[str], known: list[Person], played: dict[str, list[Played]]
) -> RegisteredPerson | None:
    """Sum up what is known under several ids; who was erased is nobody any more."""
    if not known:
        return None

    def newest(field: str) -> str:
        return next((str(value) for x in reversed(known) if (value := getattr(x, field))), "")

    return RegisteredPerson(
        id=top,
        ids=tuple(ids),
        name=newest("name"),
        latin=newest("latin"),
        birth=newest("birth"),
        licence=newest("licence"),
        played=tuple(each for who in ids for each in played[who]),
    )


def merge(office: Office, actor: str, people: Iterable[str], reason: str) -> Merge:
    """Note that several are one person. Raises Refused or Unknown."""
    register = read_register(office)
    found = list(dict.fromkeys(register.the_one(each).id for each in people))
    if len(found) < 2:
        raise Refused("register.one-already", MERGE)
    if not reason.strip():
        raise Refused("register.reason", MERGE)
    event = PersonsMerged(people=tuple(found), reason=reason.strip())
    version = append_event(office, actor, STREAM, office.around.log.version(STREAM), event)
    return merges_in_force(office.around.log.read(STREAM)).by_number[version]


def unmerge(office: Office, actor: str, number: int, reason: str) -> None:
    """Take a merge back. Raises Unknown."""
    merges = merges_in_force(office.around.log.read(STREAM))
    if number not in merges.by_number:
        raise Unknown("merge", str(number), tuple(map(str, merges.by_number))[:MOST])
    event = MergeTakenBack(merge=number, reason=reason.strip())
    append_event(office, actor, STREAM, merges.version, event)

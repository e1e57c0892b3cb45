"""Forgetting a person: what is known is erased everywhere, results stay under an opaque id.

The journal says that somebody was erased, by whose order and when, never who it was. It is written
first: after a crash in between, erasing again finishes the work.
"""

from collections.abc import Iterator
from typing import Protocol

import msgspec

from qipan.desk.conduct.bans import barred
from qipan.desk.people import ERASURE, ErasePerson, also_known_as, everybody
from qipan.journal.state import Competition
from qipan.kernel.errors import Refused
from qipan.kernel.ids import CompetitionId, PersonId
from qipan.office.office import Office


class Erased(msgspec.Struct, frozen=True):
    """What was done."""

    person: PersonId
    competitions: tuple[CompetitionId, ...]
    """Where the person took part or served."""
    known: bool
    """Whether there was anything to erase."""


class Pictures(Protocol):
    """Photographs beside the journal, under their hashes."""

    def erase(self, name: str) -> bool:
        """Forget a picture; say whether there was one."""


class Registrations(Protocol):
    """What people filled in to take part, beside the journal."""

    def erase_entry(self, competition: str, section: str, entrant: str) -> int:
        """Forget what was filled in for an entry; say how many forms there were."""


class Beside(Protocol):
    """What is kept of people beside the journal."""

    @property
    def attachments(self) -> Pictures:
        """Give the photographs."""

    @property
    def registrations(self) -> Registrations:
        """Give the forms."""


def erase_person(
    office: Office, person: PersonId, actor: str, reason: str = "", beside: Beside | None = None
) -> Erased:
    """Erase a person from every competition, with photographs and forms they or their team gave.

    Of a competition that is held elsewhere only the copy here forgets them: its journal is not
    ours to write. Raises Refused while a ban is in force (it could not be recognised any more), or
    if nobody of this id is anywhere.
    """
    around = office.around
    states = {state.id: state for state in office.readable()}
    for ban in barred(states.values(), around.now().date()):
        if ban.person == person:
            facts = {"competition": ban.competition, "until": ban.until or "—"}
            raise Refused("person.banned", ERASURE, **facts)
    places = tuple(name for name, state in states.items() if person in set(everybody(state)))
    if not places:
        raise Refused("person.unknown", ERASURE, person=person)
    for name in places:
        for further in also_known_as(states[name], person):
            around.people.erase(further)
        if person not in states[name].erased and office.holds(states[name]):
            office.carry_out(name, actor, ErasePerson(person=person, reason=reason))
        if beside is not None:
            _erase_beside(states[name], person, beside)
    return Erased(person, places, around.people.erase(person))


def _erase_beside(state: Competition, person: PersonId, beside: Beside) -> None:
    for photo in photos_of(state, person):
        beside.attachments.erase(photo)
    for section in state.sections.values():
        for entrant in section.entrants.values():
            if person in entrant.people:
                beside.registrations.erase_entry(state.id, section.id, entrant.id)


def photos_of(state: Competition, person: PersonId) -> Iterator[str]:
    """Name the photographs that a person, or a team with them, handed in."""
    for section in state.sections.values():
        for taken in section.photos.values():
            for photo in taken:
                entrant = section.entrants.get(photo.entrant)
                if entrant is not None and person in entrant.people:
                    yield photo.hash

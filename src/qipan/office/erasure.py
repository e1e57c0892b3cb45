"""Forgetting a person: what is known is erased everywhere, results stay under an opaque id.

The journal says that somebody was erased, by whose order and when, never who it was. It is written
first: after a crash in between, erasing again finishes the work.
"""

import msgspec

from qipan.desk.conduct.bans import barred
from qipan.desk.people import ERASURE, ErasePerson, everybody
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


def erase_person(office: Office, person: PersonId, actor: str, reason: str = "") -> Erased:
    """Erase a person from every competition.

    Raises Refused while a ban is in force (it could not be recognised any more), or if nobody of
    this id is anywhere.
    """
    around = office.around
    states = {name: office.state(name) for name in office.competitions()}
    for ban in barred(states.values(), around.now().date()):
        if ban.person == person:
            facts = {"competition": ban.competition, "until": ban.until or "—"}
            raise Refused("person.banned", ERASURE, **facts)
    places = tuple(name for name, state in states.items() if person in set(everybody(state)))
    if not places:
        raise Refused("person.unknown", ERASURE, person=person)
    for name in places:
        if person not in states[name].erased:
            office.carry_out(name, actor, ErasePerson(person=person, reason=reason))
    return Erased(person, places, around.people.erase(person))

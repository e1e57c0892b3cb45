"""The decision to forget a person. Results stay, under an id that says nothing."""

from collections.abc import Iterator

from qipan.desk.access import CHIEF_AND_ORGANISER, Decisions
from qipan.desk.commands import Command
from qipan.journal.competition import Competition
from qipan.journal.events import CompetitionEvent
from qipan.journal.events.personal import PersonErased
from qipan.kernel.errors import Refused
from qipan.kernel.ids import PersonId
from qipan.kernel.rules import rule

ERASURE = rule("personal.erasure", "What is known of a person is erased when nothing forbids it.")


class ErasePerson(Command, frozen=True, tag=True):
    """Erase what is known of a person of this competition."""

    person: PersonId
    reason: str = ""


def everybody(state: Competition) -> Iterator[PersonId]:
    """Give everybody whom a competition knows: entrants, invited players, officials."""
    for section in state.sections.values():
        for entrant in section.entrants.values():
            yield from entrant.people
        yield from section.invited
    for members in state.committees.values():
        yield from (member.person for member in members)


def decide_erasure(state: Competition, command: ErasePerson) -> list[CompetitionEvent]:
    """Note that somebody was erased. Raises Refused if nobody of this id is here."""
    if command.person not in set(everybody(state)):
        raise Refused("person.unknown", ERASURE, person=command.person)
    if command.person in state.erased:
        return []
    return [PersonErased(person=command.person, reason=command.reason.strip())]


DECISIONS: Decisions = {ErasePerson: (decide_erasure, CHIEF_AND_ORGANISER)}

"""The decision to forget a person. Results stay, under an id that says nothing."""

from collections.abc import Iterable, Iterator

from qipan.desk.command import Command
from qipan.desk.roles import CHIEF_AND_ORGANISER, Decisions, ListedCommand, Through
from qipan.journal.events import CompetitionEvent
from qipan.journal.people import People, PersonAmended, PersonErased
from qipan.journal.state import Competition
from qipan.kernel.errors import QipanError, Refused, Unavailable
from qipan.kernel.ids import PersonId
from qipan.kernel.rules import rule

ERASURE = rule("personal.erasure", "Personal details are erased unless something forbids it.")


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
        yield from (each.person for each in section.penalties if each.person is not None)
    yield from state.officials
    for version in sorted(state.taken_back):  # of entries taken back something is known, too
        yield from getattr(state.past[version - 1], "people", ())


def also_known_as(state: Competition, person: PersonId) -> Iterator[PersonId]:
    """Give the further ids under which something is known of a person, since it was put right."""
    for event in state.past:
        if isinstance(event, PersonAmended) and event.person == person:
            yield from (event.before, event.after)


def decide_erasure(state: Competition, command: ErasePerson) -> list[CompetitionEvent]:
    """Note that somebody was erased. Raises Refused if nobody of this id is here."""
    if command.person not in set(everybody(state)):
        raise Refused("person.unknown", ERASURE, person=command.person)
    if command.person in state.erased:
        return []
    return [PersonErased(person=command.person, reason=command.reason.strip())]


def forget_refused(people: People, who: Iterable[PersonId], error: QipanError) -> None:
    """Forget new people whom the journal refused; whoever may be in it after all stays known.

    A command that was interrupted, or whose storage did not answer, may have been stored: an
    entrant without a name would be worse than a name that nobody uses.
    """
    if not isinstance(error, Unavailable):
        for person in who:
            people.erase(person)


DECISIONS: Decisions = {
    ErasePerson: ListedCommand(
        decide_erasure,
        CHIEF_AND_ORGANISER,
        through=Through("person erase", "what is known of the person is erased with it"),
        not_in_api="it reaches into every competition of the house",
    )
}

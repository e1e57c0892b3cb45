"""Invitations: the best of a rating list who played enough."""

from collections.abc import Iterable

from qipan.desk.entries import rules as by
from qipan.desk.entries.commands import Candidate, InvitePlayers
from qipan.desk.roles import CHIEF_AND_ORGANISER, Decisions, ListedCommand
from qipan.journal.entries import PlayersInvited
from qipan.journal.events import CompetitionEvent
from qipan.journal.state import Competition
from qipan.kernel.errors import Refused
from qipan.kernel.ids import PersonId
from qipan.rulebooks.schema.entries import Invited
from qipan.sections.lookup import event_of, section_of


def played_enough(candidate: Candidate, terms: Invited) -> bool:
    """Say whether somebody played so many per cent of one of the events that count."""
    return any(
        each.rounds > 0 and each.played * 100 >= terms.attendance * each.rounds
        for each in candidate.attendance
        if each.event in terms.events
    )


def invitation_list(
    candidates: Iterable[Candidate], terms: Invited
) -> tuple[tuple[PersonId, ...], tuple[PersonId, ...]]:
    """Give who is invited, best rating first, and who was passed over though rated as high.

    The active ones are asked by rating until the places are filled; of equal ratings the one
    listed first.
    """
    invited: list[PersonId] = []
    passed: list[PersonId] = []
    ranked = sorted((each for each in candidates if each.active), key=lambda each: -each.rating)
    for each in ranked:
        if len(invited) == terms.places:
            break
        (invited if played_enough(each, terms) else passed).append(each.person)
    return tuple(invited), tuple(passed)


def invite_players(state: Competition, command: InvitePlayers) -> list[CompetitionEvent]:
    """Make the list. Raises Refused if the event is not by invitation or has begun to fill."""
    section = section_of(state, command.section)
    terms = event_of(state, section).entries.invited
    if terms is None or section.entrants:
        raise Refused("entry.no-invitations", by.INVITED, section=section.id)
    people, passed = invitation_list(command.candidates, terms)
    return [PlayersInvited(section=section.id, people=people, passed_over=passed)]


DECISIONS: Decisions = {
    InvitePlayers: ListedCommand(
        invite_players,
        CHIEF_AND_ORGANISER,
        not_in_api="names of the rating list are kept beside the journal: bring it to the desk",
    )
}

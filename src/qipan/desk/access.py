"""Access to a competition: cards with which players sign in, and roles given to accounts.

A card lets a player sign in on a phone; a new one ends the old.
"""

from qipan.desk.command import Command
from qipan.desk.roles import CHIEF_AND_ORGANISER, STAFF, Decisions, Fill, ListedCommand, Role
from qipan.journal.access import CardRenewed, RoleGiven, RoleTaken
from qipan.journal.events import CompetitionEvent
from qipan.journal.state import Competition
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId, SectionId
from qipan.kernel.rules import rule
from qipan.sections.lookup import (
    entrant_of,
    section_before_closing,
)

GIVES = rule("access.gives", "Only someone entitled to grant a role may grant it.")
GIVEN_BY: dict[Role, frozenset[Role]] = {
    Role.CHIEF_ARBITER: frozenset({Role.CHIEF_ARBITER, Role.ARBITER, Role.ORGANISER}),
    Role.ORGANISER: frozenset({Role.ARBITER, Role.ORGANISER}),
}
"""Which roles a role may give; nobody makes somebody who may more than they may themselves."""


class RenewCard(Command, frozen=True, tag=True):
    """Give a player a new card to sign in with."""

    section: SectionId
    entrant: EntrantId


class GiveRole(Command, frozen=True, tag=True):
    """Give an account a role in this competition."""

    account: str
    role: Role
    by: str
    giver: Role
    """The role of whoever gives it, now."""


class TakeRole(Command, frozen=True, tag=True):
    """Take an account's role in this competition away."""

    account: str


def renew_card(state: Competition, command: RenewCard) -> list[CompetitionEvent]:
    """Give a new card. Raises Refused if there is no such player."""
    section = section_before_closing(state, command.section)
    entrant = entrant_of(section, command.entrant)
    card = section.cards.get(entrant, 0) + 1
    return [CardRenewed(section=section.id, entrant=entrant, card=card)]


def give_role(state: Competition, command: GiveRole) -> list[CompetitionEvent]:
    """Give a role. Raises Refused if the giver may not give it."""
    del state
    if command.role not in GIVEN_BY.get(command.giver, frozenset()):
        raise Refused("access.gives", GIVES, role=command.role, giver=command.giver)
    return [RoleGiven(account=command.account, role=command.role.value, by=command.by)]


def take_role(state: Competition, command: TakeRole) -> list[CompetitionEvent]:
    """Take a role away."""
    del state
    return [RoleTaken(account=command.account)]


DECISIONS: Decisions = {
    RenewCard: ListedCommand(renew_card, STAFF),
    GiveRole: ListedCommand(
        give_role,
        CHIEF_AND_ORGANISER,
        filled={"by": Fill.ACTOR},
        not_in_api="a role is given by an invitation that somebody accepts",
    ),
    TakeRole: ListedCommand(
        take_role,
        CHIEF_AND_ORGANISER,
        not_in_api="sessions and tokens end with the role: done on the page of roles",
    ),
}

"""Access: cards with which players sign in, and roles given and taken."""

from qipan.journal.event import Event, PrivateReasons
from qipan.journal.state.draft import Draft, Reducers
from qipan.kernel.ids import EntrantId, SectionId


class CardRenewed(Event, frozen=True, tag="card-renewed/1"):
    """A player got a new card to sign in with; older ones open nothing."""

    section: SectionId
    entrant: EntrantId
    card: int


class RoleGiven(Event, frozen=True, tag="role-given/1"):
    """An account got a role in this competition."""

    account: str
    role: str
    by: str
    """The account that invited."""


class RoleTaken(Event, frozen=True, tag="role-taken/1"):
    """An account lost its role in this competition."""

    account: str


Events = CardRenewed | RoleGiven | RoleTaken


def add_card_renewed(draft: Draft, event: CardRenewed) -> None:
    """Keep the number of the newest card."""
    draft.section(event.section).cards[event.entrant] = event.card


def add_role(draft: Draft, event: RoleGiven | RoleTaken) -> None:
    """Change nothing here: who may sign in lies beside the journal; this tells who gave it."""
    del draft, event


REDUCERS: Reducers = {
    CardRenewed: add_card_renewed,
    RoleGiven: add_role,
    RoleTaken: add_role,
}

PRIVATE: PrivateReasons = {
    CardRenewed: "a key",
    RoleGiven: "accounts are not for every site",
    RoleTaken: "accounts are not for every site",
}

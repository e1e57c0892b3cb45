"""Events of committees, conflicts of interest, appeals and supplementary clauses."""

from enum import StrEnum

import msgspec

from qipan.journal.event import Event
from qipan.kernel.ids import BoardNo, EntrantId, PersonId, RoundNo, SectionId
from qipan.kernel.rules import RuleKey


class Official(msgspec.Struct, frozen=True):
    """A member of a committee."""

    person: PersonId
    online: bool = False
    """Reached from elsewhere."""


class CommitteeNamed(Event, frozen=True, tag="committee-named/1"):
    """A committee was named and posted; it replaces the one before."""

    body: str
    members: tuple[Official, ...]
    despite: str = ""
    """Why it was accepted although it is smaller than it should be."""


class ConflictDeclared(Event, frozen=True, tag="conflict-declared/1"):
    """An official is close to an entrant or a unit."""

    person: PersonId
    section: SectionId | None = None
    entrant: EntrantId | None = None
    unit: str = ""
    reason: str = ""


class Outcome(StrEnum):
    """Where an appeal stands."""

    LODGED = "lodged"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"
    ACCEPTED = "accepted"
    UPHELD = "upheld"
    DISMISSED = "dismissed"


class AppealLodged(Event, frozen=True, tag="appeal-lodged/1"):
    """Somebody appealed in writing."""

    section: SectionId
    appeal: str
    entrant: EntrantId
    round: RoundNo
    board: BoardNo | None
    text: str
    at: str


class AppealAnswered(Event, frozen=True, tag="appeal-answered/1"):
    """The chief arbiter accepted or refused to have it heard, or it was withdrawn before that."""

    section: SectionId
    appeal: str
    outcome: Outcome
    reason: str = ""


class AppealDecided(Event, frozen=True, tag="appeal-decided/1"):
    """The committee decided, with reasons."""

    section: SectionId
    appeal: str
    outcome: Outcome
    reasons: str
    members: tuple[PersonId, ...]


class SupplementPosted(Event, frozen=True, tag="supplement-posted/1"):
    """The committee filled a gap of the regulation; the clause is dated, posted and cited."""

    number: str
    date: str
    text: dict[str, str]
    rules: tuple[RuleKey, ...] = ()


Events = (
    CommitteeNamed
    | ConflictDeclared
    | AppealLodged
    | AppealAnswered
    | AppealDecided
    | SupplementPosted
)

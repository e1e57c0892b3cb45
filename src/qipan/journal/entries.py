"""Events of entries. No event holds a year of birth: ages are checked before, not kept."""

from qipan.journal.event import Event
from qipan.kernel.ids import EntrantId, PersonId, SectionId
from qipan.kernel.rules import RuleKey


class UnitRegistered(Event, frozen=True, tag="unit-registered/1"):
    """What kind of member a unit is, and whether it has paid its dues; the latest one counts."""

    unit: str
    kind: str
    dues_paid: bool = False


class ParticipationDeclared(Event, frozen=True, tag="participation-declared/1"):
    """A unit said that it takes part."""

    section: SectionId
    unit: str


class EntrantEntered(Event, frozen=True, tag="entrant-entered/1"):
    """An entrant was accepted."""

    section: SectionId
    entrant: EntrantId
    people: tuple[PersonId, ...]
    rating: int | None = None
    unit: str | None = None
    tags: frozenset[str] = frozenset()
    roles: tuple[str, ...] = ()
    """The parts of a team's people, in the same order."""
    season: int | None = None
    """The calendar year they represent their unit in."""


class EntrantAmended(Event, frozen=True, tag="entrant-amended/1"):
    """What is known of an entry was put right before the numbers were given."""

    section: SectionId
    entrant: EntrantId
    rating: int | None = None
    unit: str | None = None
    tags: frozenset[str] = frozenset()


class EntryOverridden(Event, frozen=True, tag="entry-overridden/1"):
    """An entry was accepted against a rule that may be set aside."""

    section: SectionId
    entrant: EntrantId
    rule: RuleKey
    reason: str


class FeeCharged(Event, frozen=True, tag="fee-charged/1"):
    """An entry costs money; paid or not is another matter."""

    section: SectionId
    entrant: EntrantId
    kind: str
    """``entry``, ``late`` or ``registration``."""
    cents: int
    rule: RuleKey


class EntrantWithdrawn(Event, frozen=True, tag="entrant-withdrawn/1"):
    """An entrant left; games already played stand."""

    section: SectionId
    entrant: EntrantId
    reason: str = ""


class EntriesOpened(Event, frozen=True, tag="entries-opened/1"):
    """Too few entered in time: entry is open to all the book allows."""

    section: SectionId
    entered: int


class EntriesClosed(Event, frozen=True, tag="entries-closed/1"):
    """No more entries."""

    section: SectionId


class SectionCancelled(Event, frozen=True, tag="section-cancelled/1"):
    """A section is not held: too few entered."""

    section: SectionId
    entered: int
    units: int
    rule: RuleKey


class IdentityVerified(Event, frozen=True, tag="identity-verified/1"):
    """An entrant proved their real name."""

    section: SectionId
    entrant: EntrantId


class PlayersInvited(Event, frozen=True, tag="players-invited/1"):
    """Who is invited, best first, and who was passed over for too little play."""

    section: SectionId
    people: tuple[PersonId, ...]
    passed_over: tuple[PersonId, ...] = ()


Events = (
    UnitRegistered
    | ParticipationDeclared
    | EntrantEntered
    | EntrantAmended
    | EntryOverridden
    | FeeCharged
    | EntrantWithdrawn
    | EntriesOpened
    | EntriesClosed
    | SectionCancelled
    | IdentityVerified
    | PlayersInvited
)

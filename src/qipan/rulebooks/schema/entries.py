"""Who may enter an event, how many, until when, and at what cost.

Dates and the organiser's own amounts are options of a section (``declare_by``, ``names_by``,
``verify_by``, ``year``, ``group``, ``period``, ``qualified``, ``lobby``, ``fee``, ``open_fee``,
``late_fee``; money in cents).
"""

from enum import StrEnum

import msgspec

from qipan.kernel.rules import RuleKey

ANY = "*"
"""Stands for every kind of unit."""


class Age(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ages allowed: year of the event less year of birth."""

    least: int = 0
    most: int = 200
    exempt: tuple[str, ...] = ()
    """Tags that need no age."""


class Young(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The young who may enter if they are rated well enough, below a least age too."""

    most: int
    rating: int


class Born(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Years of birth of a group, both included."""

    first: int = 0
    last: int = 9999


class Rated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many of a unit's entrants (all, if there are fewer) are rated so high."""

    rating: int
    members: int


class EntryOpening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Entry opens to all when fewer than ``below`` have entered in time."""

    below: int
    rating: int = 0


class Invited(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Invitations by rating, to those who played enough of one of these events."""

    places: int
    events: tuple[str, ...]
    attendance: int
    """Per cent of an event's rounds."""
    organiser: int = 0
    """Places the organiser gives freely."""


class Role(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part in a team."""

    count: int
    most_age: int | None = None
    optional: bool = False


class Filler(StrEnum):
    """Whether the host may fill up an odd number."""

    NONE = "none"
    HOST = "host"
    INDIVIDUAL_ONLY = "individual-only"
    """The one added counts for the individual ranking, not for a unit."""


class Fees(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an entry may cost, in cents."""

    most: int | None = None
    """The most an organiser may ask of members."""
    late: bool = False
    """Late entry is possible for a fee."""
    registration: int = 0
    """For who has no rating account yet."""
    per_unit: bool = False
    """One fee for all entries of a unit, over all sections of the competition that say so."""
    per_person: bool = False
    """The registration is charged for every member of a team who has no account."""
    all_in_day: int | None = None
    """The most of an all-in charge, a day."""


class Entries(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may enter, how many, until when."""

    least: int = 2
    most: int | None = None
    least_units: int = 0
    least_states: int = 0
    """So many states must send somebody; units of one state count once."""
    cancel: bool = False
    """With fewer than the least, the event is cancelled."""
    units: dict[str, int] = {}
    """Most entrants of a unit by kind of member, or for ``*`` any unit."""
    unit_needed: bool = False
    dues: bool = False
    """Units have paid their yearly dues."""
    free: tuple[str, ...] = ()
    """Tags of those who enter for themselves, beside the units."""
    rated: Rated | None = None
    age: Age | None = None
    young: Young | None = None
    groups: dict[str, Born] = {}
    """Years of birth by the section's option ``group``."""
    needs: tuple[str, ...] = ()
    """Tags an entrant must have."""
    excludes: tuple[str, ...] = ()
    """Tags an entrant must not have."""
    dan_below: int | None = None
    one_unit_a_year: bool = False
    """Within a calendar year a player stands for one unit, or for units of one state."""
    moves_freely: tuple[str, ...] = ()
    """Tags of those who are not bound to one unit a year."""
    two_deadlines: bool = False
    opening: EntryOpening | None = None
    filler: Filler = Filler.NONE
    verify: bool = False
    """Who enters proves their real name."""
    verify_until: str = ""
    """Until when, on the first day of the period, where the section does not say: ``12:00``."""
    invited: Invited | None = None
    qualified: str = ""
    """The event of the book in whose tables one qualifies for this one."""
    same_period: bool = False
    """Only tables of the section's own ``period`` count, or the lobby its option ``lobby`` names.
    """
    team: dict[str, Role] = {}
    replaced: bool = False
    """A member of a team or pair who is lost may be replaced, with a reason."""
    fees: Fees = Fees()
    may_override: tuple[RuleKey, ...] = ()
    """Rules an organiser may set aside for one entry, with a reason."""

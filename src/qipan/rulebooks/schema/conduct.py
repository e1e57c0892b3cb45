"""Fouls, penalties, lateness, committees and appeals."""

import msgspec


class PenaltyStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rung of the ladder of an offence: everything it brings at once."""

    warnings: int = 0
    technical_fouls: int = 0
    conduct_fouls: int = 0
    fine: str = ""
    points: str = ""
    """Points of the event taken away."""
    game_points: int = 0
    """Points taken from the count of the game, or given to the other side."""
    levels: int = 0
    """Levels lost, in a game of levels."""
    lost: bool = False
    """The game is lost."""
    exclusion: bool = False
    """Not admitted to the rounds to come."""
    disqualification: bool = False
    """The place is annulled."""
    ban: bool = False
    """Entries elsewhere are refused until a date the arbiter names."""
    suspension: bool = False
    """The same while a case is looked into."""
    clock_minutes: int = 0
    """Minutes taken off the clock; who has less left loses."""
    turn_lost: bool = False
    """What was played does not stand, and the turn is lost."""
    after: int = 0
    """As a choice: only once so many earlier offences of the kind were punished."""


class Offence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is punished, and how: the first time, the second time …"""

    clause: str
    """The clause that names it."""
    ladder: tuple[PenaltyStep, ...]
    """The last step is repeated."""
    within: str = "section"
    """What counts as again: in the whole ``section``, or in one ``game``."""
    choices: tuple[PenaltyStep, ...] = ()
    """What the arbiter may give instead of the ladder's step."""
    remedy: str = ""
    """What is put right on the board, a word of ``desk.remedy``."""
    grows: bool = False
    """After the last step the levels go on to grow by one each time, instead of being repeated."""
    whose: str = "entrant"
    """Who committed it: one ``person``, who is named also in a team, or the ``entrant`` whole."""


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What moves missing on a scoresheet mean."""

    clause: str
    run: int = 0
    """Missing in a row: the game may be ruled lost; 0: no such limit."""
    total: int = 0
    """Missing in all: the same."""
    fouls: tuple[tuple[int, int], ...] = ()
    """From so many missing moves on, so many technical fouls."""
    lost_at: int = 0
    """Technical fouls in one game that lose it."""


class Lateness(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What coming late means."""

    minutes: int
    """Later than this loses the game."""
    deduct: bool = False
    """Up to it, the clock starts with the lateness taken off."""


class Committee(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A body that has to be named."""

    sizes: tuple[int, ...] = ()
    """The sizes it may have; empty: any."""
    least: int = 0
    on_site: int = 0
    online: int = 0
    """So many more who can be reached; fewer may be accepted with a reason."""


class Appeals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a decision is appealed against."""

    minutes: int | None = None
    """Until so long after the end of the round."""
    deposit: str = ""
    deposit_back: tuple[str, ...] = ("upheld",)
    """Outcomes that give the deposit back: upheld, dismissed, refused, withdrawn."""
    signed: bool = False
    """Who has signed the result cannot appeal against it."""
    at_once: bool = False
    """No appeal about a game that has its result."""
    body: str = "arbitration"
    """Which committee decides."""


class StonePause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When the clock may be stopped while captured stones are taken off."""

    stones: int
    """At least so many."""
    minutes: int
    """Where there is no overtime: within the last minutes of one's own time."""


class Conduct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a book says about fouls, penalties and appeals."""

    currency: str = ""
    offence: dict[str, Offence] = {}
    record: Record | None = None
    lateness: Lateness | None = None
    committee: dict[str, Committee] = {}
    appeals: Appeals | None = None
    conflicts: bool = False
    """Officials close to an entrant do not decide on them."""
    annulment: bool = False
    """Results can be annulled rounds later."""
    clocks: bool = False
    """A faulty clock is replaced and set to the remaining times."""
    dropped_stone: int = 0
    """Referees who decide on a stone dropped by accident, unless the opponent agrees; 0: none."""
    stone_pause: StonePause | None = None
    boards: bool = False
    """Board numbers may be moved."""
    supplements: bool = False
    """Gaps are filled by the committee, in writing."""

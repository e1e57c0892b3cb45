"""Values that events carry and the state keeps."""

from enum import StrEnum
from typing import Any

import msgspec

from qipan.journal.event import Cause
from qipan.kernel.ids import BoardNo, EntrantId, PersonId, RoundNo, SectionId
from qipan.kernel.results import Bye
from qipan.kernel.rules import RuleKey


class Official(msgspec.Struct, frozen=True):
    """A member of a committee."""

    person: PersonId
    online: bool = False
    """Reached from elsewhere."""


class Outcome(StrEnum):
    """Where an appeal stands."""

    LODGED = "lodged"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"
    ACCEPTED = "accepted"
    UPHELD = "upheld"
    DISMISSED = "dismissed"


class PenaltyKind(StrEnum):
    """What a penalty is. Warnings and points are counted apart."""

    WARNING = "warning"
    TECHNICAL_FOUL = "technical-foul"
    CONDUCT_FOUL = "conduct-foul"
    FINE = "fine"
    POINTS = "points"
    GAME_POINTS = "game-points"
    LEVELS = "levels"
    CLOCK = "clock-minutes"
    TURN = "turn-lost"
    LOST = "lost"
    EXCLUSION = "exclusion"
    DISQUALIFICATION = "disqualification"
    BAN = "ban"
    SUSPENSION = "suspension"


class Penalty(msgspec.Struct, frozen=True):
    """One penalty: how much of it, and for a ban until when."""

    kind: PenaltyKind
    amount: int = 1
    """Cents of a fine, units of points, else a count."""
    until: str = ""
    """Last day of a ban or suspension, ISO; empty: until it is lifted."""


class KeptRecord(msgspec.Struct, frozen=True):
    """A game as the journal keeps it: no headers and no remarks, which may name people."""

    game: str
    moves: tuple[str, ...]
    setup: dict[str, Any] = {}
    rules: dict[str, Any] = {}
    """What the file says of the rules: looked at, not played by."""
    seats: int = 2
    by: dict[int, int] = {}
    """Who made a move, by its index, where it was not the first seat acting (−1: the table)."""
    clocks: dict[int, str] = {}
    stated: str = ""
    """The result as the file states it."""


class Table(msgspec.Struct, frozen=True, gc=False):
    """Who sits at a board of a round."""

    board: BoardNo
    seats: tuple[EntrantId, ...]
    causes: tuple[Cause, ...] = ()
    group: str = ""
    """The group, bracket slot or heat within the stage, where it has several."""
    handicap: int = 0
    """Stones that seat 0 is given; 1 is the first move without komi, 0 an even game."""
    komi: str = ""
    """What seat 1 is given, as a decimal; nothing: what the event says."""


class StartByHand(msgspec.Struct, frozen=True):
    """Where somebody begins in a McMahon event, as the organiser set it."""

    counts_as: int | str | None
    """The rating or rank that they begin with; None: their own again."""
    reason: str
    after: int
    """How many rounds there were when it was set."""


class Resting(msgspec.Struct, frozen=True):
    """Who has no meeting in a round, and why."""

    entrant: EntrantId
    bye: Bye
    causes: tuple[Cause, ...] = ()
    units: int | None = None
    """What it is worth, where that is not what the book gives for a bye."""


class KeptApart(msgspec.Struct, frozen=True):
    """Entrants who do not meet each other in some rounds, as a file says."""

    entrants: tuple[EntrantId, ...]
    first: int = 1
    last: int = 999


class TakenOver(msgspec.Struct, frozen=True, kw_only=True):
    """An event that began in another program, and what its file says of the rounds to come."""

    section: SectionId
    source: str
    """SHA-256 of the file."""
    form: str
    """What kind of file it was: ``trf``, ``opengotha``, ``table``."""
    rounds: int
    """So many rounds were played elsewhere."""
    planned: int = 0
    """Rounds in all, where the file says so; 0: as the book says."""
    first_seat: int = 0
    """The seat that number 1 has, or would have had, in the first round."""
    apart: tuple[KeptApart, ...] = ()
    virtual: tuple[tuple[EntrantId, tuple[int, ...]], ...] = ()
    """Points for pairing only, by round, in units."""
    seats_known: bool = True
    """Whether the file says who moved first."""


class DealPenalty(msgspec.Struct, frozen=True):
    """What one side lost for an offence in a deal."""

    side: int
    offence: RuleKey
    points: int = 0
    levels: int = 0


class DealSheet(msgspec.Struct, frozen=True):
    """One deal as it is written down; side 0 is the entrant named first at the table."""

    banker: int
    """Seat 0–3; seats 0 and 2 are side 0."""
    trick_points: int
    """Points in the tricks that the defenders won, without the bottom."""
    bottom_points: int = 0
    last_length: int = 0
    """Pairs in the part of the last trick that counts; 0 is a single card."""
    defenders_buried: bool = False
    defenders_won_last: bool = False
    penalties: tuple[DealPenalty, ...] = ()


class Conflict(msgspec.Struct, frozen=True, kw_only=True):
    """An official who is close to an entrant or a unit."""

    person: PersonId
    section: SectionId | None = None
    entrant: EntrantId | None = None
    unit: str = ""
    reason: str = ""


class Supplement(msgspec.Struct, frozen=True, kw_only=True):
    """A clause with which the committee filled a gap of the regulation."""

    number: str
    date: str
    text: dict[str, str]
    rules: tuple[RuleKey, ...] = ()


class HandPairing(msgspec.Struct, frozen=True, kw_only=True):
    """A round as it was paired or changed by hand, and what that broke."""

    section: SectionId
    round: RoundNo
    tables: tuple[Table, ...]
    resting: tuple[Resting, ...] = ()
    causes: tuple[Cause, ...] = ()
    stage: str = ""
    by: str = ""
    reason: str = ""
    clause: str = ""
    """The clause it was done under, if one was named."""
    steps: tuple[Cause, ...] = ()
    broken: tuple[Cause, ...] = ()
    """The rules it breaks, each acknowledged by name."""


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """An announcement to everybody of a section, or of the competition."""

    text: str
    at: str
    """Local time."""
    section: SectionId | None = None


class Photograph(msgspec.Struct, frozen=True, kw_only=True):
    """A picture of a record; it lies beside the journal under its hash."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    entrant: EntrantId
    hash: str
    media: str
    size: int


class SeatChoice(msgspec.Struct, frozen=True, kw_only=True):
    """Who moves first in a game of a play-off, by the choice that a lot gave."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    game: int
    """Number within the play-off."""
    entrant: EntrantId
    """Who chose."""
    first: EntrantId
    """Who moves first by that choice."""
    cause: Cause
    person: PersonId | None = None
    """The player who chose for a team."""


class AttachedRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A record that was replayed and attached to a game."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    record: KeptRecord
    game: int = 1
    """Number within the match, or the board of a team match."""
    playoff: bool = False
    plies: int = 0
    """How many moves the replay took until the game was over, or all."""
    places: tuple[int, ...] = ()
    """How the game ended on the board, by the record's seats; empty: it had not."""
    rule: RuleKey | None = None
    both_lose: bool = False
    again: bool = False
    """The game had no result and is played again."""
    foul: int = 0
    """The ply of the illegal move that lost; 0: none."""
    ruling: bool = False
    """The replay came to a point that an arbiter has to rule on."""
    agreed_from: int = 0
    """So many moves a game has at least in which a draw may be agreed; 0: any."""
    entrant: EntrantId | None = None
    """Who typed it in, if a player did."""
    reason: str = ""
    """Why it took the place of an earlier one."""


class StoneRuling(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a stone that was dropped by accident."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    game: int
    entrant: EntrantId
    """Whose stone it was."""
    agreed: bool
    """Whether the opponent agreed."""
    anew: bool
    """Whether it is placed anew; otherwise it stands where it fell."""
    referees: tuple[PersonId, ...] = ()


class StonePauseTaken(msgspec.Struct, frozen=True, kw_only=True):
    """A clock that was stopped while captured stones were taken off."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    game: int
    entrant: EntrantId
    stones: int
    overtime: bool
    seconds_left: int | None = None


class GameRuling(msgspec.Struct, frozen=True, kw_only=True):
    """What an arbiter ruled on a game."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    game: int
    ruling: str
    """``win``, ``loss``, ``draw``, ``both-lose``, or ``replay``: the game is played again."""
    rule: RuleKey
    reason: str
    playoff: bool = False
    """Whether ``game`` counts the games of the play-off."""
    entrant: EntrantId | None = None
    """Who wins, or loses."""


class Custody(msgspec.Struct, frozen=True):
    """Which data holds a competition, where several have a copy of it."""

    place: str
    """The opaque id of that data; empty: it is on its way, and nobody holds it."""
    name: str
    """What people call it, or where it went."""
    epoch: int
    since: str
    """UTC."""
    shared: dict[str, int] = {}
    """Where another copy was taken over: by stream, the last version that both have."""


class NamedOfficial(msgspec.Struct, frozen=True):
    """Somebody who works at a competition, as the public is told."""

    role: str
    name: str


class Particulars(msgspec.Struct, frozen=True, kw_only=True):
    """What a competition says of itself."""

    starts: str = ""
    """The first day, as ISO; empty: not known."""
    ends: str = ""
    place: str = ""
    organisers: str = ""
    hosts: str = ""
    supporters: str = ""
    officials: tuple[NamedOfficial, ...] = ()
    rate_of_play: str = ""
    contact: str = ""
    logo: str = ""
    """A small picture in base64."""
    federation: str = ""
    """For whose ratings and titles it counts, as that body is called or abbreviated."""

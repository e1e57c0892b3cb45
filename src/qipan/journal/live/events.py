"""The events of a table, stream ``table/<id>``: what happened at one live game.

Times are milliseconds that somebody measured and that enter as values: ``spent`` lists, for every
clock that ran since the event before, the seat and what it is charged. Nobody's name is in here;
``occupants`` are opaque ids. What an arbiter writes to both players is part of the record.
"""

from typing import Any

import msgspec

from qipan.journal.event import Event
from qipan.kernel.clock import Control, Reading
from qipan.kernel.rules import RuleKey

Spent = tuple[tuple[int, int], ...]


class TableOpened(Event, frozen=True, tag="table-opened/1"):
    """A game was set up: all that is needed to tell it again."""

    game: str
    engine: str
    controls: tuple[Control, ...]
    """One for each seat; they may differ."""
    occupants: tuple[str, ...]
    rules: dict[str, Any] = {}
    setup: dict[str, Any] = {}
    bots: tuple[int, ...] = ()
    """Seats of computer players."""
    level: int = 0
    """How strong they are: 1 and 2 are weaker, 0 and 3 play as well as they can."""
    counts: bool = True
    """False for practice: no result goes anywhere."""
    chat: bool = False
    """Whether players may talk during the game."""
    origin: dict[str, str] = {}
    """Where it belongs: competition, section, round, board; or lobby and match."""
    table_time: int = 0
    """Milliseconds that the whole table has from when it begins; 0: no such limit."""
    delay: int = 0
    """Milliseconds by which spectators see everything later; seats and arbiters never do."""


class GameBegun(Event, frozen=True, tag="game-begun/1"):
    """The clocks were started."""

    ends: str = ""
    """When the time of the whole table is up, UTC; empty: it has no limit."""


class MovePlayed(Event, frozen=True, tag="move-played/1"):
    """A seat moved; the table's own moves have seat −1."""

    seat: int
    text: str
    id: str = ""
    """The mover's own name for the message; a repeated one is not played twice."""
    spent: Spent = ()
    lag: int = 0
    """What was not charged because the network took it."""
    fines: Spent = ()
    """What the move costs on clocks by the rules of the game, such as a false claim."""
    salt: str | msgspec.UnsetType = msgspec.UNSET
    """Where moves are hidden: nobody can guess one and try the guess on its hash."""


class OfferMade(Event, frozen=True, tag="offer-made/1"):
    """A seat offered something that all others must accept. No clock is touched."""

    seat: int
    what: str


class OfferAnswered(Event, frozen=True, tag="offer-answered/1"):
    """A seat accepted or declined; the last acceptance carries it out."""

    seat: int
    what: str
    accepted: bool
    spent: Spent = ()


class SeatResigned(Event, frozen=True, tag="seat-resigned/1"):
    """A seat gave up."""

    seat: int
    spent: Spent = ()


class FlagFell(Event, frozen=True, tag="flag-fell/1"):
    """A seat ran out of time."""

    seat: int
    spent: Spent = ()


class PlaySuspended(Event, frozen=True, tag="play-suspended/1"):
    """All clocks stand: an arbiter paused, or the server stopped (``stop``) or died (``crash``)."""

    why: str
    spent: Spent = ()
    down: int = 0
    """After a crash: how long nobody was there, charged to nobody."""
    left: int = 0
    """What is left of the time of the whole table, where it has a limit."""


class PlayResumed(Event, frozen=True, tag="play-resumed/1"):
    """Clocks run again, set anew where an arbiter said so."""

    why: str = ""
    readings: tuple[Reading, ...] = ()
    ends: str = ""
    """When the time of the whole table is up now, UTC; empty: it has no limit."""


class ClockReplaced(Event, frozen=True, tag="clock-replaced/1"):
    """An arbiter gave the seats other clocks, or entered what the clock at the board shows."""

    controls: tuple[Control, ...]
    readings: tuple[Reading, ...]
    spent: Spent = ()


class SeatWarned(Event, frozen=True, tag="seat-warned/1"):
    """An arbiter warned a seat."""

    seat: int
    rule: RuleKey


class SeatFined(Event, frozen=True, tag="seat-fined/1"):
    """An arbiter took time off a clock, or noted points for the ranking."""

    seat: int
    rule: RuleKey
    time: int = 0
    """Milliseconds off the clock; negative gives time."""
    points: int = 0
    """Marks that the competition counts, not this table."""
    spent: Spent = ()


class GameAwarded(Event, frozen=True, tag="game-awarded/1"):
    """An arbiter decided the game, or replaced its outcome."""

    places: tuple[int, ...]
    rule: RuleKey
    spent: Spent = ()


class GameAnnulled(Event, frozen=True, tag="game-annulled/1"):
    """The game does not count."""

    rule: RuleKey
    spent: Spent = ()


class MovesTakenBack(Event, frozen=True, tag="moves-taken-back/1"):
    """An arbiter took the last moves back, as entered wrongly; clocks stay as they are."""

    plies: int
    rule: RuleKey
    spent: Spent = ()


class NoticeSent(Event, frozen=True, tag="notice-sent/1"):
    """An arbiter wrote to all at the table; part of the record, so no names in it."""

    text: str


class SeatReissued(Event, frozen=True, tag="seat-reissued/1"):
    """A seat got another token; the old one opens nothing any more."""

    seat: int


class ChatSwitched(Event, frozen=True, tag="chat-switched/1"):
    """Talking was allowed, forbidden, or a seat was muted."""

    open: bool | None = None
    muted: tuple[int, ...] | None = None


TableEvent = (
    TableOpened
    | GameBegun
    | MovePlayed
    | OfferMade
    | OfferAnswered
    | SeatResigned
    | FlagFell
    | PlaySuspended
    | PlayResumed
    | ClockReplaced
    | SeatWarned
    | SeatFined
    | GameAwarded
    | GameAnnulled
    | MovesTakenBack
    | NoticeSent
    | SeatReissued
    | ChatSwitched
)

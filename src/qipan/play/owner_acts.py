"""What the owner of a table does itself: beginnings, flags, restarts, mistakes of ours, moves.

Each is decided on when its turn at the table comes, on the table as it then is.
"""

from collections.abc import Callable

import msgspec

from qipan.journal.live import events
from qipan.journal.live.events import Spent, TableEvent
from qipan.journal.live.table import Table
from qipan.kernel.errors import Refused
from qipan.kernel.game import OVER
from qipan.kernel.ids import TABLE, Seat
from qipan.kernel.rules import RuleKey
from qipan.play.decide import BEGUN, CLAIMS, STANDS, capped, fallen
from qipan.play.room import QueuedCommand

RESTARTS = ("stop", "crash", "outage")
"""Why clocks stand that run again by themselves once all are back."""
RESUME_GRACE = 30_000
"""After a restart clocks stand until all are back, but no longer than this."""


OwnerDecides = Callable[[Table, Spent], TableEvent]
"""Decides when its turn comes, on the table as it then is and what its clocks are to be charged."""


class TableMove(msgspec.Struct, frozen=True):
    """A move that the server makes for the table or for a computer player."""

    text: str
    seat: Seat = TABLE


class OwnerAct(msgspec.Struct, frozen=True):
    """Something the owner does itself, decided on when its turn comes."""

    event: OwnerDecides


def owner_act(event: OwnerDecides, now: int) -> QueuedCommand:
    """Wrap what the owner does itself."""
    return QueuedCommand(None, OwnerAct(event), now, "owner")


def game_begun(table: Table, spent: Spent) -> TableEvent:
    """Begin the game. Raises Refused if it has begun, or is over."""
    del spent
    if table.begun or table.over:
        raise Refused("play.begun-already", BEGUN)
    return events.GameBegun()


def annulled(by: RuleKey) -> OwnerDecides:
    """Annul the game by a rule. Raises Refused if it is over."""

    def decide_on(table: Table, spent: Spent) -> TableEvent:
        if table.over:
            raise Refused("play.annulled-already", by)
        return events.GameAnnulled(rule=by, spent=spent)

    return decide_on


def resigned(seat: Seat) -> OwnerDecides:
    """Let a computer player give up. Raises Refused if the game is over."""

    def decide_on(table: Table, spent: Spent) -> TableEvent:
        if table.over:
            raise Refused("game.over", OVER)
        return events.SeatResigned(seat=seat, spent=spent)

    return decide_on


def flag_fell(table: Table, spent: Spent) -> TableEvent:
    """Let the flag fall that has run out. Raises Refused if none has."""
    flagged = fallen(table, spent)
    if flagged is None:
        raise Refused("play.time-left", CLAIMS)
    return events.FlagFell(seat=flagged, spent=capped(table, spent, flagged))


def faulted(table: Table, spent: Spent) -> TableEvent:
    """Let all clocks stand because of a mistake of ours."""
    del table
    return events.PlaySuspended(why="fault", spent=spent)


def resumed(why: str) -> OwnerDecides:
    """Let clocks run again that stood because of a restart. Raises Refused if they do not stand."""

    def decide_on(table: Table, spent: Spent) -> TableEvent:
        del spent
        if table.suspended not in RESTARTS:
            raise Refused("play.not-suspended", STANDS)
        return events.PlayResumed(why=why)

    return decide_on

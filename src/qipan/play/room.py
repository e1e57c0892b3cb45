"""A table in memory with those who look at it. Nothing here waits, and every queue is bounded.

A viewer is told things through its ``Mailbox``: an ``Outbox`` where the socket is in this process,
a line of a channel where it is held by another one.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from qipan.journal.live import events
from qipan.journal.live.events import TableEvent
from qipan.journal.live.table import Table, hides
from qipan.kernel.errors import Refused
from qipan.kernel.ids import Seat
from qipan.play.feed.past_positions import PastPositions
from qipan.play.feed.told_changes import ToldPosition, changes_message, told_position
from qipan.play.messages import (
    claimed_message,
    event_message,
    legal_moves,
    note,
    refusal_message,
)

MOST_WAITING = 32
"""Commands that wait while one is being stored."""
MOST_UNREAD = 64
"""Messages that a slow reader may have before it; then it is dropped."""
CHAT_KEPT = 100
MOST_LAG, LAG_FILL = 1000, 100
"""Milliseconds."""
TRIPS_KEPT = 5
LONGEST_TRIP = 10_000
"""Milliseconds after which an answer is no longer waited for."""


CLOCKED = (
    events.MovePlayed,
    events.GameBegun,
    events.PlayResumed,
    events.PlaySuspended,
    events.ClockReplaced,
    events.MovesTakenBack,
    events.SeatFined,
    events.SeatResigned,
    events.FlagFell,
    events.GameAwarded,
    events.GameAnnulled,
)
"""Events at which the running clocks were charged."""


class Mailbox(Protocol):
    """The port through which somebody connected is told things, wherever the socket is."""

    @property
    def dropped(self) -> str:
        """Say why nothing is sent any more; empty while things are."""

    def send(self, message: bytes) -> None:
        """Tell something; whoever was given up on is told nothing."""

    def drop(self, why: str) -> None:
        """Give up on whoever reads it; the connection is closed."""


class Outbox:
    """A mailbox in this process: what waits to be written; ``wake`` starts the writing."""

    __slots__ = ("dropped", "unread", "wake")

    def __init__(self, wake: Callable[[], None]) -> None:
        """Start empty."""
        self.wake = wake
        self.unread: list[bytes] = []
        self.dropped = ""

    def send(self, message: bytes) -> None:
        """Put a message into the outbox; a full one drops the viewer."""
        if self.dropped:
            return
        if len(self.unread) >= MOST_UNREAD:
            self.drop("slow")
            return
        self.unread.append(message)
        self.wake()

    def drop(self, why: str) -> None:
        """Give up on a viewer; its connection is closed once it is woken."""
        self.dropped = self.dropped or why
        if why == "slow":
            self.unread.clear()
        self.wake()


class Viewer:
    """Somebody connected: a seat, an arbiter or a spectator."""

    __slots__ = ("arbiter", "mailbox", "prompted", "room", "seat", "silent", "takes_changes")

    def __init__(self, room: "Room", seat: Seat | None, arbiter: str, mailbox: Mailbox) -> None:
        """Look at a room from a seat (None: from outside, and as late as the table says)."""
        self.room, self.mailbox = room.seen_by(seat, arbiter), mailbox
        self.seat, self.arbiter = seat, arbiter
        self.takes_changes = False
        """It applies changes to what it knows; else it is told the whole position."""
        self.prompted = False
        """It is told what it may play without asking."""
        self.silent = False
        """It holds its seat, but nothing is heard of it."""

    def send(self, message: bytes) -> None:
        """Tell something."""
        self.mailbox.send(message)

    @property
    def actor(self) -> str:
        """Name who acts, for the journal."""
        return f"arbiter:{self.arbiter}" if self.arbiter else f"seat:{self.seat}"


class QueuedCommand(NamedTuple):
    """A command that waits for its turn."""

    viewer: Viewer | None
    command: Any
    received: int
    actor: str


class Lag:
    """How much of a seat's time the network took, as far as it is credited for it.

    The server measures round trips itself; a client that delays its answers gains at most what
    the quota holds: ``LAG_FILL`` for every move, ``MOST_LAG`` saved up, ``MOST_LAG`` at once.
    """

    __slots__ = ("quota", "sent", "trips")

    def __init__(self) -> None:
        """Start with a full quota and nothing measured."""
        self.quota = MOST_LAG
        self.sent: int | None = None
        self.trips: list[int] = []

    def ping(self, now: int) -> int:
        """Note that a ping is sent; gives its mark: that of the last one while it is unanswered."""
        if self.sent is None or now - self.sent >= LONGEST_TRIP:
            self.sent = now
        return self.sent

    def pong(self, mark: int, now: int) -> None:
        """Note the answer; one to another ping than the last counts nothing."""
        if self.sent is None or mark != self.sent:
            return
        self.sent = None
        self.trips = [*self.trips[1 - TRIPS_KEPT :], max(0, now - mark)]

    @property
    def credit(self) -> int:
        """Say what would be credited now: the shortest recent trip, within the quota."""
        return min(min(self.trips), self.quota) if self.trips else 0

    def spend(self, credit: int) -> None:
        """Take a credit from the quota after a move, and fill it a little."""
        self.quota = min(MOST_LAG, self.quota - credit + LAG_FILL)


class Room:
    """One live table, its viewers, and the time its clocks were started."""

    def __init__(self, table: Table, now: int) -> None:
        """Start without viewers."""
        self.table = table
        self.since = now
        self.busy = False
        self.waiting: list[QueuedCommand] = []
        self.viewers: set[Viewer] = set()
        self.holders: dict[Seat, Viewer] = {}
        self.lags = [Lag() for _ in range(table.seats)]
        self.table_due: int | None = None
        """When the table moves by itself, or a bot does."""
        self.resume_due: int | None = None
        self.end_due: int | None = None
        """When the table is told that its time is up."""
        self.end_word = ""
        self.thinking = False
        self.struck = False
        self.closing = False
        """Asked to make room for others."""
        self.origins: set[tuple[Seat, str, str]] = set()
        """From where each seat was taken, as opaque words; what was noted is not noted again."""
        self.ready: set[Seat] = set()
        """Seats that need not wait for what the table does next."""
        self.rematch: set[Seat] = set()
        """Seats that want to play the same again, after the end of a friendly game."""
        self.chat: list[dict[str, Any]] = []
        self.past = PastPositions()
        self.refused_claims: dict[tuple[Seat, str], int] = {}
        """In which position who was last refused which claim."""
        self.told: dict[Seat | None, ToldPosition] = {}
        """What those who take changes were told last, by kind of viewer."""
        self.gallery: Room | None = None
        """Where spectators are who see everything later; None: they are here."""

    @property
    def in_public(self) -> "Room":
        """Give the room that spectators are in, with the table as they may see it now."""
        return self if self.gallery is None else self.gallery

    def seen_by(self, seat: Seat | None, arbiter: str) -> "Room":
        """Give the room that somebody is let into: seats and arbiters see the table as it is."""
        return self if seat is not None or arbiter else self.in_public

    @property
    def floor(self) -> "Room":
        """Give the room where the game is played, with its arbiters."""
        return self

    def elapsed(self, now: int) -> int:
        """Say how long the running clocks have run."""
        return max(0, now - self.since) if self.table.going else 0

    @property
    def all_here(self) -> bool:
        """Say whether every seat of a person is connected."""
        bots = self.table.opened.bots
        return all(seat in self.holders for seat in range(self.table.seats) if seat not in bots)

    @property
    def present(self) -> list[int]:
        """List the seats that are held by somebody who is heard."""
        return [int(seat) for seat, viewer in self.holders.items() if not viewer.silent]

    def broadcast(self, write: Callable[[Seat | None], bytes]) -> None:
        """Send everybody what they may see, written once for each kind of viewer."""
        if not self.viewers:
            return
        written: dict[Seat | None, bytes] = {}
        same = not hides(self.table.game)
        for viewer in tuple(self.viewers):
            kind = None if same else viewer.seat
            if kind not in written:
                written[kind] = write(kind)
            viewer.send(written[kind])

    def tell_event(self, event: TableEvent) -> None:
        """Tell everybody what happened: with what it changed, or with the whole position."""
        self.ready.clear()
        if not self.viewers:
            self.told.clear()
            return
        written: dict[tuple[Seat | None, bool], bytes] = {}
        same, table = not hides(self.table.game), self.table
        for viewer in tuple(self.viewers):
            kind = None if same else viewer.seat
            key = (kind, viewer.takes_changes)
            if key not in written:
                changes = self._changes(event, kind) if viewer.takes_changes else None
                written[key] = event_message(table, event, kind) if changes is None else changes
            viewer.send(written[key])

    def _changes(self, event: TableEvent, kind: Seat | None) -> bytes | None:
        """Write what changed for a kind of viewer; None if it is not known what they were told."""
        before = self.told.get(kind)
        now = self.told[kind] = told_position(self.table, kind)
        if before is None or before.seq != self.table.version - 1:
            return None
        return changes_message(self.table, event, kind, before, now)

    def tell(self, message: bytes) -> None:
        """Send everybody the same; spectators of a delayed table hear of it later."""
        for viewer in tuple(self.viewers):
            viewer.send(message)
        if self.gallery is not None:
            self.gallery.hear(message)

    def hear(self, message: bytes) -> None:
        """Pass on what was said on the floor."""
        self.tell(message)

    def tell_refused_claim(self, seat: Seat, what: str, error: Refused) -> None:
        """Tell the others that a claim does not hold, once in a position; the claimant knows."""
        if self.refused_claims.get((seat, what)) == self.table.version:
            return
        self.refused_claims[seat, what] = self.table.version
        answer = refusal_message(error)
        for viewer in tuple(self.viewers):
            if viewer.seat != seat:
                viewer.send(claimed_message(seat, what, answer))
        if self.gallery is not None:
            self.gallery.hear(claimed_message(seat, what, answer))

    def remember(self, said: dict[str, Any]) -> None:
        """Keep what was said in chat, the last of it."""
        self.chat = [*self.chat[1 - CHAT_KEPT :], said]

    def wait(self, asked: QueuedCommand) -> bool:
        """Queue a command; False if too many wait."""
        if len(self.waiting) >= MOST_WAITING:
            return False
        self.waiting.append(asked)
        return True


def prompt_seats(room: Room) -> None:
    """Tell those who act now and want to know what they may play."""
    if room.table.over:
        return
    for seat in room.table.game.acting(room.table.state):
        holder = room.holders.get(seat)
        if holder is not None and holder.prompted:
            moves = legal_moves(room.table, seat)
            holder.send(note("legal", seq=room.table.version, moves=moves))

"""Those who watch a table with a delay, and the one place that decides what they may see now.

``TableOpened.delay`` says by how much; it is fixed when the table is opened, so it is the same in
every process and after every restart. Whatever shows a table to the public asks for the room in
public (``Room.in_public``), never for the floor: sockets, small boards, cards, frames, the API.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

import msgspec

from qipan.journal.envelope import Envelope
from qipan.journal.live.events import TableEvent
from qipan.journal.live.table import apply, fold_table, open_table, read_event
from qipan.kernel.errors import Unknown
from qipan.play.room import CLOCKED, Room

MOST_HEARD = 2_000
"""Words that wait until they are told; events always do."""


class Gallery(Room):
    """Those who watch a table with a delay: a room of its own, on the table as it was then.

    What happens at the table, and what is said there, is taken in at once and follows when it is
    due. A restart makes it anew from the journal; words that were no events are then gone. Nobody
    in here can do anything, so the room acts on nothing.
    """

    def __init__(self, floor: Room, clock: Callable[[], int], opened: int) -> None:
        """Begin as the table was opened, at the time ``opened`` of the clock."""
        super().__init__(open_table(floor.table.id, floor.table.opened), opened)
        self._floor, self._clock = floor, clock
        self.delay = floor.table.opened.delay
        self._coming: deque[tuple[int, TableEvent | bytes]] = deque()
        self._here: set[int] = set()
        self.shown_from = opened if _tells_nothing(floor) else opened + self.delay
        """When spectators may know that there is this table."""

    @property
    def floor(self) -> Room:
        """Give the room where the game is played."""
        return self._floor

    @property
    def all_here(self) -> bool:
        """Nothing begins because of who watches."""
        return False

    @property
    def present(self) -> list[int]:
        """List the seats that were held."""
        return sorted(self._here)

    @property
    def next_due(self) -> int | None:
        """Say when the next thing is due; None: all has been told."""
        return self._coming[0][0] if self._coming else None

    def hear(self, message: bytes) -> None:
        """Take in what is said at the table; only so much waits."""
        if len(self._coming) < MOST_HEARD:
            self._coming.append((self._clock() + self.delay, message))

    def take(self, event: TableEvent, at: int) -> None:
        """Take in what happened at a time of the clock."""
        due = at + self.delay
        if self._coming:  # what was said before it is told before it
            due = max(due, self._coming[-1][0])
        self._coming.append((due, event))

    def advance(self, now: int) -> list[TableEvent]:
        """Let happen what is due, and tell those who watch; gives the events.

        Raises what a mistake of ours raises; nothing is shown too early by it.
        """
        happened: list[TableEvent] = []
        while self._coming and self._coming[0][0] <= now:
            due, what = self._coming.popleft()
            if isinstance(what, bytes):
                self._tell(what)
            else:
                apply(self.table, what)
                if isinstance(what, CLOCKED):
                    self.since = due
                self.tell_event(what)
                happened.append(what)
        return happened

    def _tell(self, message: bytes) -> None:
        said = msgspec.json.decode(message)
        if said["type"] == "presence":
            (self._here.add if said["connected"] else self._here.discard)(said["seat"])
        super().tell(message)


def _tells_nothing(room: Room) -> bool:
    """Say whether that there is a table gives no end away: a second game, or a match, does."""
    origin = room.table.opened.origin
    return origin.get("game", "1") == "1" and "lobby" not in origin


def open_gallery(room: Room, clock: Callable[[], int], now: datetime, at: datetime) -> None:
    """Give a delayed table, opened at a time of day, its gallery; others have none."""
    if room.table.opened.delay:
        room.gallery = Gallery(room, clock, clock() - _since(now, at))


def open_stored_gallery(
    room: Room, clock: Callable[[], int], now: datetime, stored: Iterable[Envelope]
) -> None:
    """Make the gallery of a table that was read from the journal. Raises Corrupt."""
    if not room.table.opened.delay:
        return
    tick = clock()
    first, *others = stored
    gallery = Gallery(room, clock, tick - _since(now, _time(first)))
    room.gallery = gallery
    for each in others:
        gallery.take(read_event(each), tick - _since(now, _time(each)))
    gallery.advance(tick)


def room_of(name: str, stored: Sequence[Envelope], clock: Callable[[], int], now: datetime) -> Room:
    """Tell a table from its journal, to be looked at only, with what the public may see of it.

    Raises Corrupt.
    """
    room = Room(fold_table(name, list(stored)), clock())
    open_stored_gallery(room, clock, now, stored)
    return room


def advanced(room: Room, now: int) -> Room:
    """Let a gallery see what is due by now, where nobody else does; gives the room."""
    gallery = gallery_of(room)
    if gallery is not None:
        gallery.advance(now)
    return room


def gallery_of(room: Room) -> Gallery | None:
    """Give the gallery of a table; None where spectators are at the table itself."""
    return room.gallery if isinstance(room.gallery, Gallery) else None


def is_all_shown(room: Room) -> bool:
    """Say whether spectators have seen all that happened at a table."""
    gallery = gallery_of(room)
    return gallery is None or gallery.next_due is None


def require_shown(room: Room, now: int) -> Room:
    """Give the room in public. Raises Unknown while spectators may not know of the table."""
    gallery = gallery_of(room)
    if gallery is None:
        return room
    if now < gallery.shown_from:
        raise Unknown("table", room.table.id)
    return gallery


def _time(envelope: Envelope) -> datetime:
    return datetime.fromisoformat(envelope.at)


def _since(now: datetime, at: datetime) -> int:
    """Count the milliseconds from a time until now; what is dated later happened now."""
    return max(0, int((now - at).total_seconds() * 1000))

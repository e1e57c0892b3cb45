"""Stopping and coming back: clocks stand while nobody is there to watch them.

A planned stop suspends every running table and says so. After a kill the tables are told again
from the log; clocks are charged only up to the last sign of life of the dead process, a *pulse*
written twice every ``BEAT``. An event says when it was handed to the storage, not when it was
stored and the next clock started; so a pulse is dated back by the longest that storing has taken.
The mover gains at most ``BEAT`` and that, nobody loses anything, and the down time is charged to
nobody.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Protocol

from qipan.journal.envelope import Envelope
from qipan.journal.live import events
from qipan.journal.live.events import Spent, TableEvent
from qipan.journal.live.table import Table, fold_table, read_event, stream_of
from qipan.kernel.clock import limit
from qipan.kernel.errors import Refused
from qipan.kernel.ids import StreamId
from qipan.play.decide import STANDS
from qipan.play.error_containment import ErrorContainment
from qipan.play.gallery.delayed_room import is_all_shown, open_stored_gallery
from qipan.play.messages import note
from qipan.play.owner import Owner
from qipan.play.owner_acts import RESTARTS, RESUME_GRACE, owner_act
from qipan.play.registry import TableListed, TableStruck
from qipan.play.room import Room

BEAT = 1000
"""Milliseconds between two signs of life."""


_TURNING_POINTS = tuple(
    str(kind.__struct_config__.tag)
    for kind in (
        events.GameBegun,
        events.PlaySuspended,
        events.PlayResumed,
        events.GameAwarded,
        events.GameAnnulled,
    )
)
"""After one of these clocks run, stand, or never run again."""


class TurningPoints(Protocol):
    """A log that finds the last events of some kinds without reading the others."""

    def last_events(
        self, streams: Sequence[StreamId], names: Sequence[str]
    ) -> dict[StreamId, Envelope]:
        """Give the last event of some kinds in each stream that has one. Raises Unavailable."""


class Pulse(Protocol):
    """The last sign of life, kept where it outlives the process."""

    def beat(self, at: datetime | None = None) -> None:
        """Give a sign of life: clocks may be charged up to then (now if not said)."""

    def last(self) -> datetime | None:
        """Say when the last one was, of whatever process."""


def stop(owner: Owner) -> int:
    """Suspend every running table and tell everybody; gives how many. Call once, before the end."""
    owner.stopping = True
    now = owner.dependencies.clock()
    there = [room for room in owner.rooms_now() if not room.table.over]
    running = [room for room in there if room.table.going or room.busy]
    for room in there:
        room.tell(note("stopping"))
        if room.gallery is not None:  # nothing of the game is in it, and later is too late
            room.gallery.tell(note("stopping"))
    for room in running:
        owner.put(room, owner_act(_stopped, now))
    return len(running)


def _stopped(table: Table, spent: Spent) -> TableEvent:
    """Let clocks stand. Raises Refused if they do: what is being stored has made them."""
    if not table.going:
        raise Refused("play.not-running", STANDS, why=table.suspended)
    return events.PlaySuspended(why="stop", spent=spent)


def tables_with_time(log: TurningPoints, names: Iterable[str]) -> list[str]:
    """Name the tables at which something happens though nobody comes: clocks run, or will again.

    A table that was not begun, or stands by an arbiter's word, waits for somebody; it is told
    again when they come. Raises Unavailable or Corrupt.
    """
    known = {stream_of(name): name for name in names}
    found = []
    for stream, envelope in log.last_events(list(known), _TURNING_POINTS).items():
        event = read_event(envelope)
        if not isinstance(event, events.PlaySuspended) or event.why in RESTARTS:
            found.append(known[stream])
    return found


def recover(owner: Owner, last_sign: datetime | None) -> list[Room]:
    """Bring the open tables back, suspended; one that cannot be told again is reported."""
    back = []
    for name in list(owner.registry.open):
        with ErrorContainment(owner.dependencies.report, name):
            stored = list(owner.dependencies.log.read(stream_of(name)))
            room = bring_back(owner, name, stored, last_sign)
            if room is not None:
                back.append(room)
    return back


def bring_back(
    owner: Owner,
    name: str,
    stored: list[Envelope],
    last_sign: datetime | None,
    table: Table | None = None,
) -> Room | None:
    """Bring one table back, suspended if its clocks ran; None if it is over. Raises Corrupt.

    ``table`` is what its events add up to, if somebody has told them already.
    """
    if table is None and stored:
        table = fold_table(name, stored)
    if table is None:
        owner.registry.write(TableStruck(table=name), owner.dependencies.now().isoformat())
        return None
    now = owner.dependencies.clock()
    room = Room(table, now)
    open_stored_gallery(room, owner.dependencies.clock, owner.dependencies.now(), stored)
    if table.over and is_all_shown(room):
        owner.registry.write(TableStruck(table=name), owner.dependencies.now().isoformat())
        return None
    owner.rooms[name] = room
    if table.over:  # spectators are still to see how it ended
        owner.remind(room)
        return None
    if table.going:
        charged = _alive_after(stored, last_sign)
        down = int((owner.dependencies.now() - _seen(stored, last_sign)).total_seconds() * 1000)
        owner.put(room, owner_act(_crashed(charged, max(0, down)), now))
    if table.suspended in RESTARTS or table.going:
        room.resume_due = now + RESUME_GRACE
    owner.remind(room)
    return room


def play_on(owner: Owner, name: str) -> None:
    """Play a table on that was played elsewhere: its clocks stand until players are back.

    Whoever looks on stays. Raises Unknown or Corrupt.
    """
    room, now = owner.room(name), owner.dependencies.clock()
    if room.table.over:
        return
    room.struck = False
    owner.registry.write(TableListed(table=name), owner.dependencies.now().isoformat())
    if room.table.going:
        stored = list(owner.dependencies.log.read(stream_of(name)))
        down = int((owner.dependencies.now() - _seen(stored, None)).total_seconds() * 1000)
        owner.put(room, owner_act(_crashed(0, max(0, down)), now))
    if room.table.suspended in RESTARTS or room.table.going:
        room.resume_due = now + RESUME_GRACE
    owner.remind(room)


def suspended_unheard(table: Table, spent: Spent) -> TableEvent:
    """Let clocks stand because players cannot be heard, charged up to when they last were.

    Raises Refused if they stand already.
    """
    if not table.going:
        raise Refused("play.not-running", STANDS, why=table.suspended)
    charged = max((ms for _, ms in spent), default=0)
    return events.PlaySuspended(why="outage", spent=_bounded(table, charged))


def _crashed(charged: int, down: int) -> Callable[[Table, Spent], TableEvent]:
    def decide_on(table: Table, spent: Spent) -> TableEvent:
        del spent
        return events.PlaySuspended(why="crash", spent=_bounded(table, charged), down=down)

    return decide_on


def _bounded(table: Table, charged: int) -> Spent:
    """Charge the running clocks, but never so much that a flag falls while nobody looks."""
    found = []
    for seat in table.running:
        left = limit(table.controls[seat], table.readings[seat])
        found.append((int(seat), charged if left is None else min(charged, max(0, left - 1))))
    return tuple(found)


def _seen(stored: list[Envelope], last_sign: datetime | None) -> datetime:
    newest = datetime.fromisoformat(stored[-1].at)
    return newest if last_sign is None else max(newest, last_sign)


def _alive_after(stored: list[Envelope], last_sign: datetime | None) -> int:
    """Say how long the dead process lived after a table's last event."""
    newest = datetime.fromisoformat(stored[-1].at)
    return int((_seen(stored, last_sign) - newest).total_seconds() * 1000)

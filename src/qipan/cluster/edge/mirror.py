"""Tables of other processes, to read in: an owner's rooms as the journal tells them.

Pages that show many tables ask for rooms; here each is told from its events when it is asked for,
and looked at again every second for as long as somebody may want it. Nothing is ever written.
"""

import time
from concurrent.futures import Future
from typing import Any, TypeVar, overload

from qipan.journal.envelope import Batch
from qipan.journal.live.table import fold_table, stream_of
from qipan.journal.log import Log, Stored
from qipan.kernel.errors import QipanError, Unavailable, Unknown
from qipan.kernel.ids import StreamId
from qipan.play.owner import Around, Owner
from qipan.play.registry import Registry, open_elsewhere
from qipan.play.room import Room

FRESH_SECONDS = 1.0
LIST_SECONDS = 5.0
KEPT_SECONDS = 600.0
Else = TypeVar("Else")


class ReadOnly:
    """A log that takes nothing."""

    def __init__(self, log: Log) -> None:
        """Read from a log."""
        self._log = log
        self.read, self.version, self.streams = log.read, log.version, log.streams
        self.scan = log.scan

    def submit(self, batch: Batch) -> "Future[Stored]":
        """Raise Unavailable: the owner of the table writes."""
        raise Unavailable(batch.stream, "owned by another process")

    def append(self, batch: Batch) -> Stored:
        """Raise Unavailable: the owner of the table writes."""
        raise Unavailable(batch.stream, "owned by another process")

    def close(self) -> None:
        """Do nothing: the storage belongs to the whole process."""


class MirroredRooms(dict[str, Room]):
    """Rooms that are told from the journal when they are asked for."""

    def __init__(self, around: Around) -> None:
        """Begin with none."""
        super().__init__()
        self._around = around
        self._looked: dict[str, float] = {}
        self._asked: dict[str, float] = {}
        self._told: dict[str, int] = {}
        self._listed = 0.0

    @overload
    def get(self, name: str, default: None = None, /) -> Room | None: ...
    @overload
    def get(self, name: str, default: Room, /) -> Room: ...
    @overload
    def get(self, name: str, default: Else, /) -> Room | Else: ...
    def get(self, name: str, default: object = None, /) -> object:
        """Give a room as it stands; ``default`` if there is no such table."""
        self._asked[name] = time.monotonic()
        try:
            return self.fresh(name)
        except QipanError:
            return default

    def fresh(self, name: str) -> Room:
        """Tell a table again if its journal has gone on. Raises Unknown or Unavailable."""
        now = time.monotonic()
        room = super().get(name)
        if room is not None and now - self._looked.get(name, 0) < FRESH_SECONDS:
            return room
        self._looked[name] = now
        version = self._around.log.version(stream_of(name))
        if not version:
            raise Unknown("table", name)
        if room is None or room.table.version != version:
            table = fold_table(name, list(self._around.log.read(stream_of(name))))
            room = self[name] = Room(table, self._around.clock())
        return room

    def values(self) -> Any:
        """Give every open table, as it stood a few seconds ago."""
        now = time.monotonic()
        if now - self._listed > LIST_SECONDS:
            self._listed = now
            for name in open_elsewhere(self._around.log, shards=True):
                if name not in self:
                    self.get(name)
        return super().values()

    def refresh(self) -> None:
        """Look again at what was asked for lately; may run beside everything else."""
        now = time.monotonic()
        for name, asked in list(self._asked.items()):
            if now - asked > KEPT_SECONDS:
                del self._asked[name]
                self.pop(name, None)
                self._told.pop(name, None)
            else:
                self.fresh(name)

    def changed(self) -> list[Room]:
        """Give the rooms that went on since this was asked."""
        found = []
        for name in self._asked:
            room = super().get(name)
            if room is not None and self._told.get(name) != room.table.version:
                self._told[name] = room.table.version
                found.append(room)
        return found


class Mirror(Owner):
    """An owner of nothing, whose rooms can be read."""

    def __init__(self, around: Around) -> None:
        """Read from ``around.log``, which is never written to."""
        super().__init__(around, Registry(around.log, StreamId("play/tables/none")))
        self.mirrored = MirroredRooms(around)
        self.rooms = self.mirrored

    def room(self, name: str) -> Room:
        """Find a table. Raises Unknown or Unavailable."""
        return self.mirrored.fresh(name)

    def tick(self) -> int:
        """Tell listeners of rooms that went on; gives no time."""
        for room in self.mirrored.changed():
            for listener in self.on_stored:
                listener(room, room.table.opened)
        return 0

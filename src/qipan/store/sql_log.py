"""A log in the tables of a database: all that SQLite and PostgreSQL have in common.

Reading asks the engine, from any thread, and begins no transaction. Writing goes through one thread
(``group_commit``); a kind of database says only how a group is stored.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from typing import ClassVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import TimeoutError as PoolTimeout

from qipan.journal.envelope import Batch, Envelope
from qipan.journal.log import Stored, Watcher
from qipan.kernel.errors import Unavailable
from qipan.kernel.ids import StreamId
from qipan.store.database import reading
from qipan.store.group_commit import Answer, GroupCommit
from qipan.store.queries import (
    events_after,
    events_behind,
    events_of,
    last_events,
    last_version,
    names_of,
)
from qipan.store.schema import require_storable, storable

STREAMS_AT_ONCE = 200
"""Streams that are asked for in one question."""


class SqlLog(ABC):
    """A log in tables."""

    gather: ClassVar[float] = 0.0
    """Seconds between two commits, if nobody stands waiting."""

    def __init__(self, engine: Engine, shown: str) -> None:
        """Start the writer on a database that is up to date."""
        self.engine = engine
        self._shown = shown
        self._writer = GroupCommit(shown, self._commit, self._hang_up, gather=self.gather)

    @abstractmethod
    def _commit(self, group: list[Batch]) -> Sequence[Answer]:
        """Store a group in one transaction; on the writer's thread only."""

    @abstractmethod
    def _hang_up(self) -> None:
        """Let go of the writer's connection; on the writer's thread only."""

    @property
    def watcher(self) -> Watcher | None:
        """Give who is told of every commit."""
        return self._writer.watcher

    @watcher.setter
    def watcher(self, watcher: Watcher | None) -> None:
        self._writer.watcher = watcher

    def submit(self, batch: Batch) -> "Future[Stored]":
        """Hand a batch to the writer. Raises BadInput, or Unavailable after ``close``."""
        return self._writer.hand_in(require_storable(batch), urgent=False)

    def append(self, batch: Batch) -> Stored:
        """Store a batch and wait until it is durable. Raises Conflict or Unavailable."""
        return self._writer.hand_in(require_storable(batch), urgent=True).result()

    def read(self, stream: StreamId, after: int = 0) -> Sequence[Envelope]:
        """Give the events of a stream after a version. Raises Unavailable."""
        if not storable(stream):
            return []
        with self._reading() as connection:
            return [Envelope(*row) for row in connection.execute(events_after(stream, after))]

    def read_all(self, streams: Sequence[StreamId]) -> dict[StreamId, list[Envelope]]:
        """Give the events of several streams, asked for together. Raises Unavailable."""
        found: dict[StreamId, list[Envelope]] = {stream: [] for stream in streams}
        with self._reading() as connection:
            for some in portions(streams, STREAMS_AT_ONCE):
                for row in connection.execute(events_of(some)):
                    found[row[0]].append(Envelope(*row))
        return found

    def read_behind(self, places: Mapping[StreamId, int]) -> dict[StreamId, list[Envelope]]:
        """Give the events of several streams, of each those after a version. Raises Unavailable."""
        found: dict[StreamId, list[Envelope]] = {stream: [] for stream in places}
        with self._reading() as connection:
            for some in portions(list(places), STREAMS_AT_ONCE):
                behind = {stream: places[stream] for stream in some}
                for row in connection.execute(events_behind(behind)):
                    found[row[0]].append(Envelope(*row))
        return found

    def last_events(
        self, streams: Sequence[StreamId], names: Sequence[str]
    ) -> dict[StreamId, Envelope]:
        """Give the last event of some kinds in each stream that has one. Raises Unavailable."""
        found: dict[StreamId, Envelope] = {}
        with self._reading() as connection:
            for some in portions(streams, STREAMS_AT_ONCE):
                for row in connection.execute(last_events(some, names)):
                    found[row[0]] = Envelope(*row)
        return found

    def version(self, stream: StreamId) -> int:
        """Give the version of the last event. Raises Unavailable."""
        if not storable(stream):
            return 0
        with self._reading() as connection:
            return int(connection.execute(last_version(stream)).scalar() or 0)

    def streams(self, prefix: str = "") -> Sequence[StreamId]:
        """Name the streams. Raises Unavailable."""
        with self._reading() as connection:
            return [StreamId(name) for name in connection.execute(names_of(prefix)).scalars()]

    def scan(self) -> Iterator[Envelope]:
        """Give every event, stream by stream. Raises Unavailable."""
        for stream in self.streams():
            yield from self.read(stream)

    @abstractmethod
    def scan_in_order(self, after: int = 0) -> Iterator[Envelope]:
        """Give every event but the first few in the order of storing. Raises Unavailable."""

    @abstractmethod
    def faults(self) -> Sequence[str]:
        """Say what the database finds wrong with itself."""

    def close(self) -> None:
        """Write what was handed in, stop the writer and let go of the database."""
        if self._writer.close():
            self.engine.dispose()

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        if self._writer.closed:
            raise Unavailable(self._shown, "the journal is closed")
        try:
            with reading(self.engine) as connection:
                yield connection
        except PoolTimeout as error:
            raise Unavailable(self._shown, "every connection is in use") from error


def portions(streams: Sequence[StreamId], most: int) -> Iterator[list[StreamId]]:
    """Give the streams there can be, so many at a time."""
    known = [stream for stream in streams if storable(stream)]
    for first in range(0, len(known), most):
        yield known[first : first + most]

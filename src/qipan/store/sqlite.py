"""The journal in one SQLite file: WAL, ``synchronous=FULL``, one writer with group commit.

Whoever appends hands a batch to the writer thread and waits on a future. The writer takes all that
is waiting (at most ``GROUP`` batches), stores it in one transaction, and answers only after the
commit. Under load one disk flush serves many writers: batches that nobody stands waiting for are
gathered for ``GATHER`` seconds after the commit before. Whoever waits, waits for nobody else.

The writer keeps the heads of streams. Other processes may write to the same file: whether any
other connection did is asked inside every transaction, and then heads are read again.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import perf_counter, sleep
from typing import NamedTuple

from sqlalchemy import Connection, Engine, func, select

from qipan.journal.envelope import Batch, Envelope
from qipan.journal.log import Stored, Watcher
from qipan.kernel.errors import QipanError, Unavailable
from qipan.kernel.ids import StreamId
from qipan.store.database import open_sqlite
from qipan.store.queries import events_after, last_version, names_of
from qipan.store.schema import event, fitting, storable
from qipan.store.sqlite_writer import Writing

GROUP = 256
GATHER = 0.005
"""Seconds between two commits, if nobody stands waiting."""


class _Waiting(NamedTuple):
    batch: Batch
    future: "Future[Stored]"
    urgent: bool
    """Somebody does nothing else until it is stored."""


class SqliteLog:
    """A log in a file."""

    def __init__(self, engine: Engine, path: Path) -> None:
        """Start the writer on an open database."""
        self.engine = engine
        self.watcher: Watcher | None = None
        self._path = path
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._closed = False
        self._closing = Lock()
        self._writer = Thread(target=self._write, name="journal-writer", daemon=True)
        self._writer.start()

    @classmethod
    def open(cls, path: Path, *, create: bool = True) -> "SqliteLog":
        """Open a file. Raises BadInput or Unavailable."""
        return cls(open_sqlite(path, create=create), path)

    def submit(self, batch: Batch) -> "Future[Stored]":
        """Hand a batch to the writer. Raises BadInput, or Unavailable after ``close``."""
        return self._hand_in(batch, urgent=False)

    def append(self, batch: Batch) -> Stored:
        """Store a batch and wait until it is durable. Raises Conflict or Unavailable."""
        return self._hand_in(batch, urgent=True).result()

    def _hand_in(self, batch: Batch, *, urgent: bool) -> "Future[Stored]":
        fitting(batch)
        future: Future[Stored] = Future()
        with self._closing:
            if self._closed:
                raise Unavailable(str(self._path), "the journal is closed")
            self._queue.put(_Waiting(batch, future, urgent))
        return future

    def read(self, stream: StreamId, after: int = 0) -> Sequence[Envelope]:
        """Give the events of a stream after a version."""
        if not storable(stream):
            return []
        with reading(self.engine) as connection:
            return [Envelope(*row) for row in connection.execute(events_after(stream, after))]

    def version(self, stream: StreamId) -> int:
        """Give the version of the last event."""
        if not storable(stream):
            return 0
        with reading(self.engine) as connection:
            return int(connection.execute(last_version(stream)).scalar() or 0)

    def streams(self, prefix: str = "") -> Sequence[StreamId]:
        """Name the streams."""
        with reading(self.engine) as connection:
            return [StreamId(name) for name in connection.execute(names_of(prefix)).scalars()]

    def scan(self) -> Iterator[Envelope]:
        """Give every event, stream by stream."""
        for stream in self.streams():
            yield from self.read(stream)

    def close(self) -> None:
        """Write what was handed in, stop the writer and close the file."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
            self._queue.put(None)
        self._writer.join()
        self.engine.dispose()

    # -- the writer thread ---------------------------------------------------------------------

    def _write(self) -> None:
        writing = Writing(self.engine, str(self._path))
        committed = 0.0
        open_ = True
        while open_:
            first = self._queue.get()
            if first is not None and not first.urgent:
                early = committed + GATHER - perf_counter()
                if early > 0:
                    sleep(early)
            group: list[_Waiting] = []
            while first is not None:
                group.append(first)
                if len(group) == GROUP:
                    break
                try:
                    first = self._queue.get_nowait()
                except Empty:
                    break
            open_ = first is not None
            if group:
                self._commit(writing, group)
                committed = perf_counter()
        writing.close()

    def _commit(self, writing: Writing, group: list[_Waiting]) -> None:
        begun = perf_counter()
        answers: Sequence[Stored | QipanError]
        try:
            answers = writing.commit([waiting.batch for waiting in group])
        except Unavailable as failure:
            answers = [failure] * len(group)
        if self.watcher is not None:
            self.watcher(len(group), perf_counter() - begun)
        for waiting, answer in zip(group, answers, strict=True):
            if isinstance(answer, QipanError):
                waiting.future.set_exception(answer)
            else:
                waiting.future.set_result(answer)


class reading:  # noqa: N801  (used as a with-statement, like a function)
    """A connection for reading: it begins no write transaction."""

    def __init__(self, engine: Engine) -> None:
        """Remember the engine."""
        self._engine = engine

    def __enter__(self) -> Connection:
        """Open the connection."""
        self._connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        return self._connection

    def __exit__(self, *_: object) -> None:
        """Give it back."""
        self._connection.close()


def count_events(engine: Engine) -> int:
    """Count the events of a database."""
    with reading(engine) as connection:
        return int(connection.execute(select(func.count()).select_from(event)).scalar_one())

"""The journal in one SQLite file: WAL, ``synchronous=FULL``, one writer with group commit.

Whoever appends hands a batch to the writer thread and waits on a future. The writer takes all that
is waiting (at most ``GROUP`` batches), stores it in one transaction, and answers only after the
commit. Under load one disk flush serves many writers; alone, a writer waits for nobody. Other
processes may write to the same file: the head of a stream is read inside the transaction.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from queue import Empty, SimpleQueue
from sqlite3 import Cursor
from sqlite3 import Error as DriverError
from threading import Lock, Thread
from time import perf_counter
from typing import cast

import msgspec
from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import DatabaseError

from qipan.journal.envelope import GENESIS, Batch, Envelope, chain
from qipan.journal.log import Stored, Watcher
from qipan.kernel.errors import Conflict, QipanError, Unavailable
from qipan.kernel.ids import StreamId
from qipan.store.database import open_sqlite
from qipan.store.queries import events_after, last_version, names_of
from qipan.store.schema import event, fitting, storable

GROUP = 256
_Waiting = tuple[Batch, "Future[Stored]"]
_NAMES = Envelope.__struct_fields__
_HEAD = "SELECT version, hash FROM event WHERE stream = ? ORDER BY version DESC LIMIT 1"
_INSERT = f"INSERT INTO event ({', '.join(_NAMES)}) VALUES ({', '.join('?' for _ in _NAMES)})"


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
        fitting(batch)
        future: Future[Stored] = Future()
        with self._closing:
            if self._closed:
                raise Unavailable(str(self._path), "the journal is closed")
            self._queue.put((batch, future))
        return future

    def append(self, batch: Batch) -> Stored:
        """Store a batch and wait until it is durable. Raises Conflict or Unavailable."""
        return self.submit(batch).result()

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
        open_ = True
        while open_:
            group: list[_Waiting] = []
            first = self._queue.get()
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
                self._commit(group)

    def _commit(self, group: list[_Waiting]) -> None:
        done: list[tuple[Future[Stored], Stored | QipanError]] = []
        begun = perf_counter()
        try:
            with self.engine.begin() as connection:
                # Straight to the driver: at a thousand moves a second the statements themselves
                # are cheap and everything around them is not.
                cursor = cast(Cursor, connection.connection.cursor())
                for batch, future in group:
                    done.append((future, _store(cursor, batch)))
                cursor.close()
        except (DatabaseError, DriverError) as error:
            failure = Unavailable(str(self._path), str(getattr(error, "orig", error)))
            done = [(future, failure) for _, future in group]
        except Unavailable as failure:
            done = [(future, failure) for _, future in group]
        if self.watcher is not None:
            self.watcher(len(group), perf_counter() - begun)
        for future, answer in done:
            if isinstance(answer, QipanError):
                future.set_exception(answer)
            else:
                future.set_result(answer)


def _store(cursor: Cursor, batch: Batch) -> Stored | Conflict:
    """Store one batch if its stream stands where the writer saw it."""
    head = cursor.execute(_HEAD, (batch.stream,)).fetchone()
    version, previous = head if head else (0, GENESIS)
    if version != batch.expected:
        return Conflict(batch.stream, batch.expected, version)
    stored = chain(version, previous, batch)
    cursor.executemany(_INSERT, [msgspec.structs.astuple(each) for each in stored])
    return stored


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

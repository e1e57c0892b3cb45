"""The journal in one SQLite file: WAL, ``synchronous=FULL``, one writer with group commit.

The writer keeps the heads of streams. Other processes may write to the same file: whether any
other connection did is asked inside every transaction, and then heads are read again.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from threading import Lock

from sqlalchemy import Engine, PoolProxiedConnection, text

from qipan.journal.envelope import Batch, Envelope
from qipan.journal.log import Stored
from qipan.kernel.errors import Corrupt, Unavailable
from qipan.kernel.ids import StreamId
from qipan.store.database import open_sqlite
from qipan.store.group_commit import Answer
from qipan.store.record.file_holder import require_free
from qipan.store.schema import storable
from qipan.store.sql_log import SqlLog
from qipan.store.sqlite_writer import SqliteWriter

_IN_ORDER = (
    f"SELECT rowid, {', '.join(Envelope.__struct_fields__)} FROM event NOT INDEXED"
    " WHERE rowid > :after ORDER BY rowid"
)

_HEAD = "SELECT max(version) FROM event WHERE stream = ?"


class SqliteLog(SqlLog):
    """A log in a file."""

    gather = 0.005

    def __init__(self, engine: Engine, path: Path) -> None:
        """Start the writer on an open database."""
        self._file_writer = SqliteWriter(engine, str(path))
        self.path = path
        self.serving = False
        """This process holds the file: nobody need be asked."""
        self._heads: PoolProxiedConnection | None = None
        self._heads_lock = Lock()
        super().__init__(engine, str(path))

    @classmethod
    def open(cls, path: Path, *, create: bool = True) -> "SqliteLog":
        """Open a file. Raises BadInput or Unavailable."""
        return cls(open_sqlite(path, create=create), path)

    def submit(self, batch: Batch) -> "Future[Stored]":
        """Hand a batch to the writer. Raises Refused while another process serves the file."""
        self.require_free()
        return super().submit(batch)

    def append(self, batch: Batch) -> Stored:
        """Store a batch and wait. Raises Refused while another process serves the file."""
        self.require_free()
        return super().append(batch)

    def require_free(self) -> None:
        """Refuse to write while another process serves the file."""
        if not self.serving:
            require_free(self.path)

    def _commit(self, group: list[Batch]) -> Sequence[Answer]:
        return self._file_writer.commit(group)

    def heads(self, streams: Iterable[StreamId]) -> tuple[int, ...]:
        """Give the versions of the last events of a few streams, at hardly any cost.

        A connection of its own, asked without a transaction around it: what was committed before is
        seen. Raises Unavailable.
        """
        with self._heads_lock:
            if self._heads is None:
                self._heads = self.engine.raw_connection()
            cursor = self._heads.cursor()
            try:
                return tuple(
                    cursor.execute(_HEAD, (name,)).fetchone()[0] or 0
                    for name in streams
                    if storable(name)
                )
            except sqlite3.Error as error:
                raise Unavailable(str(self.path), str(error)) from error
            finally:
                cursor.close()

    def scan_in_order(self, after: int = 0) -> Iterator[Envelope]:
        """Give every event by its row number, which counts from 1. Raises Corrupt at a gap."""
        with self._reading() as connection:
            rows = connection.execute(text(_IN_ORDER), {"after": after})
            for expected, (number, *row) in enumerate(rows, after + 1):
                envelope = Envelope(*row)
                if number != expected:
                    why = f"entry {expected} of the record was removed; {number} follows"
                    raise Corrupt(envelope.stream, envelope.version, why)
                yield envelope

    def faults(self) -> Sequence[str]:
        """Let SQLite look at every page and index of the file."""
        with self._reading() as connection:
            said = connection.execute(text("PRAGMA integrity_check(20)")).scalars().all()
        return [str(each) for each in said if each != "ok"]

    def _hang_up(self) -> None:
        if self._heads is not None:
            self._heads.close()
        self._file_writer.close()

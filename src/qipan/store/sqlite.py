"""The journal in one SQLite file: WAL, ``synchronous=FULL``, one writer with group commit.

The writer keeps the heads of streams. Other processes may write to the same file: whether any
other connection did is asked inside every transaction, and then heads are read again.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path

from sqlalchemy import Engine, text

from qipan.journal.envelope import Batch, Envelope
from qipan.journal.log import Stored
from qipan.kernel.errors import Corrupt
from qipan.store.database import open_sqlite
from qipan.store.group_commit import Answer
from qipan.store.record.file_holder import require_free
from qipan.store.sql_log import SqlLog
from qipan.store.sqlite_writer import SqliteWriter

_IN_ORDER = (
    f"SELECT rowid, {', '.join(Envelope.__struct_fields__)} FROM event NOT INDEXED"
    " WHERE rowid > :after ORDER BY rowid"
)


class SqliteLog(SqlLog):
    """A log in a file."""

    gather = 0.005

    def __init__(self, engine: Engine, path: Path) -> None:
        """Start the writer on an open database."""
        self._file_writer = SqliteWriter(engine, str(path))
        self.path = path
        self.serving = False
        """This process holds the file: nobody need be asked."""
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
        self._file_writer.close()

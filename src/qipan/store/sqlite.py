"""The journal in one SQLite file: WAL, ``synchronous=FULL``, one writer with group commit.

The writer keeps the heads of streams. Other processes may write to the same file: whether any
other connection did is asked inside every transaction, and then heads are read again.
"""

from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import Engine

from qipan.journal.envelope import Batch
from qipan.store.database import open_sqlite
from qipan.store.group_commit import Answer
from qipan.store.sql_log import SqlLog
from qipan.store.sqlite_writer import SqliteWriter


class SqliteLog(SqlLog):
    """A log in a file."""

    gather = 0.005

    def __init__(self, engine: Engine, path: Path) -> None:
        """Start the writer on an open database."""
        self._file_writer = SqliteWriter(engine, str(path))
        super().__init__(engine, str(path))

    @classmethod
    def open(cls, path: Path, *, create: bool = True) -> "SqliteLog":
        """Open a file. Raises BadInput or Unavailable."""
        return cls(open_sqlite(path, create=create), path)

    def _commit(self, group: list[Batch]) -> Sequence[Answer]:
        return self._file_writer.commit(group)

    def _hang_up(self) -> None:
        self._file_writer.close()

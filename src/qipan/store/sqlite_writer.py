"""One connection that writes: a group of batches in one transaction, in few statements.

Straight on the driver. The driver lets go of the interpreter around every statement, and has to
queue for it again while a busy server holds it; so a group costs five statements, not two a batch.
"""

import sqlite3
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import DatabaseError

from qipan.journal.envelope import GENESIS, Batch, Envelope, chain
from qipan.journal.log import Stored
from qipan.kernel.errors import Conflict, Unavailable
from qipan.kernel.ids import StreamId

Head = tuple[int, str]
NOTHING: Head = (0, GENESIS)
MOST_HEADS = 50_000
SIZES = (256, 128, 64, 32, 16, 8, 4, 2, 1)
"""Rows in one statement: few texts, so that the driver keeps them prepared."""
_NAMES = Envelope.__struct_fields__
_ROW = f"({', '.join('?' for _ in _NAMES)})"
_HEAD = "SELECT version, hash FROM event WHERE stream = ? ORDER BY version DESC LIMIT 1"
_INSERT = {
    size: f"INSERT INTO event ({', '.join(_NAMES)}) VALUES {', '.join([_ROW] * size)}"
    for size in SIZES
}


class SqliteWriter:
    """The writer's connection and what it knows of the streams. For one thread."""

    def __init__(self, engine: Engine, path: str) -> None:
        """Connect with the first commit: a journal opened for reading never writes."""
        self._engine, self._path = engine, path
        self._pooled: Any = None
        self._seen: int | None = None
        """The state of the file for which the heads are true; None: they are not."""
        self._heads: OrderedDict[StreamId, Head] = OrderedDict()

    def commit(self, batches: Sequence[Batch]) -> list[Stored | Conflict]:
        """Store every batch whose stream stands where its writer saw it. Raises Unavailable."""
        try:
            return self._commit(batches)
        except (sqlite3.Error, DatabaseError) as error:
            self._give_up()
            raise Unavailable(self._path, str(getattr(error, "orig", error))) from error

    def close(self) -> None:
        """Give the connection back."""
        pooled = self._let_go()
        if pooled is not None:
            pooled.close()

    def _commit(self, batches: Sequence[Batch]) -> list[Stored | Conflict]:
        if self._pooled is None:
            self._pooled = self._engine.raw_connection()
        connection: sqlite3.Connection = self._pooled.driver_connection
        connection.execute("BEGIN IMMEDIATE")
        (seen,) = connection.execute("PRAGMA data_version").fetchone()
        if seen != self._seen:
            self._heads.clear()
            self._seen = seen
        answers: list[Stored | Conflict] = []
        rows: list[Envelope] = []
        for batch in batches:
            version, previous = self._head(connection, batch.stream)
            if version != batch.expected:
                answers.append(Conflict(batch.stream, batch.expected, version))
                continue
            stored = chain(version, previous, batch)
            if stored:
                self._heads[batch.stream] = (stored[-1].version, stored[-1].hash)
            rows += stored
            answers.append(stored)
        _insert(connection, rows)
        connection.execute("COMMIT")
        while len(self._heads) > MOST_HEADS:
            self._heads.popitem(last=False)
        return answers

    def _head(self, connection: sqlite3.Connection, stream: StreamId) -> Head:
        found = self._heads.get(stream)
        if found is None:
            found = connection.execute(_HEAD, (stream,)).fetchone() or NOTHING
        self._heads[stream] = found
        self._heads.move_to_end(stream)
        return found

    def _give_up(self) -> None:
        """Throw the connection away: what was not committed never was."""
        pooled = self._let_go()
        if pooled is not None:
            pooled.invalidate()

    def _let_go(self) -> Any:
        """Forget the connection and all it knew; gives it, if there was one."""
        pooled, self._pooled = self._pooled, None
        self._seen = None
        return pooled


def _insert(connection: sqlite3.Connection, rows: list[Envelope]) -> None:
    begin = 0
    for size in SIZES:
        while len(rows) - begin >= size:
            values: list[object] = []
            for row in rows[begin : begin + size]:
                values += (
                    *(row.stream, row.version, row.name, row.at),
                    *(row.actor, row.payload, row.previous, row.hash),
                )
            connection.execute(_INSERT[size], values)
            begin += size

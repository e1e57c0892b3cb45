"""Snapshots of live tables in a table: a cache beside the journal, one row for each open table."""

from collections.abc import Collection, Sequence

from sqlalchemy import Engine, delete, or_, select

from qipan.journal.live.snapshot import Snapshot, TakenSnapshot
from qipan.journal.live.table import stream_of
from qipan.store.database import keep_row, reading
from qipan.store.schema import event, table_snapshot
from qipan.store.sql_log import portions

AT_ONCE = 200


class SqlTableSnapshots:
    """Snapshots in a database."""

    def __init__(self, engine: Engine) -> None:
        """Use an open database."""
        self._engine = engine

    def keep(self, taken: Sequence[TakenSnapshot]) -> None:
        """Keep snapshots in place of older ones, at most as many as fit in one question.

        Each gets the hash of its event from the journal: one whose event is not there is none.
        Raises Unavailable.
        """
        streams = {stream_of(each.table): each for each in taken}
        wanted = [
            (event.c.stream == stream) & (event.c.version == each.version)
            for stream, each in streams.items()
        ]
        if not wanted:
            return
        with self._engine.begin() as connection:
            stored = connection.execute(select(event.c.stream, event.c.hash).where(or_(*wanted)))
            for stream, digest in stored.all():
                each = streams[stream]
                changed = {
                    "shard": each.shard,
                    "version": each.version,
                    "hash": digest,
                    "program": each.program,
                    "content": each.content,
                }
                keep_row(connection, table_snapshot, {"name": each.table}, changed)

    def find(self, tables: Collection[str], program: str) -> dict[str, Snapshot]:
        """Give the snapshots that a program wrote of tables. Raises Unavailable."""
        columns = table_snapshot.c
        found: dict[str, Snapshot] = {}
        with reading(self._engine) as connection:
            for some in portions(list(map(stream_of, tables)), AT_ONCE):
                names = [stream.removeprefix(stream_of("")) for stream in some]
                query = select(
                    *(columns.name, columns.version, columns.hash, columns.program),
                    columns.content,
                ).where(columns.name.in_(names), columns.program == program)
                for row in connection.execute(query):
                    found[row[0]] = Snapshot(*row)
        return found

    def forget(self, tables: Collection[str]) -> None:
        """Throw the snapshots of tables away. Raises Unavailable."""
        with self._engine.begin() as connection:
            connection.execute(delete(table_snapshot).where(table_snapshot.c.name.in_(tables)))

    def forget_others(self, shard: int, tables: Collection[str]) -> None:
        """Throw away what a shard has besides some tables: those that are over. Raises Unavailable.

        However it came to be there: a worker may die between the end of a game and forgetting it.
        """
        mine = table_snapshot.c.shard == shard
        with reading(self._engine) as connection:
            there = connection.execute(select(table_snapshot.c.name).where(mine)).scalars().all()
        gone = sorted(set(there) - set(tables))
        for first in range(0, len(gone), AT_ONCE):
            self.forget(gone[first : first + AT_ONCE])

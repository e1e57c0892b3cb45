"""The journal in PostgreSQL, behind the same port as a file.

A group is one statement that commits by itself, so nothing is left open if the process stops
between two words of it. Several processes may write: the primary key (stream, version) lets one of
them win, and the other looks again and finds a conflict.

A line that breaks during a commit leaves open whether it happened. The writer then connects anew
and looks for the very hashes it wrote: found means stored. Only if the database stays away for
``PATIENCE`` seconds is somebody told that it is not known (``Uncertain``).
"""

from collections.abc import Iterator, Mapping, Sequence
from time import monotonic, sleep
from typing import ClassVar, Self

from psycopg.errors import UniqueViolation
from sqlalchemy import Engine, text

from qipan.journal.envelope import GENESIS, Batch, Envelope, chain
from qipan.journal.log import Stored
from qipan.kernel.errors import Conflict, Unavailable, Uncertain
from qipan.kernel.ids import StreamId
from qipan.store.address import STATEMENT_SECONDS, Address
from qipan.store.database import reason_of
from qipan.store.group_commit import Answer
from qipan.store.postgres_connection import (
    DatabaseLine,
    int_array,
    may_be_stored,
    open_postgres,
    passes,
    text_array,
)
from qipan.store.sql_log import SqlLog, portions

PATIENCE = 10.0
"""Seconds for which a broken line is tried again before somebody is told."""
PAUSE = 0.2
STREAMS_AT_ONCE = 2000
"""Streams that are asked for in one question, as an array."""
COLUMNS = Envelope.__struct_fields__
TYPES = ("varchar", "int", *("varchar",) * (len(COLUMNS) - 2))
HEADS = """
SELECT asked.stream, head.version, head.hash FROM unnest($1::varchar[]) AS asked (stream)
CROSS JOIN LATERAL (SELECT version, hash FROM event WHERE event.stream = asked.stream
ORDER BY version DESC LIMIT 1) AS head
"""
_INSERT = f"""
INSERT INTO event ({", ".join(COLUMNS)})
SELECT * FROM unnest({", ".join(f"${place}::{kind}[]" for place, kind in enumerate(TYPES, 1))})
"""
_IN_ORDER = f"SELECT {', '.join(COLUMNS)} FROM event WHERE position <= :last"
_IN_ORDER += " ORDER BY position OFFSET :after"
_WHOLE = f"""
SELECT {", ".join(COLUMNS)} FROM event
WHERE stream = ANY(CAST(:streams AS varchar[])) ORDER BY stream, version
"""
_BEHIND = f"""
SELECT {", ".join(f"event.{name}" for name in COLUMNS)}
FROM unnest(CAST(:streams AS varchar[]), CAST(:after AS int[])) AS asked (stream, after)
JOIN event ON event.stream = asked.stream AND event.version > asked.after
ORDER BY event.stream, event.version
"""
_LAST = f"""
SELECT {", ".join(f"found.{name}" for name in COLUMNS)}
FROM unnest(CAST(:streams AS varchar[])) AS asked (stream)
CROSS JOIN LATERAL (SELECT * FROM event WHERE event.stream = asked.stream
AND name = ANY(CAST(:names AS varchar[])) ORDER BY version DESC LIMIT 1) AS found
"""
_STORED = "SELECT hash FROM event WHERE stream = ANY($1::varchar[]) AND hash = ANY($2::varchar[])"


class PostgresLog(SqlLog):
    """A log in a database that several machines share."""

    seconds: ClassVar[float] = STATEMENT_SECONDS
    """How long a question may take."""
    gather = 0.005

    def __init__(self, engine: Engine, address: Address, *, read_only: bool = False) -> None:
        """Start the writer on a database that is up to date."""
        self.address = address
        self.patience = PATIENCE
        settings = {"synchronous_commit": "on"}
        if read_only:
            settings["default_transaction_read_only"] = "on"
        self._line = DatabaseLine(address, self.seconds, **settings)
        super().__init__(engine, address.shown)

    @classmethod
    def open(cls, address: Address, *, create: bool = True, read_only: bool = False) -> Self:
        """Open a database. Raises BadInput or Unavailable."""
        engine = open_postgres(address, create=create, read_only=read_only, seconds=cls.seconds)
        return cls(engine, address, read_only=read_only)

    def read_all(self, streams: Sequence[StreamId]) -> dict[StreamId, list[Envelope]]:
        """Give the events of several streams, asked for together. Raises Unavailable."""
        found: dict[StreamId, list[Envelope]] = {stream: [] for stream in streams}
        with self._reading() as connection:
            for some in portions(streams, STREAMS_AT_ONCE):
                for row in connection.execute(text(_WHOLE), {"streams": some}):
                    found[row[0]].append(Envelope(*row))
        return found

    def read_behind(self, places: Mapping[StreamId, int]) -> dict[StreamId, list[Envelope]]:
        """Give the events of several streams, of each those after a version. Raises Unavailable."""
        found: dict[StreamId, list[Envelope]] = {stream: [] for stream in places}
        with self._reading() as connection:
            for some in portions(list(places), STREAMS_AT_ONCE):
                asked = {"streams": some, "after": [places[stream] for stream in some]}
                for row in connection.execute(text(_BEHIND), asked):
                    found[row[0]].append(Envelope(*row))
        return found

    def last_events(
        self, streams: Sequence[StreamId], names: Sequence[str]
    ) -> dict[StreamId, Envelope]:
        """Give the last event of some kinds in each stream that has one. Raises Unavailable."""
        found: dict[StreamId, Envelope] = {}
        with self._reading() as connection:
            for some in portions(streams, STREAMS_AT_ONCE):
                asked = {"streams": some, "names": list(names)}
                for row in connection.execute(text(_LAST), asked):
                    found[row[0]] = Envelope(*row)
        return found

    def scan_in_order(self, after: int = 0) -> Iterator[Envelope]:
        """Give every event by its position; waits until nobody is in the middle of writing."""
        with self.engine.connect() as connection, connection.begin():
            connection.execute(text("LOCK TABLE event IN SHARE MODE"))
            last = connection.execute(text("SELECT max(position) FROM event")).scalar() or 0
        with self.engine.connect() as connection, connection.begin():
            portions = connection.execution_options(stream_results=True, yield_per=1000)
            for row in portions.execute(text(_IN_ORDER), {"last": last, "after": after}):
                yield Envelope(*row)

    def faults(self) -> Sequence[str]:
        """Leave the pages to PostgreSQL, whose own checksums guard them."""
        return ()

    def require_free(self) -> None:
        """Let everybody write: several processes share a database, and leases keep them apart."""

    def _hang_up(self) -> None:
        self._line.drop()

    def _commit(self, group: list[Batch]) -> list[Answer]:
        return self._persist(GroupInsertion(group))

    def _persist(self, insertion: "GroupInsertion") -> list[Answer]:
        """Store a group, through races and broken lines."""
        until = monotonic() + self.patience
        while True:
            try:
                return insertion.store(self._line)
            except UniqueViolation as error:
                insertion.forget()  # rolled back for certain: another process was faster
                if not insertion.once_more():
                    return insertion.beaten(self._shown, error)
            except Exception as error:  # noqa: BLE001  (a broken line has many names)
                if not may_be_stored(error):
                    insertion.forget()  # the server said no, so nothing was stored
                if not passes(error) or monotonic() > until:
                    return insertion.failed(self._shown, error)
                sleep(PAUSE)


class GroupInsertion:
    """One group on its way in, and what an earlier try may already have stored of it."""

    races: ClassVar[int] = 20
    """How often a group is tried again because another process was faster."""

    def __init__(self, group: list[Batch]) -> None:
        """Begin with nothing written."""
        self.group = group
        self.written: dict[int, Stored] = {}
        """By place in the group: what was sent in a transaction whose end is not known."""
        self._races = 0

    def forget(self) -> None:
        """Nothing of the last try was stored."""
        self.written.clear()

    def once_more(self) -> bool:
        """Say whether another try makes sense after a violated key."""
        self._races += 1
        return self._races <= self.races

    def beaten(self, shown: str, error: Exception) -> list[Answer]:
        """Answer everybody that others were always faster."""
        return self.failed(shown, error)

    def failed(self, shown: str, error: Exception) -> list[Answer]:
        """Answer everybody that it did not work, and whether that is certain."""
        why = reason_of(error)
        sure, unsure = Unavailable(shown, why), Uncertain(shown, why)
        return [unsure if place in self.written else sure for place in range(len(self.group))]

    def store(self, line: DatabaseLine) -> list[Answer]:
        """Store what is not there yet.

        Rows go in by stream, so that two processes never wait for each other.
        """
        there = self.survivors(line)
        names = sorted({batch.stream for batch in self.group})
        found = line.ask(HEADS, text_array(names))
        heads = {stream: (version, digest) for stream, version, digest in found}
        answers: list[Answer] = [()] * len(self.group)
        rows: list[Envelope] = []
        for place in self.by_stream():
            batch = self.group[place]
            if place in there:
                answers[place] = self.written[place]
                continue
            version, previous = heads.get(batch.stream, (0, GENESIS))
            if version != batch.expected:
                answers[place] = Conflict(batch.stream, batch.expected, version)
                continue
            stored = answers[place] = chain(version, previous, batch)
            if stored:
                self.written[place] = stored
                heads[batch.stream] = (stored[-1].version, stored[-1].hash)
                rows += stored
        if rows:
            line.ask(_INSERT, *columns_of(rows))
        return answers

    def by_stream(self) -> list[int]:
        """Give the places of the group in the order in which their rows are written."""
        return sorted(range(len(self.group)), key=lambda place: self.group[place].stream)

    def survivors(self, line: DatabaseLine) -> set[int]:
        """Find which batches of a broken try are stored after all, by their last hash."""
        last = {place: each[-1] for place, each in self.written.items() if each}
        if not last:
            return set()
        streams = sorted({each.stream for each in last.values()})
        hashes = [each.hash for each in last.values()]
        asked = line.ask(_STORED, text_array(streams), text_array(hashes))
        known = {digest for (digest,) in asked}
        there = {place for place, each in last.items() if each.hash in known}
        self.written = {place: self.written[place] for place in there}
        return there


def columns_of(rows: list[Envelope]) -> list[str]:
    """Write events as arrays, one for each column."""
    return [
        (int_array if kind == "int" else text_array)([getattr(row, name) for row in rows])
        for name, kind in zip(COLUMNS, TYPES, strict=True)
    ]

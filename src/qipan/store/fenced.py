"""Appending under a fence: an epoch that is over stores nothing, whatever its owner believes.

A whole group is one statement that commits by itself::

    WITH fence AS (SELECT … FROM shard_fence WHERE shard and epoch are ours FOR SHARE)
    INSERT INTO event SELECT … FROM rows JOIN fence

so nothing is left open if the process stops between two words of it. No row inserted means: not
the owner. The owner is the only writer of its streams, so their heads are kept here and not asked
for; a repeated sequence number violates the key.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from time import monotonic

from asyncpg.exceptions import PostgresError, UniqueViolationError
from sqlalchemy import Engine

from qipan.journal.envelope import GENESIS, Batch, Envelope, chain
from qipan.journal.log import Stored
from qipan.kernel.errors import Conflict, NotOwner, QipanError, Unavailable, Uncertain
from qipan.kernel.ids import StreamId
from qipan.play.shards import LEASE
from qipan.store.address import Address
from qipan.store.database import reason_of
from qipan.store.postgres import PAUSE, PostgresLog, tell
from qipan.store.postgres_connection import Line

SECONDS = 2.0
KEPT_HEADS = 50_000
_LINES = ("08", "57")
"""Classes of PostgreSQL's error codes after which it is open whether a commit happened."""
_Answer = Stored | QipanError
_Head = tuple[int, int, str]
"""Epoch, version, hash."""
_COLUMNS = Envelope.__struct_fields__
_TYPES = ("varchar", "int", *("varchar",) * (len(_COLUMNS) - 2))
_KINDS = ("int", "bigint", *_TYPES)
_ROWS = ", ".join(f"${place}::{kind}[]" for place, kind in enumerate(_KINDS, 3))
_APPEND = f"""
WITH fence AS (
  SELECT shard, epoch FROM shard_fence
  WHERE (shard, epoch) IN (SELECT * FROM unnest($1::int[], $2::bigint[])) FOR SHARE
),
stored AS (
  INSERT INTO event ({", ".join(_COLUMNS)})
  SELECT {", ".join(f"fresh.{name}" for name in _COLUMNS)}
  FROM unnest({_ROWS}) AS fresh (shard, epoch, {", ".join(_COLUMNS)})
  JOIN fence USING (shard, epoch) RETURNING 1
)
SELECT shard, epoch FROM fence
"""
_HEADS = """
SELECT asked.stream, head.version, head.hash FROM unnest($1::varchar[]) AS asked (stream)
CROSS JOIN LATERAL (SELECT version, hash FROM event WHERE event.stream = asked.stream
ORDER BY version DESC LIMIT 1) AS head
"""
_THERE = "SELECT hash FROM event WHERE stream = ANY($1::varchar[]) AND hash = ANY($2::varchar[])"


class FencedBatch(Batch, frozen=True):
    """A batch that only the owner of its shard may store."""

    shard: int
    epoch: int


class ShardStore(PostgresLog):
    """A log whose batches may carry a fence; without one they are stored as ever."""

    seconds = 2.0

    def __init__(self, engine: Engine, address: Address, *, read_only: bool = False) -> None:
        """Start the loop's thread on a database that is up to date."""
        self._heads: dict[str, _Head] = {}
        self._line: Line | None = None
        super().__init__(engine, address, read_only=read_only)
        self.patience = LEASE / 1000

    def under(self, shard: int, epoch: int, lost: Callable[[], None]) -> "FencedLog":
        """Give the log of a shard's owner; ``lost`` is called as soon as it is none any more."""
        return FencedLog(self, shard, epoch, lost)

    async def _finish(self) -> None:
        if self._line is not None:
            await self._line.close()
        await super()._finish()

    def _tell(self, group: "list[tuple[Batch, Future[Stored]]]", answers: list[_Answer]) -> None:
        """Answer here and now where all went well: an owner only posts that to its own loop.

        Every thread less on the way back is a wait less for the interpreter's lock.
        """
        if all(isinstance(batch, FencedBatch) for batch, _ in group) and not any(
            isinstance(answer, QipanError) for answer in answers
        ):
            tell([future for _, future in group], answers)
        else:
            super()._tell(group, answers)

    async def _commit(self, group: list[Batch]) -> list[_Answer]:
        fenced = [batch for batch in group if isinstance(batch, FencedBatch)]
        if len(fenced) == len(group):
            return await self._append(fenced)
        free = [batch for batch in group if not isinstance(batch, FencedBatch)]
        first = iter(await self._append(fenced) if fenced else ())
        second = iter(await super()._commit(free))
        return [next(first if isinstance(batch, FencedBatch) else second) for batch in group]

    async def _append(self, group: list[FencedBatch]) -> list[_Answer]:
        """Store a group under its fences, through broken lines."""
        if self._line is None:
            self._line = Line(self.address, SECONDS, synchronous_commit="on")
        attempt = FencedAttempt(group, self._heads)
        until = monotonic() + self.patience
        while True:
            try:
                return await attempt.store(self._line)
            except UniqueViolationError:
                # Our own lost answer, or a fence that was not asked for: look at the heads again.
                attempt.forget()
                if not attempt.once_more():
                    return [Conflict(each.stream, each.expected, -1) for each in group]
            except Exception as error:  # noqa: BLE001  (a broken line has many names)
                sure = isinstance(error, PostgresError) and str(error.sqlstate)[:2] not in _LINES
                if sure:
                    attempt.forget()  # the server said no, so nothing was stored
                if (sure and not _passes(error)) or monotonic() > until:
                    return attempt.failed(self._shown, error)
                await asyncio.sleep(PAUSE)


class FencedAttempt:
    """One group on its way in, and what an earlier try may already have stored of it."""

    def __init__(self, group: list[FencedBatch], heads: dict[str, _Head]) -> None:
        """Begin with nothing written; ``heads`` outlives the attempt."""
        self.group, self._heads = group, heads
        self._written: dict[int, Stored] = {}
        self._tries = 1

    def forget(self) -> None:
        """Nothing of the last try was stored."""
        self._written.clear()
        self._drop_heads()

    def once_more(self) -> bool:
        """Say whether another try makes sense after a violated key."""
        self._tries -= 1
        return self._tries >= 0

    def failed(self, shown: str, error: Exception) -> list[_Answer]:
        """Answer everybody that it did not work, and whether that is certain."""
        self._drop_heads()
        why = reason_of(error)
        sure, unsure = Unavailable(shown, why), Uncertain(shown, why)
        return [unsure if place in self._written else sure for place in range(len(self.group))]

    def _drop_heads(self) -> None:
        for batch in self.group:
            self._heads.pop(batch.stream, None)

    async def store(self, line: Line) -> list[_Answer]:
        """Store what is not there yet."""
        there = await self._survivors(line)
        answers: list[_Answer] = [()] * len(self.group)
        await self._find_heads(line)
        newest: dict[int, int] = {}
        for batch in self.group:
            newest[batch.shard] = max(newest.get(batch.shard, 0), batch.epoch)
        rows: list[tuple[FencedBatch, Envelope]] = []
        for place in sorted(range(len(self.group)), key=lambda each: self.group[each].stream):
            batch = self.group[place]
            if place in there:
                answers[place] = self._written[place]
                continue
            if batch.epoch < newest[batch.shard]:
                answers[place] = NotOwner(f"shard {batch.shard}", batch.epoch)
                continue
            _, version, previous = self._heads.get(batch.stream, (0, 0, GENESIS))
            if version != batch.expected:
                answers[place] = Conflict(batch.stream, batch.expected, version)
                continue
            stored = chain(version, previous, batch)
            answers[place] = self._written[place] = stored
            if stored:
                self._heads[batch.stream] = (batch.epoch, stored[-1].version, stored[-1].hash)
                rows += [(batch, each) for each in stored]
        if rows:
            mine = await self._insert(line, rows)
            for place, batch in enumerate(self.group):
                if place in there or (batch.shard, batch.epoch) in mine:
                    continue
                if not isinstance(answers[place], QipanError):
                    answers[place] = NotOwner(f"shard {batch.shard}", batch.epoch)
                    self._heads.pop(batch.stream, None)
        return answers

    async def _insert(
        self, line: Line, rows: list[tuple[FencedBatch, Envelope]]
    ) -> set[tuple[int, int]]:
        """Insert the rows whose fence stands; gives the fences that do."""
        fences = sorted({(batch.shard, batch.epoch) for batch in self.group})
        columns = [[getattr(each, name) for _, each in rows] for name in _COLUMNS]
        found = await line.ask_raw(
            _APPEND,
            [shard for shard, _ in fences],
            [epoch for _, epoch in fences],
            [batch.shard for batch, _ in rows],
            [batch.epoch for batch, _ in rows],
            *columns,
        )
        return {(shard, epoch) for shard, epoch in found}

    async def _find_heads(self, line: Line) -> None:
        """Ask for the heads that are not known under the epoch of their batch."""
        epochs: dict[str, int] = {}
        begun = set()
        for batch in self.group:
            epochs[batch.stream] = max(epochs.get(batch.stream, 0), batch.epoch)
            if not batch.expected:
                begun.add(batch.stream)  # a new stream: the key says if it is not
        missing = []
        for stream, epoch in epochs.items():
            if self._heads.get(stream, (-1,))[0] != epoch:
                self._heads.pop(stream, None)
                if stream not in begun:
                    missing.append(stream)
        if missing:
            for stream, version, digest in await line.ask_raw(_HEADS, missing):
                self._heads[stream] = (epochs[stream], version, digest)
        while len(self._heads) > KEPT_HEADS:
            del self._heads[next(iter(self._heads))]

    async def _survivors(self, line: Line) -> set[int]:
        """Find which batches of a broken try are stored after all, by their last hash."""
        last = {place: each[-1] for place, each in self._written.items() if each}
        if not last:
            return set()
        streams = sorted({each.stream for each in last.values()})
        asked = await line.ask_raw(_THERE, streams, [each.hash for each in last.values()])
        known = {row[0] for row in asked}
        there = {place for place, each in last.items() if each.hash in known}
        self._written = {place: self._written[place] for place in there}
        self._drop_heads()
        return there


def _passes(error: Exception) -> bool:
    """Say whether a failure is of the line or the moment, and not an answer."""
    return str(getattr(error, "sqlstate", ""))[:2] in (*_LINES, "40", "53", "55")


class FencedLog:
    """The log as the owner of one shard writes it; reads are free."""

    def __init__(self, store: ShardStore, shard: int, epoch: int, lost: Callable[[], None]) -> None:
        """Write under one epoch."""
        self._store, self._shard, self._epoch, self._lost = store, shard, epoch, lost

    def submit(self, batch: Batch) -> "Future[Stored]":
        """Hand a batch in; the future may hold NotOwner. Raises BadInput or Unavailable."""
        fenced = FencedBatch(
            batch.stream,
            batch.expected,
            batch.actor,
            batch.at,
            batch.events,
            self._shard,
            self._epoch,
        )
        future = self._store.submit(fenced)
        future.add_done_callback(self._look)
        return future

    def _look(self, done: "Future[Stored]") -> None:
        """Before anybody else learns of it: an owner that cannot store is no owner."""
        if isinstance(done.exception(), Unavailable):
            self._lost()

    def append(self, batch: Batch) -> Stored:
        """Store a batch and wait. Raises Conflict, NotOwner or Unavailable."""
        return self.submit(batch).result()

    def read(self, stream: StreamId, after: int = 0) -> Sequence[Envelope]:
        """Give the events of a stream after a version. Raises Unavailable."""
        return self._store.read(stream, after)

    def read_all(self, streams: Sequence[StreamId]) -> dict[StreamId, list[Envelope]]:
        """Give the events of several streams, asked for together. Raises Unavailable."""
        return self._store.read_all(streams)

    def versions(self, streams: Sequence[StreamId]) -> dict[StreamId, int]:
        """Give the versions of the last events of several streams. Raises Unavailable."""
        return self._store.versions(streams)

    def version(self, stream: StreamId) -> int:
        """Give the version of the last event. Raises Unavailable."""
        return self._store.version(stream)

    def streams(self, prefix: str = "") -> Sequence[StreamId]:
        """Name the streams. Raises Unavailable."""
        return self._store.streams(prefix)

    def scan(self) -> Iterator[Envelope]:
        """Give every event, stream by stream. Raises Unavailable."""
        return self._store.scan()

    def close(self) -> None:
        """Do nothing: the storage belongs to the whole process."""

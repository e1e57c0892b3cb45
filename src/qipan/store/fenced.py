"""Appending under a fence: an epoch that is over stores nothing, whatever its owner believes.

A whole group is one statement that commits by itself::

    WITH fence AS (SELECT … FROM shard_fence WHERE shard and epoch are ours FOR SHARE)
    INSERT INTO event SELECT … FROM rows JOIN fence

so nothing is left open if the process stops between two words of it. No row inserted means: not
the owner. The owner is the only writer of its streams, so their heads are kept here and not asked
for; a repeated sequence number violates the key.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future

from sqlalchemy import Engine

from qipan.journal.envelope import GENESIS, Batch, Envelope, chain
from qipan.journal.log import Stored
from qipan.kernel.errors import Conflict, NotOwner, QipanError, Unavailable
from qipan.kernel.ids import StreamId
from qipan.play.shards import LEASE
from qipan.store.address import Address
from qipan.store.group_commit import Answer
from qipan.store.postgres import COLUMNS, HEADS, TYPES, GroupInsertion, PostgresLog, columns_of
from qipan.store.postgres_connection import DatabaseLine, int_array, text_array

KEPT_HEADS = 50_000
_Head = tuple[int, int, str]
"""Epoch, version, hash."""
_KINDS = ("int", "bigint", *TYPES)
_ROWS = ", ".join(f"${place}::{kind}[]" for place, kind in enumerate(_KINDS, 3))
_APPEND = f"""
WITH fence AS (
  SELECT shard, epoch FROM shard_fence
  WHERE (shard, epoch) IN (SELECT * FROM unnest($1::int[], $2::bigint[])) FOR SHARE
),
stored AS (
  INSERT INTO event ({", ".join(COLUMNS)})
  SELECT {", ".join(f"fresh.{name}" for name in COLUMNS)}
  FROM unnest({_ROWS}) AS fresh (shard, epoch, {", ".join(COLUMNS)})
  JOIN fence USING (shard, epoch) RETURNING 1
)
SELECT shard, epoch FROM fence
"""


class FencedBatch(Batch, frozen=True):
    """A batch that only the owner of its shard may store."""

    shard: int
    epoch: int


class ShardStore(PostgresLog):
    """A log whose batches may carry a fence; without one they are stored as ever."""

    seconds = 2.0

    def __init__(self, engine: Engine, address: Address, *, read_only: bool = False) -> None:
        """Start the writer on a database that is up to date."""
        self._heads: dict[str, _Head] = {}
        super().__init__(engine, address, read_only=read_only)
        self.patience = LEASE / 1000

    def under(self, shard: int, epoch: int, lost: Callable[[], None]) -> "FencedLog":
        """Give the log of a shard's owner; ``lost`` is called as soon as it is none any more."""
        return FencedLog(self, shard, epoch, lost)

    def _commit(self, group: list[Batch]) -> list[Answer]:
        fenced = [batch for batch in group if isinstance(batch, FencedBatch)]
        if len(fenced) == len(group):
            return self._persist(FencedInsertion(fenced, self._heads))
        free = [batch for batch in group if not isinstance(batch, FencedBatch)]
        first = iter(self._persist(FencedInsertion(fenced, self._heads)) if fenced else ())
        second = iter(super()._commit(free))
        return [next(first if isinstance(batch, FencedBatch) else second) for batch in group]


class FencedInsertion(GroupInsertion):
    """A group of owners on its way in: their heads are known, and their fences asked for."""

    races = 1
    """Our own lost answer, or a fence that was not asked for: the heads are looked at again."""

    def __init__(self, group: list[FencedBatch], heads: dict[str, _Head]) -> None:
        """Begin with nothing written; ``heads`` outlives the attempt."""
        super().__init__(list(group))
        self._fenced, self._heads = group, heads

    def forget(self) -> None:
        """Nothing of the last try was stored."""
        super().forget()
        self._drop_heads()

    def beaten(self, shown: str, error: Exception) -> list[Answer]:
        """Answer everybody that their numbers are taken."""
        return [Conflict(each.stream, each.expected, -1) for each in self.group]

    def failed(self, shown: str, error: Exception) -> list[Answer]:
        """Answer everybody that it did not work, and whether that is certain."""
        self._drop_heads()
        return super().failed(shown, error)

    def _drop_heads(self) -> None:
        for batch in self.group:
            self._heads.pop(batch.stream, None)

    def store(self, line: DatabaseLine) -> list[Answer]:
        """Store what is not there yet."""
        there = self.survivors(line)
        answers: list[Answer] = [()] * len(self.group)
        self._find_heads(line)
        newest: dict[int, int] = {}
        for batch in self._fenced:
            newest[batch.shard] = max(newest.get(batch.shard, 0), batch.epoch)
        rows: list[tuple[FencedBatch, Envelope]] = []
        for place in self.by_stream():
            batch = self._fenced[place]
            if place in there:
                answers[place] = self.written[place]
                continue
            if batch.epoch < newest[batch.shard]:
                answers[place] = NotOwner(f"shard {batch.shard}", batch.epoch)
                continue
            _, version, previous = self._heads.get(batch.stream, (0, 0, GENESIS))
            if version != batch.expected:
                answers[place] = Conflict(batch.stream, batch.expected, version)
                continue
            stored = chain(version, previous, batch)
            answers[place] = self.written[place] = stored
            if stored:
                self._heads[batch.stream] = (batch.epoch, stored[-1].version, stored[-1].hash)
                rows += [(batch, each) for each in stored]
        if rows:
            mine = self._insert(line, rows)
            for place, batch in enumerate(self._fenced):
                if place in there or (batch.shard, batch.epoch) in mine:
                    continue
                if not isinstance(answers[place], QipanError):
                    answers[place] = NotOwner(f"shard {batch.shard}", batch.epoch)
                    self._heads.pop(batch.stream, None)
        return answers

    def _insert(
        self, line: DatabaseLine, rows: list[tuple[FencedBatch, Envelope]]
    ) -> set[tuple[int, int]]:
        """Insert the rows whose fence stands; gives the fences that do."""
        fences = sorted({(batch.shard, batch.epoch) for batch in self._fenced})
        found = line.ask(
            _APPEND,
            int_array([shard for shard, _ in fences]),
            int_array([epoch for _, epoch in fences]),
            int_array([batch.shard for batch, _ in rows]),
            int_array([batch.epoch for batch, _ in rows]),
            *columns_of([each for _, each in rows]),
        )
        return {(shard, epoch) for shard, epoch in found}

    def _find_heads(self, line: DatabaseLine) -> None:
        """Ask for the heads that are not known under the epoch of their batch."""
        epochs: dict[str, int] = {}
        begun = set()
        for batch in self._fenced:
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
            for stream, version, digest in line.ask(HEADS, text_array(missing)):
                self._heads[stream] = (epochs[stream], version, digest)
        while len(self._heads) > KEPT_HEADS:
            del self._heads[next(iter(self._heads))]

    def survivors(self, line: DatabaseLine) -> set[int]:
        """Find what a broken try stored after all; what is known of the heads is not sure then."""
        uncertain = bool(self.written)
        there = super().survivors(line)
        if uncertain:
            self._drop_heads()
        return there


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

    def read_behind(self, places: Mapping[StreamId, int]) -> dict[StreamId, list[Envelope]]:
        """Give the events of several streams, of each those after a version. Raises Unavailable."""
        return self._store.read_behind(places)

    def last_events(
        self, streams: Sequence[StreamId], names: Sequence[str]
    ) -> dict[StreamId, Envelope]:
        """Give the last event of some kinds in each stream that has one. Raises Unavailable."""
        return self._store.last_events(streams, names)

    def version(self, stream: StreamId) -> int:
        """Give the version of the last event. Raises Unavailable."""
        return self._store.version(stream)

    def streams(self, prefix: str = "") -> Sequence[StreamId]:
        """Name the streams. Raises Unavailable."""
        return self._store.streams(prefix)

    def scan(self) -> Iterator[Envelope]:
        """Give every event, stream by stream. Raises Unavailable."""
        return self._store.scan()

    def scan_in_order(self, after: int = 0) -> Iterator[Envelope]:
        """Give every event in the order of storing. Raises Unavailable."""
        return self._store.scan_in_order(after)

    def faults(self) -> Sequence[str]:
        """Say what the database finds wrong with itself."""
        return self._store.faults()

    def close(self) -> None:
        """Do nothing: the storage belongs to the whole process."""

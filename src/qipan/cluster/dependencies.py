"""What a worker and an edge are given from outside."""

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import Protocol

import msgspec

from qipan.cluster.transport.carrier import Carrier
from qipan.journal.envelope import Envelope
from qipan.journal.live.snapshot import Snapshot, TakenSnapshot
from qipan.journal.log import Log
from qipan.kernel.ids import StreamId
from qipan.play.shards import Leases
from qipan.play.thinking.work import Background


class BatchReading(Protocol):
    """A log that is asked for many streams together, as whoever takes shards does."""

    def read_all(self, streams: Sequence[StreamId]) -> dict[StreamId, list[Envelope]]:
        """Give the events of several streams. Raises Unavailable."""

    def read_behind(self, places: Mapping[StreamId, int]) -> dict[StreamId, list[Envelope]]:
        """Give the events of several streams, of each those after a version. Raises Unavailable."""

    def last_events(
        self, streams: Sequence[StreamId], names: Sequence[str]
    ) -> dict[StreamId, Envelope]:
        """Give the last event of some kinds in each stream that has one. Raises Unavailable."""


class ShardLog(Log, BatchReading, Protocol):
    """The log of a shard's owner."""


class FencedStore(Log, BatchReading, Protocol):
    """A log that can be written under a fence."""

    def under(self, shard: int, epoch: int, lost: Callable[[], None]) -> ShardLog:
        """Give the log of a shard's owner."""


class TableSnapshots(Protocol):
    """Where tables are kept as they were after an event; a cache, never the truth."""

    def keep(self, taken: Sequence[TakenSnapshot]) -> None:
        """Keep snapshots in place of older ones. Raises Unavailable."""

    def find(self, tables: Collection[str], program: str) -> dict[str, Snapshot]:
        """Give the snapshots that a program wrote of tables. Raises Unavailable."""

    def forget(self, tables: Collection[str]) -> None:
        """Throw the snapshots of tables away. Raises Unavailable."""

    def forget_others(self, shard: int, tables: Collection[str]) -> None:
        """Throw away what a shard has besides some tables. Raises Unavailable."""


class TableCalls(Protocol):
    """Questions to the owners of tables and lobbies, wherever they are."""

    async def call(self, name: str, what: str, body: bytes = b"") -> bytes:
        """Ask an owner. Raises what it raised, or Unavailable."""

    def tell(self, name: str, what: str, body: bytes) -> None:
        """Ask without waiting for an answer; may be called from any thread."""


class WorkerDependencies(msgspec.Struct, frozen=True):
    """What a worker works with."""

    name: str
    """Of this life of the process: no other ever has it."""
    log: FencedStore
    leases: Leases
    """For renewing alone: nothing else may delay that."""
    taking_leases: Leases
    """For looking and taking."""
    carrier: Carrier
    clock: Callable[[], int]
    key: bytes
    """Makes the tokens of seats."""
    dice: Random
    table_name: Callable[[], str]
    background: Background
    calls: TableCalls
    """Reaches the tables of a lobby that other workers own."""
    snapshots: TableSnapshots | None = None
    """None: tables are always told from their whole journals."""


class EdgeDependencies(msgspec.Struct, frozen=True):
    """What an edge works with."""

    name: str
    """Of this life of the process: no other ever has it. Without a dot."""
    leases: Leases
    carrier: Carrier
    clock: Callable[[], int]

"""The log's port: what every store offers, and nothing a store may leave out.

A log holds streams of events, each with versions 1, 2, 3 … without gaps. ``append`` stores a batch
whole, durably, or not at all; it fails with ``Conflict`` if the stream has moved on since the
writer looked. The contract suite in ``tests/contract/test_logs.py`` runs on every store.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from typing import Protocol

from qipan.journal.envelope import Batch, Envelope
from qipan.kernel.ids import StreamId

Stored = tuple[Envelope, ...]
Watcher = Callable[[int, float], None]
"""Told by a durable store after every group commit: how many batches, and how many seconds."""


class Log(Protocol):
    """Append-only streams of events."""

    def submit(self, batch: Batch) -> "Future[Stored]":
        """Hand a batch in; the future is done once it is durable, or holds Conflict."""

    def append(self, batch: Batch) -> Stored:
        """Store a batch and wait until it is durable. Raises Conflict."""

    def read(self, stream: StreamId, after: int = 0) -> Sequence[Envelope]:
        """Give the events of a stream after a version, in order; empty if there are none."""

    def read_behind(self, places: Mapping[StreamId, int]) -> dict[StreamId, list[Envelope]]:
        """Give the events of several streams, of each those after the version that it names."""

    def last_events(
        self, streams: Sequence[StreamId], names: Sequence[str]
    ) -> dict[StreamId, Envelope]:
        """Give the last event of some kinds in each of several streams that has one."""

    def version(self, stream: StreamId) -> int:
        """Give the version of the last event of a stream; 0 if there is none."""

    def streams(self, prefix: str = "") -> Sequence[StreamId]:
        """Name the streams whose id begins with ``prefix``, sorted."""

    def scan(self) -> Iterator[Envelope]:
        """Give every event there is, stream by stream, in order; for verifying and copying."""

    def scan_in_order(self, after: int = 0) -> Iterator[Envelope]:
        """Give every event but the first ``after`` in the order of storing, without any index."""

    def faults(self) -> Sequence[str]:
        """Say what the storage itself finds wrong with what it holds; nothing where all is well."""

    def close(self) -> None:
        """Finish what was handed in and let go of the storage. Safe to call twice."""


class DurableLog(Log, Protocol):
    """A log on a disk, whose commits can be watched."""

    watcher: Watcher | None

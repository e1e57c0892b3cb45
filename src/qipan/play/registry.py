"""Which tables are open: one small stream, so that a restart need not tell every game again."""

from collections.abc import Iterable

import msgspec

from qipan.journal.envelope import Batch, Envelope
from qipan.journal.event import Event, fresh
from qipan.journal.log import Log
from qipan.kernel.errors import Corrupt
from qipan.kernel.ids import StreamId

STREAM = StreamId("play/tables")
"""Of a server that owns everything; a shard has one of its own below it."""


def stream_of_shard(shard: int) -> StreamId:
    """Name the stream of a shard's open tables."""
    return StreamId(f"{STREAM}/{shard}")


def tables_left_open(log: Log, *, shards: bool) -> list[str]:
    """Name the tables that the streams of shards, or that of a lone server, leave open."""
    if not shards:
        return list(Registry(log).open)
    names = [each for each in log.streams(f"{STREAM}/") if each != STREAM]
    return [table for name in names for table in Registry(log, name).open]


class TableListed(Event, frozen=True, tag="table-listed/1"):
    """A table is about to be opened."""

    table: str


class TableStruck(Event, frozen=True, tag="table-struck/1"):
    """A table is over: nobody need look at it after a restart."""

    table: str


_decoder: msgspec.json.Decoder[TableListed | TableStruck] = msgspec.json.Decoder(
    TableListed | TableStruck
)


class Registry:
    """The open tables of one owner, its only writer."""

    def __init__(
        self,
        log: Log,
        stream: StreamId = STREAM,
        inherited: Iterable[str] = (),
        stored: Iterable[Envelope] | None = None,
    ) -> None:
        """Take what there is, and tables that another stream names as open. Raises Corrupt.

        ``stored`` is what the stream has, if somebody has read it already.
        """
        self._log, self._stream = log, stream
        self.version = 0
        self.open: dict[str, None] = dict.fromkeys(inherited)
        self._catch_up(log.read(stream) if stored is None else stored)

    def _catch_up(self, stored: Iterable[Envelope]) -> None:
        for envelope in stored:
            try:
                event = _decoder.decode(envelope.payload)
            except (msgspec.ValidationError, msgspec.DecodeError) as error:
                raise Corrupt(self._stream, envelope.version, str(error)) from error
            self.version = envelope.version
            self._note(event)

    def _note(self, event: TableListed | TableStruck) -> None:
        if isinstance(event, TableListed):
            self.open[event.table] = None
        else:
            self.open.pop(event.table, None)

    def write(self, event: TableListed | TableStruck, at: str) -> None:
        """Hand an event in; the log keeps the order, so it is stored before what follows it."""
        future = self._log.submit(Batch(self._stream, self.version, "owner", at, (fresh(event),)))
        self.version += 1
        self._note(event)
        future.add_done_callback(lambda done: self._failed() if done.exception() else None)

    def _failed(self) -> None:
        """Look again after a failure; what was not stored stays noted until the next restart."""
        self.version = 0
        for envelope in self._log.read(self._stream):
            self.version = envelope.version

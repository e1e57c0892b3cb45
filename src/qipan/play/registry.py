"""Which tables are open: one small stream, so that a restart need not tell every game again.

The stream only grows, as every other. But now and then its owner sums it up in one event, and who
comes next reads from the last of these on: as many events as there are open tables, about, and not
one for every table there ever was. An event is stored whole or not at all, so a crash at any moment
leaves a stream that says the same, read from its beginning or from its last sum.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

import msgspec

from qipan.journal.envelope import Batch, Envelope
from qipan.journal.event import Event, fresh
from qipan.journal.log import Log
from qipan.kernel.errors import Corrupt
from qipan.kernel.ids import StreamId

STREAM = StreamId("play/tables")
"""Of a server that owns everything; a shard has one of its own below it."""


SUM_AFTER = 256
"""Events after which a stream may be summed up; and as many as twice the open tables."""


def stream_of_shard(shard: int) -> StreamId:
    """Name the stream of a shard's open tables."""
    return StreamId(f"{STREAM}/{shard}")


def tables_left_open(log: Log, *, shards: bool) -> list[str]:
    """Name the tables that the streams of shards, or that of a lone server, leave open."""
    if not shards:
        return list(Registry(log).open)
    names = [each for each in log.streams(f"{STREAM}/") if each != STREAM]
    stored = read_registers(log, names)
    return [table for name in names for table in Registry(log, name, (), stored[name]).open]


class TableListed(Event, frozen=True, tag="table-listed/1"):
    """A table is about to be opened."""

    table: str


class TableStruck(Event, frozen=True, tag="table-struck/1"):
    """A table is over: nobody need look at it after a restart."""

    table: str


class OpenTablesSummed(Event, frozen=True, tag="open-tables-summed/1"):
    """What all events before this one add up to: they need not be read again."""

    tables: tuple[str, ...]
    """Those that are open, in the order in which they were listed."""
    inherited_over: tuple[str, ...] = ()
    """Those over that another stream named as open."""


Registered = TableListed | TableStruck | OpenTablesSummed
_decoder: msgspec.json.Decoder[Registered] = msgspec.json.Decoder(Registered)
_SUM = str(OpenTablesSummed.__struct_config__.tag)


class RegisterLog(Protocol):
    """The part of a log that registers are read with."""

    def read_behind(self, places: Mapping[StreamId, int]) -> dict[StreamId, list[Envelope]]:
        """Give the events of several streams, of each those after a version."""

    def last_events(
        self, streams: Sequence[StreamId], names: Sequence[str]
    ) -> dict[StreamId, Envelope]:
        """Give the last event of some kinds in each stream that has one."""


def read_registers(log: RegisterLog, streams: Sequence[StreamId]) -> dict[StreamId, list[Envelope]]:
    """Read what says which tables are open: of each stream its last sum, and what came after."""
    sums = log.last_events(streams, (_SUM,))
    places = {each: sums[each].version - 1 if each in sums else 0 for each in streams}
    return log.read_behind(places)


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
        self._inherited = tuple(self.open)
        self._over: dict[str, None] = {}
        """Inherited tables that are over."""
        self._since_sum = 0
        self._catch_up(read_registers(log, [stream])[stream] if stored is None else stored)

    def _catch_up(self, stored: Iterable[Envelope]) -> None:
        for envelope in stored:
            try:
                event = _decoder.decode(envelope.payload)
            except (msgspec.ValidationError, msgspec.DecodeError) as error:
                raise Corrupt(self._stream, envelope.version, str(error)) from error
            self.version = envelope.version
            self._note(event)

    def _note(self, event: Registered) -> None:
        self._since_sum += 1
        match event:
            case TableListed():
                self.open[event.table] = None
                self._over.pop(event.table, None)
            case TableStruck():
                self.open.pop(event.table, None)
                if event.table in self._inherited:
                    self._over[event.table] = None
            case OpenTablesSummed():
                over = dict.fromkeys(event.inherited_over)
                still = (each for each in self._inherited if each not in over)
                self.open = dict.fromkeys((*event.tables, *still))
                self._over, self._since_sum = over, 0

    def write(self, event: TableListed | TableStruck, at: str) -> None:
        """Hand an event in; the log keeps the order, so it is stored before what follows it."""
        self._hand_in(event, at)
        if self._since_sum >= max(SUM_AFTER, 2 * len(self.open)):
            self._hand_in(OpenTablesSummed(tuple(self.open), tuple(self._over)), at)

    def _hand_in(self, event: Registered, at: str) -> None:
        future = self._log.submit(Batch(self._stream, self.version, "owner", at, (fresh(event),)))
        self.version += 1
        self._note(event)
        future.add_done_callback(lambda done: self._failed() if done.exception() else None)

    def _failed(self) -> None:
        """Look again after a failure; what was not stored stays noted until the next restart."""
        self.version = self._log.version(self._stream)

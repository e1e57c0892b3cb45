"""What an arbiter may want to know about conduct: stream ``watch/<table>``, beside the game.

Connections and where they come from, hidden pages, refused messages and reports. Of one kind and
from one source the first ``MOST`` are noted, then only each time their number doubles: a restless
client can neither fill the journal nor keep anything else out of it. When it was stands in the
envelope.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import assert_never

import msgspec

from qipan.journal.envelope import Batch, Envelope
from qipan.journal.event import Event, fresh
from qipan.journal.log import Log
from qipan.kernel.errors import Unavailable
from qipan.kernel.ids import StreamId

PREFIX = "watch/"
MOST = 40
"""Notes of one kind from one source before they are thinned out."""


class SeatNoticed(Event, frozen=True, tag="seat-noticed/1"):
    """A seat connected, disconnected, was taken over, hid its page, showed it, or was limited."""

    seat: int
    what: str
    seq: int
    """How far the game was."""
    times: int = 1
    """How often this was noticed of this seat so far."""


class PlayerReported(Event, frozen=True, tag="player-reported/1"):
    """Somebody at the table asked an arbiter to look at a player."""

    by: int | None
    seat: int
    reason: str
    seq: int
    times: int = 1
    """How often this source reported so far; who has no seat is one source."""


class TableTakenOver(Event, frozen=True, tag="table-taken-over/1"):
    """Another process owns the table now; clocks stood for ``down`` milliseconds."""

    epoch: int
    down: int
    seq: int


class SeatSeenFrom(Event, frozen=True, tag="seat-seen-from/1"):
    """A seat of a contest was taken from a line and a device: opaque words, of this contest alone.

    Nobody can find an address in them; whether two are the same is all that they tell.
    """

    seat: int
    line: str
    device: str
    seq: int
    times: int = 1


Noted = SeatNoticed | PlayerReported | TableTakenOver | SeatSeenFrom
Source = tuple[str, str, int | None]
"""The kind of a note and whose it is."""
_decoder: msgspec.json.Decoder[Noted] = msgspec.json.Decoder(Noted)


def read_note(envelope: Envelope) -> Noted:
    """Read what was noted."""
    return _decoder.decode(envelope.payload)


def source_of(event: Noted) -> Source:
    """Say of which kind a note is and where it comes from."""
    match event:
        case SeatNoticed():
            return ("seat", event.what, event.seat)
        case PlayerReported():
            return ("report", "", event.by)
        case TableTakenOver():
            return ("taken-over", "", None)
        case SeatSeenFrom():
            return ("seen-from", "", event.seat)
        case _:
            assert_never(event)


def is_kept(times: int) -> bool:
    """Say whether the n-th note of one kind and source is kept."""
    return times <= MOST or times & (times - 1) == 0


def stream_of_notes(table: str) -> StreamId:
    """Name the stream of what was noted at a table."""
    return StreamId(PREFIX + table)


class ConductLog:
    """Notes conduct at all tables of one owner."""

    def __init__(self, log: Log, now: Callable[[], datetime]) -> None:
        """Write to a log."""
        self._log, self._now = log, now
        self._versions: dict[str, int] = {}
        self._counts: dict[str, Counter[Source]] = {}
        """How often each kind came from each source, by table."""

    def begin(self, table: str) -> None:
        """Say that a table is new: there is nothing to read."""
        self._versions[table] = 0
        self._counts[table] = Counter()

    def look(self, table: str) -> None:
        """Find out what there is, before somebody waits for it. Raises Unavailable."""
        self.know(table, self.read(table))

    def know(self, table: str, noted: Sequence[Envelope]) -> None:
        """Take over what there is, from whoever asked for several tables at once."""
        counts: Counter[Source] = Counter()
        for envelope in noted:
            event = _decoder.decode(envelope.payload)
            source = source_of(event)
            counts[source] = max(counts[source] + 1, getattr(event, "times", 1))
        self._versions[table] = noted[-1].version if noted else 0
        self._counts[table] = counts

    def note(self, table: str, event: Noted) -> bool:
        """Note something; says whether it could be. Nobody waits for the disk.

        While the storage is away nothing is noted: nobody is kept from a table for that.
        """
        stream = stream_of_notes(table)
        if table not in self._versions or table not in self._counts:
            try:
                self.look(table)
            except Unavailable:
                return False
        counts = self._counts[table]
        counts[source_of(event)] += 1
        times = counts[source_of(event)]
        if not is_kept(times):
            return False
        if not isinstance(event, TableTakenOver) and times > 1:
            event = msgspec.structs.replace(event, times=times)
        version = self._versions[table]
        batch = Batch(stream, version, "owner", self._now().isoformat(), (fresh(event),))
        self._versions[table] = version + 1
        future = self._log.submit(batch)
        future.add_done_callback(
            lambda done: self._versions.pop(table, None) if done.exception() else None
        )
        return True

    def read(self, table: str) -> list[Envelope]:
        """Give what was noted at a table."""
        return list(self._log.read(stream_of_notes(table)))

    def forget(self, table: str) -> None:
        """Let go of a table that nobody watches."""
        self._versions.pop(table, None)
        self._counts.pop(table, None)

"""What an arbiter may want to know about conduct: stream ``watch/<table>``, beside the game.

Connections, hidden pages, refused messages and reports; at most ``MOST`` for a table, so that a
restless client cannot fill the journal. When it was stands in the envelope.
"""

from collections.abc import Callable
from datetime import datetime

from qipan.journal.envelope import Batch, Envelope
from qipan.journal.event import Event, fresh
from qipan.journal.log import Log
from qipan.kernel.errors import Unavailable
from qipan.kernel.ids import StreamId

PREFIX = "watch/"
MOST = 1000


class SeatNoticed(Event, frozen=True, tag="seat-noticed/1"):
    """A seat connected, disconnected, was taken over, hid its page, showed it, or was limited."""

    seat: int
    what: str
    seq: int
    """How far the game was."""


class PlayerReported(Event, frozen=True, tag="player-reported/1"):
    """Somebody at the table asked an arbiter to look at a player."""

    by: int | None
    seat: int
    reason: str
    seq: int


class TableTakenOver(Event, frozen=True, tag="table-taken-over/1"):
    """Another process owns the table now; clocks stood for ``down`` milliseconds."""

    epoch: int
    down: int
    seq: int


def stream_of_notes(table: str) -> StreamId:
    """Name the stream of what was noted at a table."""
    return StreamId(PREFIX + table)


class ConductLog:
    """Notes conduct at all tables of one owner."""

    def __init__(self, log: Log, now: Callable[[], datetime]) -> None:
        """Write to a log."""
        self._log, self._now = log, now
        self._versions: dict[str, int] = {}

    def begin(self, table: str) -> None:
        """Say that a table is new: there is nothing to read."""
        self._versions[table] = 0

    def know(self, table: str, version: int) -> None:
        """Take over how much there is, from whoever asked for several tables at once."""
        self._versions[table] = version

    def look(self, table: str) -> None:
        """Find out how much there is, before somebody waits for it. Raises Unavailable."""
        self._versions[table] = self._log.version(stream_of_notes(table))

    def note(self, table: str, event: SeatNoticed | PlayerReported | TableTakenOver) -> bool:
        """Note something; says whether it could be. Nobody waits for the disk.

        While the storage is away nothing is noted: nobody is kept from a table for that.
        """
        stream = stream_of_notes(table)
        if table not in self._versions:
            try:
                self.look(table)
            except Unavailable:
                return False
        version = self._versions[table]
        if version >= MOST:
            return False
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

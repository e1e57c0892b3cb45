"""Lobbies that other processes own: read from the journal here, joined and left over the edge.

Who waits is in the owner's memory alone; an edge says it again now and then, so that a new owner
learns of everybody who still waits.
"""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from qipan.journal.live.lobby import PREFIX, LobbyState, read_lobby, read_on
from qipan.journal.live.table import stream_of
from qipan.journal.log import Log
from qipan.kernel.errors import QipanError
from qipan.kernel.ids import EntrantId
from qipan.play.lobbies.terms import is_open, present_table, require_free

FRESH = 1_000
LISTED = 3_000
AGAIN = 5_000
"""Milliseconds: how long a look and the list of lobbies count, and between two reminders."""


class LobbyReading(NamedTuple):
    """What a lobby that is owned elsewhere is read with, and how its owner is told things."""

    log: Log
    now: Callable[[], datetime]
    clock: Callable[[], int]
    """Milliseconds that only ever grow."""
    tell: Callable[[str, str, bytes], None]
    """Told the name of the lobby, what to do, and for whom."""


class RemoteLobby:
    """One period of open matching, owned elsewhere."""

    def __init__(self, reading: LobbyReading, name: str) -> None:
        """Read a lobby. Raises Unknown or Corrupt."""
        self.name, self._reading = name, reading
        self._laid: set[str] = set()
        """Tables that were seen in the journal; they stay there."""
        self.waiting: dict[EntrantId, None] = {}
        self._looked = self._told = reading.clock()
        self.state: LobbyState = read_lobby(reading.log, name)

    def refresh(self) -> None:
        """Read again what has happened; who was drawn waits no longer."""
        now = self._reading.clock()
        if now - self._looked > FRESH:
            self._looked = now
            self.state = read_on(self._reading.log, self.name, self.state)
            for who in [each for each in self.waiting if each in self.state.playing]:
                del self.waiting[who]
        if now - self._told > AGAIN:
            self._told = now
            for who in self.waiting:
                self._reading.tell(self.name, "lobby-wait", who.encode())

    @property
    def is_open(self) -> bool:
        """Say whether matches are made now."""
        return is_open(self.state.terms, self._reading.now())

    def wait(self, who: EntrantId) -> None:
        """Wait for an opponent. Raises Refused outside the period or during a match."""
        require_free(self.state, who, self._reading.now())
        self.waiting.setdefault(who)
        self._reading.tell(self.name, "lobby-wait", who.encode())

    def leave(self, who: EntrantId) -> None:
        """Wait no longer."""
        self.waiting.pop(who, None)
        self._reading.tell(self.name, "lobby-leave", who.encode())

    def waits(self, who: EntrantId) -> bool:
        """Say whether somebody waits: for an opponent, or for the table that is being laid."""
        return who in self.waiting or (who in self.state.playing and not self.table_of(who))

    def table_of(self, who: EntrantId) -> str:
        """Name the table somebody is to play at now; empty until it is in the journal."""
        table = present_table(self.state, who)
        if table and table not in self._laid and self._reading.log.version(stream_of(table)):
            self._laid.add(table)
        return table if table in self._laid else ""


class RemoteLobbies:
    """Every lobby there is, as the journal tells them."""

    def __init__(self, reading: LobbyReading) -> None:
        """Begin with none read."""
        self._reading = reading
        self._known: dict[str, RemoteLobby] = {}
        self._listed: int | None = None

    def find(self, name: str) -> RemoteLobby:
        """Give a lobby as it stands. Raises Unknown or Corrupt."""
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = RemoteLobby(self._reading, name)
        found.refresh()
        return found

    def all(self) -> list[RemoteLobby]:
        """Give all of them; one that cannot be read is left out."""
        now = self._reading.clock()
        if self._listed is None or now - self._listed > LISTED:
            self._listed = now
            for stream in self._reading.log.streams(PREFIX):
                try:
                    self.find(stream.removeprefix(PREFIX))
                except QipanError:
                    continue
        return list(self._known.values())

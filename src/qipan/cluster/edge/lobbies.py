"""Lobbies that other processes own: read from the journal here, joined and left over the edge.

Who waits is in the owner's memory alone; an edge says it again now and then, so that a new owner
learns of everybody who still waits.
"""

import time
from collections.abc import Callable
from typing import Any

from qipan.cluster.edge.mirror import Mirror
from qipan.journal.live.lobby import PREFIX, read_lobby
from qipan.journal.live.table import stream_of
from qipan.kernel.errors import QipanError
from qipan.kernel.ids import EntrantId, StreamId
from qipan.play.lobby import Lobby

FRESH_SECONDS = 1.0
LIST_SECONDS = 3.0
AGAIN_SECONDS = 5.0
Tell = Callable[[str, str, bytes], None]
"""Name of the lobby, what to do, and for whom."""


class RemoteLobby(Lobby):
    """One period of open matching, owned elsewhere."""

    def __init__(self, owner: Mirror, name: str, tell: Tell) -> None:
        """Read a lobby. Raises Unknown or Corrupt."""
        self.owner, self.name, self._tell = owner, name, tell
        self._stream = StreamId(PREFIX + name)
        self.waiting: dict[EntrantId, None] = {}
        self._drawn: set[EntrantId] = set()
        self._looked = self._told = time.monotonic()
        self.state = read_lobby(self.owner.around.log, self.name)

    def refresh(self) -> None:
        """Read again what has happened; who was drawn waits no longer."""
        now = time.monotonic()
        if now - self._looked > FRESH_SECONDS:
            self._looked = now
            if self.owner.around.log.version(self._stream) != self.state.version:
                self.state = read_lobby(self.owner.around.log, self.name)
            for who in [each for each in self.waiting if each in self.state.playing]:
                del self.waiting[who]
        if now - self._told > AGAIN_SECONDS:
            self._told = now
            for who in self.waiting:
                self._tell(self.name, "lobby-wait", who.encode())

    def is_laid(self, table: str) -> bool:
        """Say whether a table can be gone to: it is in the journal."""
        return self.owner.around.log.version(stream_of(table)) > 0

    def wait(self, who: EntrantId) -> None:
        """Wait for an opponent. Raises Refused outside the period or during a match."""
        super().wait(who)
        self._tell(self.name, "lobby-wait", who.encode())

    def leave(self, who: EntrantId) -> None:
        """Wait no longer."""
        super().leave(who)
        self._tell(self.name, "lobby-leave", who.encode())


class RemoteLobbies(dict[str, Lobby]):
    """Every lobby there is, as the journal tells them."""

    def __init__(self, owner: Mirror, tell: Tell) -> None:
        """Begin with none read."""
        super().__init__()
        self._owner, self._tell = owner, tell
        self._listed = 0.0

    def __contains__(self, name: object) -> bool:
        """Say whether there is such a lobby."""
        if super().__contains__(name):
            return True
        try:
            self[str(name)] = RemoteLobby(self._owner, str(name), self._tell)
        except QipanError:
            return False
        return True

    def __getitem__(self, name: str) -> Lobby:
        """Give a lobby as it stands."""
        found = super().__getitem__(name)
        if isinstance(found, RemoteLobby):
            found.refresh()
        return found

    def values(self) -> Any:
        """Give all of them."""
        now = time.monotonic()
        if now - self._listed > LIST_SECONDS:
            self._listed = now
            for stream in self._owner.around.log.streams(PREFIX):
                assert stream.removeprefix(PREFIX) in self
        return super().values()

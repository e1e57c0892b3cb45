"""Changes of competitions, passed on between edges so that every open page redraws."""

import asyncio
from contextlib import suppress

import msgspec

from qipan.cluster.edge.edge import Edge
from qipan.host.hub import Hub
from qipan.kernel.errors import QipanError
from qipan.kernel.ids import CompetitionId
from qipan.office.office import Announce, stream_of
from qipan.wiring import House

CHANGES = "qipan.changes"
POLL_SECONDS = 2.0


class CompetitionChange(msgspec.Struct, array_like=True, frozen=True):
    """A competition changed, at another edge."""

    sender: str
    competition: str
    version: int


class ChangesElsewhere:
    """Passes changes of competitions on between edges, so that every open page redraws.

    While the broker is away the database is asked for what somebody listens to.
    """

    def __init__(self, house: House, hub: Hub | None) -> None:
        """Tell a hub; and ``listeners``."""
        self._house, self._hub = house, hub
        self.listeners: list[Announce] = []
        self._edge: Edge
        self._loop: asyncio.AbstractEventLoop
        self._polling: asyncio.Task[None] | None = None

    async def start(self, edge: Edge) -> None:
        """Listen to others, and tell them."""
        self._edge, self._loop = edge, asyncio.get_running_loop()
        await edge.dependencies.carrier.listen(CHANGES, self._hear)
        self._house.listeners.append(self._tell)
        self._polling = self._loop.create_task(self._poll())

    def stop(self) -> None:
        """Tell nobody any more."""
        self._house.listeners.remove(self._tell)
        if self._polling is not None:
            self._polling.cancel()

    def _tell(self, competition: CompetitionId, version: int) -> None:
        change = msgspec.msgpack.encode(
            CompetitionChange(self._edge.dependencies.name, competition, version)
        )
        with suppress(RuntimeError):  # the loop closed: nobody is left to tell
            self._loop.call_soon_threadsafe(self._edge.dependencies.carrier.send, CHANGES, change)

    def _hear(self, text: bytes) -> None:
        try:
            change = msgspec.msgpack.decode(text, type=CompetitionChange)
        except msgspec.DecodeError:
            return
        if change.sender != self._edge.dependencies.name:
            self._announce(change.competition, change.version)

    def _announce(self, competition: str, version: int) -> None:
        if self._hub is not None:
            self._hub.announce(competition, version)
        for listener in self.listeners:
            listener(CompetitionId(competition), version)

    async def _poll(self) -> None:
        seen: dict[str, int] = {}
        while True:
            await asyncio.sleep(POLL_SECONDS)
            if self._edge.dependencies.carrier.up or self._hub is None:
                seen.clear()
                continue
            for name in self._hub.competitions:
                with suppress(QipanError):
                    stream = stream_of(CompetitionId(name))
                    version = await asyncio.to_thread(self._house.log.version, stream)
                    if seen.setdefault(name, version) != version:
                        seen[name] = version
                        self._announce(name, version)

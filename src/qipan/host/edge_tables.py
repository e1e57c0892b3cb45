"""Live tables that other processes own: the same doors as ``tables``, over the edge's links."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from random import SystemRandom
from typing import Any

import msgspec
import structlog

from qipan.cluster.debug_dump import of_edge, tell_when_asked
from qipan.cluster.edge.calls import evidence_of, open_lobby, open_table, show_table
from qipan.cluster.edge.database_polling import Polling
from qipan.cluster.edge.edge import Edge
from qipan.cluster.edge.lines import EdgeLine
from qipan.cluster.edge.lobbies import RemoteLobbies
from qipan.cluster.edge.mirror import Mirror, ReadOnly
from qipan.desk.accounts import EVERYWHERE
from qipan.host.hub import Hub
from qipan.host.live_tables import MOST_AT_A_TABLE, Caller, Entry, Tables
from qipan.journal.live.events import TableOpened
from qipan.journal.live.lobby import LobbyOpened
from qipan.journal.live.table import Table, fold_table, stream_of
from qipan.kernel.errors import BadInput, QipanError, Unknown
from qipan.kernel.ids import CompetitionId
from qipan.office.office import Announce
from qipan.office.office import stream_of as stream_of_competition
from qipan.play.lobby import Lobby
from qipan.play.owner import Around
from qipan.play.room import Outbox
from qipan.wiring import House, monotonic_ms, utc_now

log = structlog.get_logger("qipan.cluster")
CHANGES = "qipan.changes"
POLL_SECONDS = 2.0


class Change(msgspec.Struct, array_like=True, frozen=True):
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
        await edge.means.carrier.listen(CHANGES, self._hear)
        self._house.listeners.append(self._tell)
        self._polling = self._loop.create_task(self._poll())

    def stop(self) -> None:
        """Tell nobody any more."""
        self._house.listeners.remove(self._tell)
        if self._polling is not None:
            self._polling.cancel()

    def _tell(self, competition: CompetitionId, version: int) -> None:
        change = msgspec.msgpack.encode(Change(self._edge.means.name, competition, version))
        with suppress(RuntimeError):  # the loop closed: nobody is left to tell
            self._loop.call_soon_threadsafe(self._edge.means.carrier.send, CHANGES, change)

    def _hear(self, text: bytes) -> None:
        try:
            change = msgspec.msgpack.decode(text, type=Change)
        except msgspec.DecodeError:
            return
        if change.sender != self._edge.means.name:
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
            if self._edge.means.carrier.up or self._hub is None:
                seen.clear()
                continue
            for name in self._hub.competitions:
                with suppress(QipanError):
                    stream = stream_of_competition(CompetitionId(name))
                    version = await asyncio.to_thread(self._house.log.version, stream)
                    if seen.setdefault(name, version) != version:
                        seen[name] = version
                        self._announce(name, version)


class EdgeTables(Tables):
    """Tables somewhere else."""

    elsewhere = True

    def __init__(self, house: House, connect: Callable[[], Any]) -> None:
        """Take the journal; ``connect`` makes the edge once there is a loop."""
        super().__init__(house)
        self._connect = connect
        self.edge: Edge
        self.changes: ChangesElsewhere | None = None
        self._polling: asyncio.Task[None] | None = None
        self._mirroring: asyncio.Task[None]

    async def start(self) -> None:
        """Connect, and learn who owns what. Raises Unavailable."""
        self.edge = await self._connect()
        await self.edge.start()
        tell_when_asked(lambda: of_edge(self.edge))
        if self.changes is not None:
            await self.changes.start(self.edge)
        polling = Polling(self.edge, self.house.log, self.key)
        loop = asyncio.get_running_loop()
        self._polling = loop.create_task(polling.always())
        journal = ReadOnly(self.house.log)
        around = Around(journal, utc_now, monotonic_ms, _never, SystemRandom())
        self._owner = mirror = await asyncio.to_thread(Mirror, around)
        self.lobbies = RemoteLobbies(mirror, self.edge.tell)
        self._mirroring = loop.create_task(_tick(mirror))

    async def stop(self) -> None:
        """Let every line go."""
        await self.edge.stop()
        await asyncio.sleep(0.05)  # lets the last words reach sockets and owners
        if self._polling is not None:
            if self.changes is not None:
                self.changes.stop()
            self._polling.cancel()
            self._mirroring.cancel()
            self._polling = None
            self.owner.stopping = True
            with suppress(TimeoutError):
                await asyncio.wait_for(self.edge.means.carrier.close(), 2)
            await self.edge.means.leases.close()

    def measure(self) -> None:
        """Bring the figures up to date."""
        if self.running:
            self.edge.measure()

    @property
    def running(self) -> bool:
        """Say whether lines are taken."""
        return self._polling is not None

    def doubt(self) -> str:
        """Say why a player should be sent to another edge."""
        return "" if self.running and self.edge.means.carrier.up else "broker"

    # -- sockets -------------------------------------------------------------------------------

    async def admit(self, entry: Entry, arbiter_in: Callable[[str], str]) -> None:
        """Refuse what is refused without asking anybody; the rest is the owner's word."""
        crowd = self.edge.crowds.get(entry.table)
        if crowd is not None and len(crowd.lines) >= MOST_AT_A_TABLE:
            raise BadInput("this table has too many spectators", code="play.full")
        if entry.signed_in and not entry.token:
            table = await self.look(entry.table)
            entry.arbiter = arbiter_in(table.opened.origin.get("competition", EVERYWHERE))

    def arrive(self, entry: Entry, wake: Callable[[], None]) -> Caller:
        """Let somebody in; the owner of the table is asked to."""
        line = EdgeLine(self.edge, entry.table, entry.token, entry.arbiter)
        line.viewer = Outbox(wake)
        self.edge.open(line, entry.since)
        return line

    def leave(self, caller: Caller) -> None:
        """Let somebody go."""
        if isinstance(caller, EdgeLine):
            self.edge.close(caller)

    # -- routes --------------------------------------------------------------------------------

    async def look(self, name: str) -> Table:
        """Tell a table from the journal, to read in. Raises Unknown."""
        stored = list(await asyncio.to_thread(self.house.log.read, stream_of(name)))
        if not stored:
            raise Unknown("table", name)
        return await asyncio.to_thread(fold_table, name, stored)

    async def open(self, name: str, opened: TableOpened, *, begin: bool) -> None:
        """Open a table where it belongs. Raises what its owner raises."""
        await open_table(self.edge, name, opened, begin=begin)

    async def show(self, name: str) -> bytes:
        """Show a table as a spectator sees it. Raises Unknown."""
        return await show_table(self.edge, name)

    async def evidence(self, name: str) -> dict[str, Any]:
        """Collect everything about a table. Raises Unknown."""
        return await evidence_of(self.edge, name)

    async def open_lobby(self, name: str, terms: LobbyOpened) -> Lobby:
        """Open a lobby where it belongs. Raises Conflict if there is one of that name."""
        await open_lobby(self.edge, name, terms)
        if name not in self.lobbies:
            raise Unknown("lobby", name)
        return self.lobbies[name]


async def _tick(mirror: Mirror) -> None:
    """Look every second at the tables that pages show."""
    while True:
        await asyncio.sleep(1)
        try:
            await asyncio.to_thread(mirror.mirrored.refresh)
        except QipanError as error:
            log.warning("mirror", why=str(error))
        mirror.tick()


def _never(what: Callable[[], None]) -> None:
    """Run nothing: a mirror stores nothing, so nothing comes back from the storage."""
    del what

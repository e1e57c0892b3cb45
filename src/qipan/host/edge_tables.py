"""Live tables that other processes own: the port of live tables over the channels of an edge."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec
import structlog

from qipan.cluster.debug_dump import log_on_signal, reports_of_edge
from qipan.cluster.edge import calls
from qipan.cluster.edge.database_polling import DatabasePolling
from qipan.cluster.edge.edge import Edge
from qipan.cluster.edge.lines import EdgeLine
from qipan.cluster.edge.lobbies import LobbyReading, RemoteLobbies, RemoteLobby
from qipan.cluster.edge.mirror import TableMirror
from qipan.desk.accounts import EVERYWHERE
from qipan.host.changes_elsewhere import ChangesElsewhere
from qipan.host.seat_key import seat_key_of
from qipan.journal.live.events import TableOpened
from qipan.journal.live.lobby import LobbyOpened
from qipan.journal.live.table import Table, fold_table, stream_of
from qipan.kernel.errors import QipanError, Unavailable, Unknown
from qipan.play.gallery.delayed_room import require_shown, room_of
from qipan.play.messages import state_message
from qipan.play.port import BoardEntry, TableVisit, require_room
from qipan.play.room import Outbox
from qipan.wiring import House, utc_now

MIRROR_SECONDS = 1.0
HANG_UP_SECONDS = 2.0
log = structlog.get_logger("qipan.cluster")


class EdgeTables:
    """The port of live tables on an edge: whoever owns a table is asked."""

    def __init__(self, house: House, connect: Callable[[], Awaitable[Edge]]) -> None:
        """Take the journal; ``connect`` makes the edge once there is a loop."""
        self._house, self._connect = house, connect
        self.key = seat_key_of(house)
        self.changes: ChangesElsewhere | None = None
        self._edge: Edge | None = None
        self._mirror: TableMirror
        self._lobbies: RemoteLobbies
        self._tasks: list[asyncio.Task[None]] = []
        self._listeners: list[Callable[[str], None]] = []

    @property
    def edge(self) -> Edge:
        """Give the edge. Raises Unavailable before the start."""
        if self._edge is None:
            raise Unavailable("tables", "not running")
        return self._edge

    @property
    def running(self) -> bool:
        """Say whether lines are taken."""
        return bool(self._tasks)

    async def start(self) -> None:
        """Connect, and learn who owns what. Raises Unavailable."""
        self._edge = edge = await self._connect()
        await edge.start()
        log_on_signal(lambda: reports_of_edge(edge))
        if self.changes is not None:
            await self.changes.start(edge)
        journal = self._house.log
        self._mirror = TableMirror(journal, edge.clock, edge.owners.time.now)
        self._lobbies = RemoteLobbies(LobbyReading(journal, utc_now, edge.clock, edge.tell))
        polling = DatabasePolling(edge, journal, self.key)
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(polling.always()), loop.create_task(self._mirror_always())]

    async def stop(self) -> None:
        """Let every line go. Safe to call twice."""
        if self._edge is None:
            return
        await self.edge.stop()
        await asyncio.sleep(0.05)  # lets the last words reach sockets and owners
        tasks, self._tasks = self._tasks, []
        if not tasks:
            return
        if self.changes is not None:
            self.changes.stop()
        for task in tasks:
            task.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(HANG_UP_SECONDS):
                await self.edge.dependencies.carrier.close()
        await self.edge.dependencies.leases.close()

    def measure(self) -> None:
        """Bring the figures up to date."""
        if self.running:
            self.edge.measure()

    def doubt(self) -> str:
        """Say why a player should be sent to another edge."""
        return "" if self.running and self.edge.dependencies.carrier.up else "broker"

    async def _mirror_always(self) -> None:
        """Look every second at the tables that pages show."""
        while True:
            await asyncio.sleep(MIRROR_SECONDS)
            try:
                await asyncio.to_thread(self._mirror.refresh)
            except QipanError as error:
                log.warning("mirror", why=str(error))
            for name in self._mirror.changed():
                for changed in self._listeners:
                    changed(name)

    # -- sockets -------------------------------------------------------------------------------

    async def admit(self, visit: TableVisit, arbiter_in: Callable[[str], str]) -> TableVisit:
        """Refuse what is refused without asking anybody; the rest is the owner's word."""
        if visit.signed_in and not visit.token:
            table = await self.look(visit.table)
            competition = table.opened.origin.get("competition", EVERYWHERE)
            visit = msgspec.structs.replace(visit, arbiter=arbiter_in(competition))
        if visit.watches:
            require_room(self.edge.spectators_of(visit.table))
        return visit

    def arrive(self, visit: TableVisit, outbox: Outbox) -> EdgeLine:
        """Let somebody in; the owner of the table is asked to."""
        line = EdgeLine(self.edge, visit, outbox)
        self.edge.open(line)
        return line

    # -- single tables -------------------------------------------------------------------------

    async def look(self, name: str) -> Table:
        """Tell a table from the journal, to read in. Raises Unknown."""
        stored = list(await asyncio.to_thread(self._house.log.read, stream_of(name)))
        if not stored:
            raise Unknown("table", name)
        return await asyncio.to_thread(fold_table, name, stored)

    async def look_in_public(self, name: str) -> Table:
        """Tell a table from the journal as spectators may see it now. Raises Unknown."""
        stored = list(await asyncio.to_thread(self._house.log.read, stream_of(name)))
        if not stored:
            raise Unknown("table", name)
        clock = self.edge.clock
        room = await asyncio.to_thread(room_of, name, stored, clock, self.edge.owners.time.now())
        return require_shown(room, clock()).table

    async def open(self, name: str, opened: TableOpened, *, begin: bool) -> None:
        """Open a table where it belongs. Raises what its owner raises."""
        await calls.open_table(self.edge, name, opened, begin=begin)

    async def show(self, name: str) -> bytes:
        """Show a table as a spectator sees it. Raises Unknown."""
        return await calls.show_table(self.edge, name)

    async def evidence(self, name: str) -> dict[str, Any]:
        """Collect everything about a table. Raises Unknown."""
        return await calls.evidence_of(self.edge, name)

    async def show_board(self, name: str) -> dict[str, Any]:
        """Show a table as whoever is to move sees it. Raises Unknown."""
        return await calls.show_board(self.edge, name)

    async def enter(self, name: str, entry: BoardEntry) -> str:
        """Enter something beside the board; gives the code of a refusal, or nothing."""
        return await calls.enter(self.edge, name, entry)

    # -- many tables on one page ---------------------------------------------------------------

    def tables(self) -> list[Table]:
        """Give the open tables of every owner, as they stood a few seconds ago."""
        return self._mirror.open_tables()

    def glance(self, name: str) -> bytes | None:
        """Show a table as a spectator sees it, without its moves; None if there is none."""
        found = self._mirror.find(name)
        if found is None:
            return None
        table = found.table
        return state_message(table, None, found.elapsed(self.edge.clock()), (), table.version)

    def listen(self, changed: Callable[[str], None]) -> None:
        """Have ``changed`` told the name of every table that goes on, soon after it did."""
        self._listeners.append(changed)

    # -- open matching -------------------------------------------------------------------------

    def lobbies(self) -> list[RemoteLobby]:
        """Give every period of open matching."""
        return self._lobbies.all()

    def lobby(self, name: str) -> RemoteLobby:
        """Find a period of open matching. Raises Unknown."""
        return self._lobbies.find(name)

    async def open_lobby(self, name: str, terms: LobbyOpened) -> RemoteLobby:
        """Open a lobby where it belongs. Raises Conflict if there is one of that name."""
        await calls.open_lobby(self.edge, name, terms)
        return self._lobbies.find(name)

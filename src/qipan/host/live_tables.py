"""The live tables of this process: an owner on the running loop, its ticker and its pulse."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from random import SystemRandom
from typing import Any, Protocol

import structlog

from qipan.desk.accounts import EVERYWHERE
from qipan.host.single_owner_guard import Alone
from qipan.journal.live.events import TableOpened
from qipan.journal.live.lobby import PREFIX as LOBBIES
from qipan.journal.live.lobby import LobbyOpened
from qipan.journal.live.table import Table
from qipan.kernel.errors import BadInput, Refused, Unavailable, Unknown
from qipan.play.automatic_moves import Automatic
from qipan.play.error_containment import Contained
from qipan.play.evidence import evidence
from qipan.play.lobby import Lobby
from qipan.play.outside_requests import limit_practice, shown_outside
from qipan.play.owner import Around, Owner
from qipan.play.reception import Guest, arrive, leave, seat_for
from qipan.play.recovery import BEAT, Pulse, recover, stop
from qipan.play.registry import Registry, open_elsewhere
from qipan.play.room import Outbox, Room, Viewer
from qipan.play.seating import Seating
from qipan.play.seats import seat_link
from qipan.wiring import House, leases_of, monotonic_ms, new_token, role_name, table_name, utc_now

SHORTEST_NAP, LONGEST_NAP = 0.005, 0.1
STOP_SECONDS = 5.0
MOST_AT_A_TABLE = 6_000
MATCHING = 2000
"""Milliseconds between two draws in a lobby, so that there is somebody to draw from."""
_KEY = "play/seats"
log = structlog.get_logger()


class Entry:
    """Who wants in: which table, which seat, and from where on."""

    def __init__(self, table: str, token: str, since: int, *, signed_in: bool = False) -> None:
        """Keep what was asked; ``arbiter`` is found out by whoever admits."""
        self.table, self.token, self.since, self.signed_in = table, token, since, signed_in
        self.arbiter = ""


class Caller(Protocol):
    """One open connection, as its socket sees it."""

    @property
    def viewer(self) -> Outbox:
        """Give what waits to be written to it."""

    def receive(self, text: str | bytes) -> None:
        """Take one message; never raises for what a client sent."""


class Tables:
    """Live tables, from the start of the server to its end.

    Whatever a route or a socket wants of a table goes through here, so that it may be owned by
    another process (``edges.EdgeTables``).
    """

    elsewhere = False
    """Whether other processes own the tables, and keep the timetables."""

    def __init__(self, house: House) -> None:
        """Take the journal; nothing runs before ``start``."""
        self.house = house
        self.key = kept_key(house)
        self._owner: Owner | None = None
        self._ticker: asyncio.Task[None] | None = None
        self.lobbies: dict[str, Lobby] = {}
        self._alone: Alone | None = None

    @property
    def owner(self) -> Owner:
        """Give the owner. Raises Unavailable before the start and after the end."""
        if self._owner is None:
            raise Unavailable("tables", "not running")
        return self._owner

    @property
    def running(self) -> bool:
        """Say whether there is an owner."""
        return self._owner is not None

    async def start(self) -> None:
        """Bring open tables back and begin to watch clocks.

        Raises Unavailable if other processes own the tables of this database.
        """
        loop = asyncio.get_running_loop()
        leases = leases_of(self.house)
        if leases is not None:
            self._alone = Alone(role_name("serve"), leases)
            await self._alone.start()

        def post(what: Callable[[], None]) -> None:
            with suppress(RuntimeError):  # the loop closed: nobody is left to tell
                loop.call_soon_threadsafe(what)

        around = Around(self.house.log, utc_now, monotonic_ms, post, SystemRandom(), report)
        inherited = open_elsewhere(around.log, shards=True) if leases is not None else ()
        owner = Owner(around, Registry(around.log, inherited=inherited))
        pulse: Pulse | None = self.house.pulse
        automatic = Automatic(owner, _in_thread(loop))
        Seating(owner, lambda room, seat: seat_link(self.key, room.table, seat))
        back = recover(owner, pulse.last() if pulse else None)
        for room in back:
            automatic.look(room)
        self._owner = owner
        beating = Beating(owner, pulse, back)
        for stream in self.house.log.streams(LOBBIES):
            name = stream.removeprefix(LOBBIES)
            self.lobbies[name] = Lobby(owner, name, self.new_name)
        self._ticker = loop.create_task(self._tick(owner, beating))

    # -- sockets -------------------------------------------------------------------------------

    async def admit(self, entry: Entry, arbiter_in: Callable[[str], str]) -> None:
        """Say whether somebody may look at a table. Raises Unknown, Refused or BadInput."""
        room = self.owner.room(entry.table)
        if len(room.viewers) >= MOST_AT_A_TABLE:
            raise BadInput("this table has too many spectators", code="play.full")
        seat_for(self.key, room, entry.token)
        entry.arbiter = arbiter_in(room.table.opened.origin.get("competition", EVERYWHERE))

    def arrive(self, entry: Entry, wake: Callable[[], None]) -> Caller:
        """Let somebody in who was admitted. Raises Refused if the token was replaced meanwhile."""
        room = self.owner.room(entry.table)
        seat = seat_for(self.key, room, entry.token)
        return arrive(self.owner, Viewer(room, seat, entry.arbiter, wake), entry.since)

    def leave(self, caller: Caller) -> None:
        """Let somebody go."""
        if self._owner is not None and isinstance(caller, Guest):
            leave(self._owner, caller.viewer)

    # -- routes --------------------------------------------------------------------------------

    async def look(self, name: str) -> Table:
        """Give a table to read in. Raises Unknown."""
        return self.owner.room(name).table

    async def open(self, name: str, opened: TableOpened, *, begin: bool) -> None:
        """Open a table and wait until it is stored. Raises BadInput or Refused."""
        limit_practice(opened, [self.owner])
        await asyncio.wrap_future(self.owner.open(name, opened, begin=begin))

    async def show(self, name: str) -> bytes:
        """Show a table as a spectator sees it, as JSON. Raises Unknown."""
        return shown_outside(self.owner, name)

    async def evidence(self, name: str) -> dict[str, Any]:
        """Collect everything about a table. Raises Unknown."""
        return evidence(self.owner, name)

    # -- life ----------------------------------------------------------------------------------

    def new_name(self) -> str:
        """Make the name of a new table."""
        return table_name(utc_now())

    async def open_lobby(self, name: str, terms: LobbyOpened) -> Lobby:
        """Open a lobby. Raises Conflict if there is one of that name."""
        opening = Lobby.open(self.owner, name, terms, self.new_name)
        self.lobbies[name] = found = await asyncio.wrap_future(opening)
        return found

    async def stop(self) -> None:
        """Suspend clocks, tell players, and wait until that is stored. Safe to call twice."""
        if self._owner is None or self._owner.stopping:
            return
        owner = self._owner
        stop(owner)
        waited = 0.0
        while waited < STOP_SECONDS and any(room.busy for room in owner.rooms.values()):
            await asyncio.sleep(SHORTEST_NAP)
            waited += SHORTEST_NAP
        await asyncio.sleep(SHORTEST_NAP)  # lets the last words reach the sockets
        if self._ticker is not None:
            self._ticker.cancel()
        if self._alone is not None:
            await self._alone.stop()

    async def _tick(self, owner: Owner, beating: "Beating") -> None:
        matched = monotonic_ms()
        while True:
            due = owner.tick()  # keeps the mistakes of one table from the others
            now = monotonic_ms()
            beating.look(now)
            if now - matched >= MATCHING and not owner.stopping:
                matched = now
                self._match()
            await asyncio.sleep(min(LONGEST_NAP, max(SHORTEST_NAP, (due - now) / 1000)))

    def _match(self) -> None:
        for name, lobby in self.lobbies.items():
            with Contained(report, name):  # must stop neither the other lobbies nor the clocks
                lobby.hurry()
                lobby.match()


class Beating:
    """Signs of life, but none before the tables of a dead process stand suspended in the journal.

    Else a second kill would take the sign of a process that had not yet noted the first one, and
    charge the mover the time in between.
    """

    def __init__(self, owner: Owner, pulse: Pulse | None, back: list[Room]) -> None:
        """Wait for those of the tables that came back running."""
        self._owner, self._pulse = owner, pulse
        self._unsettled = [(room, room.table.version) for room in back if room.table.going]
        self._beaten: int | None = None

    def look(self, now: int) -> None:
        """Give a sign of life if it is time for one; a disk that does not take it is logged."""
        self._unsettled = [
            (room, version)
            for room, version in self._unsettled
            if room.table.going and room.table.version == version
        ]
        early = self._beaten is not None and now - self._beaten < BEAT // 2
        if self._pulse is None or self._unsettled or early:
            return
        self._beaten = now
        try:
            self._pulse.beat(utc_now() - timedelta(milliseconds=self._owner.longest_commit()))
        except Unavailable:
            log.exception("pulse")


def report(table: str, error: Exception) -> None:
    """Write a mistake of ours down, for whoever runs the server."""
    log.error("mistake", table=table, exc_info=error)


def kept_key(house: House) -> bytes:
    """Give the key that makes the tokens of seats; made by whoever needs it first."""
    try:
        return house.secrets.reveal(_KEY)
    except Unknown:
        with suppress(Refused):  # another process may have made it first
            house.secrets.keep(_KEY, new_token().encode())
        return house.secrets.reveal(_KEY)


def _in_thread(loop: asyncio.AbstractEventLoop) -> Any:
    def background(work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        future = loop.run_in_executor(None, work)
        future.add_done_callback(lambda done: then(done.result()))

    return background

"""The live tables of this process: an owner on the running loop, its ticker and its pulse."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from random import SystemRandom
from typing import Any

import structlog

from qipan.kernel.errors import Refused, Unavailable, Unknown
from qipan.play.automatic import Automatic
from qipan.play.lobby import PREFIX as LOBBIES
from qipan.play.lobby import Lobby
from qipan.play.lobby_state import LobbyOpened
from qipan.play.mistakes import Contained
from qipan.play.owner import Around, Owner
from qipan.play.recovery import BEAT, Pulse, recover, stop
from qipan.play.room import Room
from qipan.play.seating import Seating
from qipan.play.seats import seat_link
from qipan.wiring import House, new_token, utc_now

SHORTEST_NAP, LONGEST_NAP = 0.005, 0.1
STOP_SECONDS = 5.0
MATCHING = 2000
"""Milliseconds between two draws in a lobby, so that there is somebody to draw from."""
_KEY = "play/seats"
log = structlog.get_logger()


def clock() -> int:
    """Read the clock that only ever grows, in milliseconds."""
    return time.monotonic_ns() // 1_000_000


class Tables:
    """Live tables, from the start of the server to its end."""

    def __init__(self, house: House) -> None:
        """Take the journal; nothing runs before ``start``."""
        self.house = house
        self.key = _kept_key(house)
        self._owner: Owner | None = None
        self._ticker: asyncio.Task[None] | None = None
        self.lobbies: dict[str, Lobby] = {}

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
        """Bring open tables back and begin to watch clocks."""
        loop = asyncio.get_running_loop()

        def post(what: Callable[[], None]) -> None:
            with suppress(RuntimeError):  # the loop closed: nobody is left to tell
                loop.call_soon_threadsafe(what)

        owner = Owner(Around(self.house.log, utc_now, clock, post, SystemRandom(), _report))
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

    async def _tick(self, owner: Owner, beating: "Beating") -> None:
        matched = clock()
        while True:
            due = owner.tick()  # keeps the mistakes of one table from the others
            now = clock()
            beating.look(now)
            if now - matched >= MATCHING and not owner.stopping:
                matched = now
                self._match()
            await asyncio.sleep(min(LONGEST_NAP, max(SHORTEST_NAP, (due - now) / 1000)))

    def _match(self) -> None:
        for name, lobby in self.lobbies.items():
            with Contained(_report, name):  # must stop neither the other lobbies nor the clocks
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


def _report(table: str, error: Exception) -> None:
    log.error("mistake", table=table, exc_info=error)


def _kept_key(house: House) -> bytes:
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


def table_name(now: datetime) -> str:
    """Make the name of a new table: its day, and something nobody can guess."""
    return f"{now:%Y%m%d}-{new_token()[:16]}"

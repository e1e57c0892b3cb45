"""Live tables that this process owns: an owner on the running loop, its ticker and its pulse."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import timedelta
from random import SystemRandom
from typing import Any

import msgspec
import structlog

from qipan.desk.accounts import EVERYWHERE
from qipan.host.seat_key import seat_key_of
from qipan.host.single_owner_guard import SingleOwnerGuard
from qipan.journal.live.events import TableOpened
from qipan.journal.live.lobby import PREFIX as LOBBIES
from qipan.journal.live.lobby import LobbyOpened
from qipan.journal.live.table import Table
from qipan.kernel.errors import QipanError, Unavailable, Unknown
from qipan.kernel.ids import CompetitionId
from qipan.play import boardside
from qipan.play.automatic_moves import AutomaticMoves
from qipan.play.error_containment import ErrorContainment, log_mistake
from qipan.play.evidence import evidence
from qipan.play.gallery.delayed_room import require_shown
from qipan.play.guests.house_of_guests import HouseOfGuests
from qipan.play.lobbies.lobby import Lobby
from qipan.play.outside_requests import make_practice_room, shown_outside, tables_in_public
from qipan.play.owner import Owner, OwnerDependencies
from qipan.play.port import BoardEntry, TableVisit, require_room
from qipan.play.reception import Guest, arrive, note_origin, seat_at
from qipan.play.recovery import BEAT, Pulse, play_on, recover, stop
from qipan.play.registry import Registry, tables_left_open
from qipan.play.room import Outbox, Room, Viewer
from qipan.play.seat_reissue import SeatReissue
from qipan.play.seats import seat_link
from qipan.play.thinking.threads import ThinkingThreads
from qipan.wiring import House, leases_of, monotonic_ms, role_name, table_name, utc_now

SHORTEST_NAP, LONGEST_NAP = 0.005, 0.1
STOP_SECONDS = 5.0
MATCHING = 2000
"""Milliseconds between two draws in a lobby, so that there is somebody to draw from."""
log = structlog.get_logger()


class LocalTables:
    """The port of live tables on an owner in this process."""

    def __init__(self, house: House, guests: HouseOfGuests | None = None) -> None:
        """Take the journal, and guests that play; nothing runs before ``start``."""
        self.house, self._guests = house, guests
        self.key = seat_key_of(house)
        self._owner: Owner | None = None
        self._ticker: asyncio.Task[None] | None = None
        self._thinking: ThinkingThreads | None = None
        self._lobbies: dict[str, Lobby] = {}
        self._alone: SingleOwnerGuard | None = None

    @property
    def owner(self) -> Owner:
        """Give the owner. Raises Unavailable before the start and after the end."""
        if self._owner is None:
            raise Unavailable("tables", "not running")
        return self._owner

    @property
    def running(self) -> bool:
        """Say whether they have started, and not stopped."""
        return self._owner is not None and not self._owner.stopping

    async def start(self) -> None:
        """Bring open tables back and begin to watch clocks.

        Raises Unavailable if other processes own the tables of this database.
        """
        loop = asyncio.get_running_loop()
        leases = leases_of(self.house)
        if leases is not None:
            self._alone = SingleOwnerGuard(role_name("serve"), leases)
            await self._alone.start()

        def post(what: Callable[[], None]) -> None:
            with suppress(RuntimeError):  # the loop closed: nobody is left to tell
                loop.call_soon_threadsafe(what)

        dependencies = OwnerDependencies(
            *(self.house.log, utc_now, monotonic_ms, post, SystemRandom(), log_mistake),
            held=self._held,
            salted=True,
        )
        inherited = tables_left_open(dependencies.log, shards=True) if leases is not None else ()
        owner = Owner(dependencies, Registry(dependencies.log, inherited=inherited))
        pulse: Pulse | None = self.house.pulse
        self._thinking = ThinkingThreads(loop, self._guests)
        automatic = AutomaticMoves(owner, self._thinking)
        SeatReissue(owner, lambda room, seat: seat_link(self.key, room.table, seat))
        back = recover(owner, pulse.last() if pulse else None)
        for room in back:
            automatic.look(room)
        self._owner = owner
        beating = PulseSender(owner, pulse, back)
        for stream in self.house.log.streams(LOBBIES):
            name = stream.removeprefix(LOBBIES)
            with ErrorContainment(log_mistake, stream):
                self._lobbies[name] = Lobby(owner, name, _new_name)
        self._ticker = loop.create_task(self._tick(owner, beating))

    def _held(self, competition: str) -> bool:
        office = self.house.office
        state = office.last_known(CompetitionId(competition))
        if not state.version:
            try:
                state = office.state(CompetitionId(competition))
            except QipanError:  # none of its own, or one that cannot be read
                return True
        return office.holds(state)

    def told_elsewhere(self, names: Iterable[str]) -> None:
        """Go on with tables that another server plays, from what it sent; on the loop."""
        for name in names:
            with ErrorContainment(log_mistake, name):
                self.owner.catch_up(name)

    def play_on(self, names: Iterable[str]) -> None:
        """Play tables on that were played elsewhere: clocks stand until players are back."""
        for name in names:
            with ErrorContainment(log_mistake, name):
                self.owner.catch_up(name)
                play_on(self.owner, name)

    # -- sockets -------------------------------------------------------------------------------

    async def admit(self, visit: TableVisit, arbiter_in: Callable[[str], str]) -> TableVisit:
        """Say whether somebody may look at a table. Raises Unknown, Refused or BadInput."""
        room = self.owner.room(visit.table)
        seat_at(self.key, room.table, visit.token)
        competition = room.table.opened.origin.get("competition", EVERYWHERE)
        found = msgspec.structs.replace(visit, arbiter=arbiter_in(competition))
        if found.watches:
            public = require_shown(room, monotonic_ms())
            require_room(len(public.viewers) - len(public.holders))
        return found

    def arrive(self, visit: TableVisit, outbox: Outbox) -> Guest:
        """Let somebody in who was admitted. Raises Refused if the token was replaced meanwhile."""
        room = self.owner.room(visit.table)
        seat = seat_at(self.key, room.table, visit.token)
        viewer = Viewer(room, seat, visit.arbiter, outbox)
        guest = arrive(self.owner, viewer, visit.since)
        note_origin(self.owner, self.key, viewer, visit.line, visit.device)
        return guest

    # -- single tables -------------------------------------------------------------------------

    async def look(self, name: str) -> Table:
        """Give a table as it is, to read in. Raises Unknown."""
        return self.owner.room(name).table

    async def look_in_public(self, name: str) -> Table:
        """Give a table as spectators may see it now. Raises Unknown."""
        return require_shown(self.owner.room(name), monotonic_ms()).table

    async def open(self, name: str, opened: TableOpened, *, begin: bool) -> None:
        """Open a table and wait until it is stored. Raises BadInput or Refused."""
        make_practice_room(opened, [self.owner])
        await asyncio.wrap_future(self.owner.open(name, opened, begin=begin))

    async def show(self, name: str) -> bytes:
        """Show a table as a spectator sees it, as JSON. Raises Unknown."""
        return shown_outside(self.owner, name)

    async def evidence(self, name: str) -> dict[str, Any]:
        """Collect everything about a table. Raises Unknown."""
        return evidence(self.owner, name)

    async def show_board(self, name: str) -> dict[str, Any]:
        """Show a table as whoever is to move sees it. Raises Unknown."""
        return boardside.show_board(self.owner, name)

    async def enter(self, name: str, entry: BoardEntry) -> str:
        """Enter something beside the board; gives the code of a refusal, or nothing."""
        return await boardside.enter(self.owner, name, entry)

    # -- many tables on one page ---------------------------------------------------------------

    def tables(self) -> list[Table]:
        """Give the tables in memory that spectators may know of, as they may see them."""
        return tables_in_public(self.owner)

    def glance(self, name: str) -> bytes | None:
        """Show a table as a spectator sees it, without its moves; None if not in memory."""
        if name not in self.owner.rooms:
            return None
        version = self.owner.rooms[name].in_public.table.version
        try:
            return shown_outside(self.owner, name, since=version)
        except Unknown:  # for the public there is none yet
            return None

    def listen(self, changed: Callable[[str], None]) -> None:
        """Have ``changed`` told the name of every table that goes on."""
        self.owner.on_shown.append(lambda room, _: changed(room.table.id))

    # -- open matching -------------------------------------------------------------------------

    def lobbies(self) -> list[Lobby]:
        """Give every period of open matching."""
        return list(self._lobbies.values())

    def lobby(self, name: str) -> Lobby:
        """Find a period of open matching. Raises Unknown."""
        if name not in self._lobbies:
            raise Unknown("lobby", name[:60])
        return self._lobbies[name]

    async def open_lobby(self, name: str, terms: LobbyOpened) -> Lobby:
        """Open a period of open matching. Raises Conflict if there is one of that name."""
        opening = Lobby.open(self.owner, name, terms, _new_name)
        self._lobbies[name] = found = await asyncio.wrap_future(opening)
        return found

    # -- life ----------------------------------------------------------------------------------

    async def stop(self) -> None:
        """Suspend clocks, tell players, and wait until that is stored. Safe to call twice."""
        if self._owner is None or self._owner.stopping:
            return
        owner = self._owner
        stop(owner)
        waited = 0.0
        while waited < STOP_SECONDS and any(room.busy for room in owner.rooms_now()):
            await asyncio.sleep(SHORTEST_NAP)
            waited += SHORTEST_NAP
        await asyncio.sleep(SHORTEST_NAP)  # lets the last words reach the sockets
        if self._ticker is not None:
            self._ticker.cancel()
        if self._thinking is not None:
            await asyncio.to_thread(self._thinking.stop)
        if self._alone is not None:
            await self._alone.stop()

    async def _tick(self, owner: Owner, beating: "PulseSender") -> None:
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
        for name, lobby in self._lobbies.items():
            with ErrorContainment(
                log_mistake, name
            ):  # must stop neither the other lobbies nor the clocks
                lobby.hurry()
                lobby.match()


def _new_name() -> str:
    return table_name(utc_now())


class PulseSender:
    """Signs of life, but none before the tables of a dead process stand suspended in the journal.

    Else a second kill would take the sign of a process that had not yet noted the first one, and
    charge the mover the time in between.
    """

    def __init__(self, owner: Owner, pulse: Pulse | None, back: list[Room]) -> None:
        """Wait for those of the tables that came back running."""
        self._owner, self._pulse = owner, pulse
        self._unsettled = [(room, room.table.version) for room in back if room.table.going]
        self._beaten: int | None = None
        self._failing = False

    def look(self, now: int) -> None:
        """Give a sign of life if it is time for one; a disk that takes none is logged once."""
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
            self._failing = False
        except Unavailable:
            if not self._failing:
                log.exception("pulse")
            self._failing = True

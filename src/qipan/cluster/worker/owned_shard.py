"""One shard in a worker's hands: its tables, its lobbies, and the epoch it writes under."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial

import structlog

from qipan.cluster.dependencies import ShardLog
from qipan.cluster.remote_hall import RemoteHall
from qipan.cluster.worker.snapshot_writer import SnapshotWriter
from qipan.cluster.worker.spread_tables import SpreadTables
from qipan.contest import OwnerHall
from qipan.journal.envelope import Envelope
from qipan.journal.live.events import PlaySuspended, TableEvent
from qipan.journal.live.lobby import LobbyOpened, LobbyState
from qipan.journal.live.snapshot import Snapshot, restored
from qipan.journal.live.table import Table, refold_table, stream_of
from qipan.kernel.errors import QipanError
from qipan.play.automatic_moves import AutomaticMoves
from qipan.play.conduct_log import TableTakenOver
from qipan.play.error_containment import ErrorContainment, log_mistake
from qipan.play.lobbies.lobby import Lobby
from qipan.play.lobbies.tables import TableGlance, glance_of
from qipan.play.owner import Owner, OwnerDependencies
from qipan.play.reception import all_here
from qipan.play.recovery import bring_back
from qipan.play.registry import Registry, stream_of_shard
from qipan.play.room import Room
from qipan.play.seat_reissue import SeatReissue
from qipan.play.seats import seat_link
from qipan.play.shards import TakenShard
from qipan.play.thinking.work import Background

TellLobby = Callable[[str, str, TableGlance], None]
"""Told the name of a lobby, of a table of it, and how that stands."""
FEW = 2
"""So many tables are not worth a thread."""
log = structlog.get_logger("qipan.cluster")


class OwnedShard:
    """A shard that was taken."""

    def __init__(self, taken: TakenShard, until: int) -> None:
        """Begin without tables: they are read next. ``until``: when it is no longer ours."""
        self.shard, self.epoch, self.until = taken.shard, taken.epoch, until
        self.ready = self.lost = False
        self.ticked = 0
        self._journal: ShardLog
        self._hall: RemoteHall
        self._table_name: Callable[[], str]
        self._tell_lobby: TellLobby
        self._dependencies: OwnerDependencies
        self._told: list[tuple[str, list[Envelope], Table]] = []
        """Tables that were told again and not brought back yet."""
        self.owner: Owner
        self.automatic: AutomaticMoves
        self.hall: OwnerHall
        self.lobbies: dict[str, Lobby] = {}
        self.on_ready: list[Callable[[], None]] = []
        """What waits until the shard has been read."""
        self._unsettled: list[tuple[Room, int]] = []
        seen = taken.before.seen
        self.last_sign = datetime.fromtimestamp(seen / 1000, UTC) if seen > 0 else None

    def write_with(self, dependencies: OwnerDependencies, journal: ShardLog) -> None:
        """Learn what to work with; the register of tables is read next."""
        self._dependencies, self._journal = dependencies, journal

    def play_with(self, hall: RemoteHall, table_name: Callable[[], str], told: TellLobby) -> None:
        """Learn how lobbies reach their tables, and how tables reach their lobbies."""
        self._hall, self._table_name, self._tell_lobby = hall, table_name, told

    def take_register(self, stored: Sequence[Envelope], inherited: Sequence[str]) -> None:
        """Learn which tables are open. Raises Corrupt."""
        register = Registry(self._journal, stream_of_shard(self.shard), inherited, stored)
        self.owner = Owner(self._dependencies, register)

    def tell_again(
        self,
        name: str,
        stored: list[Envelope],
        noted: Sequence[Envelope],
        snapshot: Snapshot | None = None,
    ) -> None:
        """Tell a table again; one that cannot be must not keep a shard from its players.

        With a snapshot ``stored`` begins at its event; one that is no use is passed over.
        Raises Unavailable.
        """
        table = None if snapshot is None else restored(snapshot, stored)
        if snapshot is not None and table is None:
            log.warning("snapshot", table=name, why="it does not fit the journal")
            stored = list(self._journal.read(stream_of(name)))
        try:
            self._told.append((name, stored, table or refold_table(name, stored)))
            self.owner.watch.know(name, noted)
        except QipanError as error:
            log.error("table", table=name, why=str(error))

    def begin(
        self, background: Background, key: bytes, writer: SnapshotWriter | None = None
    ) -> int:
        """Bring the tables back, suspended where clocks ran; gives how many there are."""
        self.owner.on_stored.append(self._look_at_end)
        if writer is not None:
            self.owner.on_stored.append(partial(writer.look, self.shard))
            writer.sweep(self.shard, frozenset(self.owner.registry.open))
        self.automatic = AutomaticMoves(self.owner, background)
        self.hall = OwnerHall(self.owner)
        SeatReissue(self.owner, lambda room, seat: seat_link(key, room.table, seat))
        self.owner.on_kind[PlaySuspended].append(self._go_on)
        count = 0
        tables, self._told = self._told, []
        for name, stored, table in tables:
            ran = table.going
            room = bring_back(self.owner, name, stored, self.last_sign, table)
            if room is None:
                continue
            count += 1
            self.automatic.look(room)
            if ran:
                self._unsettled.append((room, room.table.version))
                self._tell(room)
        if self._unsettled:
            names = [room.table.id for room, _ in self._unsettled]
            log.warning("taken-over", shard=self.shard, epoch=self.epoch, tables=names)
        self.owner.settling = bool(self._unsettled)
        self.ready = True
        return count

    def take_up_lobby(self, name: str, state: LobbyState) -> None:
        """Go on with a lobby of this shard."""
        self.lobbies[name] = Lobby(self.owner, name, self._table_name, state, self._spread())

    async def open_lobby(self, name: str, terms: LobbyOpened) -> Lobby:
        """Open a lobby; asked twice it is opened once. Raises Conflict or Unavailable."""
        found = self.lobbies.get(name)
        if found is None:
            opening = Lobby.open(self.owner, name, terms, self._table_name, self._spread())
            found = self.lobbies[name] = await asyncio.wrap_future(opening)
        return found

    def _spread(self) -> SpreadTables:
        return SpreadTables(self._hall, self.owner.dependencies.clock, lambda: not self.lost)

    async def fetch(self, names: Sequence[str]) -> None:
        """Take tables up that are not in memory, asked for together; there may be none of a name.

        Raises Unavailable.
        """
        missing = [name for name in names if name not in self.owner.rooms]
        if len(missing) < FEW:
            return
        streams = [stream_of(name) for name in missing]
        stored = await asyncio.to_thread(self._journal.read_all, streams)
        for name, stream in zip(missing, streams, strict=True):
            if stored[stream] and name not in self.owner.rooms and not self.lost:
                with ErrorContainment(log_mistake, name):
                    self.owner.take_up(name, stored[stream])

    @property
    def settled(self) -> bool:
        """Say whether every table that ran stands suspended in the journal; from any thread."""
        return self.ready and not any(
            room.table.going and room.table.version == version for room, version in self._unsettled
        )

    def _go_on(self, room: Room, event: TableEvent) -> None:
        """Go on where players came back before the suspension was stored.

        After a takeover only when all tables of the shard stand: until then it gives no sign of
        life, and whoever moved by then would have all that time given at the next one.
        """
        del event
        back = [room]
        if self.owner.settling:
            if not self.settled:
                return
            self.owner.settling, self._unsettled = False, []
            back = self.owner.rooms_now()
        for each in back:
            if each.all_here and each.table.begun:
                all_here(self.owner, each)

    def _look_at_end(self, room: Room, event: TableEvent) -> None:
        del event
        lobby = room.table.opened.origin.get("lobby", "")
        if lobby and room.table.over:
            found = glance_of(room.table, anybody=bool(room.holders))
            self._tell_lobby(lobby, room.table.id, found)

    def _tell(self, room: Room) -> None:
        """Note for the arbiter that the table changed hands while its clocks ran."""
        sign = self.last_sign or self.owner.dependencies.now()
        down = int((self.owner.dependencies.now() - sign).total_seconds() * 1000)
        table = room.table
        event = TableTakenOver(epoch=self.epoch, down=max(0, down), seq=table.version)
        self.owner.watch.note(table.id, event)

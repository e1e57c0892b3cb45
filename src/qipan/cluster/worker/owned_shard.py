"""One shard in a worker's hands: its tables, its lobbies, and the epoch it writes under."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import structlog

from qipan.cluster.dependencies import ShardLog
from qipan.contest import OwnerHall
from qipan.journal.envelope import Envelope
from qipan.journal.live.events import PlaySuspended, TableEvent
from qipan.journal.live.table import Table, fold_table, stream_of
from qipan.kernel.errors import QipanError
from qipan.play.automatic_moves import AutomaticMoves
from qipan.play.conduct_log import TableTakenOver, stream_of_notes
from qipan.play.error_containment import ErrorContainment, log_mistake
from qipan.play.lobby import Lobby
from qipan.play.owner import Owner, OwnerDependencies
from qipan.play.reception import all_here
from qipan.play.recovery import bring_back, tables_with_time
from qipan.play.registry import Registry, stream_of_shard
from qipan.play.room import Room
from qipan.play.seat_reissue import SeatReissue
from qipan.play.seats import seat_link
from qipan.play.shards import TakenShard
from qipan.play.thinking.work import Background

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
        self.owner: Owner
        self.automatic: AutomaticMoves
        self.hall: OwnerHall
        self.table_name: Callable[[], str]
        """Makes names of tables that belong to this shard."""
        self.lobbies: dict[str, Lobby] = {}
        self._unsettled: list[tuple[Room, int]] = []
        seen = taken.before.seen
        self.last_sign = datetime.fromtimestamp(seen / 1000, UTC) if seen > 0 else None

    def read(
        self, dependencies: OwnerDependencies, journal: ShardLog, inherited: list[str]
    ) -> list[tuple[str, list[Envelope], Table]]:
        """Tell the tables again at which time passes; may run beside everything else.

        The others are told again when somebody comes to them.
        """
        self._journal = journal
        mine = Registry(journal, stream_of_shard(self.shard), inherited)
        self.owner = Owner(dependencies, mine)
        due = tables_with_time(journal, mine.open)
        stored = journal.read_all([stream_of(name) for name in due])
        noted = journal.read_all([stream_of_notes(name) for name in due])
        found = []
        for name in due:
            events = stored[stream_of(name)]
            try:
                if events:
                    found.append((name, events, fold_table(name, events)))
                    self.owner.watch.know(name, noted[stream_of_notes(name)])
            except QipanError as error:
                # One table that cannot be told again must not keep a shard from its players.
                log.error("table", table=name, why=str(error))
        return found

    def begin(
        self,
        tables: list[tuple[str, list[Envelope], Table]],
        background: Background,
        key: bytes,
    ) -> int:
        """Bring the tables back, suspended where clocks ran; gives how many there are."""
        self.automatic = AutomaticMoves(self.owner, background)
        self.hall = OwnerHall(self.owner)
        SeatReissue(self.owner, lambda room, seat: seat_link(key, room.table, seat))
        self.owner.on_kind[PlaySuspended].append(self._go_on)
        count = 0
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
        self.ready = True
        return count

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
        """Say whether every table that ran stands suspended in the journal."""
        self._unsettled = [
            (room, version)
            for room, version in self._unsettled
            if room.table.going and room.table.version == version
        ]
        return self.ready and not self._unsettled

    def _go_on(self, room: Room, event: TableEvent) -> None:
        """Go on at once if players came back before the suspension was stored."""
        del event
        if room.all_here:
            all_here(self.owner, room)

    def _tell(self, room: Room) -> None:
        """Note for the arbiter that the table changed hands while its clocks ran."""
        sign = self.last_sign or self.owner.dependencies.now()
        down = int((self.owner.dependencies.now() - sign).total_seconds() * 1000)
        table = room.table
        event = TableTakenOver(epoch=self.epoch, down=max(0, down), seq=table.version)
        self.owner.watch.note(table.id, event)

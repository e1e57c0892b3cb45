"""Shards that are free are taken, up to a fair share, and read; what is more is handed over.

A shard that was lost is taken again like any other: read anew, clocks suspended from the last
renewal on. Players wait for it: so a worker looks at the very moment at which somebody's lease runs
out, and at once when somebody says that shards are free; and what another took first costs it no
second look, it goes on to the next.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import msgspec
import structlog

from qipan.cluster.demand import ShardDemand
from qipan.cluster.dependencies import WorkerDependencies
from qipan.cluster.metrics import ClusterMetrics
from qipan.cluster.remote_hall import RemoteHall
from qipan.cluster.transport.call_bodies import TableNews
from qipan.cluster.transport.frames import read_news
from qipan.cluster.worker.owned_shard import OwnedShard
from qipan.cluster.worker.shard_leases import OwnedShards
from qipan.cluster.worker.shard_reading import StoredTable, read_shards
from qipan.cluster.worker.snapshot_writer import SnapshotWriter
from qipan.games import all_games
from qipan.journal.live.lobby import PREFIX as LOBBIES
from qipan.journal.live.lobby import LobbyState, read_lobby
from qipan.kernel.errors import BadInput, Corrupt, QipanError, Unavailable, Unknown
from qipan.play.error_containment import ErrorContainment, log_mistake
from qipan.play.lobbies.tables import TableGlance
from qipan.play.owner import OwnerDependencies
from qipan.play.registry import STREAM as TABLES
from qipan.play.registry import tables_left_open
from qipan.play.shards import LEASE, SHARDS, fair_share, shard_of, shard_of_stream

LOOK_SECONDS = 0.6
"""Between two looks at the leases when nothing is expected."""
JITTER_SECONDS = 0.1
"""Lets one of many be first."""
TOGETHER, LANES = 16, 2
"""Shards that are read together, and how often that is done at the same time."""
READ_SECONDS = 8.0
"""For reading some shards; then they are tried again."""
SLICE = 5
"""Milliseconds for which tables are told again before others are heard."""
AT_ONCE = 16
"""Shards with tables handed over at a time to share out evenly."""
log = structlog.get_logger("qipan.cluster")
Post = Callable[[Callable[[], None]], None]


class ShardTakeover:
    """Takes shards for a worker."""

    def __init__(
        self,
        dependencies: WorkerDependencies,
        figures: ClusterMetrics,
        owned: OwnedShards,
        post: Post,
        writer: SnapshotWriter | None = None,
    ) -> None:
        """Fill ``owned``; ``post`` brings back to the loop what other threads find out.

        ``writer`` keeps snapshots of tables; None: there are none.
        """
        self._hall = RemoteHall(dependencies.calls)
        self._dependencies, self._figures, self._owned, self._post = (
            dependencies,
            figures,
            owned,
            post,
        )
        self._inherited: dict[int, list[str]] = {}
        self._lobbies: list[str] = []
        self._brought_back = 0
        self._wanted = asyncio.Event()
        self.demand = ShardDemand(dependencies.clock)
        self._writer = writer
        self.draining = False
        """Nothing is taken any more."""

    async def start(self) -> None:
        """Learn which tables a server left open that owned everything. Raises Unavailable.

        The games are read now: whoever stands by is in a hurry later.
        """
        await asyncio.to_thread(all_games)
        if self._writer is not None:
            await asyncio.to_thread(self._writer.start)
        for name in await asyncio.to_thread(tables_left_open, self._dependencies.log, shards=False):
            self._inherited.setdefault(shard_of(name), []).append(name)

    def hear(self, text: bytes) -> None:
        """Take news from the carrier: what nobody owns is looked for at once."""
        try:
            news = read_news(text)
        except BadInput as error:
            log.warning("news", why=str(error))
            return
        if not news.worker:
            self._wanted.set()

    def drain(self) -> None:
        """Take nothing any more; what is being taken is taken to its end."""
        self.draining = True
        self._wanted.set()

    async def look_always(self) -> None:
        """Look at the leases again and again, until nothing is taken any more."""
        while not self.draining:
            nap = LOOK_SECONDS
            with ErrorContainment(log_mistake, "takeover"):
                nap = await self._look_once()
            with suppress(TimeoutError):
                async with asyncio.timeout(nap):
                    await self._wanted.wait()
            self._wanted.clear()
            await asyncio.sleep(self._dependencies.dice.random() * JITTER_SECONDS)

    async def _look_once(self) -> float:
        try:
            return await self._look()
        except Unavailable as error:
            log.warning("leases", worker=self._dependencies.name, why=error.why)
            return LOOK_SECONDS

    async def _look(self) -> float:
        """Take what is free, up to a fair share, or hand over what is more than that.

        Gives the seconds until the next look is due.
        """
        by_number, name = self._owned.by_number, self._dependencies.name
        found = await self._dependencies.taking_leases.situation()
        begun = self._dependencies.clock()
        surplus = len(by_number) - fair_share(len({*found.workers, name}))
        free = [shard for shard in found.free() if shard not in by_number]
        # What we dropped ourselves is ours to take again, though its lease has not run out.
        own = [shard for shard, who in found.owners().items() if who == name and shard < SHARDS]
        free += [shard for shard in own if shard not in by_number]
        self._dependencies.dice.shuffle(free)
        if surplus < 0:
            await self._take_up_to(-surplus, free)
        elif surplus > 0 and not self.draining:
            ready = self._owned.ready
            ready.sort(key=lambda each: len(each.owner.rooms))
            quiet = sum(not each.owner.rooms for each in ready)
            most = min(surplus, max(quiet, AT_ONCE))
            await self._owned.hand_over([each.shard for each in ready[:most]])
        end = found.next_end(name)
        if end is None:
            return LOOK_SECONDS
        left = (end + 1 - found.now - (self._dependencies.clock() - begun)) / 1000
        return min(LOOK_SECONDS, max(0.0, left))

    async def _take_up_to(self, most: int, free: list[int]) -> None:
        """Take so many of the free ones; those first that somebody may wait for."""
        if not free:
            return
        used = await asyncio.to_thread(self._find_used)
        wanted = self.demand.shards()
        left = sorted(free, key=lambda shard: (shard not in wanted, shard not in used))
        self._brought_back, before = 0, len(self._owned.by_number)
        lanes = (self._take_some(left, before + most) for _ in range(LANES))
        failures = [
            error
            for error in await asyncio.gather(*lanes, return_exceptions=True)
            if error is not None
        ]
        more = len(self._owned.by_number) - before
        if more > 0:
            name, tables = self._dependencies.name, self._brought_back
            log.warning("taken", worker=name, shards=more, tables=tables)
        if failures:
            raise failures[0]

    async def _take_some(self, left: list[int], aim: int) -> None:
        """Take shards, some at a time, until there are enough: while some are read, others wait."""
        while left and not self.draining:
            few = left[: max(0, min(TOGETHER, aim - len(self._owned.by_number)))]
            if not few:
                break
            del left[: len(few)]
            took = await asyncio.gather(*map(self._take, few), return_exceptions=True)
            await self._serve([each for each in took if isinstance(each, OwnedShard)])
            for error in took:
                if isinstance(error, BaseException):
                    raise error

    def _find_used(self) -> set[int]:
        """Find the shards that ever had a table or lobby: somebody may wait for those."""
        streams = self._dependencies.log.streams
        lobbies, tables = streams(LOBBIES), streams(f"{TABLES}/")
        self._lobbies = [stream.removeprefix(LOBBIES) for stream in lobbies]
        found = {shard_of_stream(stream) for stream in (*lobbies, *tables)}
        return {shard for shard in found if shard is not None} | set(self._inherited)

    async def _take(self, shard: int) -> OwnedShard | None:
        begun = self._dependencies.clock()
        taken = await self._dependencies.taking_leases.take(shard, self._dependencies.name)
        if taken is None:
            return None

        def lost() -> None:  # called on the storage's thread
            owned_shard.lost = True
            self._post(lambda: self._owned.lose(owned_shard, "fenced"))

        owned_shard = self._owned.by_number[shard] = OwnedShard(taken, begun + LEASE)
        dependencies = self._dependencies
        fenced = dependencies.log.under(taken.shard, taken.epoch, lost)
        owner_dependencies = OwnerDependencies(
            *(fenced, self._owned.time.now, dependencies.clock, self._post, dependencies.dice),
            *(log_mistake,),
            salted=True,
        )
        owned_shard.write_with(owner_dependencies, fenced)
        return owned_shard

    async def _serve(self, taken: list[OwnedShard]) -> None:
        """Read shards together, and go on with them one after the other."""
        found: dict[int, list[StoredTable]] = {}
        with ErrorContainment(log_mistake, "reading shards"):
            found = await self._read(taken)
        for owned_shard in taken:
            if owned_shard.lost:
                continue
            if owned_shard.shard not in found:
                self._owned.lose(owned_shard, "not read")
                continue
            with ErrorContainment(log_mistake, f"shard {owned_shard.shard}") as kept:
                await self._begin(owned_shard, found.pop(owned_shard.shard))
            if kept.error is not None:
                self._owned.lose(owned_shard, "not read")

    async def _read(self, taken: list[OwnedShard]) -> dict[int, list[StoredTable]]:
        """Give what the journal has of shards; none of it if it cannot be read now."""
        journal = self._dependencies.log
        try:
            # A reader that hangs must not keep all other shards from their players.
            async with asyncio.timeout(READ_SECONDS):
                return await asyncio.to_thread(
                    read_shards, journal, taken, self._inherited, self._dependencies.snapshots
                )
        except (QipanError, TimeoutError) as error:
            shards = [each.shard for each in taken]
            log.warning("shards", shards=shards, why=str(error) or "not read in time")
            return {}

    async def _begin(self, owned_shard: OwnedShard, tables: list[StoredTable]) -> None:
        """Tell a shard's tables again, here and in slices: two threads would only be in each
        other's way, and whoever is at another table is to be heard in between.
        """
        dependencies, shard = self._dependencies, owned_shard.shard
        until = dependencies.clock() + SLICE
        for table in tables:
            owned_shard.tell_again(*table)
            if dependencies.clock() >= until:
                await asyncio.sleep(0)
                until = dependencies.clock() + SLICE
        lobbies = [name for name in self._lobbies if shard_of(name) == shard]
        states = await self._read_lobbies(lobbies)
        if owned_shard.lost:
            return
        owned_shard.play_with(self._hall, dependencies.table_name, self._tell_lobby)
        count = owned_shard.begin(dependencies.background, dependencies.key, self._writer)
        for name, state in states.items():
            owned_shard.take_up_lobby(name, state)
        self._figures.taken.inc()
        self._brought_back += count
        log.info("shard", shard=shard, taken=True, epoch=owned_shard.epoch, tables=count)
        self._owned.tell_all(dependencies.name, [shard])
        waited, owned_shard.on_ready = owned_shard.on_ready, []
        for each in waited:
            each()

    def _tell_lobby(self, lobby: str, table: str, stands: TableGlance) -> None:
        news = msgspec.json.encode(TableNews(table, stands))
        self._dependencies.calls.tell(lobby, "lobby-look", news)

    async def _read_lobbies(self, names: list[str]) -> dict[str, LobbyState]:
        """Read lobbies; one that cannot be told again must not keep a shard from its players.

        Raises Unavailable.
        """
        found = {}
        for name in names:
            try:
                found[name] = await asyncio.to_thread(read_lobby, self._dependencies.log, name)
            except (Corrupt, Unknown) as error:
                log.error("lobby", lobby=name, why=str(error))
        return found

"""Shards that are free are taken, up to a fair share, and read; what is more is handed over.

A shard that was lost is taken again like any other: read anew, clocks suspended from the last
renewal on. Players wait for it: so a worker looks at the very moment at which somebody's lease runs
out, and at once when somebody says that shards are free; and what another took first costs it no
second look, it goes on to the next.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import structlog

from qipan.cluster.demand import Wishes
from qipan.cluster.dependencies import WorkerMeans
from qipan.cluster.metrics import Figures
from qipan.cluster.transport.frames import read_news
from qipan.cluster.worker.owned_shard import Holding
from qipan.cluster.worker.shard_leases import Shares
from qipan.journal.live.lobby import PREFIX as LOBBIES
from qipan.kernel.errors import BadInput, QipanError, Unavailable
from qipan.play.error_containment import Contained, log_mistake
from qipan.play.lobby import Lobby
from qipan.play.owner import Around
from qipan.play.registry import STREAM as TABLES
from qipan.play.registry import open_elsewhere
from qipan.play.shards import LEASE, SHARDS, Taken, fair_share, shard_of, shard_of_stream

LOOK_SECONDS = 0.6
"""Between two looks at the leases when nothing is expected."""
JITTER_SECONDS = 0.1
"""Lets one of many be first."""
READERS = 8
"""Shards read at a time."""
READ_SECONDS = 8.0
"""For reading one shard; then it is tried again."""
AT_ONCE = 16
"""Shards with tables handed over at a time to share out evenly."""
log = structlog.get_logger("qipan.cluster")
Post = Callable[[Callable[[], None]], None]


class Taking:
    """Takes shards for a worker."""

    def __init__(self, means: WorkerMeans, figures: Figures, shares: Shares, post: Post) -> None:
        """Fill ``shares``; ``post`` brings back to the loop what other threads find out."""
        self._means, self._figures, self._shares, self._post = means, figures, shares, post
        self._inherited: dict[int, list[str]] = {}
        self._lobbies: list[str] = []
        self._brought_back = 0
        self._wanted = asyncio.Event()
        self.wishes = Wishes(means.clock)
        self.draining = False
        """Nothing is taken any more."""

    async def start(self) -> None:
        """Learn which tables a server left open that owned everything. Raises Unavailable."""
        for name in await asyncio.to_thread(open_elsewhere, self._means.log, shards=False):
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

    async def look_always(self) -> None:
        """Look at the leases again and again, for ever."""
        while True:
            nap = LOOK_SECONDS
            with Contained(log_mistake, "taking"):
                nap = await self._look_once()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wanted.wait(), nap)
            self._wanted.clear()
            await asyncio.sleep(self._means.dice.random() * JITTER_SECONDS)

    async def _look_once(self) -> float:
        try:
            return await self._look()
        except Unavailable as error:
            log.warning("leases", worker=self._means.name, why=error.why)
            return LOOK_SECONDS

    async def _look(self) -> float:
        """Take what is free, up to a fair share, or hand over what is more than that.

        Gives the seconds until the next look is due.
        """
        holdings, name = self._shares.holdings, self._means.name
        found = await self._means.taking.situation()
        begun = self._means.clock()
        surplus = len(holdings) - fair_share(len({*found.workers, name}))
        free = [shard for shard in found.free() if shard not in holdings]
        # What we dropped ourselves is ours to take again, though its lease has not run out.
        own = [shard for shard, who in found.owners().items() if who == name and shard < SHARDS]
        free += [shard for shard in own if shard not in holdings]
        self._means.dice.shuffle(free)
        if surplus < 0:
            await self._take_up_to(-surplus, free)
        elif surplus > 0 and not self.draining:
            ready = self._shares.ready
            ready.sort(key=lambda each: len(each.owner.rooms))
            quiet = sum(not each.owner.rooms for each in ready)
            most = min(surplus, max(quiet, AT_ONCE))
            await self._shares.hand_over([each.shard for each in ready[:most]])
        end = found.next_end(name)
        if end is None:
            return LOOK_SECONDS
        left = (end + 1 - found.now - (self._means.clock() - begun)) / 1000
        return min(LOOK_SECONDS, max(0.0, left))

    async def _take_up_to(self, most: int, free: list[int]) -> None:
        """Take so many of the free ones; those first that somebody may wait for."""
        if not free:
            return
        used = await asyncio.to_thread(self._find_used)
        wanted = self.wishes.shards()
        left = sorted(free, key=lambda shard: (shard not in wanted, shard not in used))
        self._brought_back, before = 0, len(self._shares.holdings)
        aim = before + most
        while left and not self.draining:
            few = left[: max(0, min(READERS, aim - len(self._shares.holdings)))]
            if not few:
                break
            left = left[len(few) :]
            took = (self._take(shard) for shard in few)
            for error in await asyncio.gather(*took, return_exceptions=True):
                if error is not None:
                    raise error
        more = len(self._shares.holdings) - before
        if more > 0:
            name, tables = self._means.name, self._brought_back
            log.warning("taken", worker=name, shards=more, tables=tables)

    def _find_used(self) -> set[int]:
        """Find the shards that ever had a table or lobby: somebody may wait for those."""
        streams = self._means.log.streams
        lobbies, tables = streams(LOBBIES), streams(f"{TABLES}/")
        self._lobbies = [stream.removeprefix(LOBBIES) for stream in lobbies]
        found = {shard_of_stream(stream) for stream in (*lobbies, *tables)}
        return {shard for shard in found if shard is not None} | set(self._inherited)

    async def _take(self, shard: int) -> None:
        begun = self._means.clock()
        taken = await self._means.taking.take(shard, self._means.name)
        if taken is None:
            return
        holding = self._shares.holdings[shard] = Holding(taken, begun + LEASE)
        with Contained(log_mistake, f"shard {shard}") as kept:
            await self._read(holding, taken)
        if kept.error is not None:
            self._shares.lose(holding, "not read")
        if not holding.lost:
            self._shares.tell_all(self._means.name, [shard])

    async def _read(self, holding: Holding, taken: Taken) -> None:
        try:
            # A reader that hangs must not keep all other shards from their players.
            await asyncio.wait_for(self._begin(holding, taken), READ_SECONDS)
        except (QipanError, TimeoutError) as error:
            self._shares.lose(holding, "not read")
            log.warning("shard", shard=taken.shard, why=str(error) or "not read in time")

    async def _begin(self, holding: Holding, taken: Taken) -> None:
        """Read a shard's tables and go on with them."""

        def lost() -> None:  # called on the storage's thread
            holding.lost = True
            self._post(lambda: self._shares.lose(holding, "fenced"))

        means = self._means
        fenced = means.log.under(taken.shard, taken.epoch, lost)
        now = self._shares.time.now
        around = Around(fenced, now, means.clock, self._post, means.dice, log_mistake)
        inherited = self._inherited.get(taken.shard, [])
        tables = await asyncio.to_thread(holding.read, around, fenced, inherited)
        if holding.lost:
            return
        holding.table_name = self._names_in(taken.shard)
        count = holding.begin(tables, means.background, means.key)
        for name in self._lobbies:
            if shard_of(name) == taken.shard:
                holding.lobbies[name] = Lobby(holding.owner, name, holding.table_name)
        self._figures.taken.inc()
        self._brought_back += count
        words = {"epoch": taken.epoch, "tables": count, "before": taken.before.owner}
        log.info("shard", shard=taken.shard, taken=True, **words)

    def _names_in(self, shard: int) -> Callable[[], str]:
        """Make names of tables that belong to a shard: a lobby and its games live together."""

        def name() -> str:
            while True:
                found = self._means.table_name()
                if shard_of(found) == shard:
                    return found

        return name

"""The shards in a worker's hands: leases renewed, shards dropped, and handed over.

Whoever cannot renew for as long as a lease lasts drops what it holds, by its own monotonic clock,
before anybody else may take it; and if that clock is wrong too, the fence refuses what it writes.
"""

import asyncio
from collections.abc import Callable, Iterable

import structlog

from qipan.cluster.dependencies import WorkerMeans
from qipan.cluster.metrics import Figures
from qipan.cluster.transport.frames import News, write
from qipan.cluster.transport.subjects import NEWS
from qipan.cluster.worker.owned_shard import DatabaseTime, Holding
from qipan.kernel.errors import Unavailable
from qipan.play.error_containment import Contained, log_mistake
from qipan.play.recovery import stop
from qipan.play.shards import LEASE, RENEW, shard_of

STOP_SECONDS = 5.0
"""For storing that clocks stand, before shards are handed over."""
NAP_SECONDS = 0.005
log = structlog.get_logger("qipan.cluster")


class Shares:
    """Holds shards for as long as their leases last."""

    def __init__(
        self, means: WorkerMeans, figures: Figures, send_away: Callable[[Holding], None]
    ) -> None:
        """Hold nothing yet; ``send_away`` tells the players of a shard that it is lost."""
        self._means, self._figures, self._send_away = means, figures, send_away
        self.holdings: dict[int, Holding] = {}
        self.time = DatabaseTime(means.clock)

    async def start(self) -> None:
        """Be counted as a worker, and learn the time. Raises Unavailable."""
        begun = self._means.clock()
        _, now = await self._means.leases.renew((), self._means.name)
        self.time.look(now, begun)

    @property
    def ready(self) -> list[Holding]:
        """Give the shards that are being served."""
        return [each for each in self.holdings.values() if each.ready]

    def held(self, name: str) -> Holding | None:
        """Find the shard of a table here; None if it is not ours now."""
        holding = self.holdings.get(shard_of(name))
        if holding is None or not holding.ready or holding.lost:
            return None
        if self._means.clock() >= holding.until:
            self.lose(holding, "expired")
            return None
        return holding

    # -- renewing ------------------------------------------------------------------------------

    async def renew_always(self) -> None:
        """Renew every second, for ever."""
        while True:
            begun = self._means.clock()
            with Contained(log_mistake, "renewing"):
                await self._renew(begun)
            self._drop_expired()
            spent = self._means.clock() - begun
            await asyncio.sleep(max(50, RENEW - spent) / 1000)

    async def _renew(self, begun: int) -> None:
        asked = dict(self.holdings)
        unsettled = [shard for shard, each in asked.items() if not each.settled]
        try:
            mine, now = await self._means.leases.renew(asked, self._means.name, unsettled)
        except Unavailable as error:
            log.warning("lease", worker=self._means.name, why=error.why)
            return
        self.time.look(now, begun)
        for shard, holding in asked.items():
            if shard in mine:
                holding.until = begun + LEASE
            elif not holding.lost:
                self.lose(holding, "not renewed")

    def _drop_expired(self) -> None:
        now = self._means.clock()
        for holding in list(self.holdings.values()):
            if now >= holding.until:
                self.lose(holding, "expired")

    # -- losing --------------------------------------------------------------------------------

    def lose(self, holding: Holding, why: str) -> None:
        """Drop a shard: whatever it holds is not to be trusted, and its players look elsewhere."""
        if self.holdings.get(holding.shard) is not holding:
            return
        holding.lost = True
        del self.holdings[holding.shard]
        if holding.ready:
            holding.owner.stopping = True
        self._send_away(holding)
        self._figures.lost.labels(why.replace(" ", "-")).inc()
        tables = len(holding.owner.rooms) if holding.ready else 0
        tell = log.warning if tables else log.info
        tell("shard", shard=holding.shard, epoch=holding.epoch, lost=why, tables=tables)

    async def hand_over(self, shards: Iterable[int]) -> None:
        """Suspend the tables of shards, let that be stored, and give the leases away."""
        given = [self.holdings[shard] for shard in shards if self.holdings[shard].ready]
        for holding in given:
            stop(holding.owner)
        waited = 0.0
        while waited < STOP_SECONDS and any(
            room.busy for holding in given for room in holding.owner.rooms.values()
        ):
            await asyncio.sleep(NAP_SECONDS)
            waited += NAP_SECONDS
        names = [holding.shard for holding in given if not holding.lost]
        for holding in given:
            holding.lost = True
            self.holdings.pop(holding.shard, None)
            self._send_away(holding)
        try:
            await self._means.taking.release(names, self._means.name)
        except Unavailable as error:
            log.warning("leases", why=error.why)
        if names:
            self.tell_all("", names)
            log.warning("handed-over", worker=self._means.name, shards=len(names))

    def tell_all(self, worker: str, shards: list[int]) -> None:
        """Tell everybody who owns shards now (an empty name: nobody)."""
        self._means.carrier.send(NEWS, write(News(worker, shards)))

"""The shards in a worker's hands: leases renewed, shards dropped, and handed over.

Whoever cannot renew for as long as a lease lasts drops what it holds, by its own monotonic clock,
before anybody else may take it; and if that clock is wrong too, the fence refuses what it writes.

A renewal is the sign of life up to which clocks are charged. So it does not wait for the loop that
serves the tables: that may stand for seconds in a question to the journal, and a mover whose owner
dies then would have them given. But a loop that stands for ``STALLED`` serves nobody any more.
"""

import asyncio
from collections.abc import Callable, Iterable
from functools import partial

import structlog

from qipan.cluster.database_time import DatabaseTime
from qipan.cluster.dependencies import WorkerDependencies
from qipan.cluster.metrics import ClusterMetrics
from qipan.cluster.transport.frames import News, write
from qipan.cluster.transport.subjects import NEWS
from qipan.cluster.worker.owned_shard import OwnedShard
from qipan.kernel.errors import Unavailable
from qipan.play.error_containment import ErrorContainment, log_mistake
from qipan.play.recovery import stop
from qipan.play.shards import LEASE, RENEW, shard_of

STOP_SECONDS = 5.0
"""For storing that clocks stand, before shards are handed over."""
NAP_SECONDS = 0.005
STALLED = LEASE // 2
"""Milliseconds for which the loop may stand before nobody believes that it goes on."""
AGAIN = 100
"""Milliseconds after which a renewal that failed is tried again, on a new line."""
log = structlog.get_logger("qipan.cluster")


class OwnedShards:
    """Holds shards for as long as their leases last."""

    def __init__(
        self,
        dependencies: WorkerDependencies,
        figures: ClusterMetrics,
        post: Callable[[Callable[[], None]], None],
    ) -> None:
        """Hold nothing yet; ``post`` runs something on the loop that serves the tables."""
        self._dependencies, self._figures, self._post = dependencies, figures, post
        self.on_lost: list[Callable[[OwnedShard], None]] = []
        """Told of a shard that is not held any more, so that its players look elsewhere."""
        self.by_number: dict[int, OwnedShard] = {}
        self.time = DatabaseTime(dependencies.clock)
        self._failing = False
        self._served = dependencies.clock()

    async def start(self) -> None:
        """Be counted as a worker, and learn the time. Raises Unavailable."""
        begun = self._dependencies.clock()
        _, now = await self._dependencies.leases.renew((), self._dependencies.name)
        self.time.look(now, begun)

    @property
    def ready(self) -> list[OwnedShard]:
        """Give the shards that are being served."""
        return [each for each in self.by_number.values() if each.ready]

    def held(self, name: str) -> OwnedShard | None:
        """Find the shard of a table here; None if it is not ours now."""
        owned_shard = self.by_number.get(shard_of(name))
        if owned_shard is None or not owned_shard.ready or owned_shard.lost:
            return None
        if self._dependencies.clock() >= owned_shard.until:
            self.lose(owned_shard, "expired")
            return None
        return owned_shard

    # -- renewing ------------------------------------------------------------------------------

    def serve(self, now: int) -> None:
        """Note that the loop goes round, and drop what is not ours any more."""
        self._served = now
        for owned_shard in list(self.by_number.values()):
            if now >= owned_shard.until:
                self.lose(owned_shard, "expired")

    async def renew_always(self) -> None:
        """Renew every second, for ever; on a thread of its own."""
        while True:
            begun = self._dependencies.clock()
            renewed = False
            if begun - self._served < STALLED:
                with ErrorContainment(log_mistake, "renewing"):
                    renewed = await self._renew(begun)
            spent = self._dependencies.clock() - begun
            nap = max(50, RENEW - spent) if renewed else AGAIN
            await asyncio.sleep(nap / 1000)

    async def _renew(self, begun: int) -> bool:
        """Renew once; says whether the database answered."""
        asked = dict(self.by_number)
        unsettled = [shard for shard, each in asked.items() if not each.settled]
        try:
            mine, now = await self._dependencies.leases.renew(
                asked, self._dependencies.name, unsettled
            )
        except Unavailable as error:
            if not self._failing:  # once, not ten times a second
                log.warning("lease", worker=self._dependencies.name, why=error.why)
            self._failing = True
            return False
        self._failing = False
        self.time.look(now, begun)
        for shard, owned_shard in asked.items():
            if shard in mine:
                owned_shard.until = begun + LEASE
            elif not owned_shard.lost:
                self._post(partial(self.lose, owned_shard, "not renewed"))
        return True

    # -- losing --------------------------------------------------------------------------------

    def lose(self, owned_shard: OwnedShard, why: str) -> None:
        """Drop a shard: whatever it holds is not to be trusted, and its players look elsewhere."""
        if self.by_number.get(owned_shard.shard) is not owned_shard:
            return
        owned_shard.lost = True
        del self.by_number[owned_shard.shard]
        if owned_shard.ready:
            owned_shard.owner.stopping = True
        self._tell_lost(owned_shard)
        self._figures.lost.labels(why.replace(" ", "-")).inc()
        tables = len(owned_shard.owner.rooms) if owned_shard.ready else 0
        tell = log.warning if tables else log.info
        tell("shard", shard=owned_shard.shard, epoch=owned_shard.epoch, lost=why, tables=tables)

    def _tell_lost(self, owned_shard: OwnedShard) -> None:
        for listener in self.on_lost:
            listener(owned_shard)

    async def hand_over(self, shards: Iterable[int]) -> None:
        """Suspend the tables of shards, let that be stored, and give the leases away.

        What is still being read was never served: there is nothing to suspend in it.
        """
        given = [self.by_number[shard] for shard in shards]
        for owned_shard in given:
            if owned_shard.ready:
                stop(owned_shard.owner)
        waited = 0.0
        while waited < STOP_SECONDS and any(
            room.busy
            for owned_shard in given
            if owned_shard.ready
            for room in owned_shard.owner.rooms_now()
        ):
            await asyncio.sleep(NAP_SECONDS)
            waited += NAP_SECONDS
        names = [owned_shard.shard for owned_shard in given if not owned_shard.lost]
        for owned_shard in given:
            owned_shard.lost = True
            self.by_number.pop(owned_shard.shard, None)
            self._tell_lost(owned_shard)
        try:
            await self._dependencies.taking_leases.release(names, self._dependencies.name)
        except Unavailable as error:
            log.warning("leases", why=error.why)
        if names:
            self.tell_all("", names)
            log.warning("handed-over", worker=self._dependencies.name, shards=len(names))

    def tell_all(self, worker: str, shards: list[int]) -> None:
        """Tell everybody who owns shards now (an empty name: nobody)."""
        self._dependencies.carrier.send(NEWS, write(News(worker, shards)))

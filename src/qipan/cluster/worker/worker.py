"""A worker: takes shards, renews their leases, owns their tables, and hands them over when it goes.

``owned`` has what it holds, ``shard_takeover`` how it comes by it, ``peers`` the edges it hears,
``dispatch`` what it does for them. Here is its life, and the time that passes at its tables.
"""

import asyncio
from contextlib import suppress

from qipan.cluster.demand import WANTED
from qipan.cluster.dependencies import WorkerDependencies
from qipan.cluster.metrics import ClusterMetrics
from qipan.cluster.transport.subjects import NEWS, subject_of_worker
from qipan.cluster.worker.dispatch import WorkerDispatch
from qipan.cluster.worker.edge_peers import EdgePeers
from qipan.cluster.worker.loop_mailbox import LoopMailbox
from qipan.cluster.worker.loop_thread import LoopThread
from qipan.cluster.worker.shard_leases import STOP_SECONDS, OwnedShards
from qipan.cluster.worker.shard_takeover import ShardTakeover
from qipan.cluster.worker.snapshot_writer import SnapshotWriter
from qipan.kernel.errors import Unavailable
from qipan.play.error_containment import ErrorContainment, log_mistake

MATCHING = 2000
"""Milliseconds between two matchings in a lobby."""
SWEPT = 1000
"""Milliseconds after which a shard is looked at though nothing is due."""
SHORTEST_NAP, LONGEST_NAP = 0.005, 0.1


class Worker:
    """Owns shards."""

    def __init__(
        self, dependencies: WorkerDependencies, figures: ClusterMetrics | None = None
    ) -> None:
        """Own nothing yet."""
        self.dependencies, self.name = dependencies, dependencies.name
        self.figures = figures or ClusterMetrics()
        self.draining = False
        self._mailbox = LoopMailbox()
        self.owned = OwnedShards(dependencies, self.figures, self._mailbox.post)
        self._renewing = LoopThread(self.owned.renew_always, "leases")
        dispatch = WorkerDispatch(self.owned, dependencies.key)
        self.peers = EdgePeers(dependencies, self.figures, dispatch.deliver)
        self.owned.on_lost.append(self.peers.send_away)
        snapshots = dependencies.snapshots
        self._snapshots = None if snapshots is None else SnapshotWriter(snapshots)
        self._takeover = ShardTakeover(
            dependencies, self.figures, self.owned, self._mailbox.post, self._snapshots
        )
        self._tasks: list[asyncio.Task[None]] = []
        self._looking: asyncio.Task[None] | None = None
        self._matched = dependencies.clock()

    # -- life ----------------------------------------------------------------------------------

    async def start(self) -> None:
        """Listen, and begin to take shards. Raises Unavailable if the database is away."""
        self._mailbox.start()
        await self._takeover.start()
        await self.owned.start()
        await self.dependencies.carrier.listen(subject_of_worker(self.name), self.peers.take)
        await self.dependencies.carrier.listen(NEWS, self._takeover.hear)
        await self.dependencies.carrier.listen(WANTED, self._takeover.demand.hear)
        loop = asyncio.get_running_loop()
        self._looking = loop.create_task(self._takeover.look_always())
        self._tasks = [loop.create_task(self._tick_always())]
        self._renewing.start()

    async def stop(self) -> None:
        """Suspend what runs, hand everything over, and listen no more. Safe to call twice."""
        if self.draining:
            return
        self.draining = True
        self._takeover.drain()
        if self._looking is not None:
            await asyncio.wait([self._looking], timeout=STOP_SECONDS)
            self._looking.cancel()
        await self.owned.hand_over(list(self.owned.by_number))
        for task in self._tasks:
            task.cancel()
        await asyncio.to_thread(self._renewing.stop)
        if self._snapshots is not None:
            await asyncio.to_thread(self._snapshots.stop)
        with suppress(Unavailable):
            await self.dependencies.leases.resign(self.name)
        self.owned.tell_all("", [])  # one fewer to share with: the others may take more now

    async def hang_up(self) -> None:
        """Let go of the broker and the database."""
        dependencies = self.dependencies
        await asyncio.to_thread(dependencies.background.stop)
        await dependencies.carrier.close()
        await dependencies.leases.close()
        await dependencies.taking_leases.close()

    def measure(self) -> None:
        """Bring the figures up to date."""
        held = self.owned.ready
        self.figures.shards.set(len(held))
        self.figures.tables.set(sum(len(each.owner.rooms) for each in held))
        self.figures.broker.set(1 if self.dependencies.carrier.up else 0)

    @property
    def ready(self) -> bool:
        """Say whether everything held is being served."""
        held = self.owned.by_number.values()
        return not self.draining and bool(held) and all(each.ready for each in held)

    # -- time ----------------------------------------------------------------------------------

    async def _tick_always(self) -> None:
        while True:
            now = self.dependencies.clock()
            with ErrorContainment(log_mistake, "leases"):
                self.owned.serve(now)
            due = self._tick(now)
            with ErrorContainment(log_mistake, "matching"):
                self._match(now)
            with ErrorContainment(log_mistake, "listening"):
                self.peers.listen(now, self.owned.ready)
            nap = (due - self.dependencies.clock()) / 1000
            await asyncio.sleep(min(LONGEST_NAP, max(SHORTEST_NAP, nap)))

    def _tick(self, now: int) -> int:
        """Carry out what is due at all tables; gives when to look again."""
        due = now + int(LONGEST_NAP * 1000)
        for owned_shard in self.owned.ready:
            ahead = owned_shard.owner.due.next()
            if ahead > now and now - owned_shard.ticked < SWEPT:
                due = min(due, ahead)  # of 256 shards few have something due
                continue
            owned_shard.ticked = now
            # A mistake of ours at one table must not stop the clocks of all others.
            with ErrorContainment(log_mistake, f"shard {owned_shard.shard}"):
                due = min(due, owned_shard.owner.tick())
        return due

    def _match(self, now: int) -> None:
        if now - self._matched < MATCHING or self.draining:
            return
        self._matched = now
        for owned_shard in list(self.owned.by_number.values()):
            for name, lobby in list(owned_shard.lobbies.items()):
                with ErrorContainment(log_mistake, name):
                    lobby.hurry()
                    lobby.match()

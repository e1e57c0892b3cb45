"""A worker: takes shards, renews their leases, owns their tables, and hands them over when it goes.

``shares`` has what it holds, ``taking`` how it comes by it, ``peers`` the edges it hears, ``doors``
what it does for them. Here is its life, and the time that passes at its tables.
"""

import asyncio
from contextlib import suppress

from qipan.cluster.demand import WANTED
from qipan.cluster.dependencies import WorkerMeans
from qipan.cluster.metrics import Figures
from qipan.cluster.transport.frames import AnyFrame
from qipan.cluster.transport.subjects import NEWS, subject_of_worker
from qipan.cluster.worker.dispatch import Doors
from qipan.cluster.worker.edge_peers import Peer, Peers
from qipan.cluster.worker.loop_mailbox import Posts
from qipan.cluster.worker.shard_leases import Shares
from qipan.cluster.worker.shard_takeover import Taking
from qipan.kernel.errors import Unavailable
from qipan.play.error_containment import Contained, log_mistake

MATCHING = 2000
"""Milliseconds between two matchings in a lobby."""
SWEPT = 1000
"""Milliseconds after which a shard is looked at though nothing is due."""
SHORTEST_NAP, LONGEST_NAP = 0.005, 0.1


class Worker:
    """Owns shards."""

    def __init__(self, means: WorkerMeans, figures: Figures | None = None) -> None:
        """Own nothing yet."""
        self.means, self.name = means, means.name
        self.figures = figures or Figures()
        self.draining = False
        self.peers = Peers(means, self.figures, self._deliver)
        self.shares = Shares(means, self.figures, self.peers.send_away)
        self._posts = Posts()
        self._taking = Taking(means, self.figures, self.shares, self._posts.post)
        self._doors = Doors(self.shares, means.key)
        self._tasks: list[asyncio.Task[None]] = []
        self._looking: asyncio.Task[None] | None = None
        self._matched = means.clock()

    def _deliver(self, peer: Peer, frame: AnyFrame) -> None:
        self._doors.deliver(peer, frame)

    # -- life ----------------------------------------------------------------------------------

    async def start(self) -> None:
        """Listen, and begin to take shards. Raises Unavailable if the database is away."""
        self._posts.start()
        await self._taking.start()
        await self.shares.start()
        await self.means.carrier.listen(subject_of_worker(self.name), self.peers.take)
        await self.means.carrier.listen(NEWS, self._taking.hear)
        await self.means.carrier.listen(WANTED, self._taking.wishes.hear)
        loop = asyncio.get_running_loop()
        self._looking = loop.create_task(self._taking.look_always())
        self._tasks = [
            loop.create_task(self.shares.renew_always()),
            loop.create_task(self._tick_always()),
        ]

    async def stop(self) -> None:
        """Suspend what runs, hand everything over, and listen no more. Safe to call twice."""
        if self.draining:
            return
        self.draining = self._taking.draining = True
        if self._looking is not None:
            self._looking.cancel()
        await self.shares.hand_over(list(self.shares.holdings))
        for task in self._tasks:
            task.cancel()
        with suppress(Unavailable):
            await self.means.leases.resign(self.name)
        self.shares.tell_all("", [])  # one fewer to share with: the others may take more now

    async def hang_up(self) -> None:
        """Let go of the broker and the database."""
        means = self.means
        await means.carrier.close()
        await means.leases.close()
        await means.taking.close()

    def measure(self) -> None:
        """Bring the figures up to date."""
        held = self.shares.ready
        self.figures.shards.set(len(held))
        self.figures.tables.set(sum(len(each.owner.rooms) for each in held))
        self.figures.broker.set(1 if self.means.carrier.up else 0)

    @property
    def ready(self) -> bool:
        """Say whether everything held is being served."""
        held = self.shares.holdings.values()
        return not self.draining and bool(held) and all(each.ready for each in held)

    # -- time ----------------------------------------------------------------------------------

    async def _tick_always(self) -> None:
        while True:
            now = self.means.clock()
            due = self._tick(now)
            with Contained(log_mistake, "matching"):
                self._match(now)
            with Contained(log_mistake, "listening"):
                self.peers.listen(now, self.shares.ready)
            nap = (due - self.means.clock()) / 1000
            await asyncio.sleep(min(LONGEST_NAP, max(SHORTEST_NAP, nap)))

    def _tick(self, now: int) -> int:
        """Carry out what is due at all tables; gives when to look again."""
        due = now + int(LONGEST_NAP * 1000)
        for holding in self.shares.ready:
            ahead = holding.owner.due.next()
            if ahead > now and now - holding.ticked < SWEPT:
                due = min(due, ahead)  # of 256 shards few have something due
                continue
            holding.ticked = now
            # A mistake of ours at one table must not stop the clocks of all others.
            with Contained(log_mistake, f"shard {holding.shard}"):
                due = min(due, holding.owner.tick())
        return due

    def _match(self, now: int) -> None:
        if now - self._matched < MATCHING or self.draining:
            return
        self._matched = now
        for holding in list(self.shares.holdings.values()):
            for name, lobby in list(holding.lobbies.items()):
                with Contained(log_mistake, name):
                    lobby.hurry()
                    lobby.match()

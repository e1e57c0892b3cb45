"""How a worker comes by shards: players wait for it, so it looks when something can be free.

Invariants: what another worker took first costs no second look; a lease is looked at right after it
runs out; whoever hears that shards are free looks at once; nobody takes more than a fair share.
"""

import asyncio
from random import Random

import pytest

from qipan.cluster import taking as module
from qipan.cluster.carrier import Exchange
from qipan.cluster.frames import News, write
from qipan.cluster.means import WorkerMeans
from qipan.cluster.worker import Worker
from qipan.play.shards import LEASE, SHARDS, Lease, Situation, Taken
from qipan.store.memory import MemoryLog


class Store(MemoryLog):
    """A log without a fence."""

    def under(self, shard, epoch, lost):
        del shard, epoch, lost
        return self


class Book:
    """Leases in memory, by the clock of the test; ``rivals`` are shards that others take first."""

    def __init__(self, clock):
        self.clock = clock
        self.leases = {shard: Lease(shard, "", 0, 0) for shard in range(SHARDS)}
        self.workers = {"me"}
        self.rivals = set()
        self.looks = []

    def own(self, owner, shards, until):
        self.workers.add(owner)
        for shard in shards:
            self.leases[shard] = Lease(shard, owner, until, 0)

    def of(self, owner):
        return {each.shard for each in self.leases.values() if each.owner == owner}

    async def situation(self):
        self.looks.append(self.clock())
        return Situation(tuple(self.leases.values()), tuple(self.workers), self.clock())

    async def take(self, shard, owner):
        before = self.leases[shard]
        if shard in self.rivals:
            self.own("rival", [shard], self.clock() + LEASE)
            return None
        if before.owner not in ("", owner) and before.until >= self.clock():
            return None
        self.leases[shard] = Lease(shard, owner, self.clock() + LEASE, 0)
        return Taken(shard, 1, before, self.clock())

    async def renew(self, shards, owner, unsettled=()):
        del owner, unsettled
        return frozenset(shards), self.clock()

    async def release(self, shards, owner):
        del owner
        for shard in shards:
            self.leases[shard] = Lease(shard, "", self.clock(), 0)

    async def resign(self, owner):
        self.workers.discard(owner)

    async def close(self):
        pass


class Scene:
    """A worker among others that are only names in the book."""

    def __init__(self):
        self.loop = asyncio.get_running_loop()
        self.begun = self.loop.time()
        self.book, self.exchange = Book(self.clock), Exchange()
        names = iter(f"t{number}" for number in range(1000))
        self.worker = Worker(
            WorkerMeans(
                *("me", Store(), self.book, self.book, self.exchange.carrier(), self.clock),
                *(b"k" * 32, Random(1), lambda: next(names), lambda work: work()),
            )
        )

    def clock(self):
        return int((self.loop.time() - self.begun) * 1000)

    async def until(self, what, seconds=5):
        end = self.loop.time() + seconds
        while not what():
            assert self.loop.time() < end, self.book.of("me")
            await asyncio.sleep(0.005)


@pytest.fixture
def run(monkeypatch):
    monkeypatch.setattr(module, "JITTER_SECONDS", 0.0)

    def run(play):
        async def whole():
            scene = Scene()
            try:
                await play(scene)
            finally:
                await scene.worker.stop()
                await scene.worker.hang_up()

        asyncio.run(whole())

    return run


def test_what_another_took_first_costs_no_second_look(run):
    async def play(scene):
        scene.book.workers.add("rival")
        scene.book.rivals = set(range(0, SHARDS, 2))
        await scene.worker.start()
        await scene.until(lambda: len(scene.book.of("me")) == SHARDS // 2)
        assert scene.book.looks == scene.book.looks[:1]
        assert scene.book.of("me").isdisjoint(scene.book.rivals)
        assert len(scene.worker.shares.holdings) == SHARDS // 2

    run(play)


def test_a_lease_is_looked_at_when_it_runs_out(run, monkeypatch):
    monkeypatch.setattr(module, "LOOK_SECONDS", 60.0)  # so only the end of a lease can wake it

    async def play(scene):
        end = 400
        scene.book.own("dead", range(SHARDS), end)
        await scene.worker.start()
        scene.book.workers.discard("dead")
        await scene.until(lambda: scene.book.of("me"))
        first = scene.book.looks[1]
        assert first > end, scene.book.looks
        assert len(scene.book.looks) <= 3  # a timer may be a millisecond early
        assert len(scene.worker.shares.holdings) > 0

    run(play)


@pytest.mark.parametrize(("news", "looks"), [("", True), ("other", False)])
def test_news_that_shards_are_free_are_a_reason_to_look(run, monkeypatch, news, looks):
    monkeypatch.setattr(module, "LOOK_SECONDS", 60.0)

    async def play(scene):
        scene.book.own("other", range(SHARDS), 600_000)
        await scene.worker.start()
        await scene.until(lambda: scene.book.looks)
        await scene.book.release([5], "other")
        scene.worker._taking.hear(write(News(news, [5])))
        scene.worker._taking.hear(b"\xc1 no news at all")
        if looks:
            await scene.until(lambda: scene.book.of("me") == {5})
        else:
            await asyncio.sleep(0.05)
            assert not scene.book.of("me")

    run(play)


def test_a_worker_that_leaves_says_so_when_it_counts_no_more(run):
    async def play(scene):
        told = []
        scene.exchange.listen("qipan.news", lambda text: told.append((text, {*scene.book.workers})))
        await scene.worker.start()
        await scene.until(lambda: len(scene.book.of("me")) == SHARDS)
        await scene.worker.stop()
        scene.exchange.deliver()
        text, workers = told[-1]
        assert text == write(News("", []))
        assert workers == set()
        assert not scene.book.of("me")

    run(play)

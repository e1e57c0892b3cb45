"""How a worker comes by shards: players wait for it, so it looks when something can be free.

Invariants: what another worker took first costs no second look; a lease is looked at right after it
runs out; whoever hears that shards are free looks at once; nobody takes more than a fair share.
"""

import asyncio

import pytest

from cluster.one_worker import Scene
from qipan.cluster.demand import HEARD, DemandNotice, ShardDemand
from qipan.cluster.transport.frames import News, write
from qipan.cluster.worker import shard_takeover as module
from qipan.play.shards import SHARDS


@pytest.fixture
def run(monkeypatch):
    monkeypatch.setattr(module, "JITTER_SECONDS", 0.0)

    def run(play):
        async def whole():
            scene = Scene()
            try:
                await play(scene)
            finally:
                await scene.close()

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
        assert len(scene.worker.owned.by_number) == SHARDS // 2

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
        assert len(scene.worker.owned.by_number) > 0

    run(play)


@pytest.mark.parametrize(("news", "looks"), [("", True), ("other", False)])
def test_news_that_shards_are_free_are_a_reason_to_look(run, monkeypatch, news, looks):
    monkeypatch.setattr(module, "LOOK_SECONDS", 60.0)

    async def play(scene):
        scene.book.own("other", range(SHARDS), 600_000)
        await scene.worker.start()
        await scene.until(lambda: scene.book.looks)
        await scene.book.release([5], "other")
        scene.worker._takeover.hear(write(News(news, [5])))
        scene.worker._takeover.hear(b"\xc1 no news at all")
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


def test_what_an_edge_wants_is_taken_first(run):
    async def play(scene):
        order, take = [], scene.book.take

        async def noted(shard, owner):
            order.append(shard)
            return await take(shard, owner)

        scene.book.take = noted
        wanted = [200, 3, 77, 131]
        demand = scene.worker._takeover.demand
        demand.hear(write(DemandNotice("e1", wanted[:2])))
        demand.hear(write(DemandNotice("e2", wanted[1:])))
        demand.hear(b"\xc1 no wish at all")
        await scene.worker.start()
        await scene.until(lambda: len(scene.book.of("me")) == SHARDS)
        assert set(order[: len(wanted)]) == set(wanted)

    run(play)


def test_a_wish_is_forgotten_when_its_edge_is_silent():
    now = [0]
    demand = ShardDemand(lambda: now[0])
    demand.hear(write(DemandNotice("e1", [1, 2])))
    now[0] = HEARD
    demand.hear(write(DemandNotice("e2", [2, 3])))
    assert demand.shards() == {1, 2, 3}
    now[0] = HEARD + 1
    assert demand.shards() == {2, 3}

"""How a worker comes by shards: players wait for it, so it looks when something can be free.

Invariants: what another worker took first costs no second look; a lease is looked at right after it
runs out; whoever hears that shards are free looks at once; nobody takes more than a fair share;
tables at which nothing happens by itself are told again when somebody comes.
"""

import asyncio

import msgspec
import pytest

from cluster.one_worker import QuietReading, Scene, stored_table
from qipan.cluster.demand import HEARD, DemandNotice, ShardDemand
from qipan.cluster.transport.call_bodies import FactsAnswer, FactsQuestion
from qipan.cluster.transport.frames import News, write
from qipan.cluster.worker import shard_leases as leases_module
from qipan.cluster.worker import shard_takeover as module
from qipan.cluster.worker.answers import ANSWERS
from qipan.journal.live.events import (
    GameAnnulled,
    GameBegun,
    MovePlayed,
    PlayResumed,
    PlaySuspended,
)
from qipan.journal.live.table import stream_of
from qipan.kernel.errors import Unavailable
from qipan.play.conduct_log import stream_of_notes
from qipan.play.shards import GONE, LEASE, SHARDS, Lease, LeaseSituation, shard_of


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


@pytest.mark.parametrize(
    ("now", "due"),
    [
        (1_200, 1_000 + GONE),  # should its process have ended, it is given up then
        (1_000 + GONE + 100, 1_000 + LEASE),  # it has not, so its lease has to run out
        (1_000 + LEASE + 1, None),
    ],
)
def test_the_next_look_is_due_when_an_owner_may_be_given_up(now, due):
    leases = (Lease(1, "other", 1_000 + LEASE, 0), Lease(2, "me", 900 + LEASE, 0))
    assert LeaseSituation(leases, ("me", "other"), now).next_end("me") == due


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


def test_only_tables_at_which_time_passes_are_told_again_at_once(run):
    async def play(scene):
        move = MovePlayed(seat=0, text="h8")
        told = {
            "running": (GameBegun(), move),
            "resumed": (GameBegun(), PlaySuspended(why="arbiter"), PlayResumed(), move),
            "crashed": (GameBegun(), PlaySuspended(why="crash")),
            "annulled": (GameAnnulled(rule="play.held"),),
            "paused": (GameBegun(), move, PlaySuspended(why="arbiter")),
            "unbegun": (),
        }
        for name, events in told.items():
            stored_table(scene, name, *events)
        await scene.worker.start()
        await scene.until(lambda: len(scene.worker.owned.ready) == SHARDS)
        owners = {name: scene.worker.owned.held(name).owner for name in told}
        there = {name for name, owner in owners.items() if name in owner.rooms}
        assert there == {"running", "resumed", "crashed"}
        await scene.until(lambda: owners["running"].rooms["running"].table.suspended == "crash")
        assert "annulled" not in owners["annulled"].registry.open
        room = owners["paused"].room("paused")  # somebody comes
        assert (room.table.suspended, len(room.table.moves)) == ("arbiter", 1)
        assert not room.struck
        assert not owners["unbegun"].room("unbegun").table.begun

    run(play)


def test_notes_on_conduct_are_not_asked_for_table_by_table(run):
    """A question for each of thousands of tables would keep all their players waiting."""

    async def play(scene):
        log = scene.worker.dependencies.log
        stored_table(scene, "running", GameBegun())
        asked, read = [], log.read
        log.read = lambda stream, after=0: asked.append(stream) or read(stream, after)
        log.read_all = lambda streams: {stream: list(read(stream)) for stream in streams}
        await scene.worker.start()
        await scene.until(lambda: len(scene.worker.owned.ready) == SHARDS)
        owner = scene.worker.owned.held("running").owner
        await scene.until(lambda: owner.rooms["running"].table.suspended == "crash")
        names = [each.name for each in read(stream_of_notes("running"))]
        assert names == ["seat-noticed/1", "table-taken-over/1"]
        assert stream_of_notes("running") not in asked

    run(play)


def test_shards_are_read_together_however_many_tables_they_have(run):
    async def play(scene):
        log = scene.worker.dependencies.log
        names = [stored_table(scene, f"table{number}", GameBegun()) for number in range(300)]
        asked, read, quiet = [], log.read, QuietReading(log)
        log.read = lambda stream, after=0: asked.append(stream) or read(stream, after)
        log.read_all = lambda streams: asked.append("all") or quiet.read_all(streams)
        log.last_events = lambda *words: asked.append("last") or quiet.last_events(*words)
        behind = log.read_behind
        log.read_behind = lambda places: asked.append("behind") or behind(places)
        await scene.worker.start()
        await scene.until(lambda: len(scene.worker.owned.ready) == SHARDS)
        assert all(name in scene.worker.owned.held(name).owner.rooms for name in names)
        portions = -(-SHARDS // module.TOGETHER)
        assert sum(asked.count(each) for each in ("all", "last", "behind")) <= 5 * portions + 2
        assert not [each for each in asked if each.startswith(("play/tables/", "table/", "watch/"))]

    run(play)


def test_tables_of_a_round_that_nobody_came_to_yet_are_asked_for_together(run):
    """After a takeover at its start a scheduler asks for all of them, and players play on."""

    async def play(scene):
        log = scene.worker.dependencies.log
        names = [name for name in (f"round{n}" for n in range(3000)) if shard_of(name) == 9][:3]
        for name in names:
            stored_table(scene, name)
        asked, read = [], log.read
        log.read = lambda stream, after=0: asked.append(stream) or read(stream, after)
        log.read_all = lambda streams: {stream: list(read(stream)) for stream in streams}
        await scene.worker.start()
        await scene.until(lambda: len(scene.worker.owned.ready) == SHARDS)
        shard = scene.worker.owned.held(names[0])
        assert not shard.owner.rooms
        asked.clear()
        question = msgspec.json.encode(FactsQuestion([*names, "none"], []))
        answer = msgspec.json.decode(
            await ANSWERS["facts"](shard, names[0], question), type=FactsAnswer
        )
        assert [(each.table, each.begun) for each in answer.facts] == [(n, False) for n in names]
        assert not {stream_of(name) for name in names} & set(asked)

    run(play)


def test_a_renewal_that_failed_is_tried_again_at_once(run, monkeypatch):
    """Else a mover whose owner dies after the database came back has seconds given.

    Moves are stored again as soon as the database answers, and so is the sign of life up to which
    clocks are charged.
    """
    monkeypatch.setattr(leases_module, "RENEW", 60_000)

    async def play(scene):
        tried, renew = [], scene.book.renew
        await scene.worker.start()
        await scene.until(lambda: len(scene.worker.owned.ready) == SHARDS)

        async def broken(*words):
            tried.append(words)
            if len(tried) < 4:
                raise Unavailable("database", "the line broke")
            return await renew(*words)

        scene.book.renew = broken
        task = asyncio.ensure_future(scene.worker.owned.renew_always())
        await scene.until(lambda: len(tried) == 4)
        await asyncio.sleep(0.05)
        assert len(tried) == 4  # it is up to date again, and waits its time
        task.cancel()

    run(play)

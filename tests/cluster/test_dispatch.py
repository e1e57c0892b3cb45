"""A worker's dispatch: a line is let in whole, or it is told to come again.

Invariant: a mistake of ours while a line is let in leaves no half of it behind, a seat that is held
by nobody or a page that was told nothing: the edge hears that the shard is lost and enters again.
A line to a shard that is just being read waits for it and is heard in order: sent away, all lines
of an edge would come again and again until the last shard was read.
"""

import asyncio
import json
import threading
from random import Random

from cluster.one_worker import KEY, Scene, stored_table
from qipan.cluster.transport.channel import Channel
from qipan.cluster.transport.frames import Enter, Leave, LineAct, Lost, Say, read_parcel
from qipan.cluster.transport.subjects import subject_of_edge, subject_of_worker
from qipan.games import game_named
from qipan.journal.live.events import GameBegun, TableOpened
from qipan.kernel.clock import Increment
from qipan.play.seats import seat_token
from qipan.play.shards import SHARDS, shard_of

TABLE = "t-dispatch"


class EdgeEnd:
    """An edge's end of a channel to the worker."""

    def __init__(self, scene):
        self.exchange, self.heard = scene.exchange, []
        worker = subject_of_worker("me")

        def send(parcel):
            self.exchange.waiting.append((worker, parcel))

        self.channel = Channel("e", send, self.heard.append, lambda flush: None, 0)
        self.channel.begin(1, 0)
        self.exchange.listen(subject_of_edge("e"), self._take)

    def _take(self, text):
        parcel = read_parcel(text)
        self.channel.take(parcel, 0)

    async def say(self, frame):
        self.channel.put(frame)
        self.channel.flush()
        for _ in range(6):
            self.exchange.deliver()
            await asyncio.sleep(0.001)
        heard, self.heard[:] = list(self.heard), []
        return heard


async def opened(scene):
    game = game_named("gomoku")
    owned_shard = scene.worker.owned.by_number[shard_of(TABLE)]
    rules = game.rules_type()
    terms = TableOpened(
        game="gomoku",
        engine=game.engine,
        setup=game.deal(rules, 2, Random(1)),
        controls=(Increment(600_000),) * 2,
        occupants=("a", "b"),
    )
    future = owned_shard.owner.open(TABLE, terms, begin=True)
    await scene.until(future.done)
    return owned_shard, future.result()


def test_a_line_half_let_in_is_let_out_again_and_comes_back():
    async def play():
        scene = Scene()
        try:
            await scene.worker.start()
            await scene.until(lambda: len(scene.worker.owned.ready) == SHARDS)
            owned_shard, room = await opened(scene)
            edge = EdgeEnd(scene)
            enter = Enter(7, TABLE, seat_token(KEY, TABLE, 0), 0, "")
            true = owned_shard.owner.watch.note

            def broken(*words):
                raise RuntimeError("nobody thought of this")

            owned_shard.owner.watch.note = broken
            assert await edge.say(enter) == [Lost(owned_shard.shard)]
            assert (room.viewers, room.holders) == (set(), {})
            owned_shard.owner.watch.note = true
            heard = await edge.say(enter)
            kinds = [json.loads(each.text)["type"] for each in heard if isinstance(each, Say)]
            assert "state" in kinds
            assert list(room.holders) == [0]
        finally:
            await scene.close()

    asyncio.run(play())


def test_a_line_to_a_shard_that_is_elsewhere_is_told_so():
    async def play():
        scene = Scene()
        try:
            scene.book.own("other", range(SHARDS), 600_000)
            await scene.worker.start()
            edge = EdgeEnd(scene)
            assert await edge.say(Enter(7, TABLE, "", 0, "")) == [Lost(shard_of(TABLE))]
        finally:
            await scene.close()

    asyncio.run(play())


def test_a_line_to_a_shard_that_is_being_read_waits_and_is_heard_in_order():
    async def play():
        scene = Scene()
        reading, go_on = asyncio.Event(), threading.Event()
        loop, log = asyncio.get_running_loop(), scene.worker.dependencies.log
        read_all = log.read_all

        def slow(streams):
            loop.call_soon_threadsafe(reading.set)
            assert go_on.wait(20)
            return read_all(streams)

        try:
            stored_table(scene, TABLE, GameBegun())
            log.read_all = slow
            await scene.worker.start()
            await reading.wait()
            await scene.until(lambda: shard_of(TABLE) in scene.worker.owned.by_number)
            edge = EdgeEnd(scene)
            token = seat_token(KEY, TABLE, 1)
            heard = await edge.say(Enter(7, TABLE, token, 0, ""))
            heard += await edge.say(Enter(8, TABLE, seat_token(KEY, TABLE, 0), 0, ""))
            heard += await edge.say(Leave(8))
            heard += await edge.say(LineAct(7, 0, '{"type":"ping"}', TABLE, token))
            assert kinds_of(heard) == {7: ["waiting"], 8: ["waiting"]}
            go_on.set()
            await scene.until(lambda: len(scene.worker.owned.ready) == SHARDS)
            heard = await edge.say(LineAct(7, 0, '{"type":"ping"}', TABLE, token))
            told = kinds_of(heard)[7]
            assert told.index("state") < told.index("pong")
            assert told.count("pong") == 2
            assert not [each for each in heard if isinstance(each, Lost)]
            room = scene.worker.owned.held(TABLE).owner.rooms[TABLE]
            assert list(room.holders) == [1]
        finally:
            go_on.set()
            await scene.close()

    asyncio.run(play())


def kinds_of(heard):
    """Give what each line was told, by the type of the message."""
    found = {}
    for each in heard:
        for line in each.lines if isinstance(each, Say) else ():
            found.setdefault(line, []).append(json.loads(each.text)["type"])
    return found

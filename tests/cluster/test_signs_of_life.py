"""Signs of life: clocks are charged up to the last one, so whoever lives gives them in time.

Invariants: a loop that stands in a question to the journal keeps no sign of life back, and one that
stands for ever gives none; no clock runs in a shard that gives none because a table of it does not
stand in the journal yet.
"""

import asyncio
import json
import threading
from concurrent.futures import Future

from cluster.one_worker import KEY, Scene, stored_table
from cluster.test_dispatch import EdgeEnd
from qipan.cluster.transport.frames import Enter
from qipan.cluster.worker import shard_leases as module
from qipan.journal.live.events import GameBegun
from qipan.journal.live.table import stream_of
from qipan.play.seats import seat_token
from qipan.play.shards import SHARDS, shard_of


async def at_work():
    scene = Scene()
    await scene.worker.start()
    await scene.until(lambda: len(scene.worker.owned.ready) == SHARDS)
    return scene


class Renewals:
    """Counts the signs of life in a book of leases, and lets a thread wait for the next one."""

    def __init__(self, book):
        self._renew, self.given = book.renew, threading.Semaphore(0)
        self.unsettled = []
        book.renew = self

    async def __call__(self, shards, owner, unsettled=()):
        found = await self._renew(shards, owner, unsettled)
        self.unsettled.append(set(unsettled))
        self.given.release()
        return found


def test_a_loop_that_waits_for_the_journal_keeps_no_sign_of_life_back(monkeypatch):
    monkeypatch.setattr(module, "RENEW", 50)
    monkeypatch.setattr(module, "STALLED", 60_000)

    async def play():
        scene = await at_work()
        try:
            renewals = Renewals(scene.book)
            # The loop stands here, as it does in a question to a database that is slow to answer.
            heard = [renewals.given.acquire(timeout=10) for _ in range(3)]
            assert heard == [True, True, True]
        finally:
            await scene.close()

    asyncio.run(play())


def test_a_loop_that_stands_for_ever_gives_no_sign_of_life(monkeypatch):
    monkeypatch.setattr(module, "RENEW", 20)
    monkeypatch.setattr(module, "AGAIN", 20)
    monkeypatch.setattr(module, "STALLED", 200)

    async def play():
        scene = await at_work()
        try:
            renewals = Renewals(scene.book)
            heard = 0
            while heard < 100 and renewals.given.acquire(timeout=2):  # nobody is served meanwhile
                heard += 1
            assert heard < 100
            stood = scene.clock() - scene.worker.owned._served
            assert stood >= 200
            assert await asyncio.to_thread(renewals.given.acquire, timeout=10)  # it goes on
        finally:
            await scene.close()

    asyncio.run(play())


class HeldBack:
    """Keeps what is stored at one table from the journal until it is let go."""

    def __init__(self, log, table):
        self._submit, self._stream, self._waiting = log.submit, stream_of(table), []
        self.log = log
        log.submit = self

    def __call__(self, batch):
        if batch.stream != self._stream:
            return self._submit(batch)
        future = Future()
        self._waiting.append((batch, future))
        return future

    def let_go(self):
        self.log.submit = self._submit
        for batch, future in self._waiting:
            future.set_result(self._submit(batch).result())


def test_no_table_goes_on_before_all_of_its_shard_stand():
    """Else its mover has the time given that the shard gave no sign of life."""
    names = [name for name in (f"pair{n}" for n in range(3000)) if shard_of(name) == 9][:2]
    quick, slow = names

    async def play():
        scene = Scene()
        try:
            for name in names:
                stored_table(scene, name, GameBegun())
            held = HeldBack(scene.worker.dependencies.log, slow)
            await scene.worker.start()
            await scene.until(lambda: len(scene.worker.owned.ready) == SHARDS)
            shard = scene.worker.owned.by_number[9]
            room = shard.owner.rooms[quick]
            await scene.until(lambda: room.table.suspended == "crash")
            edge = EdgeEnd(scene)
            for seat in (0, 1):
                await edge.say(Enter(seat + 1, quick, seat_token(KEY, quick, seat), 0, ""))
            assert room.all_here
            assert (room.table.suspended, shard.settled) == ("crash", False)
            held.let_go()
            await scene.until(lambda: room.table.going)
            assert shard.settled
            names_stored = [each.name for each in held.log.read(stream_of(quick))]
            assert names_stored[-2:] == ["play-suspended/1", "play-resumed/1"]
            told = json.loads(held.log.read(stream_of(quick))[-1].payload)
            assert told["why"] == "back"
        finally:
            await scene.close()

    asyncio.run(play())

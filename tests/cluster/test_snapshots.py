"""Tables taken over from snapshots: as from their journals, sooner; and from these in any doubt."""

import asyncio
import json
from types import SimpleNamespace

import msgspec
import pytest

from cluster.one_worker import Scene, stored_table
from qipan.cluster.worker import shard_takeover, snapshot_writer
from qipan.cluster.worker.snapshot_writer import EVERY, MOST_WAITING, SnapshotWriter
from qipan.journal.envelope import Batch
from qipan.journal.event import fresh
from qipan.journal.live.events import GameBegun, MovePlayed, SeatResigned
from qipan.journal.live.snapshot import Snapshot, TakenSnapshot, fingerprint, snapshot_of
from qipan.journal.live.table import apply, refold_table, stream_of
from qipan.kernel.errors import Unavailable
from qipan.play.owner_acts import owner_act, resumed
from qipan.play.registry import TableStruck, stream_of_shard
from qipan.play.room import Room
from qipan.play.shards import SHARDS, shard_of
from qipan.store.memory import MemoryLog

MOVES = [f"{column}{row}" for row in range(1, 14, 2) for column in "abcdefghijklmno"[::2]]


class Shelf:
    """Snapshots in memory, with hashes from a log."""

    def __init__(self, log):
        self.log, self.there, self.away = log, {}, False

    def keep(self, taken):
        self._look()
        for each in taken:
            event = list(self.log.read(stream_of(each.table)))[each.version - 1]
            self.there[each.table] = Snapshot(
                each.table, each.version, event.hash, each.program, each.content
            )

    def find(self, tables, program):
        self._look()
        found = {name: self.there[name] for name in tables if name in self.there}
        return {name: each for name, each in found.items() if each.program == program}

    def forget(self, tables):
        for each in tables:
            self.there.pop(each, None)

    def forget_others(self, shard, tables):
        self.forget([each for each in self.there if shard_of(each) == shard and each not in tables])

    def _look(self):
        if self.away:
            raise Unavailable("database", "away")


def moves(count):
    return [
        MovePlayed(seat=number % 2, text=text, id=f"m{number}", spent=((number % 2, 100),))
        for number, text in enumerate(MOVES[:count])
    ]


@pytest.fixture
def run(monkeypatch):
    monkeypatch.setattr(shard_takeover, "JITTER_SECONDS", 0.0)
    monkeypatch.setattr(snapshot_writer, "NAP_SECONDS", 0.01)

    def run(play):
        async def whole():
            scene = Scene()
            shelf = Shelf(scene.worker.dependencies.log)
            scene.worker = type(scene.worker)(
                msgspec.structs.replace(scene.worker.dependencies, snapshots=shelf)
            )
            try:
                await play(scene, shelf)
            finally:
                await scene.close()

        asyncio.run(whole())

    return run


def put_on(shelf, log, name, version):
    """Keep a snapshot of a stored table after so many events."""
    table = refold_table(name, list(log.read(stream_of(name)))[:version])
    content = snapshot_of(table)
    shelf.keep([TakenSnapshot(name, shard_of(name), version, fingerprint(), content)])


async def taken_over(scene, name):
    """Have the worker take everything; give a table, and whether its whole journal was read."""
    log, whole = scene.worker.dependencies.log, []
    read_all = log.read_all
    log.read_all = lambda streams: whole.extend(streams) or read_all(streams)
    await scene.worker.start()
    await scene.until(lambda: len(scene.worker.owned.ready) == SHARDS)
    owner = scene.worker.owned.held(name).owner
    await scene.until(lambda: owner.rooms[name].table.suspended == "crash")
    return owner.rooms[name].table, stream_of(name) in whole


def expected(log, name):
    """Tell a table again from its whole journal."""
    return refold_table(name, list(log.read(stream_of(name))))


def same(one, other):
    rest = [{**vars(each), "state": None} for each in (one, other)]
    kept = [each.game.keep_state(each.state) for each in (one, other)]
    return rest[0] == rest[1] and kept[0] == kept[1]


def test_a_table_is_told_from_its_snapshot_and_what_came_after(run):
    async def play(scene, shelf):
        log = scene.worker.dependencies.log
        stored_table(scene, "t1", GameBegun(), *moves(40))
        put_on(shelf, log, "t1", 34)
        table, whole = await taken_over(scene, "t1")
        assert not whole
        assert len(table.moves) == 40
        assert same(table, expected(log, "t1"))

    run(play)


def test_a_snapshot_of_the_very_last_event_is_enough(run):
    async def play(scene, shelf):
        log = scene.worker.dependencies.log
        stored_table(scene, "t1", GameBegun(), *moves(12))
        put_on(shelf, log, "t1", 14)
        table, whole = await taken_over(scene, "t1")
        assert (whole, len(table.moves)) == (False, 12)
        assert same(table, expected(log, "t1"))

    run(play)


WRONG = {
    "hash": ({"hash": "0" * 64}, True),
    "version": ({"version": 30}, True),
    "ahead": ({"version": 99}, True),
    "program": ({"program": "another"}, True),
    "content": ({"content": b"{}"}, False),  # seen only when it is read: then the journal is
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_does_not_fit_is_passed_over(run, wrong):
    async def play(scene, shelf):
        log = scene.worker.dependencies.log
        stored_table(scene, "t1", GameBegun(), *moves(40))
        put_on(shelf, log, "t1", 34)
        changed, in_time = WRONG[wrong]
        shelf.there["t1"] = msgspec.structs.replace(shelf.there["t1"], **changed)
        table, whole = await taken_over(scene, "t1")
        assert (whole, len(table.moves)) == (in_time, 40)
        assert same(table, expected(log, "t1"))

    run(play)


def test_a_store_of_snapshots_that_is_away_keeps_nobody_waiting(run):
    async def play(scene, shelf):
        stored_table(scene, "t1", GameBegun(), *moves(40))
        put_on(shelf, scene.worker.dependencies.log, "t1", 34)
        shelf.away = True
        table, whole = await taken_over(scene, "t1")
        assert (whole, len(table.moves)) == (True, 40)

    run(play)


def test_what_is_over_is_swept_away_at_a_takeover(run):
    async def play(scene, shelf):
        log = scene.worker.dependencies.log
        for name in ("t1", "old"):
            stored_table(scene, name, GameBegun(), *moves(40))
            put_on(shelf, log, name, 34)
        stream = stream_of_shard(shard_of("old"))
        struck = (fresh(TableStruck(table="old")),)
        log.append(Batch(stream, log.version(stream), "t", "now", struck))
        await taken_over(scene, "t1")
        await scene.until(lambda: set(shelf.there) == {"t1"})

    run(play)


def test_a_worker_writes_snapshots_while_a_table_is_played(run):
    async def play(scene, shelf):
        stored_table(scene, "t1", GameBegun(), *moves(28))
        table, _ = await taken_over(scene, "t1")  # which suspends it: event 31
        owner = scene.worker.owned.held("t1").owner
        owner.put(owner.rooms["t1"], owner_act(resumed("back"), owner.dependencies.clock()))
        await scene.until(lambda: "t1" in shelf.there)
        assert shelf.there["t1"].version == table.version == EVERY
        assert json.loads(shelf.there["t1"].content)["opened"]["game"] == "gomoku"

    run(play)


# -- the writer alone -------------------------------------------------------------------------


@pytest.fixture
def writing(monkeypatch):
    """Give a room, a shelf and a writer that writes only when it is told to."""
    log = MemoryLog()
    scene = SimpleNamespace(worker=SimpleNamespace(dependencies=SimpleNamespace(log=log)))
    stored_table(scene, "t1", GameBegun(), *moves(EVERY - 2))
    shelf = Shelf(log)
    writer = SnapshotWriter(shelf)
    monkeypatch.setattr(writer, "_write_always", lambda: None)
    writer.start()
    room = Room(refold_table("t1", list(log.read(stream_of("t1")))), 0)
    yield room, shelf, writer
    writer.stop()


def test_a_snapshot_is_taken_every_so_many_events(writing):
    room, shelf, writer = writing
    assert room.table.version == EVERY
    writer.look(1, room, None)
    assert not writer.write_some()
    assert shelf.there["t1"].version == EVERY
    apply(room.table, moves(EVERY)[EVERY - 2])
    writer.look(1, room, None)
    assert (writer.write_some(), shelf.there["t1"].version) == (False, EVERY)


def test_a_game_that_is_over_has_none(writing):
    room, shelf, writer = writing
    writer.look(1, room, None)
    writer.write_some()
    apply(room.table, SeatResigned(seat=0))
    writer.look(1, room, None)
    writer.write_some()
    assert shelf.there == {}


def test_what_waits_is_bounded_and_of_a_table_the_newest(writing, monkeypatch):
    room, _, writer = writing
    for number in range(MOST_WAITING + 5):
        room.table.id = f"x{number}"
        writer.look(1, room, None)
    assert len(writer._taken) == MOST_WAITING
    room.table.id, room.table.version = "x0", 2 * EVERY
    writer.look(1, room, None)
    assert writer._taken["x0"].version == 2 * EVERY
    monkeypatch.setattr(snapshot_writer, "MOST_BYTES", 10)
    room.table.version = 3 * EVERY
    writer.look(1, room, None)
    assert writer._taken["x0"].version == 2 * EVERY


def test_what_cannot_be_written_is_let_go(writing):
    room, shelf, writer = writing
    writer.look(1, room, None)
    shelf.away = True
    writer._write_contained()
    shelf.away = False
    assert (writer.write_some(), shelf.there) == (False, {})

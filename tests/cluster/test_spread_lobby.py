"""A lobby of a worker plays at tables of all workers.

Invariants: its tables lie wherever their names put them; a game that ended elsewhere is counted and
the next one opened, also if nobody could say so; after a takeover of the lobby a table that was
never opened is.
"""

import asyncio
from random import Random

import msgspec
import pytest

from cluster.one_worker import Scene
from qipan.cluster.worker import spread_tables as module
from qipan.games import game_named
from qipan.journal.envelope import Batch
from qipan.journal.event import fresh
from qipan.journal.live.events import GameBegun, SeatResigned
from qipan.journal.live.lobby import LobbyOpened, MatchMade, read_lobby, read_on
from qipan.kernel.clock import Increment
from qipan.kernel.ids import EntrantId
from qipan.play.lobbies.lobby import GRACE
from qipan.play.owner_acts import owner_act
from qipan.play.shards import SHARDS, shard_of

NAME = "evening"
AT = "2026-01-01T00:00:00+00:00"
TERMS = LobbyOpened(
    game="gomoku", engine=game_named("gomoku").engine, controls=(Increment(600_000),) * 2, target=4
)


class Evening(Scene):
    """A scene in which everything that is sent arrives."""

    async def begin(self):
        await self.edge.start()
        await self.worker.start()
        self.carrying = asyncio.ensure_future(self._carry())
        await self.until(lambda: len(self.worker.owned.ready) == SHARDS)
        await self.until(lambda: len(self.edge.owners) == SHARDS)

    async def _carry(self):
        while True:
            self.exchange.deliver()
            await asyncio.sleep(0.001)

    async def close(self):
        await super().close()
        await self.edge.stop()
        self.carrying.cancel()

    @property
    def lobby(self):
        return self.worker.owned.by_number[shard_of(NAME)].lobbies[NAME]

    async def open(self, people):
        await self.edge.call(NAME, "lobby-open", msgspec.json.encode(TERMS))
        for number in range(people):
            await self.edge.call(NAME, "lobby-wait", f"p{number}".encode())
        self.lobby.match()
        await self.until(lambda: len(self.lobby.state.matches) == people // 2)

    def room(self, table):
        return self.worker.owned.by_number[shard_of(table)].owner.rooms.get(table)

    async def end(self, table, loser=1):
        room = self.room(table)
        owner = self.worker.owned.by_number[shard_of(table)].owner
        owner.put(room, owner_act(lambda *_: GameBegun(), self.clock()))
        await self.until(lambda: room.table.begun)
        owner.put(room, owner_act(lambda *_: SeatResigned(seat=loser), self.clock()))
        await self.until(lambda: room.table.over)


@pytest.fixture
def run():
    def run(play):
        async def whole():
            scene = Evening()
            try:
                await play(scene)
            finally:
                await scene.close()

        asyncio.run(whole())

    return run


def test_the_tables_of_a_lobby_lie_where_their_names_put_them(run):
    async def play(scene):
        await scene.begin()
        await scene.open(40)
        tables = [match.tables[0] for match in scene.lobby.state.matches.values()]
        await scene.until(lambda: all(scene.room(table) for table in tables))
        assert len({shard_of(table) for table in tables}) > len(tables) // 2
        await scene.until(lambda: scene.lobby.tables.is_laid(tables[0]))

    run(play)


def test_a_game_that_ended_elsewhere_is_counted_and_the_next_one_opened(run):
    async def play(scene):
        await scene.begin()
        await scene.open(2)
        first, second = scene.lobby.state.matches[1].tables
        assert {shard_of(first), shard_of(second)} != {shard_of(NAME)}
        await scene.until(lambda: scene.room(first))
        await scene.end(first)
        await scene.until(lambda: scene.lobby.state.matches[1].games == {0: (2, 0)})
        await scene.until(lambda: scene.room(second))
        await scene.end(second)
        await scene.until(lambda: scene.lobby.state.matches[1].over)
        match = scene.lobby.state.matches[1]
        assert match.games == {0: (2, 0), 1: (0, 2)}  # seats were exchanged
        assert not scene.lobby.state.playing

    run(play)


def test_an_end_that_nobody_could_tell_is_found_out(run, monkeypatch):
    async def play(scene):
        await scene.begin()
        await scene.open(2)
        table = scene.lobby.state.matches[1].tables[0]
        await scene.until(lambda: scene.room(table))
        monkeypatch.setattr(scene.edge, "tell", lambda *words: None)
        await scene.end(table)
        assert not scene.lobby.state.matches[1].games
        monkeypatch.setattr(module, "LOOK", 0)
        scene.lobby.hurry()
        await scene.until(lambda: scene.lobby.state.matches[1].games == {0: (2, 0)})

    run(play)


def test_who_does_not_come_to_a_table_elsewhere_is_not_waited_for(run, monkeypatch):
    async def play(scene):
        await scene.begin()
        await scene.open(2)
        table = scene.lobby.state.matches[1].tables[0]
        await scene.until(lambda: scene.room(table))
        monkeypatch.setattr(module, "LOOK", 0)
        scene.lobby.hurry()
        await scene.until(lambda: table in scene.lobby._opened)
        assert not scene.lobby.state.matches[1].abandoned
        scene.lobby._opened[table] -= GRACE
        scene.lobby.hurry()
        await scene.until(lambda: scene.lobby.state.matches[1].abandoned)
        await scene.until(lambda: scene.room(table).table.annulled)

    run(play)


def test_a_table_that_was_never_opened_is_opened_by_the_next_owner_of_the_lobby(run):
    async def play(scene):
        log = scene.worker.dependencies.log
        made = MatchMade(match=1, entrants=("a", "b"), tables=("none-1", "none-2"))
        log.append(Batch(f"lobby/{NAME}", 0, "t", AT, (fresh(TERMS), fresh(made))))
        await scene.begin()
        await scene.until(lambda: scene.room("none-1"))
        assert scene.room("none-1").table.opened.occupants == ("a", "b")
        assert scene.room("none-2") is None

    run(play)


def test_what_is_new_in_a_lobby_is_read_and_what_was_known_stays(run):
    async def play(scene):
        await scene.begin()
        await scene.open(6)
        log = scene.worker.dependencies.log
        known = read_lobby(log, NAME)
        table = known.matches[2].tables[0]
        await scene.until(lambda: scene.room(table))
        await scene.end(table, loser=Random(1).choice((0, 1)))
        await scene.until(lambda: scene.lobby.state.matches[2].games)
        asked, read = [], log.read
        log.read = lambda stream, after=0: asked.append(after) or read(stream, after)
        now = read_on(log, NAME, known)
        assert asked == [known.version]
        assert (now, now is known) == (read_lobby(log, NAME), False)
        assert (known.matches[2].games, known.version) == ({}, 4)
        assert read_on(log, NAME, now) is now

    run(play)


def test_nobody_waits_who_is_drawn(run):
    async def play(scene):
        await scene.begin()
        await scene.open(2)
        assert scene.lobby.waiting == {}
        assert set(scene.lobby.state.playing) == {EntrantId("p0"), EntrantId("p1")}

    run(play)

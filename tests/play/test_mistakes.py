"""A mistake of the server at one table: reported, nobody's loss, and no other table notices."""

from concurrent.futures import Future

import pytest

from play.table_room import MINUTE, Hall, kinds, last
from qipan.games.gomoku.game import Gomoku
from qipan.journal.live.table import fold_table, stream_of
from qipan.kernel.errors import Conflict
from qipan.kernel.ids import Seat
from qipan.play.owner_acts import RESUME_GRACE, owner_act
from qipan.play.recovery import suspended_unheard
from qipan.store.memory import MemoryLog


class Broken(Exception):
    """Something nobody thought of."""


@pytest.fixture
def reported():
    return []


@pytest.fixture
def hall(reported):
    return Hall(report=lambda table, error: reported.append((table, error)))


def break_down(*_):
    raise Broken


def test_a_move_that_breaks_the_rules_engine_makes_the_clocks_stand(hall, reported, monkeypatch):
    room = hall.open()
    a, b = hall.sit(room, Seat(0)), hall.sit(room, Seat(1))
    b.read()
    hall.time.ms += 5000
    monkeypatch.setattr(Gomoku, "play", break_down)
    told = a.move("h8", id="m1")
    assert kinds(told)[-2:] == ["refused", "play-suspended/1"]
    assert told[-2]["code"] == "internal"
    assert told[-1]["suspended"] == "fault"
    assert last(b.read(), "play-suspended/1")
    assert [(table, type(error)) for table, error in reported] == [("t1", Broken)]
    monkeypatch.undo()
    hall.wait(60 * MINUTE, MINUTE)
    assert not room.table.over  # nobody lost on time meanwhile
    hall.sit(room, arbiter="chief").send("arbiter", act="resume")
    assert kinds(a.move("h8", id="m1"))[-1] == "move-played/1"
    assert room.table.readings[0].used == 5000


def test_one_broken_table_keeps_no_flag_of_another_from_falling(hall, reported, monkeypatch):
    broken, whole = hall.open(name="t1"), hall.open(name="t2")
    look = hall.owner.look
    monkeypatch.setattr(
        hall.owner, "look", lambda room, now: break_down() if room is broken else look(room, now)
    )
    hall.wait(10 * MINUTE)
    hall.wait(MINUTE, 5000)
    assert whole.table.over
    assert {table for table, _ in reported} == {"t1"}


def test_a_listener_that_breaks_down_stops_nothing(hall, reported):
    hall.owner.on_stored.insert(0, break_down)
    room = hall.open(counts=False, bots=(1,))
    me = hall.sit(room, Seat(0))
    me.move("h8")
    hall.wait(1000, 100)
    assert [move.seat for move in room.table.moves] == [0, 1]
    assert reported


@pytest.mark.parametrize(
    ("also", "mistakes"),
    [("qipan.games.gomoku.game.Gomoku.sample", 1), ("qipan.play.automatic_moves.computer_of", 2)],
    ids=["the quick player moves", "if that breaks down too, any legal move"],
)
def test_a_computer_player_that_breaks_down_moves_all_the_same(
    hall, reported, monkeypatch, also, mistakes
):
    monkeypatch.setattr("qipan.play.thinking.process.computer_of_level", lambda *_: break_down)
    monkeypatch.setattr(also, break_down)
    room = hall.open(counts=False, bots=(1,))
    me = hall.sit(room, Seat(0))
    me.move("h8")
    hall.wait(1000, 100)
    assert [move.seat for move in room.table.moves] == [0, 1]
    assert [type(error) for _, error in reported] == [Broken] * mistakes
    assert not room.thinking


def test_a_computer_player_that_gives_up_resigns(hall, monkeypatch):
    monkeypatch.setattr("qipan.play.thinking.process.gives_up", lambda *_: True)
    room = hall.open(counts=False, bots=(1,))
    me = hall.sit(room, Seat(0))
    me.move("h8")
    hall.wait(1000, 100)
    assert room.table.over
    assert kinds(me.read())[-1] == "seat-resigned/1"
    assert room.table.outcome.winner == 0


def test_a_table_that_cannot_be_added_to_is_told_again_from_the_journal(
    hall, reported, monkeypatch
):
    room = hall.open()
    a, b = hall.sit(room, Seat(0)), hall.sit(room, Seat(1))
    b.read()
    monkeypatch.setattr("qipan.play.owner.apply", break_down)
    told = last(a.move("h8", id="m1"), "move-played/1")
    assert (told["seq"], last(b.read(), "move-played/1")["text"]) == (3, "h8")
    assert reported
    monkeypatch.undo()
    assert kinds(b.move("a1"))[-1] == "move-played/1"
    assert fold_table("t1", list(hall.log.read(stream_of("t1")))).moves == room.table.moves


def test_a_storage_that_fails_in_a_new_way_is_answered(hall):
    class Odd(MemoryLog):
        odd = False

        def submit(self, batch):
            if not self.odd:
                return super().submit(batch)
            future = Future()
            future.set_exception(Broken("odd"))
            return future

    hall = Hall(Odd())
    room = hall.open()
    a = hall.sit(room, Seat(0))
    hall.log.odd = True
    assert last(a.move("h8", id="m1"), "refused")["code"] == "unavailable"
    hall.log.odd = False
    assert kinds(a.move("h8", id="m1"))[-1] == "move-played/1"


class Forgetful(MemoryLog):
    """A log that stores a batch and then says that it did not: the answer was lost on the way."""

    forget = 0

    def submit(self, batch):
        done = super().submit(batch)
        if self.forget and batch.stream.startswith("table/"):
            self.forget -= 1
            done = Future()
            done.set_exception(Conflict(batch.stream, batch.expected, batch.expected + 1))
        return done


def test_a_move_that_was_stored_though_its_answer_was_lost_is_told_to_everybody():
    hall = Hall(log=Forgetful())
    room = hall.open()
    a, b = hall.sit(room, Seat(0)), hall.sit(room, Seat(1))
    b.read()
    hall.log.forget = 1
    told = a.move("h8", id="m1")
    assert last(told, "ack")["id"] == "m1"
    (seen,) = [each for each in b.read() if each["type"] == "state"]
    assert [each["text"] for each in seen["moves"]] == ["h8"]
    assert seen["acting"] == [1]
    assert kinds(b.move("a1", id="n1"))[-1] == "move-played/1"
    assert room.table.version == 4


def test_clocks_run_again_though_the_answer_to_standing_was_lost():
    hall = Hall(log=Forgetful())
    room = hall.open()
    hall.sit(room, Seat(0)), hall.sit(room, Seat(1))
    hall.log.forget = 1
    hall.owner.put(room, owner_act(suspended_unheard, hall.time.ms))
    assert room.table.suspended == "outage"
    hall.wait(RESUME_GRACE + 6000, 1000)
    assert room.table.going

"""Spectators behind a delay: they see the game as it was then, and nothing of it sooner."""

import json

import pytest

from play.table_room import MINUTE, Hall, kinds, last, seated
from qipan.kernel.clock import Increment
from qipan.kernel.errors import Unknown
from qipan.play.gallery.delayed_room import room_of
from qipan.play.outside_requests import shown_outside, tables_in_public
from qipan.play.recovery import recover

DELAY = 5 * MINUTE


def opened(hall, **more):
    room, players = seated(hall, controls=[Increment(30 * MINUTE)] * 2, delay=DELAY, **more)
    return room, players


def outside(hall, since=0, name="t1"):
    return json.loads(shown_outside(hall.owner, name, since))


def test_a_spectator_sees_a_move_when_the_delay_is_over_and_not_before():
    hall = Hall()
    room, (black, white) = opened(hall)
    watcher, arbiter = hall.sit(room), hall.sit(room, arbiter="chief")
    watcher.read(), arbiter.read()
    black.move("h8", id="1")
    assert "move-played/1" in kinds(white.read())
    assert "move-played/1" in kinds(arbiter.read())
    for step in range(5):
        assert watcher.read() == [], step
        hall.wait(MINUTE, step=1000)
    assert kinds(watcher.read())[-1] == "move-played/1"


def test_every_road_tells_the_same_at_every_moment():
    """The socket, a page that asks again, the API, small boards and a list agree, all later."""
    hall = Hall()
    room, players = opened(hall)
    hall.wait(DELAY, step=1000)
    watcher = hall.sit(room)
    watcher.read()
    seen = []
    for number, text in enumerate(("h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8")):
        players[number % 2].move(text)
        hall.wait(MINUTE, step=500)
        asked = last(watcher.send("since", seq=0), "state")
        shown = outside(hall)
        assert shown["moves"] == asked["moves"]
        assert shown["clocks"]["seats"][0]["used"] == asked["clocks"]["seats"][0]["used"]
        assert shown["seq"] == asked["seq"] == tables_in_public(hall.owner)[0].version
        assert last(watcher.send("ping"), "pong")["seq"] == shown["seq"]
        assert shown["outcome"] is None
        assert not tables_in_public(hall.owner)[0].over
        seen.append(len(shown["moves"]))
    assert room.table.over
    assert seen == [0, 0, 0, 0, 1, 2, 3, 4, 5]
    hall.wait(DELAY, step=500)
    assert outside(hall)["outcome"]["places"] == [1, 2]
    assert last(watcher.read(), "move-played/1")["outcome"]["places"] == [1, 2]


def test_a_clock_is_shown_as_it_ran_then():
    hall = Hall()
    room, (black, _) = opened(hall)
    hall.wait(2 * MINUTE, step=1000)
    black.move("h8")
    hall.wait(DELAY - MINUTE, step=1000)  # six minutes after the beginning: one minute of it shown
    told = outside(hall)["clocks"]
    assert told["running"] == [0]
    assert abs(told["seats"][0]["left"] - 29 * MINUTE) < 2000
    assert room.table.running == (1,)


def test_a_position_ahead_of_the_delay_is_refused_and_legal_moves_tell_nothing():
    hall = Hall()
    room, (black, _) = opened(hall)
    hall.wait(DELAY, step=1000)
    black.move("h8")
    watcher = hall.sit(room)
    watcher.read()
    assert last(watcher.send("at", ply=1), "refused")["code"] == "play.no-look-back"
    assert last(watcher.send("legal"), "legal")["seq"] == outside(hall)["seq"]


def test_what_is_said_at_the_table_and_who_is_there_comes_later_too():
    hall = Hall()
    room, (black, white) = opened(hall, chat=True)
    watcher = hall.sit(room)
    watcher.read()
    black.send("chat", text="good luck")
    white.leave()
    assert watcher.read() == []
    hall.wait(DELAY, step=1000)
    said = watcher.read()
    assert {"chat", "presence"} <= set(kinds(said))
    assert last(said, "presence") == {"type": "presence", "seat": 1, "connected": False}
    assert [each["connected"] for each in outside(hall)["seats"]] == [True, False]


def test_a_report_of_a_spectator_reaches_the_arbiter_at_once():
    hall = Hall()
    room, _ = opened(hall)
    arbiter, watcher = hall.sit(room, arbiter="chief"), hall.sit(room)
    arbiter.read()
    watcher.send("report", seat=0, reason="engine")
    assert last(arbiter.read(), "report")["seat"] == 0


def test_a_restart_keeps_the_delay():
    hall = Hall()
    _, (black, white) = opened(hall)
    hall.wait(DELAY, step=1000)
    black.move("h8")
    hall.wait(MINUTE, step=1000)
    white.move("a1")
    again = Hall(hall.log, hall.time)
    recover(again.owner, hall.time.now())
    assert len(again.owner.room("t1").table.moves) == 2
    assert outside(again)["moves"] == []
    again.wait(4 * MINUTE + 1000, step=1000)
    assert len(outside(again)["moves"]) == 1
    again.wait(MINUTE, step=1000)
    assert len(outside(again)["moves"]) == 2


def test_a_finished_game_read_from_the_journal_is_still_going_for_spectators():
    hall = Hall()
    _, (black, _) = opened(hall)
    hall.wait(DELAY, step=1000)
    black.send("resign")
    again = Hall(hall.log, hall.time)
    assert again.owner.room("t1").table.over
    assert outside(again)["outcome"] is None
    stored = list(hall.log.read("table/t1"))
    told = room_of("t1", stored, lambda: hall.time.ms, hall.time.now())
    assert told.table.over
    assert not told.in_public.table.over
    again.wait(DELAY, step=1000)
    assert outside(again)["outcome"]["places"] == [2, 1]
    again.wait(20_000, step=1000)
    assert "t1" not in again.owner.rooms  # nobody looks, and all has been told
    assert outside(again)["outcome"]["places"] == [2, 1]


def test_an_ended_game_stays_on_the_list_of_games_over_a_restart_until_its_delay_is_over():
    hall = Hall()
    _, (black, _) = opened(hall)
    hall.wait(DELAY, step=1000)
    black.send("resign")
    hall.wait(MINUTE, step=1000)
    again = Hall(hall.log, hall.time)
    assert recover(again.owner, hall.time.now()) == []  # nobody plays on
    (shown,) = tables_in_public(again.owner)
    assert shown.going
    again.wait(DELAY, step=1000)
    assert [each.over for each in tables_in_public(again.owner)] in ([], [True])
    later = Hall(hall.log, hall.time)
    recover(later.owner, hall.time.now())
    assert tables_in_public(later.owner) == []


def test_a_second_game_is_not_there_for_spectators_until_the_delay_is_over():
    """Its table alone would say that the first game has ended."""
    hall = Hall()
    room = hall.open(delay=DELAY, origin={"game": "2"})
    with pytest.raises(Unknown):
        shown_outside(hall.owner, "t1")
    assert tables_in_public(hall.owner) == []
    hall.wait(DELAY, step=1000)
    assert outside(hall)["game"] == "gomoku"
    assert tables_in_public(hall.owner) == [room.in_public.table]


def test_public_pages_are_told_when_spectators_may_know():
    hall = Hall()
    told = []
    hall.owner.on_shown.append(lambda room, event: told.append(type(event).__name__))
    _, (black, _) = opened(hall)
    black.move("h8")
    assert told == []
    hall.wait(DELAY, step=1000)
    assert told == ["GameBegun", "MovePlayed"]


def test_without_a_delay_nothing_changes():
    hall = Hall()
    told = []
    hall.owner.on_shown.append(lambda room, event: told.append(type(event).__name__))
    room, (black, _) = seated(hall)
    watcher = hall.sit(room)
    watcher.read()
    black.move("h8")
    assert room.in_public is room
    assert kinds(watcher.read()) == ["move-played/1"]
    assert told == ["GameBegun", "MovePlayed"]

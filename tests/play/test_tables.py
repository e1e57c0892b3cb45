"""Tables: moves, clocks, offers, claims and flags."""

from concurrent.futures import Future

import pytest

from play.table_room import MINUTE, Hall, kinds, last, left, seated
from qipan.games.xiangqi import RULESETS
from qipan.journal.live.table import fold_table, stream_of
from qipan.kernel.clock import ByoYomi, Increment, PerMove, Untimed
from qipan.kernel.errors import Unavailable
from qipan.kernel.ids import Seat
from qipan.store.memory import MemoryLog

FINED = next(each for each in RULESETS.values() if each.false_claim.minutes)


def test_a_move_is_stored_then_told_to_all():
    hall = Hall()
    room, (a, b) = seated(hall)
    spectator = hall.sit(room)
    spectator.read()
    hall.time.ms += 3000
    told = last(a.move("h8", id="m1"), "move-played/1")
    assert (told["text"], told["id"], told["seq"]) == ("h8", "m1", 3)
    assert told["acting"] == [1]
    assert last(b.read(), "move-played/1") == told
    assert last(spectator.read(), "move-played/1") == told
    assert hall.log.read(stream_of("t1"))[-1].name == "move-played/1"
    assert [seat["left"] for seat in told["clocks"]["seats"]] == [597_000, 600_000]


def test_nothing_is_told_before_it_is_durable():
    class Slow(MemoryLog):
        waiting = []

        def submit(self, batch):
            future = Future()
            if not batch.stream.startswith("table/t1") or not batch.expected:
                future.set_result(self.append(batch))
            else:
                self.waiting.append((batch, future))
            return future

    hall = Hall(Slow())
    room, (a, b) = seated(hall)
    hall.time.ms += 1000
    assert a.move("h8", id="m1") == []
    assert b.read() == []
    hall.time.ms += 5000  # a slow disk
    batch, future = hall.log.waiting.pop()
    future.set_result(hall.log.append(batch))
    told = last(b.read(), "move-played/1")
    # Nobody is charged for the disk: one second for the mover, and the next clock starts now.
    assert [seat["left"] for seat in told["clocks"]["seats"]] == [599_000, 600_000]
    hall.time.ms += 2000
    assert left(room, hall, 1) == 598_000


def test_a_resent_move_is_answered_and_not_played_twice():
    hall = Hall()
    room, (a, b) = seated(hall)
    a.move("h8", id="m1")
    assert a.move("h8", id="m1") == [{"type": "ack", "id": "m1", "seq": 3}]
    b.move("a1", id="m1")  # another seat's ids are its own
    assert [move.texts[0] for move in room.table.moves] == ["h8", "a1"]
    again = Hall(hall.log, hall.time)
    back = again.sit(again.owner.room("t1"), Seat(0))
    assert last(back.move("h8", id="m1"), "ack")["seq"] == 3


def test_an_illegal_move_costs_nothing_and_says_why():
    hall = Hall()
    room, (a, b) = seated(hall)
    a.move("h8")
    refused = b.move("h8", id="x")[-1]
    assert (refused["code"], refused["rule"]) == ("gomoku.occupied", "gomoku.empty-point")
    assert refused["id"] == "x"
    assert a.move("h9")[0]["code"] == "game.not-your-turn"
    assert b.move("a1", seq=2)[0]["code"] == "play.stale"
    assert room.table.version == 3


def test_storage_that_fails_acknowledges_nothing_and_charges_nobody():
    class Failing(MemoryLog):
        broken = False

        def submit(self, batch):
            if self.broken:
                future = Future()
                future.set_exception(Unavailable("disk", "full"))
                return future
            return super().submit(batch)

    hall = Hall(Failing())
    _, (a, b) = seated(hall)
    hall.log.broken = True
    assert a.move("h8", id="m1")[0]["code"] == "unavailable"
    assert b.read() == []
    hall.log.broken = False
    assert last(a.move("h8", id="m1"), "move-played/1")["seq"] == 3


CONTROLS = [
    # control, thinking times of seat 0, what is left before the next turn
    (Increment(10_000, 2_000), [3_000, 4_000], 7_000),
    (PerMove(15 * MINUTE, 3 * MINUTE), [60_000], 3 * MINUTE),
    (PerMove(60_000, 50_000), [40_000], 20_000),
    (ByoYomi(5_000, 10_000, 3), [7_000], 30_000),
    (ByoYomi(5_000, 10_000, 3), [5_000, 21_000], 10_000),
    (Untimed(), [99_999], None),
]


@pytest.mark.parametrize(("control", "times", "expected"), CONTROLS)
def test_clock_models(control, times, expected):
    hall = Hall()
    room, (a, b) = seated(hall, controls=[control, Untimed()])
    for number, ms in enumerate(times):
        hall.time.ms += ms
        a.move(f"a{number + 1}")
        b.move(f"c{number + 1}")
    assert left(room, hall, 0) == expected
    assert room.table.readings[0].used == sum(times)


def test_a_flag_falls_by_itself_and_not_early():
    hall = Hall()
    room, (a, b) = seated(hall, controls=[PerMove(15 * MINUTE, 3 * MINUTE)] * 2)
    a.move("h8")
    hall.wait(3 * MINUTE - 1)
    assert room.table.outcome is None
    hall.wait(1)
    told = last(a.read(), "flag-fell/1")
    assert (told["outcome"]["places"], told["outcome"]["rule"]) == ([1, 2], "play.time")
    assert b.move("a1")[-1]["code"] == "game.over"
    assert room.table.readings[1].used == 3 * MINUTE


def test_a_move_after_the_flag_loses_even_before_the_heap_looks():
    hall = Hall()
    room, (a, _) = seated(hall)
    hall.time.ms += 10 * MINUTE
    assert kinds(a.move("h8")) == ["flag-fell/1", "refused"]
    assert room.table.outcome.places == (2, 1)


def test_one_heap_entry_serves_a_long_game():
    hall = Hall()
    _, players = seated(hall)
    for number in range(60):
        hall.time.ms += 100
        players[number % 2].move(f"{'abcdefghij'[number % 10]}{number // 10 * 2 + 1 + number % 2}")
    assert len(hall.owner.due) <= 2


def test_lag_is_credited_within_bounds():
    hall = Hall()
    room, (a, b) = seated(hall)
    hall.wait(20_000)
    a.send("ping")
    (mark,) = a.pings
    hall.time.ms += 300
    a.send("pong", t=mark)
    hall.wait(700)
    told = last(a.move("h8"), "move-played/1")
    assert told["clocks"]["seats"][0]["left"] == 600_000 - 20_700  # 300 of it was the network
    room.lags[0].trips = [60_000]  # a client that answers pings late gains the quota, no more
    credited = []
    for number in range(4):
        b.move(f"a{number + 1}")
        hall.time.ms += 5000
        before = room.table.readings[0].used
        a.move(f"c{number * 2 + 1}")
        credited.append(5000 - (room.table.readings[0].used - before))
    assert credited == [800, 100, 100, 100]


def test_draw_offers():
    hall = Hall()
    _, (a, b) = seated(hall)
    a.move("h8")
    assert kinds(a.send("offer", what="draw")) == ["offer-made/1"]
    assert a.send("offer", what="draw")[0]["code"] == "play.offered-already"
    assert kinds(b.send("answer", what="draw", accept=False))[-1] == "offer-answered/1"
    assert a.send("offer", what="draw")[-1]["code"] == "play.offered-already"
    b.move("a1")
    assert b.send("answer", what="draw", accept=True)[-1]["code"] == "play.nothing-offered"
    a.send("offer", what="draw")
    told = last(b.send("answer", what="draw", accept=True), "offer-answered/1")
    assert (told["outcome"]["places"], told["outcome"]["rule"]) == ([1, 1], "game.draw-agreed")


def test_a_game_without_draws_refuses_the_offer_itself():
    hall = Hall()
    _, players = seated(hall, game="chinese-checkers", seats=3)
    assert players[0].send("offer", what="draw")[0]["code"] == "game.no-draw"
    assert kinds(players[0].send("offer", what="skip")) == ["move-played/1"]
    players[1].send("answer", what="skip", accept=True)
    told = last(players[2].send("answer", what="skip", accept=True), "move-played/1")
    assert told["acting"] == [1]


def test_resignation_and_time_claims():
    hall = Hall()
    _, (a, b) = seated(hall)
    assert b.send("claim", what="time")[0]["code"] == "play.time-left"
    assert last(b.send("resign"), "seat-resigned/1")["outcome"]["places"] == [1, 2]
    assert a.send("resign")[-1]["code"] == "game.over"


def test_xiangqi_claims_are_ruled_by_the_engine():
    hall = Hall()
    room, players = seated(hall, game="xiangqi", controls=[Increment(60_000, 5_000)] * 2)
    assert players[0].send("claim", what="repetition")[0]["code"] == "xiangqi.nothing-to-rule"
    hall.time.ms += 1000
    players[0].send("claim", what="limit")
    assert room.table.readings[0].main == 60_000  # a claim ends no turn and earns no bonus
    assert room.table.readings[0].turn == 1000


def test_a_false_limit_claim_takes_its_minutes_off_the_clock():
    hall = Hall()
    room, (a, _) = seated(
        hall,
        game="xiangqi",
        rules={"ruleset": FINED.name},
        controls=[Increment(8 * MINUTE, 5_000)] * 2,
    )
    hall.time.ms += 1000
    told = last(a.send("claim", what="limit"), "move-played/1")
    fine = FINED.false_claim.minutes * MINUTE
    assert fine > 0
    assert told["fines"] == [[0, fine]]
    assert told["clocks"]["seats"][0]["left"] == 8 * MINUTE - 1000 - fine
    assert told["clocks"]["running"] == [0]
    again = fold_table("t1", list(hall.log.read(stream_of("t1"))))
    assert again.readings == room.table.readings


def test_a_fine_of_more_than_is_left_ends_the_game():
    hall = Hall()
    rules = {"ruleset": FINED.name}
    _, (a, b) = seated(hall, game="xiangqi", rules=rules, controls=[Increment(MINUTE)] * 2)
    a.send("claim", what="limit")
    hall.wait(1)
    assert last(b.read(), "flag-fell/1")["outcome"]["places"] == [2, 1]

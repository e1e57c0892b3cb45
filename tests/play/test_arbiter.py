"""The arbiter's console, conduct, chat, evidence, stop and recovery."""

from concurrent.futures import Future
from datetime import timedelta

import msgspec
import pytest

from play.table_room import MINUTE, Hall, kinds, last
from qipan.host.local_tables import PulseSender
from qipan.journal.envelope import Batch, digest
from qipan.journal.event import fresh
from qipan.journal.live.events import MovePlayed
from qipan.journal.live.table import fold_table, stream_of
from qipan.kernel.errors import Unknown
from qipan.kernel.ids import Seat
from qipan.play.evidence import evidence
from qipan.play.owner_acts import RESUME_GRACE
from qipan.play.recovery import recover, stop
from qipan.play.seat_reissue import SeatReissue
from qipan.play.seats import opaque_id, seat_link, seat_of, seat_token
from qipan.store.memory import MemoryLog

KEY = b"k" * 32


@pytest.fixture
def hall():
    return Hall()


@pytest.fixture
def at(hall):
    room = hall.open()
    people = [hall.sit(room, Seat(0)), hall.sit(room, Seat(1)), hall.sit(room, arbiter="chief")]
    for each in people:
        each.read()
    return (room, *people)


def rule(arbiter, act, **fields):
    return arbiter.send("arbiter", act=act, **fields)


def test_pause_and_resume_with_set_clocks(hall, at):
    room, a, b, arbiter = at
    hall.time.ms += 10_000
    told = last(rule(arbiter, "pause"), "play-suspended/1")
    assert told["clocks"] == last(a.read(), "play-suspended/1")["clocks"]
    assert told["clocks"]["running"] == []
    assert told["clocks"]["seats"][0]["left"] == 590_000
    hall.wait(20 * MINUTE)
    assert not room.table.over
    assert a.move("h8")[-1]["code"] == "play.suspended"
    assert rule(arbiter, "pause")[-1]["code"] == "play.not-running"
    readings = [{"main": 300_000}, {"main": 200_000}]
    told = last(rule(arbiter, "resume", readings=readings), "play-resumed/1")
    assert [seat["left"] for seat in told["clocks"]["seats"]] == [300_000, 200_000]
    assert kinds(b.read())[-1] == "play-resumed/1"
    assert rule(arbiter, "resume")[-1]["code"] == "play.not-suspended"
    assert kinds(a.move("h8"))[-1] == "move-played/1"


def test_warnings_fines_and_notices(hall, at):
    room, a, _, arbiter = at
    hall.time.ms += 5000
    rule(arbiter, "warn", seat=1, rule="play.quiet")
    rule(arbiter, "fine", seat=0, time=60_000, points=1, rule="play.quiet")
    assert room.table.marks == [(1, "play.quiet", 0), (0, "play.quiet", 1)]
    told = last(a.read(), "seat-fined/1")
    assert told["clocks"]["seats"][0]["left"] == 600_000 - 65_000
    assert last(rule(arbiter, "message", text="Five minutes."), "notice-sent/1")["text"]
    assert last(a.read(), "notice-sent/1")["text"] == "Five minutes."
    for wrong in ({"seat": 7}, {"seat": None}):
        assert rule(arbiter, "warn", **wrong)[-1]["code"] == "play.no-such-seat"
    assert rule(arbiter, "warn", seat=0, rule="no.such-rule")[-1]["code"] == "input.bad"
    assert rule(arbiter, "dance")[-1]["code"] == "input.bad"


def test_awards_and_annulments(hall, at):
    room, a, _, arbiter = at
    assert rule(arbiter, "award", places=[3, 1])[-1]["code"] == "input.bad"
    told = last(rule(arbiter, "award", places=[2, 1]), "game-awarded/1")
    assert told["outcome"]["places"] == [2, 1]
    assert a.move("h8")[-1]["code"] == "game.over"
    rule(arbiter, "annul")
    assert last(hall.sit(room).read(), "state")["outcome"]["annulled"]
    rule(arbiter, "award", places=[1, 1])
    assert room.table.outcome.places == (1, 1)
    assert room.table.annulled is None


def test_a_clock_is_replaced_or_entered_from_the_board(hall, at):
    room, a, _, arbiter = at
    rule(
        arbiter,
        "clock",
        controls=[{"kind": "byo-yomi", "main": 0, "period": 30_000, "periods": 1}] * 2,
        readings=[{"main": 0, "periods": 1}, {"main": 0, "periods": 1}],
    )
    hall.wait(29_000)
    assert kinds(a.move("h8"))[-1] == "move-played/1"
    entered = [{"kind": "entered", "main": 600_000}] * 2
    rule(arbiter, "clock", controls=entered, readings=[{"main": 1000}, {"main": 2000}])
    hall.wait(60 * MINUTE, 60_000)
    assert not room.table.over
    assert [reading.main for reading in room.table.readings] == [1000, 2000]
    assert rule(arbiter, "clock", readings=[{"main": -1}] * 2)[-1]["code"] == "input.bad"


def test_only_an_arbiter_rules(at):
    _, a, _, _ = at
    assert rule(a, "award", places=[1, 2])[-1]["code"] == "play.arbiters-only"


def test_a_ruling_that_a_game_waits_for_is_the_arbiters(hall):
    room = hall.open(game="go", rules={"size": 9})
    arbiter = hall.sit(room, arbiter="chief")
    told = last(rule(arbiter, "play", text="lost"), "move-played/1")
    assert (told["seat"], told["acting"]) == (-1, [1])


def test_tokens_open_one_seat_until_it_is_reissued(hall, at):
    room, _, _, arbiter = at
    old = seat_token(KEY, "t1", 1)
    assert seat_of(KEY, room.table, old) == 1
    assert seat_of(KEY, room.table, seat_token(KEY, "t2", 1)) is None
    rule(arbiter, "reissue", seat=1)
    assert seat_of(KEY, room.table, old) is None
    assert seat_of(KEY, room.table, seat_token(KEY, "t1", 1, 1)) == 1
    for nonsense in ("", "é", "x" * 999):
        assert seat_of(KEY, room.table, nonsense) is None
    assert opaque_id(KEY, "ann") != opaque_id(KEY, "bob")


def test_a_reissued_seat_shows_its_holder_out_and_only_arbiters_get_the_key(hall, at):
    room, a, b, arbiter = at
    SeatReissue(hall.owner, lambda room, seat: seat_link(KEY, room.table, seat))
    told = rule(arbiter, "reissue", seat=1)
    link = last(told, "link")["link"]
    assert link == f"/t/t1?token={seat_token(KEY, 't1', 1, 1)}"
    assert kinds(b.read())[-1] == "replaced"
    assert b.outbox.dropped == "replaced"
    assert b.viewer not in room.viewers
    assert room.holders.keys() == {0}
    heard = a.read()
    assert "link" not in kinds(heard)
    assert last(heard, "presence") == {"type": "presence", "seat": 1, "connected": False}
    a.move("h8")
    assert b.move("a1") == []
    assert len(room.table.moves) == 1
    again = hall.sit(room, seat_of(KEY, room.table, link.partition("token=")[2]))
    assert kinds(again.move("a1"))[-1] == "move-played/1"
    noted = [each["content"].get("what") for each in evidence(hall.owner, "t1")["conduct"]]
    assert noted[2:] == ["reissued", "connected"]


def test_chat_is_off_during_games_unless_opened_and_mutes_hold(at):
    _, a, b, arbiter = at
    assert a.send("chat", text="hello")[-1]["code"] == "play.quiet"
    rule(arbiter, "chat", open=True, muted=[1])
    assert last(a.send("chat", text="hello"), "chat") == {"type": "chat", "by": 0, "text": "hello"}
    assert b.send("chat", text="hello")[-1]["code"] == "play.quiet"
    assert a.send("chat", text="x" * 301)[-1]["code"] == "play.chat-length"
    assert last(arbiter.send("chat", text="quiet"), "chat")["by"] == "arbiter"


def test_conduct_reports_and_evidence(hall, at):
    _, a, b, arbiter = at
    a.move("h8")
    b.send("tab", hidden=True)
    b.send("tab", hidden=False)
    b.leave()
    a.send("report", seat=1, reason="engine")
    assert a.send("report", seat=0, reason="engine")[-1]["code"] == "play.no-such-seat"
    assert last(arbiter.read(), "report")["reason"] == "engine"
    found = evidence(hall.owner, "t1")
    noted = [(each["content"].get("what"), each["content"]["seat"]) for each in found["conduct"]]
    assert noted == [
        ("connected", 0),
        ("connected", 1),
        ("hidden", 1),
        ("shown", 1),
        ("disconnected", 1),
        (None, 1),
    ]
    assert [each["seq"] for each in found["events"]] == [1, 2, 3]
    assert found["events"][2]["content"]["text"] == "h8"
    assert msgspec.json.encode(found)
    with pytest.raises(Unknown):
        evidence(hall.owner, "none")


def test_evidence_hides_cards_while_the_game_goes_on():
    hall = Hall(hurry=1000)
    room = hall.open(game="shengji")
    hall.time.ms += 1000
    hall.owner.tick()
    (pack,) = [each for each in evidence(hall.owner, "t1")["events"] if each["seq"] == 3]
    assert len(pack["content"]["text"].split()) == 2
    hashes = [each["hash"] for each in evidence(hall.owner, "t1")["events"]]
    assert [bool(each) for each in hashes] == [True, True, *[False] * (len(hashes) - 2)]
    assert len(room.table.moves) == 1


def test_a_salted_move_is_bound_by_its_hash_and_nobody_can_guess_it():
    hall = Hall(hurry=1000, salted=True)
    hall.open(game="shengji")
    hall.time.ms += 1000
    hall.owner.tick()
    told = evidence(hall.owner, "t1")["events"]
    stored = hall.log.read("table/t1")
    assert [each["hash"] for each in told] == [each.hash for each in stored]
    for each, envelope in zip(told, stored, strict=True):
        hidden = msgspec.json.decode(envelope.payload)
        if envelope.name == "move-played/1":
            assert len(hidden.pop("salt")) == 32
            guess = msgspec.json.encode(hidden, order="sorted").decode()
            assert digest(msgspec.structs.replace(envelope, payload=guess)) != envelope.hash
        assert "salt" not in each["content"]


def test_a_restless_client_can_neither_fill_the_journal_nor_keep_others_out(hall, at, monkeypatch):
    monkeypatch.setattr("qipan.play.conduct_log.MOST", 10)
    _, a, b, _ = at
    before = len(hall.owner.watch.read("t1"))
    for _ in range(40):
        hall.time.ms += 1000
        a.send("tab", hidden=True)
    noted = [each["content"] for each in evidence(hall.owner, "t1")["conduct"][before:]]
    assert [each.get("times", 1) for each in noted] == [*range(1, 11), 16, 32]
    b.send("tab", hidden=True)
    a.send("tab", hidden=False)
    b.send("report", seat=0, reason="other")
    newest = evidence(hall.owner, "t1")["conduct"][-3:]
    assert [(each["what"], each["seat"], each["by"]) for each in newest] == [
        ("hidden", 1, None),
        ("shown", 0, None),
        ("report", 0, 1),
    ]
    hall.owner.watch.forget("t1")  # as after a restart: the counts are read again
    for _ in range(31):
        hall.time.ms += 1000
        a.send("tab", hidden=True)
    assert len(evidence(hall.owner, "t1")["conduct"]) == before + 12 + 3


def test_a_planned_stop_suspends_and_players_coming_back_resume(hall, at):
    room, a, _, _ = at
    hall.time.ms += 4000
    assert stop(hall.owner) == 1
    assert kinds(a.read()) == ["stopping", "play-suspended/1"]
    hall.time.ms += 3600_000
    again = Hall(hall.log, hall.time)
    (back,) = recover(again.owner, None)
    assert back.table.suspended == "stop"
    first = again.sit(back, Seat(0))
    assert last(first.read(), "state")["suspended"] == "stop"
    again.sit(back, Seat(1))
    assert last(first.read(), "play-resumed/1")["clocks"]["seats"][0]["left"] == 596_000
    assert back.table.going
    assert room.table.readings == back.table.readings


def test_after_a_kill_nobody_is_charged_the_down_time(hall, at):
    _, a, _, _ = at
    a.move("h8")
    hall.time.ms += 7_000
    last_sign = hall.time.now()  # then the process dies
    hall.time.ms += 500_000
    again = Hall(hall.log, hall.time)
    (room,) = recover(again.owner, last_sign)
    assert room.table.suspended == "crash"
    assert [reading.turn for reading in room.table.readings] == [0, 7_000]
    stored = fold_table("t1", list(hall.log.read(stream_of("t1"))))
    assert stored.suspended == "crash"
    again.wait(RESUME_GRACE - 1, 1000)
    assert not room.table.going  # the others are waited for
    again.wait(1)
    assert room.table.going
    assert again.owner.charge(room, None, again.time.ms)[0] == ((1, 0),)


def test_a_recovery_never_lets_a_flag_fall(hall, at):
    _, a, _, _ = at
    a.move("h8")
    hall.time.ms += 3600_000
    again = Hall(hall.log, hall.time)
    (room,) = recover(again.owner, hall.time.now() + timedelta(seconds=1))
    assert not room.table.over
    assert room.table.readings[1].turn == 599_999


def test_a_slow_commit_is_not_charged_to_the_mover_after_a_kill():
    """The next clock starts when a move is stored; its event only knows when it was handed in."""

    class Slow(MemoryLog):
        waiting = None

        def submit(self, batch):
            if batch.stream != stream_of("t1") or batch.expected < 2:
                return super().submit(batch)
            self.waiting = (batch, Future())
            return self.waiting[1]

    hall = Hall(Slow())
    room = hall.open()
    a = hall.sit(room, Seat(0))
    a.move("h8")
    hall.time.ms += 900  # the disk is slow
    beat = hall.time.now() - timedelta(milliseconds=hall.owner.longest_commit())
    assert hall.owner.longest_commit() == 900
    batch, future = hall.log.waiting
    future.set_result(hall.log.append(batch))
    killed = Hall(hall.log, hall.time)  # killed before anybody knew that it was stored
    killed.log.waiting = None
    (back,) = recover(killed.owner, beat)
    batch, future = killed.log.waiting
    future.set_result(killed.log.append(batch))
    assert (back.table.suspended, back.table.readings[1].turn) == ("crash", 0)
    assert back.table.readings[0].used == 0


def test_no_sign_of_life_before_the_suspension_is_stored():
    """A second kill right after a restart must not charge the down time of the first."""

    class Late(MemoryLog):
        late = False

        def submit(self, batch):
            if not self.late or not batch.stream.startswith("table/"):
                return super().submit(batch)
            self.waiting = (batch, Future())
            return self.waiting[1]

    class Signs:
        beats = 0

        def beat(self, at=None):
            self.beats += 1

    hall = Hall(Late())
    hall.open()
    hall.time.ms += 100_000
    hall.log.late = True
    again = Hall(hall.log, hall.time)
    back = recover(again.owner, hall.time.now() - timedelta(seconds=90))
    signs = Signs()
    beating = PulseSender(again.owner, signs, back)
    beating.look(again.time.ms)
    assert signs.beats == 0
    batch, future = hall.log.waiting
    future.set_result(hall.log.append(batch))
    beating.look(again.time.ms + 1)
    beating.look(again.time.ms + 100)
    assert signs.beats == 1
    beating.look(again.time.ms + 501)
    assert signs.beats == 2


def test_a_table_that_cannot_be_told_again_keeps_no_other_from_coming_back(hall, at):
    hall.open(name="t2")
    stream = stream_of("t1")
    wrong = fresh(MovePlayed(seat=0, text="z99"))
    hall.log.append(Batch(stream, hall.log.version(stream), "x", "now", (wrong,)))
    reported = []
    again = Hall(hall.log, hall.time, report=lambda table, error: reported.append(table))
    assert [room.table.id for room in recover(again.owner, None)] == ["t2"]
    assert reported == ["t1"]


def test_only_open_tables_come_back(hall, at):
    _, a, _, _ = at
    hall.open(name="t2")
    a.send("resign")
    again = Hall(hall.log, hall.time)
    assert [room.table.id for room in recover(again.owner, None)] == ["t2"]
    assert again.owner.room("t1").table.over


def test_practice_is_played_by_a_computer_and_counts_nowhere(hall):
    room = hall.open(counts=False, bots=(1,), begin=False)
    me = hall.sit(room, Seat(0))
    assert last(me.read(), "game-begun/1")
    me.move("h8")
    hall.wait(1000, 100)
    assert [move.seat for move in room.table.moves] == [0, 1]
    state = last(me.send("since"), "state")
    assert state["counts"] is False
    assert state["seats"][1]["bot"] is True

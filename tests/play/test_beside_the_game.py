"""Beside the moves: taking back by agreement, set phrases, calls for the arbiter."""

from play.table_room import Hall, last, seated
from qipan.kernel.ids import Seat
from qipan.play.decide import may_plan_ahead


def test_a_move_is_taken_back_where_nothing_is_at_stake_and_the_opponent_agrees():
    hall = Hall()
    room, (a, b) = seated(hall)
    a.move("h8")
    b.move("h9")
    a.read()
    assert last(b.send("offer", what="takeback"), "offer-made/1")["what"] == "takeback"
    a.read()
    assert last(a.send("answer", what="takeback", accept=False), "offer-answered/1")
    a.send("offer", what="takeback")  # a's move and b's answer
    b.read()
    assert last(b.send("answer", what="takeback", accept=True), "moves-taken-back/1")["plies"] == 2
    assert room.table.moves == []
    assert last(a.send("offer", what="takeback"), "refused")["code"] == "play.no-way-back"


def test_no_move_is_taken_back_in_a_contest_and_none_asked_of_a_computer():
    hall = Hall()
    contest, (a, _) = seated(hall, origin={"competition": "c", "section": "men"})
    a.move("h8")
    assert last(a.send("offer", what="takeback"), "refused")["code"] == "play.no-takeback"
    assert len(contest.table.moves) == 1
    practice = hall.open(name="t2", bots=(1,), counts=False)
    player = hall.sit(practice, Seat(0))
    player.move("h8")
    hall.wait(2000, step=100)
    assert len(practice.table.moves) == 2
    assert last(player.send("offer", what="takeback"), "moves-taken-back/1")["plies"] == 2


def test_no_move_is_chosen_ahead_in_a_contest():
    hall = Hall()
    assert may_plan_ahead(hall.open(name="friendly").table)
    contest = {"competition": "c", "section": "men"}
    assert not may_plan_ahead(hall.open(name="contest", origin=contest).table)
    assert may_plan_ahead(hall.open(name="beside", origin=contest, counts=False).table)


def test_a_claim_that_does_not_hold_is_answered_to_both_once_in_a_position():
    hall = Hall()
    room, (a, b) = seated(hall)
    watching = hall.sit(room)
    for each in (b, watching):
        each.read()
    assert last(a.send("claim", what="time"), "refused")["code"] == "play.time-left"
    for each in (b, watching):
        told = last(each.read(), "claimed")
        assert (told["seat"], told["what"], told["code"]) == (0, "time", "play.time-left")
        assert told["rule"] == "play.claims"
    a.send("claim", what="time")
    assert not any(each["type"] == "claimed" for each in b.read())  # nobody is disturbed again
    a.move("h8")
    a.send("claim", what="time")
    assert any(each["type"] == "claimed" for each in b.read())


def test_a_rematch_is_asked_for_after_a_friendly_game_only():
    hall = Hall()
    room, (a, b) = seated(hall)
    assert last(a.send("rematch"), "refused")["code"] == "play.no-rematch"
    a.send("resign")
    b.read()
    assert last(a.send("rematch"), "rematch") == {"type": "rematch", "by": 0, "want": True}
    again = hall.sit(room, Seat(1))  # who comes back is asked once more
    assert last(again.read(), "rematch") == {"type": "rematch", "by": 0, "want": True}
    assert last(again.send("rematch", want=False), "rematch")["want"] is False
    assert "rematch" not in [each["type"] for each in hall.sit(room, Seat(1)).read()]
    contest = hall.open(name="t2", origin={"competition": "c", "section": "men"})
    first, second = (hall.sit(contest, Seat(seat)) for seat in (0, 1))
    second.send("resign")
    assert last(first.send("rematch"), "refused")["code"] == "play.no-rematch"


def test_phrases_and_calls_for_the_arbiter():
    hall = Hall()
    room, (a, b) = seated(hall)
    chief = hall.sit(room, arbiter="chief")
    chief.read()
    a.send("phrase", code="thanks")
    assert last(b.read(), "phrase") == {"type": "phrase", "by": 0, "code": "thanks"}
    assert last(a.send("phrase", code="you will lose"), "refused")["code"] == "play.quiet"
    assert last(a.send("call", reason="clock"), "called")["reason"] == "clock"
    assert last(chief.read(), "conduct")["what"] == "called-clock"
    quiet, (c, _) = seated(hall, name="t2", origin={"competition": "c", "section": "men"})
    assert quiet.table.begun
    assert last(c.send("phrase", code="hello"), "refused")["code"] == "play.quiet"

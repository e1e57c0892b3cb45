"""Decisions at a table, one by one: what happens, what is charged, and what is refused."""

import pytest

from play.plain_game import GAME, say, words_table
from qipan.journal.live import events
from qipan.journal.live.table import apply
from qipan.kernel.clock import ByoYomi, Increment, PerMove, Reading, Untimed
from qipan.kernel.errors import BadInput, IllegalMove, QipanError, Refused
from qipan.kernel.ids import TABLE, Seat
from qipan.play import commands as asked
from qipan.play.decide import capped, decide, fallen, play_move, seat_in

SPENT = ((0, 700),)
MOVE = asked.PlayMove(text="hello", id="m1")
OFFER = asked.MakeOffer(what="draw")
ACCEPT = asked.AnswerOffer(what="draw", accept=True)
DECLINE = asked.AnswerOffer(what="draw", accept=False)
TIME = asked.MakeClaim(what="time")


def event(table, seat, command, spent=SPENT):
    """Decide, apply, and give the event."""
    decision = decide(table, Seat(seat), command, spent)
    apply(table, decision.event, decision.after)
    return decision.event


def code(table, seat, command, spent=SPENT):
    """Give the code of a refusal; nothing may have happened."""
    before = table.version
    with pytest.raises((Refused, IllegalMove)) as refused:
        decide(table, Seat(seat), command, spent)
    assert table.version == before
    return refused.value.code


# -- moves -----------------------------------------------------------------------------------


def test_a_move_is_stored_as_the_game_writes_it_with_what_it_cost():
    table = words_table()
    decision = decide(table, Seat(0), asked.PlayMove(text="Hello", id="m1", seq=2), SPENT)
    assert decision.event == events.MovePlayed(seat=0, text="hello", id="m1", spent=SPENT)
    assert decision.after == GAME.play(table.state, Seat(0), GAME.read(None, 0, "hello"))
    fined = decide(table, Seat(0), asked.PlayMove(text="fine"), SPENT).event
    assert fined.fines == ((1, 1000),)


def test_nobody_moves_before_the_game_begins():
    table = words_table(begun=False)
    assert code(table, 0, MOVE) == "play.not-begun"
    assert code(table, 0, asked.MakeClaim(what="limit")) == "play.not-begun"
    assert code(table, 0, OFFER) == "play.not-begun"
    assert code(table, 0, asked.MakeOffer(what="swap")) == "play.not-begun"
    with pytest.raises(Refused, match=r"play\.not-begun"):
        play_move(table, TABLE, "deal", "", ())


def test_nobody_but_the_table_moves_while_the_clocks_stand():
    table = words_table()
    say(table, 0, "deal")
    apply(table, events.PlaySuspended(why="arbiter"))
    with pytest.raises(Refused) as refused:
        decide(table, Seat(1), MOVE, ())
    assert (refused.value.code, refused.value.facts) == ("play.suspended", {"why": "arbiter"})
    assert play_move(table, TABLE, "turns", "", ()).event.seat == TABLE


def test_everything_is_over_when_the_game_is():
    table = words_table()
    event(table, 0, OFFER)
    say(table, 0, "win")
    for seat in (0, 1):
        for command in (MOVE, OFFER, ACCEPT, DECLINE, TIME, asked.Resign()):
            assert code(table, seat, command) == "game.over"
        assert code(table, seat, asked.MakeOffer(what="swap")) == "game.over"
        assert code(table, seat, asked.AnswerOffer(what="swap", accept=True)) == "game.over"


def test_an_annulled_game_is_over_too():
    table = words_table()
    apply(table, events.GameAnnulled(rule="play.annulled"))
    assert code(table, 0, MOVE) == code(table, 0, OFFER) == "game.over"


@pytest.mark.parametrize(("length", "taken"), [(40, True), (41, False)])
def test_a_message_id_is_short(length, taken):
    table = words_table()
    command = asked.PlayMove(text="hello", id="x" * length)
    if taken:
        assert event(table, 0, command).id == "x" * length
    else:
        with pytest.raises(BadInput) as refused:
            decide(table, Seat(0), command, ())
        assert refused.value.where == "id"


@pytest.mark.parametrize(
    ("seat", "seq", "expected"),
    [
        (1, None, ""),
        (1, 4, ""),
        (1, 3, ""),
        (1, 2, "play.stale"),
        (0, 2, "game.not-your-turn"),
    ],
)
def test_a_move_answers_the_newest_position(seat, seq, expected):
    table = words_table()
    say(table, 0, "hello")
    assert table.newest == 3
    command = asked.PlayMove(text="hi", seq=seq)
    if not expected:
        assert event(table, seat, command).text == "hi"
        return
    with pytest.raises(QipanError) as refused:
        decide(table, Seat(seat), command, ())
    assert refused.value.code == expected
    if expected == "play.stale":
        assert refused.value.facts == {"seen": 2, "newest": 3}


def test_where_several_act_an_older_position_will_do():
    table = words_table(3)
    say(table, 0, "all")
    say(table, 2, "me")
    assert event(table, 1, asked.PlayMove(text="too", seq=2)).text == "too"


# -- offers ----------------------------------------------------------------------------------


def test_a_draw_is_offered_answered_and_charged_once():
    table = words_table()
    assert event(table, 0, OFFER) == events.OfferMade(seat=0, what="draw")
    assert event(table, 1, ACCEPT) == events.OfferAnswered(
        seat=1, what="draw", accepted=True, spent=SPENT
    )
    assert table.outcome.places == (1, 1)


def test_an_offer_that_meets_an_offer_is_an_answer():
    table = words_table()
    event(table, 0, OFFER)
    assert code(table, 0, OFFER) == "play.offered-already"
    assert event(table, 1, OFFER) == events.OfferAnswered(
        seat=1, what="draw", accepted=True, spent=SPENT
    )
    assert table.over


def test_a_declined_offer_is_not_made_again_before_a_move():
    table = words_table()
    event(table, 0, OFFER)
    assert event(table, 1, DECLINE) == events.OfferAnswered(seat=1, what="draw", accepted=False)
    assert code(table, 0, OFFER) == "play.offered-already"
    assert event(table, 1, OFFER) == events.OfferMade(seat=1, what="draw")
    say(table, 0, "on")
    assert event(table, 0, OFFER) == events.OfferMade(seat=0, what="draw")


def test_nobody_answers_what_was_not_offered_or_what_they_offered_themselves():
    table = words_table()
    assert code(table, 0, ACCEPT) == code(table, 0, DECLINE) == "play.nothing-offered"
    event(table, 0, OFFER)
    assert code(table, 0, ACCEPT) == code(table, 0, DECLINE) == "play.nothing-offered"


@pytest.mark.parametrize("second", [OFFER, ACCEPT])
def test_among_three_only_the_last_acceptance_stops_a_clock(second):
    table = words_table(3)
    event(table, 0, OFFER)
    assert event(table, 1, second) == events.OfferAnswered(seat=1, what="draw", accepted=True)
    assert table.readings[0].turn == 0
    assert code(table, 1, ACCEPT) == "play.nothing-offered"
    assert event(table, 2, ACCEPT).spent == SPENT
    assert table.outcome.places == (1, 1, 1)
    assert table.readings[0].used == 700


def test_a_game_that_allows_no_draw_refuses_offer_and_acceptance():
    table = words_table()
    event(table, 1, OFFER)
    say(table, 0, "fight")
    assert code(table, 1, OFFER) == "game.no-draw"
    table.offers["draw"] = {1}  # as if it had been made
    assert code(table, 0, ACCEPT) == "game.no-draw"
    assert event(table, 0, DECLINE).accepted is False


def test_offers_of_the_game_are_moves():
    table = words_table()
    assert event(table, 0, asked.MakeOffer(what="swap", id="o1")).text == "swap"
    assert (len(table.answered), table.answered.number_of(0, "o1")) == (1, 3)
    assert event(table, 1, asked.AnswerOffer(what="swap", accept=True, id="a")).text == "yes"
    assert event(table, 0, asked.AnswerOffer(what="swap", accept=False, id="b")).text == "no"
    found = [table.answered.number_of(*each) for each in ((0, "o1"), (1, "a"), (0, "b"))]
    assert (len(table.answered), found) == (3, [3, 4, 5])
    point = asked.MakeOffer(what="mark", at="abcdefghij")
    assert event(table, 1, point).text == "mark abcdefgh"


@pytest.mark.parametrize(
    "command",
    [
        asked.MakeOffer(what="a new car, or an old one"),
        asked.AnswerOffer(what="a new car, or an old one", accept=True),
        asked.AnswerOffer(what="mark", accept=True),
    ],
)
def test_what_nobody_knows_cannot_be_offered_or_answered(command):
    table = words_table()
    table.offers[command.what] = {1}
    with pytest.raises(BadInput) as refused:
        decide(table, Seat(0), command, ())
    assert refused.value.where == "what"
    assert refused.value.what == (
        f"{command.what[:20]!r} cannot be offered (there is: draw, swap, mark, takeback)"
    )


# -- claims, time, resignation ---------------------------------------------------------------


def test_a_claim_is_a_move_of_the_game():
    claim = asked.MakeClaim(what="x" * 30, id="c")
    assert event(words_table(), 0, claim) == events.MovePlayed(
        seat=0, text="claim:" + "x" * 20, id="c", spent=SPENT
    )


def test_time_is_claimed_once_it_has_run_out_and_charged_as_far_as_it_went():
    table = words_table()
    assert code(table, 1, TIME, ((0, 59_999),)) == "play.time-left"
    fell = event(table, 1, TIME, ((0, 65_000),))
    assert fell == events.FlagFell(seat=0, spent=((0, 60_000),))
    assert (table.outcome.places, table.readings[0].used) == ((2, 1), 60_000)


def test_resigning_ends_the_turn_that_ran():
    table = words_table()
    assert event(table, 1, asked.Resign()) == events.SeatResigned(seat=1, spent=SPENT)
    assert (table.outcome.places, table.readings[0].used) == ((1, 2), 700)


FLAGS = [
    # control, elapsed, falls
    (Increment(60_000, 5_000), 59_999, False),
    (Increment(60_000, 5_000), 60_000, True),
    (PerMove(60_000, 10_000), 9_999, False),
    (PerMove(60_000, 10_000), 10_000, True),
    (ByoYomi(0, 10_000, 2), 19_999, False),
    (ByoYomi(0, 10_000, 2), 20_000, True),
    (Untimed(), 999_999_999, False),
]


@pytest.mark.parametrize(("control", "elapsed", "falls"), FLAGS)
def test_a_flag_falls_when_all_is_used_and_not_before(control, elapsed, falls):
    table = words_table(controls=[control, Increment(1)])
    assert fallen(table, ((0, elapsed),)) == (0 if falls else None)


def test_the_first_of_several_flags_falls_and_alone_is_cut():
    table = words_table(3, controls=[Increment(9_000), Increment(2_000), Increment(1_000)])
    spent = ((0, 5_000), (1, 5_000), (2, 5_000))
    assert fallen(table, spent) == 1
    assert capped(table, spent, Seat(1)) == ((0, 5_000), (1, 2_000), (2, 5_000))
    assert fallen(table, ()) is None
    table.readings[0] = Reading(0)  # fined to nothing
    assert fallen(table, ((0, 0),)) == 0
    assert capped(table, ((0, 7),), Seat(0)) == ((0, 0),)


def test_what_is_no_command_for_a_player_is_refused():
    with pytest.raises(BadInput) as refused:
        decide(words_table(), Seat(0), asked.Ping(), ())
    assert refused.value.where == "type"


@pytest.mark.parametrize(("seat", "known"), [(None, 0), (-1, 0), (0, 1), (2, 1), (3, 0)])
def test_seats_that_there_are(seat, known):
    table = words_table(3)
    if known:
        assert seat_in(table, seat) == seat
        return
    with pytest.raises(Refused) as refused:
        seat_in(table, seat)
    assert (refused.value.code, refused.value.facts) == ("play.no-such-seat", {"seat": seat})

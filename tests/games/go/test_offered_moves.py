"""What each side may do in each phase of a game of Go, and that a random pick is one of it."""

from decimal import Decimal
from random import Random

import pytest

from goboards import play, position
from qipan.games.go import GAME
from qipan.kernel.ids import TABLE, Seat

BOARD = """
.X.O.
.X.O.
.X.O.
OX.OX
.X.O.
"""
STONES = BOARD.count("X") + BOARD.count("O")
BLACK, WHITE = Seat(0), Seat(1)


def status(**options):
    return play(position(BOARD, turn=0, komi=Decimal("0.5"), **options), "pass pass")


def texts(state, seat):
    return [GAME.write(state, seat, move) for move in GAME.moves(state, seat)]


def test_on_the_board_the_side_to_move_may_pass_or_put_a_stone():
    state = position(BOARD, turn=0)
    offered = texts(state, BLACK)
    assert offered[0] == "pass"
    assert len(offered) == len(set(offered)) > 1
    assert all(GAME.play(state, BLACK, move) for move in GAME.moves(state, BLACK))
    assert texts(state, WHITE) == []


def test_every_stone_is_marked_in_three_ways_and_every_empty_point_in_one():
    offered = texts(status(), BLACK)
    assert offered[:2] == ["agree", "resume"]
    words = [each.split()[0] for each in offered[2:]]
    assert {word: words.count(word) for word in words} == {
        "dead": STONES,
        "alive": STONES,
        "seki": STONES,
        "neutral": 25 - STONES,
    }
    assert len(set(offered)) == len(offered)
    assert texts(status(), WHITE) == offered


def test_who_has_agreed_waits_for_the_other():
    state = play(status(), "b:agree")
    assert GAME.acting(state) == (WHITE,)
    assert texts(state, BLACK) == []
    assert GAME.acting(play(status(), "w:agree")) == (BLACK,)


PHASES = {
    "status": "",
    "second-passes": "b:dead A2,w:dead E2,b:agree,w:agree",
    "confirm": "b:dead A2,w:dead E2,b:agree,w:agree,b:pass,w:pass",
}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("seed", range(5))
def test_a_random_pick_is_offered(phase, seed):
    state = status()
    if PHASES[phase]:
        state = play(state, PHASES[phase])
    assert GAME.phase(state) == phase
    for seat in GAME.acting(state):
        move = GAME.sample(state, seat, Random(seed))
        assert move in list(GAME.moves(state, seat))


def test_a_random_pick_on_the_board_is_a_stone_as_long_as_one_can_be_put():
    state = position(BOARD, turn=0)
    for seed in range(20):
        move = GAME.sample(state, BLACK, Random(seed))
        assert move in list(GAME.moves(state, BLACK))
        assert GAME.write(state, BLACK, move) != "pass"


def test_after_the_end_nobody_acts():
    state = play(status(), f"{PHASES['confirm']},w:confirm,b:confirm")
    assert GAME.acting(state) == ()
    assert [texts(state, seat) for seat in (BLACK, WHITE, TABLE)] == [[], [], []]

"""The judge of xiangqi: to come back to a position decides nothing until the book rules on it."""

import pytest

from qipan.games import game_named
from qipan.games.judging import judged
from qipan.games.xiangqi.rulesets import RULESETS, XiangqiRules
from qipan.kernel.ids import Seat

XIANGQI = game_named("xiangqi")
AHEAD = "3ak4/4a4/4b4/9/2b6/9/R7R/4B4/4A4/2BAK4 w"
CIRCLE = ("e9f9", "a3a4", "f9e9", "a4a3")
"""Two rooks against guards; red does not hurry."""
NODES = 3_000


def after(moves, ruleset, fen):
    state = XIANGQI.start(XiangqiRules(ruleset=ruleset), 2, {"fen": fen})
    for move in moves:
        seat = XIANGQI.acting(state)[0]
        state = XIANGQI.play(state, seat, XIANGQI.read(state, seat, move))
    return state


def told(moves, move, ruleset="axf", fen=AHEAD):
    state = after(moves, ruleset, fen)
    return judged(XIANGQI, state, Seat(0), XIANGQI.read(state, Seat(0), move), NODES)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_step_back_in_a_won_game_is_no_blunder(ruleset):
    """Black may come back to a position that stood, and the game goes on."""
    said = told(("a3a4", "e9f9"), "a4a3", ruleset)
    assert said.chance > 800
    assert said.loss < 50


def test_the_move_after_which_the_book_rules_a_draw_gives_a_won_game_away():
    """The rook was elsewhere first, so that its own move is what stands for the third time."""
    said = told(("b3a3", *CIRCLE, *CIRCLE[:3]), "a4a3", fen=AHEAD.replace("R7R", "1R6R"))
    assert said.loss > 300

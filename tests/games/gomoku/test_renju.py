"""Renju's forbidden moves: a table of our own, and another implementation as witness."""

from random import Random

import pytest

from qipan.cli.tools.game.gomoku import rule
from qipan.games.gomoku import GAME, Forbidden, GomokuRules, Win
from qipan.games.gomoku.board import point_at, points, read_point
from qipan.games.gomoku.renju import Renju
from qipan.i18n import say
from qipan.kernel.errors import IllegalMove
from qipan.kernel.ids import Seat

THREE, FOUR, OVER = "renju.double-three", "renju.double-four", "renju.overline"

TABLE = [
    # id, black, white, asked, forbidden by
    ("double three, crossing", "f8 g8 h9 h10", "", "h8", THREE),
    ("double three on diagonals", "g7 f6 g9 f10", "", "h8", THREE),
    ("three with a gap counts", "e8 g8 h9 h10", "", "h8", THREE),
    ("three and four are free", "e8 f8 g8 h9 h10", "d8", "h8", None),
    ("a three blocked at one end is none", "f8 g8 h9 h10", "h11", "h8", None),
    ("a three one point off the edge", "b8 c8 d9 d10", "", "d8", THREE),
    ("too near the edge for a straight four", "a8 b8 c9 c10", "", "c8", None),
    ("double four, crossing", "e8 f8 g8 h9 h10 h11", "", "h8", FOUR),
    ("double four with gaps", "d8 e8 f8 h10 h11 h12", "", "h8", FOUR),
    ("double four, one broken each", "d8 f8 g8 h9 h11 h10", "", "h8", FOUR),
    ("two fours on one line, X.XXX.X, from its side", "d8 f8 g8 j8", "", "h8", FOUR),
    ("two fours on one line, X.XXX.X, from its heart", "d8 f8 h8 j8", "", "g8", FOUR),
    ("one of them blocked", "d8 f8 h8 j8", "e8", "g8", None),
    ("two fours on one line, XX.XX.XX", "e8 f8 h8 k8 l8", "", "i8", FOUR),
    ("a straight four is one four", "f8 g8 i8", "", "h8", None),
    ("overline of six", "d8 e8 f8 h8 i8", "", "g8", OVER),
    ("overline from the corner", "a1 b1 c1 e1 f1", "", "d1", OVER),
    ("a four that only the corner completes", "b1 c1 d1 e2 e3 e4", "f1", "e1", FOUR),
    ("the same with the corner taken", "b1 c1 d1 e2 e3 e4", "f1 a1", "e1", None),
    ("overline of seven", "d8 e8 f8 h8 i8 j8", "", "g8", OVER),
    ("exactly five wins over all", "d8 e8 f8 g8 h9 h10 i9 j10", "", "h8", None),
    ("five beside an overline wins", "d8 e8 f8 g8 h4 h5 h6 h7 h9 h10", "", "h8", None),
    ("four threes", "g8 f8 h9 h10 g9 f10", "", "h8", THREE),
    (
        "a three whose completion would be an overline is none",
        "f8 g8 h9 h10 c8",
        "j8",
        "h8",
        None,
    ),
    ("an empty board forbids nothing", "", "", "h8", None),
]


def stones(text, size=15):
    found = 0
    for word in text.split():
        found |= 1 << read_point(size, word)
    return found


@pytest.mark.parametrize(
    ("_id", "black", "white", "asked", "by"), TABLE, ids=[each[0] for each in TABLE]
)
def test_table(_id, black, white, asked, by):
    found = Renju(stones(black), stones(white), 15).forbids(read_point(15, asked))
    assert found == by


def test_three_depends_on_a_forbidden_completion():
    """With j8 taken only e8 could make the row a straight four, and e8 would be a double four."""
    asked, row = read_point(15, "h8"), "f8 g8 h9 h10"
    assert Renju(stones(row), stones("j8"), 15).forbids(asked) == THREE
    column = f"{row} e5 e6 e7"
    assert Renju(stones(f"{column} h8"), stones("j8"), 15).forbids(read_point(15, "e8")) == FOUR
    assert Renju(stones(column), stones("j8"), 15).forbids(asked) is None
    # Blocked at both ends the column is no four any more, and e8 is free again.
    assert Renju(stones(column), stones("j8 e9 e4"), 15).forbids(asked) == THREE


def test_a_three_that_grows_only_by_five_is_none():
    """Completing the row at e8 makes five in the column: the game is won, no four is left."""
    asked, column = read_point(15, "h8"), "f8 g8 h9 h10 e4 e5 e6 e7"
    assert Renju(stones(column), stones("j8"), 15).forbids(asked) is None


@pytest.mark.parametrize("seed", range(12))
def test_against_another_implementation(seed):
    oracle = pytest.importorskip("renju", reason="the PyPI package renju is not installed")
    names = {0: None, 1: THREE, 2: FOUR, 3: OVER}
    dice = Random(seed)
    size, share = 15, (0.1, 0.18, 0.26)[seed % 3]
    board = [[0] * size for _ in range(size)]
    sides = {1: 0, 2: 0}
    for at in points(size):
        column, row = at % (size + 1), at // (size + 1)
        draw = dice.random()
        colour = 1 if draw < share else 2 if draw < share + 0.1 else 0
        board[column][row] = colour
        if colour:
            sides[colour] |= 1 << at
    judge = Renju(sides[1], sides[2], size)
    for column in range(size):
        for row in range(size):
            if not board[column][row]:
                expected = names[oracle.get_foul_type([line[:] for line in board], column, row)]
                assert judge.forbids(point_at(size, column, row)) == expected, (column, row)


def played(text, rules):
    state = GAME.start(rules, 2, {})
    for word in text.split():
        state = GAME.play(state, state.turn, GAME.read(state, state.turn, word))
    return state


DOUBLE_THREE = "f8 a1 g8 c1 h9 e1 h10 g1 h8"


def test_a_forbidden_move_loses():
    outcome = GAME.outcome(played(DOUBLE_THREE, GomokuRules(win=Win.RENJU)))
    assert (outcome.winner, outcome.rule, outcome.facts) == (1, THREE, {"point": "h8"})


def test_a_forbidden_move_can_be_refused_instead():
    rules = GomokuRules(win=Win.RENJU, forbidden=Forbidden.REFUSED)
    state = played(DOUBLE_THREE.removesuffix(" h8"), rules)
    with pytest.raises(IllegalMove, match="forbidden") as caught:
        GAME.play(state, Seat(0), GAME.read(state, Seat(0), "h8"))
    assert caught.value.rule == THREE
    assert read_point(15, "h8") not in set(GAME.moves(state, Seat(0)))
    assert GAME.view(state, None).barred == {"h8": THREE}  # the board says why
    assert say("en", f"ui.board.gomoku.why-not.{THREE}").startswith("Forbidden for Black")


def test_white_is_not_bound_and_wins_with_six():
    moves = "o15 a1 o13 b1 o11 c1 o9 e1 o7 f1 o5 d1"
    outcome = GAME.outcome(played(moves, GomokuRules(win=Win.RENJU)))
    assert (outcome.winner, outcome.rule) == (1, "gomoku.five")


def test_freestyle_forbids_nothing():
    assert GAME.outcome(played(DOUBLE_THREE, GomokuRules())) is None


def test_the_rule_command_lists_forbidden_points():
    found = rule({"ruleset": "renju", "moves": DOUBLE_THREE.removesuffix(" h8")})
    assert found["forbidden"]["h8"] == THREE
    assert found["outcome"] is None

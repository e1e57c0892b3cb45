"""How a game of gomoku ends."""

import pytest

from qipan.games.gomoku import GAME, GomokuRules, Win
from qipan.kernel.errors import BadInput, IllegalMove
from qipan.kernel.ids import Seat

ENDINGS = [
    # id, moves (Black first), rules, winner, rule
    ("open four", "h8 a1 i8 a2 j8 a3 k8", GomokuRules(), None, None),
    ("five across", "h8 a1 i8 a2 j8 a3 k8 a4 l8", GomokuRules(), 0, "gomoku.five"),
    ("five up", "h8 a1 h9 b1 h10 c1 h11 d2 h12", GomokuRules(), 0, "gomoku.five"),
    ("five on a diagonal", "a1 a2 b2 a3 c3 a4 d4 b1 e5", GomokuRules(), 0, "gomoku.five"),
    ("five on the other diagonal", "e1 a2 d2 a3 c3 a4 b4 b1 a5", GomokuRules(), 0, "gomoku.five"),
    ("no line over the edge", "m1 a9 n1 b9 o1 c9 a2 e9 b2", GomokuRules(), None, None),
    ("White's five", "h8 a1 i9 b1 j8 c1 k9 d1 l8 e1", GomokuRules(), 1, "gomoku.five"),
    ("six wins", "a1 a9 b1 b9 c1 c9 d1 e9 f1 f9 e1", GomokuRules(), 0, "gomoku.five"),
    (
        "six is no exact five",
        "a1 a9 b1 b9 c1 c9 d1 e9 f1 f9 e1",
        GomokuRules(win=Win.EXACTLY_FIVE),
        None,
        None,
    ),
]


def played(text, rules):
    state = GAME.start(rules, 2, {})
    for number, word in enumerate(text.split()):
        seat = Seat(number % 2)
        state = GAME.play(state, seat, GAME.read(state, seat, word))
    return state


@pytest.mark.parametrize(
    ("_id", "moves", "rules", "winner", "rule"), ENDINGS, ids=[e[0] for e in ENDINGS]
)
def test_ending(_id, moves, rules, winner, rule):
    outcome = GAME.outcome(played(moves, rules))
    assert (outcome and outcome.winner, outcome and outcome.rule) == (winner, rule)


def test_a_taken_point_is_refused_and_named():
    with pytest.raises(IllegalMove) as caught:
        played("h8 h8", GomokuRules())
    assert (caught.value.code, caught.value.facts) == ("gomoku.occupied", {"point": "h8"})


@pytest.mark.parametrize("size", [0, 4, 26])
def test_a_board_has_5_to_25_lines(size):
    with pytest.raises(BadInput, match="5 to 25"):
        GAME.start(GomokuRules(size=size), 2, {})

"""What the move that was played is worth, by a second look at it beside the best one."""

import json

import pytest

from qipan.formats import json_record
from qipan.games import game_named
from qipan.games.judging import judged, usual_nodes
from qipan.kernel.judgement import SecondLook, chance_of, chance_with_played
from qipan.office.judged.review import TIMES, moves_of

ODDS, MATED = 500, 29_500
MATE = 29_990
BESIDE = [
    # id                                  value   best   played  loss
    ("as good",                           300,    300,   300,    0),
    ("only the difference counts",        300,    900,   600,    146),
    ("the second look likes it better",   300,    100,   200,    0),
    ("a mate that the first look missed", 3_000,  MATE,  2_900,  3),
    ("a mate that the second misses",     MATE,   1_000, 1_000,  0),
    ("a mate that is let go",             MATE,   MATE,  0,      500),
    ("a move that is mated",              0,      0,     -MATE,  500),
    ("never below nothing",               -2_000, MATE,  -MATE,  18),
]  # fmt: skip


@pytest.mark.parametrize(
    ("value", "best", "played", "loss"), [row[1:] for row in BESIDE], ids=[row[0] for row in BESIDE]
)
def test_what_the_played_move_gives_away(value, best, played, loss):
    left = chance_with_played(value, SecondLook(best, played), ODDS, MATED)
    assert chance_of(value, ODDS) - left == loss


MATES_EITHER_WAY = (
    "h2c2 h7e7 c2c6 e7e3 b0c2 b7e7 c2e3 e7e3 h0g2 b9a7 c6g6 a9b9 b2c2 h9i7 g6a6 e3e5 a6i6 i7g8 "
    "i6g6 a7b5 a0b0 g8e7 c2c9 b9c9 b0b5 e7g6 b5b6 g6f4 i0i2 c9c3 b6d6 c3e3 f0e1 e3d3 g2e3 d3d6 "
    "c0e2 d6d3 i2f2 d3e3 f2f4 d9e8 f4f6 i9i3 g3g4 i3i0 f6e6 e5e2 e0f0 i0g0 f0f1 e2e6 g4g5 e3f3 "
    "e1f2 g0d0"
)


def test_a_quicker_mate_that_only_the_second_look_sees_makes_no_blunder_of_a_winning_move():
    moves = MATES_EITHER_WAY.split()
    record = json_record.read(json.dumps({"game": "xiangqi", "moves": moves}).encode(), "r")[0]
    made, game = moves_of(record)[-1], game_named("xiangqi")
    for times in (1, TIMES):
        nodes = times * usual_nodes(game, made.before)
        said = judged(game, made.before, made.seat, made.move, nodes)
        assert said.chance > 950
        assert said.loss < 50

"""Go's judge: what decides is seen, what it costs to miss it, and what is not judged at all."""

from decimal import Decimal

import pytest

from qipan.formats import sgf
from qipan.games import game_named
from qipan.games.go.grid import grid
from qipan.games.go.moves import PASS, stone
from qipan.games.go.rules import GoRules
from qipan.games.judging import judged, usual_nodes
from qipan.kernel.ids import Seat
from qipan.office.judged.review import moves_of
from qipan.views.fair_play.move_facts import move_facts
from qipan.views.review.reviewed_game import reviewed

GO = game_named("go")
NODES = 12_000
ONE_POINT = ["....XOOOO", ".XXXXO.OO", ".XOOXOOOO", ".XOOXOO.O", "..X.OOOOO", "..XXOOOOO",
             "...XXOOOO", "...XOO.OO", "...XOOOOO"]  # fmt: skip
"""Who plays D5 has one point more than half."""


@pytest.fixture(scope="module")
def decisive():
    on = grid(9)
    stones = {"X": [], "O": []}
    for line, row in enumerate(ONE_POINT):
        for column, mark in enumerate(row):
            if mark in stones:
                stones[mark].append(on.write(on.at(column, 8 - line)))
    rules = GoRules(size=9, counting="area", komi=Decimal(0), second_passes=False)
    return GO.start(rules, 2, {"black": stones["X"], "white": stones["O"], "turn": 0})


def test_the_move_that_decides_is_best_and_alone(decisive):
    said = judged(GO, decisive, Seat(0), stone(decisive.on.read("D5")), NODES)
    assert GO.write(decisive, Seat(0), said.best) == "D5"
    assert said.loss == 0
    assert said.good == 1
    assert said.chance > 600


def test_to_miss_it_is_a_loss_and_the_same_each_time(decisive):
    elsewhere = stone(decisive.on.read("A1"))
    said = judged(GO, decisive, Seat(0), elsewhere, NODES)
    assert said.loss > 200
    assert judged(GO, decisive, Seat(0), elsewhere, NODES) == said


def test_a_larger_board_has_more_nodes():
    """Games to the end are longer there: as many nodes would be a handful of games."""
    sizes = {size: GO.start(GoRules(size=size), 2, {}) for size in (5, 9, 13, 19)}
    nodes = {size: usual_nodes(GO, state) for size, state in sizes.items()}
    assert nodes[5] == nodes[9] < nodes[13] < nodes[19]


def test_a_pass_is_not_judged(decisive):
    assert judged(GO, decisive, Seat(0), PASS, NODES) is None
    assert judged(GO, decisive, Seat(1), stone(decisive.on.read("A1")), NODES) is None


HANDICAP = b"(;GM[1]FF[4]SZ[9]HA[2]KM[0.5]RU[Chinese]AB[cg][gc];W[gg];B[cc];W[ge];B[ee];W[];B[])"


def test_a_record_with_handicap_stones_and_passes_is_reviewed():
    record = sgf.read(HANDICAP, "handicap.sgf")[0]
    made = moves_of(record)
    facts = list(
        move_facts(GO, made, lambda each, _: judged(GO, each.before, each.seat, each.move, 2_000))
    )
    found = reviewed("go", facts, {})
    assert [each is None for each in found.curve] == [False] * 4 + [True] * 2
    assert [each.seat for each in found.moves] == [1, 0, 1, 0]
    assert found.curve[3] > 500  # two stones ahead

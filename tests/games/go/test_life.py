"""Unconditional life, playouts, and the proposal of dead stones and seki."""

from random import Random

import pytest

from goboards import cells_of
from qipan.games.go.board import chain_at
from qipan.games.go.life.benson import unconditionally_alive
from qipan.games.go.life.playout import Playout
from qipan.games.go.life.seki import weak_groups
from qipan.games.go.life.shapes import fills_one_eye
from qipan.games.go.life.suggest import suggest

TWO_EYES = """
.X.XO
XXXXO
OOOOO
.O.O.
O.O..
"""
ONE_EYE = """
.XXXO
XXXXO
OOOOO
.....
.....
"""


def test_two_eyes_live_unconditionally():
    on, cells = cells_of(TWO_EYES)
    assert unconditionally_alive(cells, on, 1) == {at for at in on.points if cells[at] == 1}


def test_one_eye_does_not():
    on, cells = cells_of(ONE_EYE)
    assert unconditionally_alive(cells, on, 1) == frozenset()


def test_two_chains_that_share_two_eyes_live_together():
    on, cells = cells_of(
        """
        X.XO.
        XX.XO
        OXXXO
        OOOOO
        .....
        """
    )
    alive = unconditionally_alive(cells, on, 1)
    assert on.read("B4") in alive


def test_a_large_region_is_no_eye_unless_every_point_is_a_liberty():
    on, cells = cells_of("..... XXXXX ..... ..... .....")
    assert unconditionally_alive(cells, on, 1) == frozenset()


SHAPES = [
    ("straight four", "A1 A2 A3 A4", False),
    ("bent four", "A1 A2 A3 B3", False),
    ("square", "A1 A2 B1 B2", True),
    ("T", "A1 B1 C1 B2", True),
    ("three", "A1 A2 B2", True),
    ("bulky five", "A1 A2 B1 B2 C1", True),
    ("cross", "B1 A2 B2 C2 B3", True),
    ("straight five", "A1 A2 A3 A4 A5", False),
    ("rabbity six", "A2 B1 B2 B3 C2 C1", True),
]


@pytest.mark.parametrize(("_name", "points", "one"), SHAPES, ids=[each[0] for each in SHAPES])
def test_shapes_that_make_one_eye(_name, points, one):
    on, _ = cells_of("..... " * 5)
    assert fills_one_eye([on.read(text) for text in points.split()], on.near) is one


@pytest.mark.parametrize("seed", range(3))
def test_playouts_keep_their_books(seed):
    on, cells = cells_of(TWO_EYES.replace("O", ".", 4))
    board = Playout(cells, on)
    dice = Random(seed)
    for turn in (1, 2, 1):
        final = board.run(turn, dice.random)
        for at in on.points:
            if final[at]:
                chain = chain_at(final, on.near, at)
                head = board.head[at]
                free = sum(
                    board.code[by] for stone in chain for by in on.near[stone] if not final[by]
                )
                assert (board.size[head], board.libs[head]) == (len(chain), free)
                assert free
            else:
                assert board.empties[board.slot[at]] == at


def proposed(drawn, **options):
    on, cells = cells_of(drawn)
    found = suggest(cells, on, **options)
    return on.write_all(found.marks.dead), on.write_all(found.marks.seki)


def test_a_lone_stone_in_a_territory_is_dead():
    dead, seki = proposed(
        """
        ..X.O....
        ..X.O....
        .OX.O.X..
        ..XXO....
        ..X.O....
        ..X.O....
        XXXXO....
        ..XOO....
        ..X.O....
        """
    )
    assert (dead, seki) == (["B7", "G7"], [])


def test_a_group_with_two_eyes_lives_inside_enemy_land():
    dead, _ = proposed(
        """
        .X.XO..
        XXXXO..
        OOOOO..
        .......
        .......
        OO.OOOO
        .......
        """
    )
    assert dead == []


SEKI = """
.....O...
OOOOOO...
.........
.........
.........
.........
OOOOOOO..
XXXXXXO..
.OOO.XO..
"""


def test_a_seki_is_proposed_and_both_sides_live_in_it():
    # Who fills A1 or E1 first is taken: White's straight four would give Black two eyes.
    on, cells = cells_of(SEKI)
    dead, seki = proposed(SEKI)
    black = [on.write(at) for at in on.points if cells[at] == 1]
    assert (dead, seki) == ([], sorted([*black, "B1", "C1", "D1"], key=on.read))
    assert all(group.facing for group in weak_groups(cells, on, frozenset()))


def test_a_killing_shape_is_no_seki():
    # Three in a bent row would kill; here White has taken the middle of three.
    dead, seki = proposed(SEKI.replace(".OOO.XO..", ".O.XXXO.."))
    assert ("A2" in dead, seki) == (True, [])


def test_the_same_seed_gives_the_same_proposal():
    on, cells = cells_of(TWO_EYES)
    assert suggest(cells, on, seed=5) == suggest(cells, on, seed=5)


def test_work_is_bounded_by_moves():
    on, cells = cells_of("." * 19 + (" " + "." * 19) * 18)
    found = suggest(cells, on, playouts=10_000)
    assert found.playouts < 200
    assert found.chains == ()

"""A board that knows its lines, beside a plain reading of every point."""

from random import Random

import pytest

from qipan.games.gomoku.board import bits, directions, points, run_through
from qipan.games.gomoku.lines import LineBoard, Shape
from qipan.games.gomoku.renju import Renju
from qipan.games.gomoku.rules import GomokuRules, Win

SIZE = 15
ALL = points(SIZE)


def drawn_stones(seed):
    """Draw crowded stones, so that long rows and blocked ones arise."""
    dice = Random(seed)
    middle = [at for at in ALL if all(2 <= part <= 10 for part in divmod(at, SIZE + 1))]
    drawn = dice.sample(middle, dice.randrange(16, 52, 2))
    return [sum(1 << at for at in drawn[side::2]) for side in (0, 1)]


def makes_five(own, at, step, exact):
    run = run_through(own, at, step)
    return run == 5 or (run > 5 and not exact)


def ways_to_five(own, other, step, exact, at):
    """Give the points where one more stone makes five, on the same free stretch as ``at``."""
    found = []
    for way in (step, -step):
        each = at + way
        while each in ALL and not other >> each & 1:
            if not own >> each & 1 and makes_five(own, each, step, exact):
                found.append(each)
            each += way
    return found


def shape_at(own, other, step, exact, at):
    """Name what a stone makes on one line; only fives and fours."""
    if makes_five(own, at, step, exact):
        return Shape.FIVE
    if not any(own >> at + step * by & 1 for by in range(-4, 5) if at + step * by >= 0):
        return None
    ways = ways_to_five(own | 1 << at, other, step, exact, at)
    return Shape.DOUBLE_FOUR if len(ways) > 1 else Shape.FOUR if ways else None


@pytest.mark.parametrize("win", list(Win))
@pytest.mark.parametrize("seed", range(4))
def test_fives_and_fours_are_those_of_a_plain_reading(win, seed):
    stones = drawn_stones(seed)
    board = LineBoard(GomokuRules(win=win), *stones)
    found = 0
    for colour in (0, 1):
        own, other = stones[colour], stones[1 - colour]
        exact = win is Win.EXACTLY_FIVE or (win is Win.RENJU and colour == 0)
        for step, packed in zip(directions(SIZE), board.directions(colour), strict=True):
            for at in ALL:
                if (own | other) >> at & 1:
                    continue
                shapes = [
                    shape
                    for shape in (Shape.FIVE, Shape.DOUBLE_FOUR, Shape.FOUR)
                    if board.shape(packed, shape) >> at & 1
                ]
                slow = shape_at(own, other, step, exact, at)
                assert shapes == ([] if slow is None else [slow])
                found += slow is not None
    assert found


@pytest.mark.parametrize("seed", range(4))
def test_a_stone_that_is_taken_back_leaves_no_trace(seed):
    stones = drawn_stones(seed)
    board = LineBoard(GomokuRules(), *stones)
    before = (board.key, *board.offers(0), *board.offers(1), *board.worth)
    dice = Random(seed)
    free = [at for at in ALL if not (stones[0] | stones[1]) >> at & 1]
    put = [(at, dice.randrange(2)) for at in dice.sample(free, 12)]
    for at, colour in put:
        board.flip(at, colour)
    whole = LineBoard(GomokuRules(), *board.stones)
    assert (board.key, *board.offers(0), *board.offers(1)) == (
        whole.key,
        *whole.offers(0),
        *whole.offers(1),
    )
    for at, colour in put:
        board.flip(at, colour)
    assert (board.key, *board.offers(0), *board.offers(1), *board.worth) == before


@pytest.mark.parametrize("seed", range(12))
def test_what_renju_forbids_is_what_its_judge_forbids(seed):
    black, white = drawn_stones(seed)
    board = LineBoard(GomokuRules(win=Win.RENJU), black, white)
    free = board.whole & ~(black | white)
    judge = Renju(black, white, SIZE)
    slow = sum(1 << at for at in bits(free) if judge.forbids(at) is not None)
    assert board.barred(0, free) == slow
    assert board.barred(1, free) == 0


def test_some_of_these_boards_have_forbidden_points():
    rules = GomokuRules(win=Win.RENJU)
    boards = [LineBoard(rules, *drawn_stones(seed)) for seed in range(12)]
    assert sum(board.barred(0, board.whole & ~sum(board.stones)) > 0 for board in boards) > 3

"""Lines of sliders: right for every occupancy, and small however many games a server has seen."""

import sys
from random import Random

import pytest

from qipan.games.xiangqi import check_sight, legal_moves, lines, start_board
from qipan.games.xiangqi.squares import FILE, RANK

MOST_BYTES = 5_000_000
"""Of every line there is; unshared they took 34 MB."""


def bits(square):
    """The bit of a square in its row and in its column."""
    return 1 << FILE[square], 1 << RANK[square]


def by_hand(square, occupied, row):
    """The line as the rule says it, step by step."""
    step = 1 if row else 9
    place, size = (FILE[square], 9) if row else (RANK[square], 10)
    quiet, rook, cannon = [], [], []
    for way in (1, -1):
        met = 0
        at = place + way
        while 0 <= at < size:
            target = square + (at - place) * step
            if occupied >> at & 1:
                met += 1
                if met < 3:
                    (rook if met == 1 else cannon).append((target, square << 7 | target))
            elif not met:
                quiet.append(square << 7 | target)
            at += way
    empty = sum(1 << (move & 127) for move in quiet)
    reach = [empty + sum(1 << target for target, _ in hits) for hits in (rook, cannon)]
    return tuple(quiet), tuple(rook), tuple(cannon), *reach


@pytest.mark.parametrize("row", [True, False], ids=["rows", "columns"])
def test_lines_agree_with_the_rule(row):
    kept, find = (lines.ROW, lines.row_line) if row else (lines.COL, lines.col_line)
    for square in range(90):
        own = bits(square)[0 if row else 1]
        for occupied in range(512 if row else 1024):
            if occupied & own:
                found = kept[square][occupied] or find(square, occupied)
                assert found == by_hand(square, occupied, row), (square, occupied)


def size_of(things):
    """Bytes of all that hangs on some values, each object once."""
    seen, queue, total = set(), [*things], 0
    while queue:
        each = queue.pop()
        if id(each) not in seen:
            seen.add(id(each))
            total += sys.getsizeof(each)
            queue += each if isinstance(each, list | tuple) else ()
    return total


def test_all_lines_together_stay_small():
    for square in range(90):
        across, along = bits(square)
        for occupied in range(1024):
            if occupied & along:
                lines.COL[square][occupied] or lines.col_line(square, occupied)
            if occupied < 512 and occupied & across:
                lines.ROW[square][occupied] or lines.row_line(square, occupied)
    assert size_of([lines.ROW, lines.COL]) < MOST_BYTES


def seen():
    """The squares from which something was seen along a row or column, in this process."""
    tables = check_sight._ROW_SIGHT, check_sight._COL_SIGHT, lines._ROW_RAYS, lines._COL_RAYS
    return {square for table in tables for square in range(90) if table[square]}


def test_what_kings_see_is_kept_for_squares_of_kings_alone():
    """A rook's or cannon's way out of a check is no sight: kept for each, it grew to 23 MB."""
    dice, before = Random("checks"), seen()
    for _ in range(40):
        board = start_board()
        for _ in range(120):
            moves = legal_moves(board)
            if not moves:
                break
            board = board.after(dice.choice(moves))
    assert seen() - before <= lines.PALACE
    assert seen() & lines.PALACE

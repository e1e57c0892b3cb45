"""Stones on a square grid, as two integers.

A point ``(column, row)`` is bit ``row * (size + 1) + column``; the spare column keeps lines from
running over the edge. Text form: letter for the column (``i`` is not left out), number for the
row from 1, so (0, 0) is ``a1``.
"""

from collections.abc import Iterator
from functools import cache
from typing import NewType

from qipan.kernel.errors import BadInput

Point = NewType("Point", int)
"""Bit number of a point on a board of known size."""


def point_at(size: int, column: int, row: int) -> Point:
    """Give the point of a column and a row, both counted from 0."""
    return Point(row * (size + 1) + column)


def place_of(size: int, point: Point) -> tuple[int, int]:
    """Give column and row of a point."""
    row, column = divmod(point, size + 1)
    return column, row


def points(size: int) -> list[Point]:
    """List every point, a1 first, row by row."""
    return [point_at(size, column, row) for row in range(size) for column in range(size)]


@cache
def whole_board(size: int) -> int:
    """Give every point of a board as one set."""
    return sum(1 << point for point in points(size))


def bits(board: int) -> Iterator[Point]:
    """List the points of a set."""
    while board:
        low = board & -board
        yield Point(low.bit_length() - 1)
        board ^= low


def write_point(size: int, point: Point) -> str:
    """Write a point: ``h8``."""
    column, row = place_of(size, point)
    return f"{chr(ord('a') + column)}{row + 1}"


def read_point(size: int, text: str) -> Point:
    """Read ``h8`` or ``H8``. Raises BadInput if it is not on the board."""
    word = text.strip().lower()
    column = ord(word[0]) - ord("a") if word and word[0].isascii() else -1
    digits = word[1:]
    if not (0 <= column < size and digits.isascii() and digits.isdigit() and len(digits) < 3):
        raise BadInput(f"{text!r} is no point of a {size} x {size} board")
    row = int(digits) - 1
    if not 0 <= row < size:
        raise BadInput(f"{text!r} is no point of a {size} x {size} board")
    return point_at(size, column, row)


def directions(size: int) -> tuple[int, int, int, int]:
    """Give the bit steps along a row, a column and the two diagonals."""
    return 1, size + 1, size + 2, size


def run_through(stones: int, point: Point, step: int) -> int:
    """Count the unbroken run of stones through a point along one line."""
    length = 1
    for direction in (step, -step):
        at = point + direction
        while at >= 0 and stones >> at & 1:
            length += 1
            at += direction
    return length


def longest_runs(stones: int, point: Point, size: int) -> tuple[int, ...]:
    """Give the length of the run through a point along each of the four lines."""
    return tuple(run_through(stones, point, step) for step in directions(size))

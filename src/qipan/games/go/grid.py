"""The lines of a Go board: points as small integers, and what lies beside them.

A point is ``(row + 1) * (size + 1) + column`` with row 0 at the bottom; the spare column and the
rows above and below are edge. Text form: a letter without I for the column, then the row from 1,
so the point of column 15 and row 15 on 19 lines is ``Q16``. Colours: 0 empty, 1 Black, 2 White,
3 off the board.
"""

from collections.abc import Iterable
from functools import cache

import msgspec

from qipan.kernel.errors import BadInput

EMPTY, BLACK, WHITE, EDGE = range(4)
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
SIZES = range(5, 26)


class Grid(msgspec.Struct, frozen=True):
    """Everything about one board size that never changes."""

    size: int
    points: tuple[int, ...]
    """Every point, the bottom row first, left to right."""
    near: tuple[tuple[int, ...], ...]
    """The two to four points beside each point; empty for the edge."""
    corners: tuple[tuple[int, ...], ...]
    """The points diagonally beside each point."""
    empty: bytes
    """The cells of a board without stones."""
    names: tuple[str, ...]
    """Every point as it is written, once for all games; empty for the edge."""

    def at(self, column: int, row: int) -> int:
        """Give the point of a column and a row, both from 0, the row from the bottom."""
        return (row + 1) * (self.size + 1) + column

    def place(self, point: int) -> tuple[int, int]:
        """Give column and row of a point."""
        row, column = divmod(point, self.size + 1)
        return column, row - 1

    def write(self, point: int) -> str:
        """Write a point: ``Q16``."""
        return self.names[point]

    def write_all(self, points: Iterable[int]) -> list[str]:
        """Write points in board order, so that equal sets give equal lists."""
        return [self.write(point) for point in sorted(points)]

    def read(self, text: str) -> int:
        """Read ``Q16`` or ``q16``. Raises BadInput if it is not on the board."""
        word = text.strip().upper()
        column = LETTERS.find(word[0]) if word else -1
        digits = word[1:]
        if 0 <= column < self.size and digits.isascii() and digits.isdigit() and len(digits) < 3:
            row = int(digits) - 1
            if 0 <= row < self.size:
                return self.at(column, row)
        raise BadInput(f"{text[:20]!r} is no point of a {self.size} x {self.size} board")


@cache
def grid(size: int) -> Grid:
    """Give the grid of a size. Raises BadInput outside 5 to 25 lines."""
    if size not in SIZES:
        raise BadInput(f"a Go board has 5 to 25 lines, not {size}", where="size")
    width = size + 1
    cells = bytearray([EDGE]) * (width * (size + 2))
    points = tuple((row + 1) * width + column for row in range(size) for column in range(size))
    for point in points:
        cells[point] = EMPTY

    def around(point: int, steps: tuple[int, ...]) -> tuple[int, ...]:
        if cells[point] == EDGE:
            return ()
        return tuple(point + step for step in steps if cells[point + step] != EDGE)

    straight = (1, -1, width, -width)
    slanted = (width + 1, width - 1, -width + 1, -width - 1)
    return Grid(
        size,
        points,
        tuple(around(point, straight) for point in range(len(cells))),
        tuple(around(point, slanted) for point in range(len(cells))),
        bytes(cells),
        tuple(_name(cell, *divmod(point, width)) for point, cell in enumerate(cells)),
    )


def _name(cell: int, row: int, column: int) -> str:
    return "" if cell == EDGE else f"{LETTERS[column]}{row}"


HANDICAP_MOST = 9


def handicap_points(size: int, stones: int) -> tuple[int, ...]:
    """Give the customary points for 2 to 9 handicap stones.

    Raises BadInput where custom has none: fewer than 7 lines, or an even board beyond 4 stones.
    """
    most = 0 if size < 7 else 4 if size % 2 == 0 or size == 7 else HANDICAP_MOST
    if not 2 <= stones <= most:
        raise BadInput(
            f"no customary points for {stones} handicap stones on {size} lines", where="handicap"
        )
    low = 3 if size >= 13 else 2
    high, middle = size - 1 - low, size // 2
    order = [(low, low), (high, high), (low, high), (high, low)]
    if stones in (5, 7, 9):
        order_tail = [(middle, middle)]
    else:
        order_tail = []
    sides = [(low, middle), (high, middle), (middle, low), (middle, high)]
    places = order[: min(stones, 4)] + sides[: max(0, (stones - 4) // 2 * 2)] + order_tail
    return tuple(grid(size).at(column, row) for column, row in places)

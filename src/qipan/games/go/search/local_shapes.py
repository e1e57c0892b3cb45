"""Shapes of three by three points where a stone in the middle is often good: contact, cut, edge.

A shape is a code of its eight outer points, two bits each in the order of ``AROUND``, with the
colours of ``grid``; ``table`` tells for every code and colour whether a stone belongs there.
In the pictures ``X`` and ``O`` are the sides, ``.`` is free, ``#`` the edge, ``x`` all but X, ``o``
all but O, ``?`` anything; both sides may play in the middle, but where ``X`` is said to move.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product

AROUND = ((-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1))
"""Column and row of the outer points, from the middle."""
_MEANING = {"X": (1,), "O": (2,), ".": (0,), "#": (3,), "x": (0, 2, 3), "o": (0, 1, 3)}
_MEANING["?"] = (0, 1, 2, 3)
_BOTH = (
    "XOX ... ???",  # hane, enclosing
    "XO. ... ?.?",  # hane, not cut
    "XO? X.. o.?",  # magari
    "XOO ... ?.?",  # katatsuke
    ".O. X.. ...",  # katatsuke at a distance
    "XO? O.x ?x?",  # cut with at most one own stone beside
    "XO? O.X ???",  # cut that is defended once
    "?X? O.O xxx",  # cut through
    "OX? x.O ???",  # cut, keima
    "X.? O.? ###",  # chase along the edge
    "OX? X.O ###",  # block a cut on the edge
    "?X? o.O ###",  # block a connection on the edge
    "?XO o.x ###",  # hane on the edge
    "?OX X.O ###",  # cut on the edge
)


def _turned(picture: str) -> Iterator[str]:
    """Give the eight ways to look at a picture of nine points."""
    rows = [picture[0:3], picture[3:6], picture[6:9]]
    for _ in range(4):
        rows = ["".join(row[2 - at] for row in rows) for at in range(3)]
        yield "".join(rows)
        yield "".join(row[::-1] for row in rows)


@cache
def table() -> bytes:
    """Give for every code whether a stone in the middle makes or answers a shape."""
    found = bytearray(1 << 16)
    for shape in _BOTH:
        for picture in set(_turned(shape.replace(" ", ""))):
            outer = picture[:4] + picture[5:]
            for colours in product(*(_MEANING[mark] for mark in outer)):
                found[_coded(colours)] = 1
                swapped = tuple((0, 2, 1, 3)[colour] for colour in colours)
                found[_coded(swapped)] = 1
    return bytes(found)


def _coded(colours: tuple[int, ...]) -> int:
    return sum(colour << 2 * place for place, colour in enumerate(colours))

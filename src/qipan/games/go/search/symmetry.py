"""Shapes turned and mirrored: eight ways to look at the same stones.

A shape is a code of two bits a point, first the eight points of ``AROUND``, then those of
``OUTER``; a shape of fewer points is the lower part of the code.
"""

from typing import Final

from qipan.games.go.search.local_shapes import AROUND

OUTER: Final = (
    (0, 2), (-2, 0), (2, 0), (0, -2),
    (-1, 2), (1, 2), (-2, 1), (2, 1), (-2, -1), (2, -1), (-1, -2), (1, -2),
    (-2, 2), (2, 2), (-2, -2), (2, -2),
)  # fmt: skip
"""Column and row of the points beyond ``AROUND``: four make twelve, all make five by five."""
_PLACES: Final = {offset: place for place, offset in enumerate(AROUND + OUTER)}
_WAYS: Final = tuple(
    tuple(
        2 * _PLACES[(up * b, across * a) if turned else (across * a, up * b)]
        for across, up in AROUND + OUTER
    )
    for a in (1, -1)
    for b in (1, -1)
    for turned in (False, True)
)
_ODD: Final = 0x5555_5555_5555
_EVEN: Final = 0xAAAA_AAAA_AAAA


def swapped(code: int) -> int:
    """Give a shape with the colours exchanged."""
    return (code & _ODD) << 1 | (code & _EVEN) >> 1


def ways_to_look(code: int, points: int) -> set[int]:
    """Give a shape of so many points as it looks from all sides."""
    contents = [code >> 2 * place & 3 for place in range(points)]
    return {sum(content << way[place] for place, content in enumerate(contents)) for way in _WAYS}

"""The star board: 121 holes, numbered row by row from the north, left to right.

A hole has cube coordinates x + y + z = 0, z growing southwards, x to the east. Sets of holes are
integers with one bit a hole. Text: a row letter a–q and a number from the left, ``e7``.
"""

from functools import cache
from typing import NewType

from qipan.kernel.errors import BadInput

Hole = NewType("Hole", int)
Cube = tuple[int, int, int]

SIDE = 4
CORNERS = ("N", "NE", "SE", "S", "SW", "NW")
"""The six triangles clockwise; the target of each is the opposite one."""
DIRECTIONS: tuple[Cube, ...] = (
    (1, -1, 0),
    (1, 0, -1),
    (0, 1, -1),
    (-1, 1, 0),
    (-1, 0, 1),
    (0, -1, 1),
)


def _on_board(cube: Cube) -> bool:
    return max(cube) <= SIDE or min(cube) >= -SIDE


def _all_cubes() -> tuple[Cube, ...]:
    span = range(-2 * SIDE, 2 * SIDE + 1)
    cubes = [(x, -x - z, z) for z in span for x in span]
    return tuple(cube for cube in cubes if max(map(abs, cube)) <= 2 * SIDE and _on_board(cube))


CUBES = _all_cubes()
HOLES = len(CUBES)
_HOLE = {cube: Hole(number) for number, cube in enumerate(CUBES)}


def _beyond(cube: Cube, direction: Cube, steps: int) -> Hole | None:
    x, y, z = cube
    dx, dy, dz = direction
    return _HOLE.get((x + dx * steps, y + dy * steps, z + dz * steps))


NEIGHBOURS: tuple[int, ...] = tuple(
    sum(1 << at for d in DIRECTIONS if (at := _beyond(cube, d, 1)) is not None) for cube in CUBES
)
"""The set of holes next to each hole."""
JUMPS: tuple[tuple[tuple[int, int, Hole], ...], ...] = tuple(
    tuple(
        (1 << over, 1 << to, to)
        for d in DIRECTIONS
        if (over := _beyond(cube, d, 1)) is not None and (to := _beyond(cube, d, 2)) is not None
    )
    for cube in CUBES
)
"""For each hole: the bit jumped over, the bit landed on, and its hole."""


def _corner_of(cube: Cube) -> int | None:
    x, y, z = cube
    tests = (z < -SIDE, x > SIDE, y < -SIDE, z > SIDE, x < -SIDE, y > SIDE)
    return tests.index(True) if any(tests) else None


TRIANGLES: tuple[int, ...] = tuple(
    sum(1 << hole for hole, cube in enumerate(CUBES) if _corner_of(cube) == corner)
    for corner in range(6)
)
"""The ten holes of each triangle."""
_TIPS: tuple[Cube, ...] = tuple(
    max(
        (cube for cube in CUBES if _corner_of(cube) == corner),
        key=lambda cube: max(map(abs, cube)),
    )
    for corner in range(6)
)


def opposite(corner: int) -> int:
    """Give the triangle across the board."""
    return (corner + 3) % 6


@cache
def distances(corner: int) -> tuple[int, ...]:
    """Give the steps from every hole to the tip of a triangle."""
    tip = _TIPS[corner]
    return tuple(max(abs(a - b) for a, b in zip(cube, tip, strict=True)) for cube in CUBES)


def holes_in(bits: int) -> list[Hole]:
    """List the holes of a set."""
    found = []
    while bits:
        low = bits & -bits
        found.append(Hole(low.bit_length() - 1))
        bits ^= low
    return found


def _names() -> tuple[str, ...]:
    names, row, column = [], None, 0
    for _, _, z in CUBES:
        column = column + 1 if z == row else 1
        row = z
        names.append(f"{chr(ord('a') + z + 2 * SIDE)}{column}")
    return tuple(names)


NAMES = _names()
_BY_NAME = {name: Hole(number) for number, name in enumerate(NAMES)}


def read_hole(text: str) -> Hole:
    """Read a hole like ``e7``. Raises BadInput."""
    hole = _BY_NAME.get(text)
    if hole is None:
        raise BadInput(f"{text[:20]!r} is no hole of the star board (a1 … q1)")
    return hole

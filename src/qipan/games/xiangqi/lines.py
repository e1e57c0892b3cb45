"""Where pieces go: tables for leapers, and for sliders by the occupancy of a row or column.

A row's occupancy is a 9-bit number, a column's a 10-bit number. What a slider on a square can do
along a line depends on nothing else, so each case is worked out once, when first met, and kept.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from qipan.games.xiangqi.squares import BLACK, FILE, RANK, RED

Steps = tuple[tuple[int, int], ...]
"""Pairs of target square and whole move."""
Hops = tuple[tuple[int, Steps], ...]
"""A square that must be empty, with the steps it allows."""
Line = tuple[tuple[int, ...], tuple[tuple[int, int], ...], tuple[tuple[int, int], ...], int, int]
"""Quiet moves; what a rook hits; what a cannon hits (target, move); the squares each reaches."""
Ray = tuple[int, int, int, int, int]
"""First three pieces met (−1: none), empty squares before the first, and on to the second.

Sets of squares are numbers here and in what is made of them: bit ``s`` is square ``s``.
"""

ROW_BIT: Final = tuple(1 << file for file in FILE)
COL_BIT: Final = tuple(1 << rank for rank in RANK)


BIT: Final = (*(1 << square for square in range(90)), *[0] * 90)
"""Of negative squares, that a king sees which was taken in a search, nothing remains."""


def mask_of(squares: Iterable[int]) -> int:
    """Give a set of squares as a number."""
    found = 0
    for square in squares:
        found |= BIT[square]
    return found


def _on_board(square: int, file_step: int, rank_step: int) -> int:
    file, rank = FILE[square] + file_step, RANK[square] + rank_step
    return 9 * rank + file if 0 <= file < 9 and 0 <= rank < 10 else -1


def _steps(origin: int, targets: Iterable[int]) -> Steps:
    return tuple((target, origin << 7 | target) for target in targets if target >= 0)


PALACE: Final = frozenset(9 * r + f for r in (0, 1, 2, 7, 8, 9) for f in (3, 4, 5))
ADVISOR_POINTS: Final = frozenset(9 * r + f for r, f in ((0, 3), (0, 5), (1, 4), (2, 3), (2, 5)))
BISHOP_POINTS: Final = frozenset(
    9 * r + f for r, f in ((0, 2), (0, 6), (2, 0), (2, 4), (2, 8), (4, 2), (4, 6))
)
ORTHOGONAL: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL: Final = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def _king(square: int) -> Steps:
    near = [_on_board(square, *d) for d in ORTHOGONAL]
    return _steps(square, (t for t in near if t in PALACE and square in PALACE))


def _advisor(square: int) -> Steps:
    near = [_on_board(square, *d) for d in DIAGONAL]
    return _steps(square, (t for t in near if t in PALACE and square in PALACE))


def _bishop(square: int) -> Hops:
    hops = []
    for file, rank in DIAGONAL:
        target = _on_board(square, 2 * file, 2 * rank)
        if target >= 0 and RANK[square] // 5 == RANK[target] // 5:
            hops.append((_on_board(square, file, rank), _steps(square, [target])))
    return tuple(hops)


def _knight(square: int) -> Hops:
    hops = []
    for file, rank in ORTHOGONAL:
        leg = _on_board(square, file, rank)
        ends = [
            _on_board(square, 2 * file + side * rank, 2 * rank + side * file) for side in (1, -1)
        ]
        if leg >= 0 and max(ends) >= 0:
            hops.append((leg, _steps(square, ends)))
    return tuple(hops)


def _pawn(square: int, side: int) -> Steps:
    crossed = RANK[square] >= 5 if side == RED else RANK[square] <= 4
    steps = [(0, side), (1, 0), (-1, 0)] if crossed else [(0, side)]
    return _steps(square, [_on_board(square, *step) for step in steps])


KING_STEPS: Final = tuple(_king(square) for square in range(90))
ADVISOR_STEPS: Final = tuple(_advisor(square) for square in range(90))
BISHOP_HOPS: Final = tuple(_bishop(square) for square in range(90))
KNIGHT_HOPS: Final = tuple(_knight(square) for square in range(90))
PAWN_STEPS: Final[tuple[tuple[Steps, ...], ...]] = (
    (),
    tuple(_pawn(square, RED) for square in range(90)),
    tuple(_pawn(square, BLACK) for square in range(90)),
)
"""By side: index 1 is Red, −1 is Black."""

KNIGHT_CHECKS: Final[tuple[tuple[tuple[int, int], ...], ...]] = tuple(
    tuple(
        (origin, leg)
        for origin in range(90)
        for leg, ends in KNIGHT_HOPS[origin]
        if any(target == square for target, _ in ends)
    )
    for square in range(90)
)
"""For each square, the knights' squares that attack it, each with its leg."""
PAWN_CHECKS: Final[tuple[tuple[tuple[int, ...], ...], ...]] = (
    (),
    *(
        tuple(
            tuple(
                origin
                for origin in range(90)
                if any(target == square for target, _ in PAWN_STEPS[side][origin])
            )
            for square in range(90)
        )
        for side in (RED, BLACK)
    ),
)
"""By the pawns' side and the attacked square: where such pawns stand."""


def _ends(table: Iterable[Steps]) -> tuple[int, ...]:
    return tuple(mask_of(target for target, _ in steps) for steps in table)


def _all_steps(table: Iterable[Hops]) -> list[Steps]:
    return [tuple(step for _, steps in hops for step in steps) for hops in table]


KNIGHT_ENDS: Final = _ends(_all_steps(KNIGHT_HOPS))
"""By a piece's square: all squares it may ever go to from there."""
BISHOP_ENDS: Final = _ends(_all_steps(BISHOP_HOPS))
ADVISOR_ENDS: Final = _ends(ADVISOR_STEPS)
PAWN_ENDS: Final = tuple(_ends(steps) for steps in PAWN_STEPS)


def _walk(square: int, step: int, count: int, occupied: int, at: int) -> Iterator[tuple[int, bool]]:
    """Go along a line from a place on it; say of each square whether it is taken."""
    direction = 1 if step > 0 else -1
    for _ in range(count):
        at += direction
        square += step
        yield square, bool(occupied >> at & 1)


def walks(square: int, occupied: int, row: bool) -> list[list[tuple[int, bool]]]:
    """Go both ways along a line from a square; say of each square on it whether it is taken."""
    place, size, step = (FILE[square], 9, 1) if row else (RANK[square], 10, 9)
    return [
        list(_walk(square, step, size - 1 - place, occupied, place)),
        list(_walk(square, -step, place, occupied, place)),
    ]


def _line(square: int, occupied: int, row: bool) -> Line:
    """Work a line out; what only the first pieces decide is shared with the line of those alone."""
    kept = ROW if row else COL
    ways = [[target for target, full in way if full] for way in walks(square, occupied, row)]
    nearest = [way[:2] for way in ways]
    if nearest != ways:
        seen = _occupancy(square, nearest, row)
        return kept[square][seen] or (row_line if row else col_line)(square, seen)
    cannon = tuple(_move(square, way[1]) for way in ways if len(way) > 1)
    if cannon:
        seen = _occupancy(square, [way[:1] for way in ways], row)
        quiet, rook, *_, near, _ = kept[square][seen] or (row_line if row else col_line)(
            square, seen
        )
    else:
        quiet = _quiet(square, occupied, row)
        rook = tuple(_move(square, way[0]) for way in ways if way)
        near = mask_of(move & 127 for move in quiet) | mask_of(target for target, _ in rook)
    free = mask_of(move & 127 for move in quiet)
    return quiet, rook, cannon, near, free | mask_of(target for target, _ in cannon)


def _quiet(square: int, occupied: int, row: bool) -> tuple[int, ...]:
    moves = []
    for way in walks(square, occupied, row):
        for target, full in way:
            if full:
                break
            moves.append(_move(square, target)[1])
    return tuple(moves)


def _occupancy(square: int, ways: Iterable[Iterable[int]], row: bool) -> int:
    """Give the occupancy of a line on which only these pieces stand, and the slider itself."""
    bits = ROW_BIT if row else COL_BIT
    return bits[square] | sum(bits[target] for way in ways for target in way)


_MOVES: Final[dict[int, tuple[int, int]]] = {}


def _move(square: int, target: int) -> tuple[int, int]:
    """Give a target with its whole move: one pair for all lines that hold it."""
    move = square << 7 | target
    return _MOVES.setdefault(move, (target, move))


def _rays(square: int, occupied: int, row: bool) -> tuple[Ray, ...]:
    rays = []
    for way in walks(square, occupied, row):
        taken = [target for target, full in way if full]
        if not taken:
            continue
        first, second, third = (*taken, -1, -1)[:3]
        squares = [target for target, _ in way]
        gap = squares[: squares.index(first)]
        beyond = squares[len(gap) + 1 : squares.index(second)] if second >= 0 else []
        ray = (first, second, third, mask_of(gap), mask_of(beyond))
        rays.append(_RAYS.setdefault(ray, ray))
    return tuple(rays)


_RAYS: Final[dict[Ray, Ray]] = {}
"""One object for all occupancies that look alike to a king."""
ROW: Final[list[list[Line | None]]] = [[None] * 512 for _ in range(90)]
COL: Final[list[list[Line | None]]] = [[None] * 1024 for _ in range(90)]
_ROW_RAYS: Final[list[dict[int, tuple[Ray, ...]]]] = [{} for _ in range(90)]
_COL_RAYS: Final[list[dict[int, tuple[Ray, ...]]]] = [{} for _ in range(90)]


def row_line(square: int, occupied: int) -> Line:
    """Work out what a slider does along its row, and keep it in ``ROW``."""
    line = ROW[square][occupied] = _line(square, occupied, row=True)
    return line


def col_line(square: int, occupied: int) -> Line:
    """Work out what a slider does along its column, and keep it in ``COL``."""
    line = COL[square][occupied] = _line(square, occupied, row=False)
    return line


def row_rays(square: int, occupied: int) -> tuple[Ray, ...]:
    """Give what a king on this square sees along its row."""
    known = _ROW_RAYS[square].get(occupied)
    if known is None:
        known = _ROW_RAYS[square][occupied] = _rays(square, occupied, row=True)
    return known


def col_rays(square: int, occupied: int) -> tuple[Ray, ...]:
    """Give what a king on this square sees along its column."""
    known = _COL_RAYS[square].get(occupied)
    if known is None:
        known = _COL_RAYS[square][occupied] = _rays(square, occupied, row=False)
    return known

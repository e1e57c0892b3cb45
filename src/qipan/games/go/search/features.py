"""What can be seen of a move before anything is tried: a set of numbers for every sensible point.

Every number names one thing seen: the shape around the point, how near the last two moves are, the
line from the edge, who is near, and what the stone does to the chains beside it, read by ladders.
What each is worth is learnt elsewhere (see ``policy``). Shapes are told as if Black moved.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

from qipan.games.go.grid import grid
from qipan.games.go.search.chains import bits, liberty_masks, points_of
from qipan.games.go.search.ladder import LadderReader
from qipan.games.go.search.rollout import Rollout
from qipan.games.go.search.symmetry import OUTER, swapped

FAMILY: Final = 52
"""The bits above are the family of a feature, those below tell it within the family."""
(
    SHAPE_3, SHAPE_12, SHAPE_5, LAST, BEFORE, OPEN, LINE, TAKES, ESCAPES, ATARI, DEFENDS, JOINS,
    CUTS, FIELD, LIBERTIES, PRESSES, EXTENDS, STAKE,
) = (family << FAMILY for family in range(1, 19))  # fmt: skip
SHAPES: Final = {SHAPE_3: 8, SHAPE_12: 12, SHAPE_5: 24}
"""Points of the shapes, by family."""
NEAR_BIT: Final = 1 << 50
"""In a shape: the last move is beside it."""
HIGHEST_STAKE: Final = 20
_FAR: Final = 17
_NEAR: Final = 3
_STRENGTHS: Final = (0, 0, 32, 22, 16, 10, 8, 5, 4, 2, 2)
"""What a stone lends to points around, by distance."""


def _distance(width: int, one: int, other: int) -> int:
    across = abs(one % width - other % width)
    up = abs(one // width - other // width)
    return across + up + max(across, up)


@cache
def distances(size: int) -> tuple[bytes, ...]:
    """Give the distance of every two points: 2 beside, 3 slanted, 4 over one point; at most 17."""
    every = range(len(grid(size).empty))
    return tuple(
        bytes(min(_FAR, _distance(size + 1, one, other)) for other in every) for one in every
    )


@cache
def _reach(size: int) -> dict[int, tuple[tuple[int, int], ...]]:
    """Give for each point the points to which a stone lends strength, and how much."""
    points, far = grid(size).points, distances(size)
    return {
        at: tuple((by, _STRENGTHS[far[at][by]]) for by in points if far[at][by] < len(_STRENGTHS))
        for at in points
    }


@cache
def _outer(size: int) -> tuple[tuple[int, ...], ...]:
    """Give the sixteen outer points of every point; 0, which is edge, where the board ends."""
    on = grid(size)
    found = []
    for at in range(len(on.empty)):
        column, row = on.place(at)
        found.append(
            tuple(
                on.at(column + across, row + up)
                if 0 <= column + across < size and 0 <= row + up < size
                else 0
                for across, up in OUTER
            )
        )
    return tuple(found)


@cache
def lines_of(size: int) -> dict[int, tuple[int, int]]:
    """Give for each point its distances from the nearer edges, the nearest first."""
    on, found = grid(size), {}
    for at in on.points:
        across, up = (min(each, size - 1 - each) for each in on.place(at))
        found[at] = min(across, up), max(across, up)
    return found


def fields_of(board: Rollout) -> list[list[int]]:
    """Give the strength around every point, by colour; the first is nobody's."""
    reach = _reach(board.grid.size)
    fields = [[0] * len(board.colour) for _ in range(3)]
    for at in board.grid.points:
        if board.colour[at]:
            field = fields[board.colour[at]]
            for by, strength in reach[at]:
                field[by] += strength
    return fields


def _of_size(stones: int) -> int:
    return stones if stones < 3 else 3 if stones < 5 else 4


class Tactics:
    """What stones do to the chains beside them, point by point."""

    def __init__(self, board: Rollout, mine: int, last: int) -> None:
        """Look at every chain with few liberties."""
        self.board, self.mine = board, mine
        self.masks = liberty_masks(board)
        self.seen: dict[int, list[int]] = {}
        self.stakes: dict[int, int] = {}
        """Stones that a move keeps from being taken, or takes before they get away."""
        self.reader = LadderReader(board.colour, board.near)
        self._last = board.head[last] if last and board.colour[last] else 0
        for chain, mask in self.masks.items():
            free = mask.bit_count()
            if free < 4:
                size = _of_size(board.size[chain])
                if board.colour[chain] == mine:
                    self._own(chain, mask, free, size)
                else:
                    self._other(chain, mask, free, size)

    def _note(self, at: int, feature: int) -> None:
        self.seen.setdefault(at, []).append(feature)

    def _raise(self, at: int, stones: int) -> None:
        self.stakes[at] = self.stakes.get(at, 0) + stones

    def _own(self, chain: int, mask: int, free: int, size: int) -> None:
        reader = self.reader
        if free > 2:
            for at in points_of(mask):
                self._note(at, EXTENDS + size)
            return
        if free == 2 and not reader.taken_at(chain):
            for at in points_of(mask):
                self._note(at, EXTENDS + 8 + size)
            return
        family = ESCAPES if free == 1 else DEFENDS
        stones = reader.chain(chain, 99)[0]
        others = {self.board.head[by] for each in stones for by in self.board.near[each]
                  if self.board.colour[by] == 3 - self.mine}  # fmt: skip
        around = mask
        for other in others:
            if self.masks[other].bit_count() == 1:
                around |= self.masks[other]
        for at in points_of(around):
            works = reader.saved_by(at, chain)
            self._note(at, family + 8 * works + size)
            if works:
                self._raise(at, self.board.size[chain])

    def _other(self, chain: int, mask: int, free: int, size: int) -> None:
        reader = self.reader
        recent = 16 * (chain == self._last)
        if free == 1:
            at = points_of(mask)[0]
            runs = reader.saved_by(at, chain)
            holds = any(
                self.masks[self.board.head[by]].bit_count() < 3
                for stone in reader.chain(chain, 99)[0]
                for by in self.board.near[stone]
                if self.board.colour[by] == self.mine
            )
            self._note(at, TAKES + 64 * holds + recent + 8 * runs + size)
            if runs:
                self._raise(at, self.board.size[chain])
        elif free == 2:
            for at in points_of(mask):
                self._note(at, ATARI + recent + 8 * reader.taken_by(at, chain) + size)
        else:
            for at in points_of(mask):
                self._note(at, PRESSES + recent + size)


def features(board: Rollout, mine: int, last: int, before: int) -> Iterator[tuple[int, list[int]]]:
    """Give for every sensible move of a side what is seen of it.

    ``last`` is the other side's last move, ``before`` the own one before it; 0 is none.
    """
    size = board.grid.size
    far, lines, outer = distances(size), lines_of(size), _outer(size)
    to_last = far[last] if last else None
    to_before = far[before] if before else None
    tactics = Tactics(board, mine, last)
    fields = fields_of(board)
    own_field, other_field = fields[mine], fields[3 - mine]
    colour, shapes = board.colour, board.shapes
    phase = min(3, (len(board.grid.points) - len(board.empties)) * 10 // len(board.grid.points))
    for at in sorted(board.empties):
        if not board.sensible(mine, at):
            continue
        near = NEAR_BIT if to_last is not None and to_last[at] <= _NEAR else 0
        wide, place = shapes[at], 16
        for by in outer[at]:
            wide |= colour[by] << place
            place += 2
        if mine == 2:
            wide = swapped(wide)
        low, high = lines[at]
        seen = tactics.seen.get(at, [])
        seen = [
            *seen,
            SHAPE_3 | near | wide & 0xFFFF,
            SHAPE_12 | near | wide & 0xFF_FFFF,
            SHAPE_5 | wide,
            LINE + 8 * min(low, 5) + phase,
            FIELD + 16 * min(15, own_field[at] // 8) + min(15, other_field[at] // 8),
        ]
        if at in tactics.stakes:
            seen.append(STAKE + min(HIGHEST_STAKE, tactics.stakes[at]))
        if to_last is not None:
            seen.append(LAST + to_last[at])
        if to_before is not None:
            seen.append(BEFORE + to_before[at])
        if own_field[at] + other_field[at] < 24:
            seen.append(OPEN + 64 * min(low, 7) + 8 * min(high, 7) + phase)
        _contact(board, tactics.masks, mine, at, seen)
        yield at, seen


def _contact(board: Rollout, masks: dict[int, int], mine: int, at: int, seen: list[int]) -> None:
    """Tell what a stone joins and parts, and the liberties it has."""
    colour, head = board.colour, board.head
    bit = bits(len(colour))
    free, own, others = 0, [], []
    for by in board.near[at]:
        content = colour[by]
        if not content:
            free |= bit[by]
        elif content == mine:
            if head[by] not in own:
                own.append(head[by])
        elif head[by] not in others:
            others.append(head[by])
    if not own and not others:
        return
    for chain in own:
        free |= masks[chain]
    left = (free & ~bit[at]).bit_count()
    for chain in others:
        if masks[chain] == bit[at]:
            left += board.size[chain]
    stones = 1 + sum(board.size[chain] for chain in own)
    seen.append(LIBERTIES + 8 * _of_size(stones) + min(left, 5))
    if own:
        weakest = min(masks[chain].bit_count() for chain in own)
        seen.append(JOINS + 8 * len(own) + min(weakest, 5))
    if others:
        weakest = min(masks[chain].bit_count() for chain in others)
        seen.append(CUTS + 8 * len(others) + min(weakest, 5))

"""Random games to the end that know a little more, for the search: local shapes come first.

Beyond ``Playout`` every empty point keeps the code of the eight points around it (see
``local_shapes``), changed with each stone; a move beside the last one that makes a shape is
preferred. It tells who played where first, for the search to learn from moves in any order.
"""

from collections.abc import Callable, Sequence
from functools import cache

from qipan.games.go.grid import Grid, grid
from qipan.games.go.life.playout import LONGEST, Playout
from qipan.games.go.search.local_shapes import AROUND, table

_OUT_OF = 16
_ANSWERS = 14
_SHAPES = 15
"""Of so many turns, how often stones in atari are answered, and local shapes are made."""


@cache
def _changes(size: int) -> tuple[tuple[tuple[tuple[int, int], ...], ...], ...]:
    """Give for each colour and point what a stone there changes: the points around, and how."""
    on, width = grid(size), size + 1
    found = []
    for colour in range(4):
        rows = []
        for at in range(len(on.empty)):
            row = []
            for place, (column, line) in enumerate(AROUND):
                middle = at - column - line * width
                if 0 <= middle < len(on.empty) and on.empty[middle] == 0:
                    row.append((middle, colour << 2 * place))
            rows.append(tuple(row))
        found.append(tuple(rows))
    return tuple(found)


@cache
def _edges(size: int) -> tuple[int, ...]:
    """Give the code of every point of an empty board."""
    on, width = grid(size), size + 1
    found = []
    for at in range(len(on.empty)):
        code = 0
        if on.empty[at] == 0:
            for place, (column, line) in enumerate(AROUND):
                code |= on.empty[at + column + line * width] << 2 * place
        found.append(code)
    return tuple(found)


@cache
def _beside(size: int) -> tuple[tuple[int, ...], ...]:
    """Give the eight or fewer points around each point."""
    on = grid(size)
    return tuple(on.near[at] + on.corners[at] for at in range(len(on.empty)))


class Rollout(Playout):
    """A board for the search: set to a position, moved on, and played to the end."""

    __slots__ = ("_start_shapes", "beside", "changes", "first", "shapes", "start_ko", "worth")

    def __init__(self, cells: Sequence[int], on: Grid, ko: int = 0) -> None:
        """Take a position and the point that may not be retaken by the side to move."""
        self.changes, self.beside = _changes(on.size), _beside(on.size)
        self.worth = table()
        self.shapes = list(_edges(on.size))
        self.start_ko = ko
        self.first = [0] * len(cells)
        """Who played first on each point since the restart."""
        super().__init__(cells, on)
        self._start_shapes = self.shapes

    def restart(self) -> None:
        """Go back to the position given."""
        super().restart()
        self.shapes = self._start_shapes[:]
        self.first = [0] * len(self.first)
        self.ko = self.start_ko

    def put(self, mine: int, at: int, capture: bool = True) -> None:
        """Put a stone on an empty point and take what has no liberty left."""
        shapes = self.shapes
        for point, change in self.changes[mine][at]:
            shapes[point] ^= change
        super().put(mine, at, capture)

    def _take(self, chain: int, start: int) -> int:
        shapes, after = self.shapes, self.next
        changes = self.changes[self.colour[start]]
        at = start
        while True:
            for point, change in changes[at]:
                shapes[point] ^= change
            at = after[at]
            if at == start:
                break
        return super()._take(chain, start)

    def shape_near(self, mine: int, last: int, random: Callable[[], float]) -> int:
        """Give a point around the last move where a stone makes a shape, or 0."""
        colour, shapes, worth = self.colour, self.shapes, self.worth
        found = [at for at in self.beside[last] if not colour[at] and worth[shapes[at]]]
        while found:
            at = found.pop(int(random() * len(found)))
            if self.sensible(mine, at):
                return at
        return 0

    def to_the_end(self, turn: int, last: int, random: Callable[[], float]) -> int:
        """Play on to the end, ``turn`` first; give the moves made. ``last`` is the last move."""
        mine, passes, first, put = turn, 0, self.first, self.put
        for made in range(LONGEST * len(self.grid.points)):
            at = 0
            if last:
                chance = int(random() * _OUT_OF)
                if chance < _ANSWERS:
                    at = self.reply(mine, last)
                if not at and chance < _SHAPES:
                    at = self.shape_near(mine, last, random)
            if not at:
                at = self._anywhere(mine, random)
            if at:
                put(mine, at)
                if not first[at]:
                    first[at] = mine
                passes = 0
            else:
                passes += 1
                if passes == 2:
                    return made
                self.ko = 0
            mine, last = 3 - mine, at
        return LONGEST * len(self.grid.points)

    def owners(self) -> list[int]:
        """Give who holds each point of a board played to the end: 1, 2, or 3 for nobody."""
        colour, near = self.colour, self.near
        found = colour[:]
        for at in self.empties:
            touched = 0
            for by in near[at]:
                touched |= colour[by]
            found[at] = touched
        return found

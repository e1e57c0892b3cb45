"""Stones on the lines: placing, capturing, ko and suicide. Fast enough to replay whole archives.

``place`` is the one function that knows how a stone is put down; ``Board`` wraps it with the ko
point and the prisoners for those who replay. It changes in place: immutable states copy it.
"""

from collections.abc import Iterable, MutableSequence, Sequence

from qipan.games.go.grid import BLACK, EMPTY, WHITE, Grid, grid
from qipan.kernel.errors import IllegalMove
from qipan.kernel.rules import rule

OCCUPIED = rule("go.empty-point", "A stone is played on an empty point.")
SUICIDE = rule("go.no-suicide", "A stone without liberty may only be put where it captures.")
KO = rule("go.ko", "A stone just taken in a ko may not be retaken at once.")

Cells = MutableSequence[int]
Near = Sequence[Sequence[int]]


def chain_at(cells: Sequence[int], near: Near, point: int) -> list[int]:
    """Give all stones connected to the stone at a point."""
    colour = cells[point]
    found = [point]
    seen = {point}
    for at in found:
        for beside in near[at]:
            if cells[beside] == colour and beside not in seen:
                seen.add(beside)
                found.append(beside)
    return found


def liberties(cells: Sequence[int], near: Near, chain: Iterable[int]) -> set[int]:
    """Give the empty points beside a chain."""
    return {beside for at in chain for beside in near[at] if not cells[beside]}


def breathless(cells: Sequence[int], near: Near, point: int) -> list[int]:
    """Give the chain of a stone if it has no liberty, else nothing."""
    colour = cells[point]
    found = [point]
    seen = {point}
    for at in found:
        for beside in near[at]:
            content = cells[beside]
            if not content:
                return []
            if content == colour and beside not in seen:
                seen.add(beside)
                found.append(beside)
    return found


def place(cells: Cells, near: Near, colour: int, point: int) -> list[int]:
    """Put a stone on an empty point, take what it captures off, and give the points taken.

    The stone's own chain is not looked at: ask ``breathless`` if nothing was taken.
    """
    cells[point] = colour
    other = 3 - colour
    taken: list[int] = []
    for beside in near[point]:
        if cells[beside] == other:
            for further in near[beside]:
                if not cells[further]:
                    break
            else:
                group = breathless(cells, near, beside)
                if group:
                    for at in group:
                        cells[at] = EMPTY
                    taken += group
    return taken


class Board:
    """A board that is played on. Not a value: use it to replay, and copy what you keep."""

    __slots__ = ("banned", "cells", "grid", "ko", "near", "prisoners")

    def __init__(self, size: int = 19) -> None:
        """Set up an empty board. Raises BadInput outside 5 to 25 lines."""
        self.grid: Grid = grid(size)
        self.near = self.grid.near
        self.cells: list[int] = list(self.grid.empty)
        self.ko = 0
        """The point that may not be retaken; 0 if there is none."""
        self.banned = EMPTY
        """The colour that may not retake it."""
        self.prisoners = [0, 0, 0]
        """How many stones each colour has taken, by colour."""

    def play(self, colour: int, point: int, suicide: bool = False) -> list[int]:
        """Play a stone and give what it took. Raises IllegalMove; the board is then unchanged."""
        cells, near = self.cells, self.near
        if cells[point]:
            raise IllegalMove("go.occupied", OCCUPIED, point=self.grid.write(point))
        if point == self.ko and colour == self.banned:
            raise IllegalMove("go.ko", KO, point=self.grid.write(point))
        taken = place(cells, near, colour, point)
        self.ko = 0
        if taken:
            self.prisoners[colour] += len(taken)
            if len(taken) == 1:
                self.ko = self._ko_after(colour, point, taken[0])
                self.banned = 3 - colour
            return taken
        for beside in near[point]:
            if not cells[beside]:
                return taken
        own = breathless(cells, near, point)
        if own:
            if not suicide or len(own) == 1:
                cells[point] = EMPTY
                raise IllegalMove("go.suicide", SUICIDE, point=self.grid.write(point))
            for at in own:
                cells[at] = EMPTY
            self.prisoners[3 - colour] += len(own)
        return taken

    def skip(self) -> None:
        """Let a turn go by, as after a pass: a ko may be retaken."""
        self.ko = 0

    def put(self, colour: int, points: Iterable[int]) -> None:
        """Set points up as they are told, without capturing."""
        for point in points:
            self.cells[point] = colour
        self.ko = 0

    def _ko_after(self, colour: int, point: int, taken: int) -> int:
        """Give the ko point: one stone was taken by a lone stone with no other liberty."""
        for beside in self.near[point]:
            content = self.cells[beside]
            if content == colour or (not content and beside != taken):
                return 0
        return taken


def stones(cells: Sequence[int], colour: int) -> list[int]:
    """List the points where a colour stands."""
    return [point for point, content in enumerate(cells) if content == colour]


__all__ = [
    "BLACK",
    "EMPTY",
    "WHITE",
    "Board",
    "breathless",
    "chain_at",
    "liberties",
    "place",
    "stones",
]

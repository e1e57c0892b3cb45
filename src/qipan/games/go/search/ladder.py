"""Reads whether a chain with one or two liberties can be taken: ladders and the like.

The attacker keeps the chain in atari, the defender runs out or takes a stone that holds it; with
three liberties a chain counts as safe. Ko is not looked at. Each question has a bound of stones
put down; what is not read to its end counts as not taken.
"""

from collections.abc import Sequence
from typing import Final

from qipan.games.go.board import place

ENOUGH: Final = 3
"""Liberties with which a chain is safe from a ladder."""


class LadderReader:
    """Reads on a copy of a board; every question leaves the copy as it was."""

    __slots__ = ("_left", "_limit", "cells", "made", "near")

    def __init__(
        self, cells: Sequence[int], near: Sequence[Sequence[int]], limit: int = 60
    ) -> None:
        """Take a position; ``limit`` is how many stones one question may put down."""
        self.cells, self.near = list(cells), near
        self._limit = self._left = limit
        self.made = 0
        """Stones put down for all questions."""

    def chain(self, at: int, most: int = ENOUGH) -> tuple[list[int], list[int]]:
        """Give the stones and the liberties of a chain; both in part if it has ``most`` or more."""
        cells, near = self.cells, self.near
        colour = cells[at]
        stones, free = [at], []
        for stone in stones:
            for by in near[stone]:
                content = cells[by]
                if not content:
                    if by not in free:
                        free.append(by)
                        if len(free) >= most:
                            return stones, free
                elif content == colour and by not in stones:
                    stones.append(by)
        return stones, free

    def taken_at(self, at: int) -> int:
        """Give the point where the attacker to move takes the chain at last, or 0."""
        self._left = self._limit
        return self._attack(at)

    def taken_by(self, stone: int, at: int) -> bool:
        """Say whether a stone of the attacker at one of its liberties takes a chain at last."""
        self._left = self._limit
        return self._takes(at, stone)

    def saved_by(self, stone: int, at: int) -> bool:
        """Say whether a stone of the defender leaves the chain where it is not taken any more."""
        self._left = self._limit
        colour = self.cells[at]
        taken = self._put(colour, stone)
        safe = bool(self.chain(stone, 1)[1]) and not self._attack(at)
        self._undo(colour, stone, taken)
        return safe

    def safe_stone(self, colour: int, stone: int) -> bool:
        """Say whether a stone can be put down without its chain being taken."""
        self._left = self._limit
        taken = self._put(colour, stone)
        safe = not self._attack(stone)
        self._undo(colour, stone, taken)
        return safe

    def _attack(self, at: int) -> int:
        free = self.chain(at)[1]
        if len(free) >= ENOUGH:
            return 0
        if len(free) < 2:
            return free[0] if free else at
        for stone in free:
            if self._takes(at, stone):
                return stone
        return 0

    def _takes(self, at: int, stone: int) -> bool:
        if self._left <= 0:
            return False
        attacker = 3 - self.cells[at]
        taken = self._put(attacker, stone)
        if not self.cells[at]:
            won = True
        elif not self.chain(stone, 1)[1]:
            won = False
        else:
            won = not self._escapes(at)
        self._undo(attacker, stone, taken)
        return won

    def _escapes(self, at: int) -> bool:
        """Say whether a chain whose side is to move gets away."""
        stones, free = self.chain(at)
        if len(free) != 1:
            return bool(free)
        colour = self.cells[at]
        for stone in [*self._held_by(stones, colour), free[0]]:
            if self._left <= 0:
                return True
            taken = self._put(colour, stone)
            safe = not self._attack(at)
            self._undo(colour, stone, taken)
            if safe:
                return True
        return False

    def _held_by(self, stones: list[int], colour: int) -> list[int]:
        """List the points that take a chain in atari beside these stones."""
        found: list[int] = []
        seen: set[int] = set()
        for stone in stones:
            for by in self.near[stone]:
                if self.cells[by] == 3 - colour and by not in seen:
                    others, free = self.chain(by, 2)
                    seen.update(others)
                    if len(free) == 1 and free[0] not in found:
                        found.append(free[0])
        return found

    def _put(self, colour: int, stone: int) -> list[int]:
        self._left -= 1
        self.made += 1
        return place(self.cells, self.near, colour, stone)

    def _undo(self, colour: int, stone: int, taken: list[int]) -> None:
        self.cells[stone] = 0
        for at in taken:
            self.cells[at] = 3 - colour

"""Renju's forbidden moves, exactly: overline, double four and double three.

A move that makes exactly five is never forbidden. A *four* is four stones that one more makes
exactly five; two fours may stand on one line. A *straight four* is a row of four that can become
five at either end. A *three* is three stones that one more stone, itself not forbidden and not
making five, turns into a straight four: so the question recurs, until the board answers it.

Only Black is bound. Points and bit boards are those of ``board``.
"""

from qipan.games.gomoku.board import Point, directions, whole_board
from qipan.kernel.rules import RuleKey, rule

OVERLINE = rule("renju.overline", "Black may not make six or more in a row.")
DOUBLE_FOUR = rule("renju.double-four", "Black may not make two fours with one stone.")
DOUBLE_THREE = rule("renju.double-three", "Black may not make two threes with one stone.")


class Renju:
    """The forbidden points of one position; asks itself again where threes depend on it."""

    def __init__(self, black: int, white: int, size: int) -> None:
        """Take both sides' stones."""
        self._black = black
        self._open = whole_board(size) & ~white
        self._steps = directions(size)
        self._known: dict[tuple[int, int], RuleKey | None] = {}

    def forbids(self, point: Point) -> RuleKey | None:
        """Say why Black may not play a free point, or None if Black may."""
        return self._forbids(self._black, point)

    def _forbids(self, black: int, point: int) -> RuleKey | None:
        asked = (black, point)
        if asked not in self._known:
            # A circle cannot arise: every further question has one stone more on the board.
            self._known[asked] = self._judge(black | 1 << point, point)
        return self._known[asked]

    def _judge(self, black: int, point: int) -> RuleKey | None:
        runs = [_run(black, point, step) for step in self._steps]
        if 5 in runs:
            return None
        if max(runs) > 5:
            return OVERLINE
        if sum(self._fours(black, point, step) for step in self._steps) > 1:
            return DOUBLE_FOUR
        threes = 0
        for step in self._steps:
            threes += self._is_three(black, point, step)
            if threes > 1:
                return DOUBLE_THREE
        return None

    def _fours(self, black: int, point: int, step: int) -> int:
        """Count the fours through a stone along one line: none, one or two."""
        found = set()
        for gap in self._gaps(black, point, step):
            full = black | 1 << gap
            if _run(full, point, step) == 5:
                found.add(_row(full, point, step) & ~(1 << gap))
        return len(found)

    def _is_three(self, black: int, point: int, step: int) -> bool:
        for gap in self._gaps(black, point, step):
            full = black | 1 << gap
            if (
                self._is_straight_four(full, point, step)
                and all(_run(full, gap, other) != 5 for other in self._steps)
                and self._forbids(black, gap) is None
            ):
                return True
        return False

    def _is_straight_four(self, black: int, point: int, step: int) -> bool:
        if _run(black, point, step) != 4:
            return False
        ends = self._gaps(black, point, step)
        return len(ends) == 2 and all(_run(black | 1 << end, point, step) == 5 for end in ends)

    def _gaps(self, black: int, point: int, step: int) -> list[int]:
        """Give the free points at both ends of the row through a stone."""
        free = self._open & ~black
        found = []
        for direction in (step, -step):
            at = point + direction
            while at >= 0 and black >> at & 1:
                at += direction
            if at >= 0 and free >> at & 1:
                found.append(at)
        return found


def _run(stones: int, point: int, step: int) -> int:
    return _row(stones, point, step).bit_count()


def _row(stones: int, point: int, step: int) -> int:
    found = 1 << point
    for direction in (step, -step):
        at = point + direction
        while at >= 0 and stones >> at & 1:
            found |= 1 << at
            at += direction
    return found

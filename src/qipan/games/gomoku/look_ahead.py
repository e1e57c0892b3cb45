"""Looks ahead in gomoku: threats first, then alpha-beta over the points that matter.

Lines are counted on whole boards: for every window of five without a stone of the other side, how
many own stones are in it. The same counts order the moves and value a position. Threats that
decide at once are never left to the search (see ``threats``).
"""

from typing import Final

from qipan.games.gomoku.board import Point
from qipan.games.gomoku.rules import GomokuRules
from qipan.games.gomoku.threats import Threats, bits
from qipan.kernel.thinking import ThoughtEnded, Watch

WON: Final = 1_000_000
DEEPEST: Final = 12
_WORTH: Final = (0, 1, 8, 40, 120)
"""Of a window with so many own stones and no other."""
_TO_MOVE: Final = 12
_WIDTH: Final = 14
"""Points looked at besides those that answer a threat."""
_POINT: Final = (1, 6, 30, 400)
"""Of a point in a window with 0 to 3 stones of one side, for the order of moves."""


class LookAhead:
    """One look ahead from one position."""

    def __init__(self, rules: GomokuRules, own: int, other: int, colour: int, watch: Watch) -> None:
        """Look for the side to move, which has ``colour``."""
        self.threats = Threats(rules, watch)
        self.watch, self.colour = watch, colour
        self.own, self.other = own, other
        self.depth = 0
        self.values: dict[Point, int] = {}
        """Value of each root move of the last complete look; exact within the margin."""

    def run(self, moves: list[Point], margin: int = 0) -> Point:
        """Look deeper and deeper among some moves; give the best."""
        best = moves[0]
        for depth in range(1, DEEPEST):
            try:
                values = self._root(moves, depth, margin)
            except ThoughtEnded:
                break
            self.depth, self.values = depth, values
            moves = sorted(moves, key=lambda move: -values[move])
            best = moves[0]
            if abs(values[best]) > WON // 2 or len(moves) == 1:
                break
        return best

    def _root(self, moves: list[Point], depth: int, margin: int) -> dict[Point, int]:
        alpha, found = -2 * WON, {}
        for move in moves:
            low = max(-2 * WON, alpha - margin)
            value = -self._node(
                self.other, self.own | 1 << move, 1 - self.colour, depth - 1, -2 * WON, -low
            )
            found[move] = value
            alpha = max(alpha, value)
        return found

    def _node(self, own: int, other: int, colour: int, depth: int, alpha: int, beta: int) -> int:
        """Give the value for the side to move; sooner wins are worth more."""
        self.watch.count()
        threats = self.threats
        if threats.fives(own, other, colour):
            return WON + depth
        blocks = threats.fives(other, own, 1 - colour)
        if blocks.bit_count() > 1:
            return -WON - depth
        if depth <= 0:
            if not blocks and threats.by_fours(own, other, colour, 2) is not None:
                return WON + depth
            return self.value(own, other)
        if blocks:
            tries = list(bits(blocks))
            if threats.barred(own, other, colour, blocks):
                return -WON - depth
        else:
            if threats.by_fours(own, other, colour, 3) is not None:
                return WON + depth
            tries = self.ordered(own, other, colour)[:_WIDTH]
            if not tries:
                return 0
        best = -2 * WON
        for move in tries:
            value = -self._node(
                other, own | 1 << move, 1 - colour, depth - 1, -beta, -max(alpha, best)
            )
            if value > best:
                best = value
                if best >= beta:
                    break
        return best

    def value(self, own: int, other: int) -> int:
        """Value a quiet position by the lines that both sides can still make."""
        return self._lines(own, other) - self._lines(other, own) + _TO_MOVE

    def _lines(self, own: int, other: int) -> int:
        total = 0
        for windows in self._windows(own, other):
            for count in (1, 2, 3, 4):
                total += _WORTH[count] * windows[count].bit_count()
        return total

    def _windows(self, own: int, other: int) -> list[tuple[int, int, int, int, int]]:
        """Give for each direction the first points of open windows, by the own stones in them."""
        threats = self.threats
        free = threats.whole & ~other
        found = []
        for step in threats.steps:
            room = free & free >> step & free >> 2 * step & free >> 3 * step & free >> 4 * step
            one = own & room
            two = three = four = 0
            zero = room & ~own
            for number in range(1, 5):
                stones = own >> step * number
                four |= three & stones
                three = (three & ~stones) | (two & stones)
                two = (two & ~stones) | (one & stones)
                one = (one & ~stones) | (zero & stones)
                zero &= ~stones
            found.append((zero, one, two, three, four))
        return found

    def ordered(self, own: int, other: int, colour: int) -> list[Point]:
        """List the free points near stones that may be played, the most promising first."""
        threats = self.threats
        stones = own | other
        free = threats.whole & ~stones
        near = stones
        for step in threats.steps:
            near |= near << step | near >> step
        weights: dict[Point, int] = dict.fromkeys(bits(near & free), 0)
        for mine, theirs, factor in ((own, other, 6), (other, own, 5)):
            for step, windows in zip(threats.steps, self._windows(mine, theirs), strict=True):
                for count in (1, 2, 3):
                    if windows[count]:
                        self._add(weights, windows[count], step, free, factor * _POINT[count])
        barred = threats.barred(own, other, colour, near & free)
        return sorted(
            (point for point in weights if not barred >> point & 1),
            key=lambda point: -weights[point],
        )

    def _add(
        self, weights: dict[Point, int], windows: int, step: int, free: int, weight: int
    ) -> None:
        """Give the free points of some windows a weight, once for each place in a window."""
        for number in range(5):
            for point in bits(windows << step * number & free):
                if point in weights:
                    weights[point] += weight

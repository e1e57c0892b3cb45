"""Looks ahead in Chinese checkers, for two to six seats.

A piece stands the worse the further it is from the tip of its target; the last pieces count more
than those in front. With two seats both sides look for their best (alpha-beta over the moves that
gain most); with more, every other seat is thought to make its single best move, since what they
all might do together is not to be looked through. Near the end, where only the own way counts,
``shortest_finish`` finds the fewest moves home exactly.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from qipan.games.chinese_checkers.board import TRIANGLES, Hole, distances, holes_in, opposite
from qipan.games.chinese_checkers.movement import destinations
from qipan.games.chinese_checkers.rules import CheckersRules
from qipan.games.chinese_checkers.state import Move, Star
from qipan.kernel.thinking import ThoughtEnded, Watch

HOME: Final = 100_000
"""What it is worth to be the first to fill the target; sooner is worth more."""
DEEPEST: Final = 12
_WIDTH: Final = 12
_ROOT_WIDTH: Final = 40
_STRANGE: Final = 25
_STEP: Final = 10
FILLED: Final = 20
"""Steps from the tip of all ten holes of a triangle together."""
_EVERY_TRIANGLE: Final = sum(TRIANGLES)


@cache
def costs(corner: int) -> tuple[int, ...]:
    """Give how badly a piece from a corner stands on each hole."""
    steps = distances(opposite(corner))
    strange = _EVERY_TRIANGLE & ~(TRIANGLES[corner] | TRIANGLES[opposite(corner)])
    return tuple(
        _STEP * far + far * far // 2 + _STRANGE * (strange >> hole & 1)
        for hole, far in enumerate(steps)
    )


def moves_of(
    rules: CheckersRules, number: int, pieces: int, occupied: int, corner: int
) -> list[tuple[Hole, int]]:
    """Give each piece with the holes it can reach in round ``number``, as ``piece_moves`` does."""
    target, home = TRIANGLES[opposite(corner)], TRIANGLES[corner]
    since = rules.leave_home_from
    held = since and number >= since and pieces & home
    found = []
    for origin in holes_in(pieces & home if held else pieces):
        reach = destinations(origin, occupied, target, rules.lock)
        if held:
            reach &= ~home
        if reach:
            found.append((origin, reach))
    return found


class StarSearch:
    """One look ahead from one position, for the seat to move."""

    def __init__(self, star: Star, watch: Watch) -> None:
        """Take a position; seats that do not play any more only stand in the way."""
        self.star, self.watch = star, watch
        self.seat = star.turn
        self.order = self._order(star)
        self.pieces = list(star.pieces)
        self.occupied = star.occupied
        self.cost = [costs(corner) for corner in star.corners]
        self.two = len(self.order) == 2
        self.depth = 0
        self.values: dict[Move, int] = {}
        """Value of each root move of the last complete look; exact within the margin."""

    @staticmethod
    def _order(star: Star) -> list[int]:
        """Give the seats that still play, the one to move first."""
        active = star.active()
        at = active.index(star.turn)
        return active[at:] + active[:at]

    def run(self, moves: Sequence[Move], margin: int = 0) -> Move:
        """Look deeper and deeper among some moves; give the best."""
        ranked = sorted(moves, key=lambda move: -self._gain(self.seat, move.origin, move.to))
        ranked = ranked[:_ROOT_WIDTH]
        best = ranked[0]
        undo = (self.pieces[:], self.occupied)
        for depth in range(1, DEEPEST):
            try:
                values = self._root(ranked, depth, margin)
            except ThoughtEnded:
                self.pieces, self.occupied = undo[0][:], undo[1]
                break
            self.depth, self.values = depth, values
            ranked.sort(key=lambda move: -values[move])
            best = ranked[0]
            if len(ranked) == 1 or values[best] >= HOME // 2:
                break
        return best

    def _root(self, moves: list[Move], depth: int, margin: int) -> dict[Move, int]:
        alpha, found = -2 * HOME, {}
        for move in moves:
            low = max(-2 * HOME, alpha - margin)
            value = self._after(0, move.origin, move.to, depth, low, 2 * HOME)
            found[move] = value
            alpha = max(alpha, value)
        return found

    def _gain(self, seat: int, origin: int, to: int) -> int:
        cost = self.cost[seat]
        return cost[origin] - cost[to]

    def _after(self, ply: int, origin: int, to: int, depth: int, alpha: int, beta: int) -> int:
        """Give the value of a move for the side that makes it (of the root, with many seats)."""
        seat = self.order[ply % len(self.order)]
        change = 1 << origin | 1 << to
        self.pieces[seat] ^= change
        self.occupied ^= change
        own = self.pieces[seat]
        if own == TRIANGLES[opposite(self.star.corners[seat])]:
            value = HOME - ply if self.two or seat == self.seat else ply - HOME
        elif self.two:
            value = -self._node(ply + 1, depth - 1, -beta, -alpha)
        else:
            value = self._round(ply + 1, depth - 1)
        self.pieces[seat] ^= change
        self.occupied ^= change
        return value

    def _node(self, ply: int, depth: int, alpha: int, beta: int) -> int:
        """Give the value for the side to move, of two."""
        self.watch.count()
        if depth <= 0:
            mine = self.order[ply % 2]
            return self._standing(self.order[(ply + 1) % 2]) - self._standing(mine)
        best = -2 * HOME
        for origin, to in self._tries(ply, _WIDTH):
            value = self._after(ply, origin, to, depth, max(alpha, best), beta)
            if value > best:
                best = value
                if best >= beta:
                    break
        return best if best > -2 * HOME else 0

    def _round(self, ply: int, depth: int) -> int:
        """Let the other seats make their best moves, then look at the own ones again."""
        self.watch.count()
        count = len(self.order)
        if depth <= 0:
            return self._share()
        if ply % count:
            best = self._tries(ply, 1)
            if not best:
                return self._round(ply + 1, depth)
            origin, to = best[0]
            return self._after(ply, origin, to, depth + 1, 0, 0)
        tries = self._tries(ply, _WIDTH)
        if not tries:
            return self._share()
        return max(self._after(ply, origin, to, depth, 0, 0) for origin, to in tries)

    def _share(self) -> int:
        """Value a position of many seats: the own standing against the best of the others."""
        mine = self._standing(self.seat)
        others = [self._standing(seat) for seat in self.order if seat != self.seat]
        return min(others, default=0) // 4 - mine

    def _standing(self, seat: int) -> int:
        cost, bits, total = self.cost[seat], self.pieces[seat], 0
        while bits:
            low = bits & -bits
            total += cost[low.bit_length() - 1]
            bits ^= low
        return total

    def _tries(self, ply: int, width: int) -> list[tuple[int, int]]:
        """Give the moves that gain most."""
        count = len(self.order)
        seat = self.order[ply % count]
        number = self.star.round + ply // count
        star, cost = self.star, self.cost[seat]
        reach = moves_of(star.rules, number, self.pieces[seat], self.occupied, star.corners[seat])
        found = [
            (cost[to] - cost[origin], origin, to) for origin, bits in reach for to in holes_in(bits)
        ]
        found.sort()
        return [(origin, to) for _, origin, to in found[:width]]


def shortest_finish(star: Star, watch: Watch, most: int = 12) -> list[Move] | None:
    """Find the fewest own moves that fill the target, were nobody else to move, if any.

    Exact up to ``most`` moves: looks through all ways, deeper and deeper, and leaves those that
    are too far. Raises ThoughtEnded.
    """
    seat, corner = star.turn, star.corners[star.turn]
    steps, target = distances(opposite(corner)), TRIANGLES[opposite(corner)]
    others = star.occupied & ~star.pieces[seat]
    if others & target:
        return None
    way: list[Move] = []

    def missing(pieces: int) -> int:
        return (target & ~pieces).bit_count()

    def look(pieces: int, left: int, seen: dict[int, int]) -> bool:
        watch.count()
        if pieces == target:
            return True
        if missing(pieces) > left or seen.get(pieces, -1) >= left:
            return False
        seen[pieces] = left
        number = star.round + len(way)
        reach = moves_of(star.rules, number, pieces, pieces | others, corner)
        tries = sorted(
            (steps[to] - steps[origin], origin, to)
            for origin, bits in reach
            for to in holes_in(bits)
        )
        for change, origin, to in tries:
            if change > 0:
                break
            way.append(Move(origin, to))
            if look(pieces ^ (1 << origin | 1 << to), left - 1, seen):
                return True
            way.pop()
        return False

    for depth in range(max(1, missing(star.pieces[seat])), most + 1):
        if look(star.pieces[seat], depth, {}):
            return list(way)
    return None

"""Threats in gomoku: points that make five, moves that make four, and attacks that cannot be met.

All of it on whole boards at once: a side's stones are one integer (see ``board``), and a pattern of
five points is found everywhere by shifting. What wins for whom, and what Black may not do in
renju, is told by ``Sides``.

An attack by fours leaves one answer to every move, so looking through all of them is exact. An
attack by fours and open threes is looked through to a number of attacking moves; the defender may
answer a three on any point of the threat, or with a four of his own.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from qipan.games.gomoku.board import Point, directions, points, run_through
from qipan.games.gomoku.renju import Renju
from qipan.games.gomoku.rules import GomokuRules, Win
from qipan.kernel.thinking import Watch


@cache
def whole_board(size: int) -> int:
    """Give every point of a board."""
    return sum(1 << point for point in points(size))


def bits(board: int) -> Iterator[Point]:
    """List the points of a set."""
    while board:
        low = board & -board
        yield Point(low.bit_length() - 1)
        board ^= low


_PAIRS = tuple(combinations(range(5), 2))


class Threats:
    """Finds threats under one set of rules. Sides are colours: 0 Black, 1 White."""

    def __init__(self, rules: GomokuRules, watch: Watch) -> None:
        """Take the rules; the watch ends a search that is too long."""
        self.size, self.win = rules.size, rules.win
        self.whole = whole_board(rules.size)
        self.steps = directions(rules.size)
        self.watch = watch
        self._fours: dict[tuple[int, int, int], Point | None] = {}

    # -- patterns ------------------------------------------------------------------------------

    def fives(self, own: int, other: int, colour: int) -> int:
        """Give the free points on which a side makes five and wins."""
        free = self.whole & ~(own | other)
        found = 0
        for step in self.steps:
            shifted = [own >> step * number for number in range(5)]
            for gap in range(5):
                line = free >> step * gap
                for number in range(5):
                    if number != gap:
                        line &= shifted[number]
                if line:
                    found |= line << step * gap
        if found and self._exact(colour):
            for point in bits(found):
                if all(run_through(own, point, step) != 5 for step in self.steps):
                    found &= ~(1 << point)
        return found

    def four_moves(self, own: int, other: int, colour: int) -> int:
        """Give the free points on which a side makes a four: five is then one move away."""
        free = self.whole & ~(own | other)
        found = 0
        for step in self.steps:
            stones = [own >> step * number for number in range(5)]
            empty = [free >> step * number for number in range(5)]
            for one, two in _PAIRS:
                line = empty[one] & empty[two]
                if not line:
                    continue
                for number in range(5):
                    if number not in (one, two):
                        line &= stones[number]
                if line:
                    found |= line << step * one | line << step * two
        return found & ~self.barred(own, other, colour, found)

    def three_moves(self, own: int, other: int, colour: int) -> int:
        """Give the free points near two own stones on a line, where a three may arise."""
        free = self.whole & ~(own | other)
        open_line = self.whole & ~other
        found = 0
        for step in self.steps:
            room = open_line
            for number in range(1, 5):
                room &= open_line >> step * number
            once, twice = 0, 0
            for number in range(5):
                stones = own >> step * number
                twice |= once & stones
                once |= stones
            for number in range(5):
                found |= ((room & twice) << step * number) & free
        return found & ~self.barred(own, other, colour, found)

    def _exact(self, colour: int) -> bool:
        return self.win is Win.EXACTLY_FIVE or (self.win is Win.RENJU and colour == 0)

    def barred(self, own: int, other: int, colour: int, among: int) -> int:
        """Give the points among some that renju forbids."""
        if self.win is not Win.RENJU or colour:
            return 0
        judge = Renju(own, other, self.size)
        return sum(1 << point for point in bits(among) if judge.forbids(point) is not None)

    # -- attacks -------------------------------------------------------------------------------

    def by_fours(self, own: int, other: int, colour: int, moves: int) -> Point | None:
        """Give the first move of a win by five, or by fours alone within so many moves, if any.

        Exact: every four leaves the other side one answer. Raises ThoughtEnded.
        """
        now = self.fives(own, other, colour)
        if now:
            return next(bits(now))
        threatened = self.fives(other, own, 1 - colour)
        if moves <= 0 or threatened.bit_count() > 1:
            return None
        asked = (own, other, colour << 8 | moves)
        if asked in self._fours:
            return self._fours[asked]
        self.watch.count()
        tries = self.four_moves(own, other, colour)
        if threatened:
            tries &= threatened
        found = None
        for point in bits(tries):
            if self._four_wins(own | 1 << point, other, colour, moves):
                found = point
                break
        self._fours[asked] = found
        return found

    def _four_wins(self, own: int, other: int, colour: int, moves: int) -> bool:
        """Say whether a side that has just made a four wins by going on."""
        ends = self.fives(own, other, colour)
        if not ends or self.fives(other, own, 1 - colour):
            return False
        if ends.bit_count() > 1:
            return True
        if self.barred(other, own, 1 - colour, ends):
            return True  # the one answer is forbidden
        return self.by_fours(own, other | ends, colour, moves - 1) is not None

    def by_threats(self, own: int, other: int, colour: int, moves: int) -> Point | None:
        """Give the first move of a win by fours and open threes within so many moves, if any.

        Raises ThoughtEnded.
        """
        found = self.by_fours(own, other, colour, moves)
        if found is not None or moves <= 1:
            return found
        threatened = self.fives(other, own, 1 - colour)
        if threatened.bit_count() > 1:
            return None
        self.watch.count()
        if threatened:  # a threat that stands may still win after the block
            tries = threatened & ~self.barred(own, other, colour, threatened)
        else:
            tries = self.four_moves(own, other, colour) | self.three_moves(own, other, colour)
        for point in bits(tries):
            if self._threat_wins(own | 1 << point, other, colour, moves):
                return point
        return None

    def _threat_wins(self, own: int, other: int, colour: int, moves: int) -> bool:
        """Say whether no answer to a move just made keeps the attack from winning."""
        if self.fives(other, own, 1 - colour):
            return False
        zone = self._zone(own, other, colour)
        if zone is None:
            return False  # nothing is threatened: the other side does as it likes
        ends = self.fives(own, other, colour)
        answers = ends if ends else zone | self.four_moves(other, own, 1 - colour)
        answers &= ~(own | other) & ~self.barred(other, own, 1 - colour, answers)
        if not ends and self.by_fours(other, own, 1 - colour, 4) is not None:
            return False  # the other side is faster
        return all(
            self.by_threats(own, other | 1 << answer, colour, moves - 1) is not None
            for answer in bits(answers)
        )

    def _zone(self, own: int, other: int, colour: int) -> int | None:
        """Give the points that matter to a threat of winning by a four, None without a threat."""
        ends = self.fives(own, other, colour)
        if ends:
            return ends
        zone = 0
        for point in bits(self.four_moves(own, other, colour)):
            after = own | 1 << point
            last = self.fives(after, other, colour)
            if last.bit_count() > 1:
                zone |= 1 << point | last | self._near_four(after, point, other)
        return zone or None

    def _near_four(self, own: int, point: Point, other: int) -> int:
        """Give the free points within four steps on the lines of an open four."""
        free = self.whole & ~(own | other)
        found = 0
        for step in self.steps:
            for direction in (step, -step):
                at = point
                for _ in range(4):
                    at = Point(at + direction)
                    if at < 0 or not self.whole >> at & 1 or other >> at & 1:
                        break
                    found |= 1 << at
        return found & free

"""A board that knows its lines: for every free point, what a stone of either side makes there.

Each line is known by the stones on it, so that a stone changes four lines and nothing else. What a
line offers a side is one packed integer: six sets of points, one behind the other, by the shape
that a stone there makes on this line (see ``Shape``). Lines of one direction have no point in
common, so that a direction is the exclusive or of its lines, and a change of a line is one too.
"""

from enum import IntEnum
from functools import cache, lru_cache
from random import Random
from typing import Final

from qipan.games.gomoku import segments
from qipan.games.gomoku.board import Point, bits, directions, points, whole_board
from qipan.games.gomoku.renju import Renju
from qipan.games.gomoku.rules import GomokuRules, Win

LONGEST_LINE: Final = 20
_MOST_KNOWN: Final = 12_000
"""Remembered states of all lines of a grid, some 4 MB; beyond that they are learnt anew."""
Offer = tuple[int, int]
"""What a line offers a side, packed, and what the line is worth to it."""


class Shape(IntEnum):
    """What a stone makes on one line, in the order of the packed sets."""

    FIVE = 0
    DOUBLE_FOUR = 1
    """Two ways to five: a straight four as a rule."""
    FOUR = 2
    THREE = 3
    """One that threatens a double four on this line."""
    NARROW_THREE = 4
    TWO = 5


class Grid:
    """The lines of a board, and what was learnt of them, for one size and rule of fives."""

    def __init__(self, size: int, exact: bool) -> None:
        """Number the lines that are long enough for a five."""
        self.width = size * (size + 1)
        self.exact = exact
        self.lines: list[tuple[int, ...]] = []
        self.through: list[list[tuple[int, int, int]]] = [[] for _ in range(self.width)]
        """For each point: direction, line, and the point's bit on it."""
        there = set(points(size))
        for number, step in enumerate(directions(size)):
            for first in sorted(there):
                if first - step in there:
                    continue
                line = [first]
                while line[-1] + step in there:
                    line.append(Point(line[-1] + step))
                if len(line) < 5:
                    continue
                for place, point in enumerate(line):
                    self.through[point].append((number, len(self.lines), 1 << place))
                self.lines.append(tuple(line))
        self.known: list[dict[int, Offer]] = [{} for _ in self.lines]
        self._learnt = 0

    def learn(self, line: int, own: int, other: int) -> Offer:
        """Find out what a line offers the side of ``own``, and remember it."""
        cells = self.lines[line]
        sets, total = [0] * len(Shape), 0
        for first, length in _stretches(len(cells), other):
            stones = own >> first & ((1 << length) - 1)
            if not stones:
                continue
            found = _shapes(length, stones, self.exact)
            total += segments.worth(length, stones)
            for number, local in enumerate(found):
                for place in bits(local):
                    sets[number] |= 1 << cells[first + place]
        packed = 0
        for number, board in enumerate(sets):
            packed |= board << self.width * number
        if self._learnt >= _MOST_KNOWN:
            for known in self.known:
                known.clear()
            self._learnt = 0
        self._learnt += 1
        self.known[line][own << LONGEST_LINE | other] = packed, total
        return packed, total


@lru_cache(segments.ANSWERS)
def _shapes(length: int, stones: int, exact: bool) -> tuple[int, ...]:
    return (
        segments.fives(length, stones, exact),
        *segments.fours(length, stones, exact),
        *segments.threes(length, stones, exact),
        segments.twos(length, stones, exact),
    )


@lru_cache(segments.ANSWERS)
def _stretches(length: int, other: int) -> tuple[tuple[int, int], ...]:
    """Give first point and length of every stretch without the other side, of five and more."""
    found, first = [], 0
    for place in range(length + 1):
        if place == length or other >> place & 1:
            if place - first >= 5:
                found.append((first, place - first))
            first = place + 1
    return tuple(found)


@cache
def grid(size: int, exact: bool) -> Grid:
    """Give the grid of a size: one for all searches of a process."""
    return Grid(size, exact)


@cache
def _signs(width: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Draw a number for every stone on every point, always the same."""
    dice = Random(width)
    black, white = (tuple(dice.getrandbits(64) for _ in range(width)) for _ in range(2))
    return black, white


class LineBoard:
    """Stones of both colours, 0 Black and 1 White, and all that their lines offer."""

    def __init__(self, rules: GomokuRules, black: int, white: int) -> None:
        """Take the rules and the stones."""
        self.rules, self.size = rules, rules.size
        self.renju = rules.win is Win.RENJU
        exact = (rules.win is not Win.FIVE_OR_MORE, rules.win is Win.EXACTLY_FIVE)
        self.grids = grid(rules.size, exact[0]), grid(rules.size, exact[1])
        self.width = self.grids[0].width
        self.whole = whole_board(rules.size)
        self.stones = [0, 0]
        self.key = 0
        """The same for the same stones, and hardly for others."""
        self.worth = [0, 0]
        lines = len(self.grids[0].lines)
        self._bits = [0] * lines, [0] * lines
        self._now: tuple[list[Offer], list[Offer]] = ([(0, 0)] * lines, [(0, 0)] * lines)
        self._packs = [0] * 4, [0] * 4
        self._signs = _signs(self.width)
        self._through = self.grids[0].through
        self._known = self.grids[0].known, self.grids[1].known
        for colour, stones in enumerate((black, white)):
            for point in bits(stones):
                self.flip(point, colour)

    def flip(self, point: int, colour: int) -> None:
        """Put a stone of a colour on a point, or take it away again."""
        self.stones[colour] ^= 1 << point
        self.key ^= self._signs[colour][point]
        theirs = 1 - colour
        own_bits, other_bits = self._bits[colour], self._bits[theirs]
        own_known, other_known = self._known[colour], self._known[theirs]
        own_now, other_now = self._now[colour], self._now[theirs]
        own_packs, other_packs = self._packs[colour], self._packs[theirs]
        for direction, line, bit in self._through[point]:
            own = own_bits[line] = own_bits[line] ^ bit
            other = other_bits[line]
            new = own_known[line].get(own << LONGEST_LINE | other)
            if new is None:
                new = self.grids[colour].learn(line, own, other)
            old = own_now[line]
            if new is not old:
                own_packs[direction] ^= old[0] ^ new[0]
                self.worth[colour] += new[1] - old[1]
                own_now[line] = new
            if other:
                new = other_known[line].get(other << LONGEST_LINE | own)
                if new is None:
                    new = self.grids[theirs].learn(line, other, own)
                old = other_now[line]
                if new is not old:
                    other_packs[direction] ^= old[0] ^ new[0]
                    self.worth[theirs] += new[1] - old[1]
                    other_now[line] = new

    def offers(self, colour: int) -> tuple[int, int]:
        """Give the packed sets of points, on any line, and on two lines or more alike."""
        one, two, three, four = self._packs[colour]
        some = one | two
        more = some | three
        return more | four, one & two | some & three | more & four

    def directions(self, colour: int) -> list[int]:
        """Give the packed sets of each direction."""
        return self._packs[colour]

    def shape(self, packed: int, shape: int) -> int:
        """Unpack one set of points."""
        return packed >> self.width * shape & self.whole

    def fives(self, colour: int) -> int:
        """Give the points where a colour makes five."""
        one, two, three, four = self._packs[colour]
        return (one | two | three | four) & self.whole

    def barred(self, colour: int, among: int) -> int:
        """Give the points among some that renju forbids."""
        if not self.renju or colour or not among:
            return 0
        some, twice = self.offers(0)
        doubtful = twice >> 3 * self.width | some >> self.width | self._two_fours() | self._long()
        judge: Renju | None = None
        found = 0
        for point in bits(among & doubtful & self.whole):
            judge = judge or Renju(self.stones[0], self.stones[1], self.size)
            if judge.forbids(point) is not None:
                found |= 1 << point
        return found

    def _two_fours(self) -> int:
        """Give the points where Black makes fours of any kind on two lines."""
        width = self.width
        one, two, three, four = (
            (pack >> width | pack >> 2 * width) & self.whole for pack in self._packs[0]
        )
        some = one | two
        return one & two | some & three | (some | three) & four

    def _long(self) -> int:
        """Give the free points where Black makes six or more in a row."""
        black = self.stones[0]
        free = self.whole & ~(black | self.stones[1])
        found = 0
        for step in directions(self.size):
            up = [free]
            down = [free]
            for number in range(1, 6):
                up.append(up[-1] & black >> step * number)
                down.append(down[-1] & black << step * number)
            for above in range(6):
                found |= up[above] & down[5 - above]
        return found

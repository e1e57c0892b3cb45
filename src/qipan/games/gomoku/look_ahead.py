"""Looks ahead in gomoku: alpha-beta over the points that matter, on a board that knows its lines.

Whoever makes five, or two ways to five at once, has won, and whoever must stop that has few points
to choose from: only quiet positions are looked at broadly. Attacks by fours are looked through on
the way (see ``threats``); what was found out is remembered by position.
"""

from typing import Final

from qipan.games.gomoku.board import Point, bits, directions
from qipan.games.gomoku.lines import Shape
from qipan.games.gomoku.rules import GomokuRules
from qipan.games.gomoku.threats import Threats
from qipan.kernel.thinking import ThoughtEnded, Watch

WON: Final = 1_000_000
DEEPEST: Final = 16
_LONGEST: Final = 40
"""Plies, forced ones among them."""
_TO_MOVE: Final = 12
_WIDTH: Final = 12
"""Points looked at where nothing is threatened."""
_FOURS_AT_LEAF: Final = 3
_FOURS_WITHIN: Final = 4
_POINT: Final = (0, 4000, 300, 160, 50, 34)
"""Of a point by the shape that a stone makes there, for the order of moves."""
_EXACT, _AT_LEAST, _AT_MOST = 0, 1, 2
Entry = tuple[int, int, int, int]
"""Depth, what kind of bound, value, best move or -1."""


class LookAhead:
    """One look ahead from one position."""

    def __init__(self, rules: GomokuRules, own: int, other: int, colour: int, watch: Watch) -> None:
        """Look for the side to move, which has ``colour``."""
        self.threats = Threats(rules, watch)
        self.board = self.threats.board
        self.watch, self.colour = watch, colour
        self.own, self.other = own, other
        self.depth = 0
        self.values: dict[Point, int] = {}
        """Value of each root move of the last complete look; exact within the margin."""
        self._table: dict[int, Entry] = {}

    def run(self, moves: list[Point], margin: int = 0) -> Point:
        """Look deeper and deeper among some moves; give the best."""
        self.threats.set_up(self.own, self.other, self.colour)
        best = moves[0]
        for depth in range(1, DEEPEST):
            found: dict[Point, int] = {}
            try:
                self._root(moves, depth, margin, found)
            except ThoughtEnded:
                if self.values and len(found) > 1:  # the best of before was looked at first
                    moves = sorted(found, key=lambda move: -found[move])
                    if margin == 0:
                        best = moves[0]
                break
            self.depth, self.values = depth, found
            moves = sorted(moves, key=lambda move: -found[move])
            best = moves[0]
            if abs(found[best]) > WON // 2 or len(moves) == 1:
                break
        return best

    def _root(self, moves: list[Point], depth: int, margin: int, found: dict[Point, int]) -> None:
        alpha, board = -2 * WON, self.board
        for move in moves:
            low = max(-2 * WON, alpha - margin)
            board.flip(move, self.colour)
            try:
                if found and low > -2 * WON and not margin:
                    value = -self._node(1 - self.colour, depth - 1, -low - 1, -low, 1)
                    if value > low:
                        value = -self._node(1 - self.colour, depth - 1, -2 * WON, -low, 1)
                else:
                    value = -self._node(1 - self.colour, depth - 1, -2 * WON, -low, 1)
            finally:
                board.flip(move, self.colour)
            found[move] = value
            alpha = max(alpha, value)

    def _node(self, colour: int, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Give the value for the side to move; sooner wins are worth more."""
        self.watch.count()
        board, threats = self.board, self.threats
        width, whole = board.width, board.whole
        mine, mine_twice = board.offers(colour)
        if mine & whole:
            return WON - ply
        theirs, theirs_twice = board.offers(1 - colour)
        must = theirs & whole
        if must:
            if must & (must - 1) or (board.renju and board.barred(colour, must)):
                return ply + 1 - WON
            return self._forced(Point(must.bit_length() - 1), colour, depth, alpha, beta, ply)
        won = (mine >> width | mine_twice >> 2 * width) & whole
        if won and board.renju and not colour:
            won &= ~board.barred(colour, won)
        if won:
            return WON - ply - 2
        fours = mine >> 2 * width & whole
        if depth <= 0:
            if fours and threats.fours_win(colour, _FOURS_AT_LEAF) is not None:
                return WON - ply - 4
            return self._value(colour)
        known = self._table.get(board.key)
        if known is None:
            if fours and threats.fours_win(colour, _FOURS_WITHIN) is not None:
                return WON - ply - 4
        elif known[0] >= depth and _settles(known, alpha, beta):
            return known[2]
        tries = self._tries(colour, mine, theirs, theirs_twice)
        if not tries:
            return ply + 3 - WON if self._threatened(theirs, theirs_twice) else 0
        if known is not None and known[3] in tries:
            first = Point(known[3])
            tries.remove(first)
            tries.insert(0, first)
        return self._best_of(tries, colour, depth, alpha, beta, ply)

    def _forced(self, move: Point, colour: int, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Give the value after the only move; it costs no depth."""
        if ply > _LONGEST:
            return 0
        self.board.flip(move, colour)
        try:
            return -self._node(1 - colour, depth, -beta, -alpha, ply + 1)
        finally:
            self.board.flip(move, colour)

    def _best_of(
        self, tries: list[Point], colour: int, depth: int, alpha: int, beta: int, ply: int
    ) -> int:
        """Give the value of the best of some moves, and remember it."""
        board, best, chosen, low = self.board, -2 * WON, -1, alpha
        for move in tries:
            board.flip(move, colour)
            try:
                if chosen >= 0 and beta - low > 1:
                    value = -self._node(1 - colour, depth - 1, -low - 1, -low, ply + 1)
                    if low < value < beta:
                        value = -self._node(1 - colour, depth - 1, -beta, -value, ply + 1)
                else:
                    value = -self._node(1 - colour, depth - 1, -beta, -low, ply + 1)
            finally:
                board.flip(move, colour)
            if value > best:
                best, chosen = value, move
                low = max(low, value)
                if best >= beta:
                    break
        kind = _AT_LEAST if best >= beta else _AT_MOST if best <= alpha else _EXACT
        self._table[board.key] = depth, kind, best, chosen
        return best

    def _threatened(self, theirs: int, theirs_twice: int) -> int:
        """Give the points where the other side would have two ways to five."""
        width = self.board.width
        return (theirs >> width | theirs_twice >> 2 * width) & self.board.whole

    def _tries(self, colour: int, mine: int, theirs: int, theirs_twice: int) -> list[Point]:
        """List the moves to look at, the most promising first."""
        board, width = self.board, self.board.width
        danger = self._threatened(theirs, theirs_twice)
        if danger and colour and board.renju:
            danger &= ~board.barred(0, danger)
        if danger:
            among = (theirs >> width | theirs >> 2 * width | mine >> 2 * width) & board.whole
            return self._ranked(colour, among)
        return self._ranked(colour, self._near())[:_WIDTH]

    def _near(self) -> int:
        """Give the free points beside a stone, or two steps away on a line."""
        board = self.board
        stones = near = board.stones[0] | board.stones[1]
        for step in directions(board.size):
            near |= stones << step | stones >> step | stones << 2 * step | stones >> 2 * step
        return near & board.whole & ~stones

    def _ranked(self, colour: int, among: int) -> list[Point]:
        """Sort points by what stones of both sides make there, without those renju forbids."""
        board, width = self.board, self.board.width
        if board.renju and not colour:
            among &= ~board.barred(colour, among)
        weights: dict[int, int] = dict.fromkeys(bits(among), 0)
        for side, factor in ((colour, 6), (1 - colour, 5)):
            for packed in board.directions(side):
                if not packed:
                    continue
                for shape in range(Shape.DOUBLE_FOUR, Shape.TWO + 1):
                    found = packed >> width * shape & among
                    weight = factor * _POINT[shape]
                    while found:
                        low = found & -found
                        weights[low.bit_length() - 1] += weight
                        found ^= low
        ranked = sorted(weights, key=weights.__getitem__, reverse=True)
        return [Point(point) for point in ranked]

    def value(self, own: int, other: int) -> int:
        """Value a position by the lines that both sides can still make."""
        self.threats.set_up(own, other, self.colour)
        return self._value(self.colour)

    def _value(self, colour: int) -> int:
        worth = self.board.worth
        return worth[colour] - worth[1 - colour] + _TO_MOVE

    def ordered(self, own: int, other: int, colour: int) -> list[Point]:
        """List the free points near stones that may be played, the most promising first."""
        self.threats.set_up(own, other, colour)
        return self._ranked(colour, self._near())


def _settles(known: Entry, alpha: int, beta: int) -> bool:
    """Say whether what is known of a position answers what is asked now."""
    _, kind, value, _ = known
    return (
        kind == _EXACT
        or (kind == _AT_LEAST and value >= beta)
        or (kind == _AT_MOST and value <= alpha)
    )

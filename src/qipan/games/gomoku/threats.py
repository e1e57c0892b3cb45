"""Threats in gomoku: attacks that cannot be met.

An attack by fours leaves one answer to every move, so looking through all of them is exact. An
attack by fours and open threes is looked through to a number of attacking moves; the defender may
answer a three on any point where the attack could make a four, or with a four of his own. What was
found out about a position is remembered as long as the search lasts.
"""

from typing import Final

from qipan.games.gomoku.board import Point, bits
from qipan.games.gomoku.lines import LineBoard, Shape
from qipan.games.gomoku.rules import GomokuRules
from qipan.kernel.thinking import Watch

_COUNTER_FOURS: Final = 4
"""Moves that a defender's own attack by fours is looked ahead for."""
Known = dict[tuple[int, int], Point | None]


class Threats:
    """Finds attacks under one set of rules. Sides are colours: 0 Black, 1 White."""

    def __init__(self, rules: GomokuRules, watch: Watch) -> None:
        """Take the rules; the watch ends a search that is too long."""
        self.board = LineBoard(rules, 0, 0)
        self.watch = watch
        self._fours: Known = {}
        self._threats: Known = {}

    def set_up(self, own: int, other: int, colour: int) -> None:
        """Put up a position."""
        board = self.board
        wanted = (other, own) if colour else (own, other)
        for side in (0, 1):
            for point in bits(board.stones[side] & ~wanted[side]):
                board.flip(point, side)
        for side in (0, 1):
            for point in bits(wanted[side] & ~board.stones[side]):
                board.flip(point, side)

    def barred(self, own: int, other: int, colour: int, among: int) -> int:
        """Give the points among some that renju forbids."""
        self.set_up(own, other, colour)
        return self.board.barred(colour, among)

    def fives(self, own: int, other: int, colour: int) -> int:
        """Give the free points on which a side makes five and wins."""
        self.set_up(own, other, colour)
        return self.board.fives(colour)

    def by_fours(self, own: int, other: int, colour: int, moves: int) -> Point | None:
        """Give the first move of a win by five, or by fours alone within so many moves, if any.

        Exact: every four leaves the other side one answer. Raises ThoughtEnded.
        """
        self.set_up(own, other, colour)
        return self.fours_win(colour, moves)

    def by_threats(self, own: int, other: int, colour: int, moves: int) -> Point | None:
        """Give the first move of a win by fours and open threes within so many moves, if any.

        Raises ThoughtEnded.
        """
        self.set_up(own, other, colour)
        return self.threats_win(colour, moves)

    # -- on the board as it stands -------------------------------------------------------------

    def winning_fours(self, colour: int) -> int:
        """Give the points where a side makes two ways to five at once."""
        board = self.board
        some, twice = board.offers(colour)
        width = board.width
        found = (some >> width | twice >> 2 * width) & board.whole
        if found and board.renju and not colour:
            found &= ~board.barred(colour, found)
        return found

    def fours_win(self, colour: int, moves: int) -> Point | None:
        """Give the first move of a win by fours on the board as it stands. Raises ThoughtEnded."""
        board = self.board
        some, twice = board.offers(colour)
        width, whole = board.width, board.whole
        now = some & whole
        if now:
            return _first(now)
        if moves <= 0:
            return None
        tries = (some >> width | some >> 2 * width) & whole
        if not tries:
            return None
        must = board.fives(1 - colour)
        if must:
            tries &= must
            if must & (must - 1) or not tries:
                return None
        bound = board.renju and not colour
        won = (some >> width | twice >> 2 * width) & tries
        if won and bound:
            won &= ~board.barred(colour, won)
        if won:
            return _first(won)
        if moves == 1 and not board.renju:
            return None
        asked = board.key, colour << 8 | moves
        if asked in self._fours:
            return self._fours[asked]
        self.watch.count()
        if bound:
            tries &= ~board.barred(colour, tries)
        found = None
        for point in bits(tries):
            if self._four_wins(point, colour, moves):
                found = point
                break
        self._fours[asked] = found
        return found

    def _four_wins(self, point: Point, colour: int, moves: int) -> bool:
        """Say whether a four that leaves one answer wins by going on. Raises ThoughtEnded."""
        board, other = self.board, 1 - colour
        board.flip(point, colour)
        try:
            ends = board.fives(colour)
            if not ends or board.fives(other):
                return False
            if ends & (ends - 1) or board.barred(other, ends):
                return True
            answer = _first(ends)
            board.flip(answer, other)
            try:
                return self.fours_win(colour, moves - 1) is not None
            finally:
                board.flip(answer, other)
        finally:
            board.flip(point, colour)

    def threats_win(self, colour: int, moves: int) -> Point | None:
        """Give the first move of a win by fours and threes. Raises ThoughtEnded."""
        found = self.fours_win(colour, moves)
        if found is not None or moves <= 1:
            return found
        board = self.board
        must = board.fives(1 - colour)
        if must & (must - 1):
            return None
        asked = board.key, colour << 8 | moves
        if asked in self._threats:
            return self._threats[asked]
        self.watch.count()
        for point in self._attacks(colour, must):
            board.flip(point, colour)
            try:
                won = self._no_answer(colour, moves)
            finally:
                board.flip(point, colour)
            if won:
                found = point
                break
        self._threats[asked] = found
        return found

    def _attacks(self, colour: int, must: int) -> list[Point]:
        """List the moves that threaten something, those that threaten most first."""
        board = self.board
        some, twice = board.offers(colour)
        fours, threes = board.shape(some, Shape.FOUR), board.shape(some, Shape.THREE)
        double = board.shape(twice, Shape.THREE)
        tries = fours | threes
        if must:
            tries = must  # a threat that stands may still win after the block
        elif theirs := self.winning_fours(1 - colour):
            others = board.offers(1 - colour)[0]
            stops = theirs | board.shape(others, Shape.FOUR) | board.shape(others, 1)
            tries = fours | threes & stops
        if board.renju and not colour:
            tries &= ~board.barred(colour, tries)
        first = tries & (fours & threes | double)
        return [*bits(first), *bits(tries & threes & ~first), *bits(tries & ~threes & ~first)]

    def _no_answer(self, colour: int, moves: int) -> bool:
        """Say whether no answer to a move just made keeps the attack from winning."""
        board, other = self.board, 1 - colour
        if board.fives(other):
            return False
        ends = board.fives(colour)
        answers = ends or self._answers(colour)
        if not answers:
            return False  # nothing is threatened: the other side does as it likes
        if board.renju and colour:
            answers &= ~board.barred(other, answers)
        if not ends and self.fours_win(other, _COUNTER_FOURS) is not None:
            return False  # the other side is faster
        for answer in bits(answers):
            board.flip(answer, other)
            try:
                held = self.threats_win(colour, moves - 1) is None
            finally:
                board.flip(answer, other)
            if held:
                return False
        return True

    def _answers(self, colour: int) -> int:
        """Give what may stop a side that threatens to make two ways to five; 0 if it does not."""
        if not self.winning_fours(colour):
            return 0
        board = self.board
        mine, theirs = board.offers(colour)[0], board.offers(1 - colour)[0]
        width = board.width
        stops = mine >> width | mine >> 2 * width
        return (stops | theirs >> width | theirs >> 2 * width) & board.whole


def _first(points: int) -> Point:
    return Point((points & -points).bit_length() - 1)

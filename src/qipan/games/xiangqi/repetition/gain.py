"""What a side wins by captures and checks: a small search with a budget of nodes.

A node is counted for every position that is looked at, also where the answer needs no look: a
capture that cannot raise the score and gives no check ends at once with nothing more to be won.
"""

from collections.abc import Sequence
from operator import itemgetter
from typing import Final

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.check_sight import CheckSight
from qipan.games.xiangqi.movegen import (
    KingLines,
    evasions,
    exposed,
    is_safe,
    king_lines,
    legal_moves,
)
from qipan.games.xiangqi.repetition.forcing import (
    Candidate,
    Witness,
    forcing_moves,
    quiet_witnesses,
)
from qipan.games.xiangqi.repetition.worth import GAIN

MATED: Final = 100_000
CAPTURES: Final = 4
CHECKS: Final = 2
PLIES: Final = 60
"""Checks may be answered by checks without end: a line so long is like a budget spent."""

Line = tuple[int, ...]
Value = tuple[int, Line]
"""A gain for the side to move, and the moves that bring it."""
NOTHING: Final[Value] = (0, ())
Taking = tuple[int, int]
"""Captures left, and the square of the last one (−1: it does not matter)."""
Pair = tuple[int, int]
"""The checks left to the side to move and to the other; or between which gains it matters."""
Asked = tuple[tuple[int, ...], int, Taking, Pair, Pair]
"""Where the pieces stand, who is to move, and what is asked."""
Answered = tuple[Value, int]
"""The answer, and the nodes that it took: who asks again pays them again, but does not wait."""
_RANK: Final = itemgetter(0)


class Exhausted(Exception):
    """The budget of nodes is spent, or a line has no end."""


class GainSearch:
    """A search for gains, and the budget it takes its nodes from."""

    def __init__(self, nodes: int) -> None:
        """Start with a budget of nodes."""
        self.left = nodes
        self.spared = 0
        """A piece that the other side may not capture (0: none)."""
        self.chaser = 0
        """The side whose gains are looked for; its king and pawns only recapture."""
        self.meek = False
        """Whether the other side only evades checks and recaptures: an optimist's view."""
        self._witnesses: dict[int, list[Witness]] = {}
        self._views: dict[tuple[int, int, bool], dict[Asked, Answered]] = {}
        self._seen: dict[Asked, Answered] = {}
        self._plies = 0

    def spend(self, nodes: int = 1) -> None:
        """Count nodes, or other work that takes as long. Raises Exhausted when none is left."""
        self.left -= nodes
        if self.left < 0:
            raise Exhausted

    def gain(self, board: Board, square: int = -1, high: int = MATED) -> Value:
        """Give what the side to move wins by captures and checks; it may also do nothing.

        ``square`` is where the last capture was made. Of ``high`` or more it is only said that it
        is so much.
        """
        view = self.spared, self.chaser, self.meek
        self._seen, self._plies = self._views.setdefault(view, {}), 0
        return self._gain(board, (CAPTURES, square), (CHECKS, CHECKS), (-MATED, high))

    def _gain(self, board: Board, taking: Taking, checks: Pair, window: Pair) -> Value:
        self.left -= 1
        if self.left < 0:
            raise Exhausted
        low, high = window
        lines = king_lines(board)
        if lines[0]:
            least, taking = -MATED, (taking[0], -1)
            if high <= least:
                return least, ()
        else:
            least = 0
            if high <= 0 or not (taking[0] or checks[0]):
                return (0, ()) if self._may_move(board) else (-MATED, ())
            if not self.meek and board.turn != self.chaser:
                taking = (taking[0], -1)
        window = (low if low > least else least, high)
        key = (tuple(board.where), board.turn, taking, checks, window)
        known = self._seen.get(key)
        if known:
            self.spend(min(known[1], self.left + 1))
            return known[0]
        left = self.left
        self._plies += 1
        if self._plies > PLIES:
            raise Exhausted
        found = self._best(board, lines, taking, checks, window)
        self._plies -= 1
        self._seen[key] = found, left - self.left
        return found

    def _best(
        self, board: Board, lines: KingLines, taking: Taking, checks: Pair, window: Pair
    ) -> Value:
        """Look through the moves worth trying."""
        captures, square = taking
        mine, theirs = checks
        low, high = window
        sight = CheckSight(board) if mine else None
        if lines[0]:
            best = -MATED
            tried = self._evasions(board, evasions(board, lines), sight)
        else:
            best = 0
            tried = self._forcing(board, sight, captures, square)
        exposing, closed = exposed(board, lines)
        line: Line = ()
        moved = False
        for rank, move in tried:
            value, gives = rank >> 1, rank & 1
            risky = exposing >> (move >> 7) & 1 or closed >> (move & 127) & 1
            if risky and not is_safe(board, move):
                continue
            moved = True
            spent_check = 1 if gives and mine else 0
            left = max(0, captures - (value > 0 and not spent_check))
            if not gives and (value <= low or not (left or theirs)):
                sight = sight or CheckSight(board)
                idle = not sight.attacked and (mine > 0 or not sight.gives(move))
                idle = idle and self._can_reply(board, move)
            else:
                idle = False
            if idle:
                reply, rest = NOTHING
                self.spend()
            else:
                taken = board.make(move)
                reply, rest = self._gain(
                    board,
                    (left, move & 127 if value else -1),
                    (theirs, mine - spent_check),
                    (value - high, value - low),
                )
                board.unmake(move, taken)
            score = value - reply
            if score > best:
                best, line = score, (move, *rest)
                low = max(low, best)
                if best >= high:
                    break
        if moved or lines[0] or self._may_move(board):
            return best, line
        return -MATED, ()

    def _forcing(
        self, board: Board, sight: CheckSight | None, captures: int, square: int
    ) -> list[Candidate]:
        """Choose captures and checks worth trying, dearest captures first, legal or not."""
        own = board.turn == self.chaser
        found = forcing_moves(board, sight, square if own else None)
        if self.meek and not own:
            found = [each for each in found if each[0] > 1 and each[1] & 127 == square]
        if not captures:
            found = [each for each in found if each[0] & 1]
        if self.spared:
            at, spared = board.at, self.spared
            found = [each for each in found if at[each[1] & 127] != spared]
        if len(found) > 1:
            found.sort(key=_RANK, reverse=True)
        return found

    def _evasions(
        self, board: Board, moves: Sequence[int], sight: CheckSight | None
    ) -> list[Candidate]:
        """Choose the evasions worth trying, dearest captures first, legal or not."""
        at, letters, spared = board.at, board.letters, self.spared
        found = []
        for move in moves:
            prey = at[move & 127]
            if not prey:
                rank = 0
            elif prey != spared:
                rank = GAIN[letters[prey]][move & 127]
            else:
                continue
            if sight and sight.gives(move):
                rank |= 1
            found.append((rank, move))
        if len(found) > 1:
            found.sort(key=_RANK, reverse=True)
        return found

    def _may_move(self, board: Board) -> bool:
        """Say whether the side to move, not in check, has a legal move."""
        side = board.turn
        at, where = board.at, board.where
        for piece, origin, target, leg in self._known_moves(board, side):
            if where[piece] == origin and not at[target] and (leg < 0 or not at[leg]):
                return True
        return bool(legal_moves(board))

    def _can_reply(self, board: Board, capture: int) -> bool:
        """Say whether a known move answers a capture that gives no check."""
        at, where, target = board.at, board.where, capture & 127
        for piece, origin, goal, leg in self._known_moves(board, -board.turn):
            if where[piece] == origin != target and not at[goal] and (leg < 0 or not at[leg]):
                return True
        return False

    def _known_moves(self, board: Board, side: int) -> list[Witness]:
        """Give moves of a side that are legal whenever its king stands here, not in check."""
        king = board.where[board.groups[side][0]]
        if king < 0:
            return []
        key = king * side
        known = self._witnesses.get(key)
        if known is None:
            known = self._witnesses[key] = quiet_witnesses(board, side)
        return known

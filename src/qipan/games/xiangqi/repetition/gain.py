"""What a side wins by captures and checks: a small search with a budget of nodes.

A node is counted for every position that is looked at, also where the answer needs no look: a
capture that cannot raise the score and gives no check ends at once with nothing more to be won.
"""

from collections.abc import Sequence
from typing import Final

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.check_sight import CheckSight
from qipan.games.xiangqi.movegen import KingLines, is_safe, king_lines, legal_by_lines, legal_moves
from qipan.games.xiangqi.repetition.forcing import Witness, forcing_moves, quiet_witnesses
from qipan.games.xiangqi.repetition.worth import worth
from qipan.games.xiangqi.squares import KING, PAWN

MATED: Final = 100_000
CAPTURES: Final = 4
CHECKS: Final = 2

Line = tuple[int, ...]
Value = tuple[int, Line]
"""A gain for the side to move, and the moves that bring it."""
NOTHING: Final[Value] = (0, ())
Candidate = tuple[int, bool, int]
"""Value taken, whether it gives check, and the move."""


class Exhausted(Exception):
    """The budget of nodes is spent."""


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
        return self._gain(board, CAPTURES, (CHECKS, CHECKS), square, (-MATED, high))

    def _gain(
        self,
        board: Board,
        captures: int,
        checks: tuple[int, int],
        square: int,
        window: tuple[int, int],
    ) -> Value:
        self.left -= 1
        if self.left < 0:
            raise Exhausted
        low, high = window
        lines = king_lines(board)
        mine, theirs = checks
        sight = None
        if lines[0]:
            moves = legal_by_lines(board, lines)
            if not moves:
                return -MATED, ()
            best = -MATED
            sight = CheckSight(board) if mine else None
            tried = self._evasions(board, moves, sight)
        else:
            best = 0
            if high <= 0 or not (captures or mine):
                return (0, ()) if self._may_move(board) else (-MATED, ())
            sight = CheckSight(board) if mine else None
            tried = self._forcing(board, lines, sight, captures, square)
            if not tried:
                return (0, ()) if self._may_move(board) else (-MATED, ())
        line: Line = ()
        if best >= high:
            return best, line
        low = max(low, best)
        for value, gives, move in tried:
            spent_check = gives and mine > 0
            left = max(0, captures - (value > 0 and not spent_check))
            idle_reply = value and (value <= low or not (left or theirs))
            if idle_reply and self._nothing_follows(board, move, sight):
                reply, rest = NOTHING
                self.spend()
            else:
                reply, rest = self._reply(
                    board,
                    move,
                    (left, move & 127 if value else -1),
                    (theirs, mine - spent_check),
                    (value - high, value - low),
                )
            score = value - reply
            if score > best:
                best, line = score, (move, *rest)
                low = max(low, best)
                if best >= high:
                    break
        return best, line

    def _reply(
        self,
        board: Board,
        move: int,
        taking: tuple[int, int],
        checks: tuple[int, int],
        window: tuple[int, int],
    ) -> Value:
        """Give what the other side wins after a move; ``taking``: captures left, last square."""
        taken = board.make(move)
        found = self._gain(board, taking[0], checks, taking[1], window)
        board.unmake(move, taken)
        return found

    def _nothing_follows(self, board: Board, capture: int, sight: CheckSight | None) -> bool:
        """Say whether a capture surely gives no check and leaves the other side a move."""
        sight = sight or CheckSight(board)
        return not sight.attacked and not sight.gives(capture) and self._can_reply(board, capture)

    def _forcing(
        self,
        board: Board,
        lines: KingLines,
        sight: CheckSight | None,
        captures: int,
        square: int,
    ) -> list[Candidate]:
        """Choose captures and checks worth trying, dearest captures first."""
        at, kind, side = board.at, board.kind, board.turn
        own = side == self.chaser
        only_back = self.meek and not own
        _, pinned, closed = lines
        found = []
        for move in forcing_moves(board, sight):
            target = move & 127
            prey = at[target]
            if prey and prey == self.spared:
                continue
            value = worth(board, prey) if prey else 0
            what = kind[at[move >> 7]]
            if value:
                if target != square and (only_back or (own and what in (KING, PAWN))):
                    continue
            elif only_back or sight is None:
                continue
            gives = sight is not None and sight.gives(move)
            if not (gives or (value and captures)):
                continue
            open_move = what != KING and move >> 7 not in pinned and target not in closed
            if open_move or is_safe(board, move):
                found.append((value, gives, move))
        if len(found) > 1:
            found.sort(key=_dearest)
        return found

    def _evasions(
        self, board: Board, moves: Sequence[int], sight: CheckSight | None
    ) -> list[Candidate]:
        """Choose the evasions worth trying, dearest captures first."""
        at, spared = board.at, self.spared
        found = []
        for move in moves:
            prey = at[move & 127]
            if not prey:
                found.append((0, sight is not None and sight.gives(move), move))
            elif prey != spared:
                gives = sight is not None and sight.gives(move)
                found.append((worth(board, prey), gives, move))
        found.sort(key=_dearest)
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


def _dearest(candidate: Candidate) -> tuple[int, bool]:
    return -candidate[0], not candidate[1]

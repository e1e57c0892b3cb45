"""Moves that answer a check, found without listing the others.

Every check is answered from few squares or on few; the lines of the pieces are laid against these.
The order is that of ``movegen``. Steps of the king are left to it, and so is what is unsafe for
other reasons.
"""

from collections.abc import Sequence

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.check_sight import EVERYWHERE
from qipan.games.xiangqi.lines import (
    ADVISOR_ENDS,
    ADVISOR_STEPS,
    BISHOP_ENDS,
    BISHOP_HOPS,
    COL,
    KNIGHT_ENDS,
    KNIGHT_HOPS,
    PAWN_ENDS,
    PAWN_STEPS,
    ROW,
    Hops,
    Line,
    Steps,
    col_line,
    row_line,
)
from qipan.games.xiangqi.squares import FILE, RANK

Answer = tuple[int, int]
"""A check is answered by a move to one of the first squares or from one of the second."""


def answers(board: Board, checks: Sequence[Answer]) -> list[int]:
    """List the moves of every piece but the king that answer all of these checks."""
    goals, leavers = EVERYWHERE, 0
    for to, off in checks:
        goals &= to
        leavers |= off
    if not goals and not leavers:
        return []
    found = _Answers(board, goals)
    side, groups = board.turn, board.groups[board.turn]
    if leavers:
        own = (square for square in range(90) if leavers >> square & 1)
        found.own = {square: _goals_from(square, checks) for square in own}
    found.slides(groups[4], 1)
    found.slides(groups[5], 2)
    found.hops(groups[3], KNIGHT_HOPS, KNIGHT_ENDS)
    found.hops(groups[2], BISHOP_HOPS, BISHOP_ENDS)
    found.steps(groups[1], ADVISOR_STEPS, ADVISOR_ENDS)
    found.steps(groups[6], PAWN_STEPS[side], PAWN_ENDS[side])
    return found.moves


def _goals_from(square: int, checks: Sequence[Answer]) -> int:
    """Give where the piece on a square may go: where it likes, for a check that it answers."""
    goals = EVERYWHERE
    for to, off in checks:
        if not off >> square & 1:
            goals &= to
    return goals


class _Answers:
    """A list of moves in the making."""

    __slots__ = ("board", "goals", "moves", "own")
    goals: int
    """Where moves may go."""
    own: dict[int, int]
    """Where those may go that answer a check by leaving, by the square they leave."""

    def __init__(self, board: Board, goals: int) -> None:
        self.board, self.goals = board, goals
        self.moves: list[int] = []
        self.own: dict[int, int] = {}

    def slides(self, pieces: tuple[int, ...], hits: int) -> None:
        """Add the moves of rooks (``hits`` 1) or cannons (2)."""
        board, goals = self.board, self.goals
        for piece in pieces:
            square = board.where[piece]
            if square < 0:
                continue
            if self.own:
                goals = self.own.get(square, self.goals)
            occupied = board.rows[RANK[square]]
            line: Line = ROW[square][occupied] or row_line(square, occupied)
            if (line[3] if hits == 1 else line[4]) & goals:
                self._line(line, hits, goals)
            occupied = board.cols[FILE[square]]
            line = COL[square][occupied] or col_line(square, occupied)
            if (line[3] if hits == 1 else line[4]) & goals:
                self._line(line, hits, goals)

    def _line(self, line: Line, hits: int, goals: int) -> None:
        at, side, moves = self.board.at, self.board.turn, self.moves
        moves += [move for move in line[0] if goals >> (move & 127) & 1]
        for target, move in line[hits]:  # type: ignore[misc, union-attr]
            if goals >> target & 1 and at[target] * side < 0:
                moves.append(move)

    def hops(self, pieces: tuple[int, ...], table: tuple[Hops, ...], ends: tuple[int, ...]) -> None:
        """Add the moves of knights or bishops."""
        board, goals = self.board, self.goals
        at, side = board.at, board.turn
        for piece in pieces:
            square = board.where[piece]
            if square < 0:
                continue
            if self.own:
                goals = self.own.get(square, self.goals)
            if not ends[square] & goals:
                continue
            for leg, steps in table[square]:
                if not at[leg]:
                    for target, move in steps:
                        if goals >> target & 1 and at[target] * side <= 0:
                            self.moves.append(move)

    def steps(
        self, pieces: tuple[int, ...], table: tuple[Steps, ...], ends: tuple[int, ...]
    ) -> None:
        """Add the moves of advisors or pawns."""
        board, goals = self.board, self.goals
        at, side = board.at, board.turn
        for piece in pieces:
            square = board.where[piece]
            if square < 0:
                continue
            if self.own:
                goals = self.own.get(square, self.goals)
            if ends[square] & goals:
                for target, move in table[square]:
                    if goals >> target & 1 and at[target] * side <= 0:
                        self.moves.append(move)

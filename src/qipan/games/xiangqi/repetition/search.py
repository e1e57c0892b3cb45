"""The searches of one ruling: mate by checks, and gain by captures, with their common budget.

Both are bounded in depth and share one budget of nodes, so a ruling takes the same number of steps
on every machine. When the budget is spent ``Exhausted`` is raised, and the label stays unsure.
"""

from collections.abc import Sequence
from typing import Final

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.check_sight import CheckSight
from qipan.games.xiangqi.movegen import (
    has_legal_move,
    king_lines,
    legal_by_lines,
    legal_moves,
    safe_moves,
)
from qipan.games.xiangqi.repetition.forcing import forcing_moves
from qipan.games.xiangqi.repetition.gain import GainSearch, Line

MATE_DEPTH: Final = 5
_MOST_EVASIONS: Final = 14


Place = tuple[tuple[int, ...], int]
"""Where every piece stands, and who is to move."""


class Search(GainSearch):
    """The searches of one ruling."""

    def __init__(self, nodes: int) -> None:
        """Start with a budget of nodes."""
        super().__init__(nodes)
        self._mates: dict[tuple[Place, int], Line | None] = {}
        self._checks: dict[Place, list[int]] = {}
        self._evasions_of: dict[Place, Sequence[int]] = {}

    def checks(self, board: Board) -> list[int]:
        """List the legal moves of the side to move that give check."""
        sight = CheckSight(board)
        lines = king_lines(board)
        if lines[0]:
            return [move for move in legal_by_lines(board, lines) if sight.gives(move)]
        found = [move for rank, move in forcing_moves(board, sight, None) if rank & 1]
        return safe_moves(board, lines, found) if found else found

    def mate(self, board: Board, depth: int = MATE_DEPTH) -> Line | None:
        """Find a mate for the side to move by checks alone, in at most ``depth`` of them."""
        for limit in range(1, depth + 1):
            line = self._mate(board, limit)
            if line:
                return line
        return None

    def _mate(self, board: Board, depth: int) -> Line | None:
        place = (tuple(board.where), board.turn)
        key = (place, depth)
        if key in self._mates:
            return self._mates[key]
        self.spend()
        checks = self._checks.get(place)
        if checks is None:
            checks = self._checks[place] = self.checks(board)
        found: Line | None = None
        for move in checks:
            taken = board.make(move)
            line = self._no_way_out(board, depth)
            board.unmake(move, taken)
            if line is not None:
                found = (move, *line)
                break
        self._mates[key] = found
        return found

    def _no_way_out(self, board: Board, depth: int) -> Line | None:
        """Give the line if every evasion is mated in turn; None if one is not."""
        if depth == 1:
            return None if has_legal_move(board) else ()
        place = (tuple(board.where), board.turn)
        evasions = self._evasions_of.get(place)
        if evasions is None:
            evasions = self._evasions_of[place] = legal_moves(board)
        if not evasions:
            return ()
        if len(evasions) > _MOST_EVASIONS:
            return None
        longest: Line = ()
        for move in evasions:
            taken = board.make(move)
            line = self._mate(board, depth - 1)
            board.unmake(move, taken)
            if line is None:
                return None
            if len(line) + 1 > len(longest):
                longest = (move, *line)
        return longest

"""Mates in one and two, looked through exactly: what a search with bounds might pass over.

A side without a legal move has lost, in check or not, so every move counts, not checks alone.
"""

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.movegen import has_legal_move, legal_moves


def mates_within(board: Board, moves: int) -> bool:
    """Say whether the side to move wins for sure within so many moves. The board is left as is."""
    found = legal_moves(board)
    if any(_ends(board, move) for move in found):
        return True
    return moves > 1 and any(_holds(board, move, moves - 1) for move in found)


def invites_mate(board: Board, move: int, moves: int) -> bool:
    """Say whether the other side could win within so many moves after a move."""
    taken = board.make(move)
    found = mates_within(board, moves)
    board.unmake(move, taken)
    return found


def _ends(board: Board, move: int) -> bool:
    taken = board.make(move)
    found = not has_legal_move(board)
    board.unmake(move, taken)
    return found


def _holds(board: Board, move: int, left: int) -> bool:
    """Say whether a move wins against every answer."""
    taken = board.make(move)
    found = all(invites_mate(board, answer, left) for answer in legal_moves(board))
    board.unmake(move, taken)
    return found

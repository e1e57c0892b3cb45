"""Who attacks what, and which captures are real."""

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.lines import KNIGHT_CHECKS, PAWN_CHECKS, col_rays, row_rays
from qipan.games.xiangqi.movegen import is_safe, king_steps, pseudo_moves
from qipan.games.xiangqi.squares import CANNON, FILE, KING, KNIGHT, PAWN, RANK, ROOK

Pair = tuple[int, int]
"""Attacker and target, by piece id."""


def facing(board: Board, side: int) -> Board:
    """Give the board with this side to move: itself, or a copy that skips a turn."""
    return board if board.turn == side else board.passed()


def attacks(board: Board, side: int) -> dict[Pair, int]:
    """Map each pair of a piece of ``side`` and what it could take to the capturing move."""
    view = facing(board, side)
    at = view.at
    return {
        (at[move >> 7], at[move & 127]): move
        for move in pseudo_moves(view) + king_steps(view)
        if at[move & 127]
    }


def checkers(board: Board, side: int) -> frozenset[int]:
    """Give the ids of the pieces that attack the king of ``side``, a facing king included."""
    at, kind = board.at, board.kind
    square = board.king(side)
    found = []
    for ray in col_rays(square, board.cols[FILE[square]]):
        if at[ray[0]] * side < 0 and kind[at[ray[0]]] == KING:
            found.append(at[ray[0]])
    rays = col_rays(square, board.cols[FILE[square]]) + row_rays(square, board.rows[RANK[square]])
    for first, second, _, _, _ in rays:
        if at[first] * side < 0 and kind[at[first]] == ROOK:
            found.append(at[first])
        if second >= 0 and at[second] * side < 0 and kind[at[second]] == CANNON:
            found.append(at[second])
    for origin, leg in KNIGHT_CHECKS[square]:
        if at[origin] * side < 0 and kind[at[origin]] == KNIGHT and not at[leg]:
            found.append(at[origin])
    for origin in PAWN_CHECKS[-side][square]:
        if at[origin] * side < 0 and kind[at[origin]] == PAWN:
            found.append(at[origin])
    return frozenset(found)


def recaptures(board: Board, square: int) -> tuple[list[int], list[int]]:
    """Give the moves of the side to move onto a square: all of them, and the legal ones."""
    every = [move for move in pseudo_moves(board) + king_steps(board) if move & 127 == square]
    return every, [move for move in every if is_safe(board, move)]


def crossed(board: Board, piece: int) -> bool:
    """Say whether a pawn has crossed the river."""
    rank = RANK[board.where[piece]]
    return rank >= 5 if piece > 0 else rank <= 4

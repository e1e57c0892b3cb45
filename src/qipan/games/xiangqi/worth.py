"""What a piece is worth on a square, for both sides, and the keys of positions for a search."""

from random import Random
from typing import Final

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.squares import (
    ADVISOR,
    BISHOP,
    CANNON,
    FILE,
    KINDS,
    KING,
    KNIGHT,
    PAWN,
    RANK,
    ROOK,
)

MATERIAL: Final = {
    KING: 10_000, ADVISOR: 200, BISHOP: 200, KNIGHT: 420, ROOK: 920, CANNON: 450, PAWN: 100,
}  # fmt: skip


def _placed(kind: int, square: int) -> int:
    """Value a red piece on a square: forward pawns, central and developed pieces."""
    rank, centre = RANK[square], 4 - abs(FILE[square] - 4)
    if kind == PAWN:
        return (80 + 8 * centre if 4 < rank < 9 else 20 if rank == 9 else 4 * rank) + centre
    if kind == KNIGHT:
        return 6 * min(rank, 6) + 5 * centre
    if kind == ROOK:
        return 5 * min(rank, 6) + 2 * centre
    if kind == CANNON:
        return 3 * centre + (8 if rank == 2 else 0)
    if kind == KING:
        return -15 * rank
    return 4 * centre if kind == BISHOP else 3 * centre


_RED: Final = [
    [MATERIAL.get(kind, 0) + _placed(kind, square) if kind else 0 for square in range(90)]
    for kind in (0, *KINDS)
]
_BLACK: Final = [[row[9 * (9 - square // 9) + square % 9] for square in range(90)] for row in _RED]
WORTH: Final = tuple(map(tuple, (*_RED, *_BLACK)))
"""By the letter of a piece (as in ``Board.letters``) and the square, for its own side."""
VALUE: Final = tuple(max(row) for row in WORTH)
"""Roughly, by the letter alone: for the order of captures."""

_DICE: Final = Random(20_261_117)
ZOBRIST: Final = tuple(
    tuple(_DICE.getrandbits(62) if letter % 8 else 0 for _ in range(90)) for letter in range(16)
)
TURN: Final = _DICE.getrandbits(62)


def hash_of(key: bytes) -> int:
    """Give the search key of a position from its ``Board.key``."""
    found = TURN if key[90:] == b"b" else 0
    for square, letter in enumerate(key[:90]):
        if letter:
            found ^= ZOBRIST[letter][square]
    return found


def score_of(board: Board) -> int:
    """Give material and placement, for the side to move."""
    total = 0
    for square, piece in enumerate(board.at):
        if piece:
            worth = WORTH[board.letters[piece]][square]
            total += worth if piece > 0 else -worth
    return total * board.turn

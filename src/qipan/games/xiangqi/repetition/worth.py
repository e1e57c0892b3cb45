"""What a piece is worth to the Chinese rules."""

from typing import Final

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.squares import PAWN, RANK

WORTH: Final = (0, 0, 10, 10, 100, 200, 100, 100)
"""Value of each kind; a pawn counts once it has crossed the river."""


def worth(board: Board, piece: int) -> int:
    """Give the value of a piece where it stands; 0 is no piece."""
    kind = board.kind[piece]
    if kind == PAWN:
        rank = RANK[board.where[piece]]
        return WORTH[PAWN] if (rank >= 5 if piece > 0 else rank <= 4) else 0
    return WORTH[kind]

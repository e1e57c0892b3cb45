"""What a piece is worth to the Chinese rules."""

from typing import Final

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.squares import KINDS, PAWN, RANK

WORTH: Final = (0, 0, 10, 10, 100, 200, 100, 100)
"""Value of each kind; a pawn counts once it has crossed the river."""


def _gains(kind: int, side: int) -> tuple[int, ...]:
    if kind != PAWN:
        return (2 * WORTH[kind],) * 90
    across = [rank >= 5 if side > 0 else rank <= 4 for rank in RANK]
    return tuple(2 * WORTH[PAWN] if crossed else 0 for crossed in across)


GAIN: Final = (
    _gains(0, 1), *(_gains(kind, 1) for kind in KINDS),
    _gains(0, -1), *(_gains(kind, -1) for kind in KINDS),
)  # fmt: skip
"""Twice the value, by the letter of a piece (as in ``Board.letters``) and its square."""


def worth(board: Board, piece: int) -> int:
    """Give the value of a piece where it stands; 0 is no piece."""
    kind = board.kind[piece]
    if kind == PAWN:
        rank = RANK[board.where[piece]]
        return WORTH[PAWN] if (rank >= 5 if piece > 0 else rank <= 4) else 0
    return WORTH[kind]

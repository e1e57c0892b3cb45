"""How a game of xiangqi ends on the board: mate and stalemate both lose."""

from typing import Final

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.movegen import has_legal_move
from qipan.games.xiangqi.squares import RED
from qipan.kernel.game import Outcome, won_by
from qipan.kernel.ids import Seat
from qipan.kernel.rules import rule

MATE: Final = rule(
    "xiangqi.mate", "A king in check that cannot escape is mated, and its side loses."
)
STALEMATE: Final = rule("xiangqi.stalemate", "Who is to move and has no legal move loses.")


def seat_of(side: int) -> Seat:
    """Give the seat of a side: Red is seat 0."""
    return Seat(0 if side == RED else 1)


def side_of(seat: int) -> int:
    """Give the side of a seat: seat 0 is Red."""
    return 1 if seat == 0 else -1


def board_outcome(board: Board) -> Outcome | None:
    """Say how the game ended on the board [xiangqi.mate, xiangqi.stalemate], or None."""
    if has_legal_move(board):
        return None
    winner = seat_of(-board.turn)
    return won_by(winner, MATE if board.in_check() else STALEMATE)

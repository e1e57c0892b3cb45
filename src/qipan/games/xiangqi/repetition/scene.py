"""A ply laid out for labelling: the boards compared, and every capture on each of them."""

from typing import Final

import msgspec

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.repetition.attacks import checkers, facing
from qipan.games.xiangqi.repetition.captures import Captures
from qipan.games.xiangqi.repetition.line import Ply
from qipan.games.xiangqi.repetition.search import Search
from qipan.games.xiangqi.squares import CANNON, KING, KNIGHT, PAWN, ROOK

ATTACKERS: Final = (KNIGHT, ROOK, CANNON, PAWN)


class Scene(msgspec.Struct):
    """A ply with what is known about it: the boards compared, and the captures on each."""

    search: Search
    ply: Ply
    mover: int
    after: Board
    """After the move, the mover's side to move again."""
    before: Board
    """Before the move, without the pieces that gave check to the mover."""
    now: Captures
    then: Captures

    @property
    def side(self) -> int:
        """Give the side that moved."""
        return self.ply.side

    @classmethod
    def of(cls, search: Search, ply: Ply) -> "Scene":
        """Lay out a ply, with its side to move before and after."""
        after, before = seen_after(ply), seen_before(ply)
        now, then = (Captures(search, board, ply.side) for board in (after, before))
        return cls(search, ply, after.at[ply.move & 127], after, before, now, then)


def seen_after(ply: Ply) -> Board:
    """Give the board after a ply as if its side were to move again."""
    return facing(ply.after, ply.side).copy()


def seen_before(ply: Ply) -> Board:
    """Give the board before a ply without the pieces that give check, so that threats show."""
    board = ply.before
    for piece in checkers(board, ply.side):
        if board.kind[piece] != KING:
            board = board.without(piece)
    return board.copy()


def pieces_of(board: Board, side: int) -> list[int]:
    """List the ids of a side's pieces, a0 first."""
    return [piece for piece in board.at if piece * side > 0]

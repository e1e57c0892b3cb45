"""A record ply by ply, with everything that is wrong in it. The record may be illegal."""

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.fen import START, read_fen
from qipan.games.xiangqi.lines import col_rays
from qipan.games.xiangqi.movegen import king_steps, pseudo_moves
from qipan.games.xiangqi.squares import FILE, KING, Move, read_move, write_move
from qipan.kernel.errors import BadInput


class Played(msgspec.Struct, frozen=True):
    """What was played: the first position and the moves in UCCI form."""

    moves: tuple[str, ...]
    fen: str = START


class Flaw(StrEnum):
    """What can be wrong with a move of a record."""

    OUT_OF_TURN = "out-of-turn"
    """It was the other side's turn: the same side moved just before, or the wrong one began."""
    MOVEMENT = "movement"
    """The piece does not move so."""
    KINGS_FACE = "kings-face"
    UNANSWERED_CHECK = "unanswered-check"
    SUICIDE = "suicide"
    """The own king, safe before, can be taken."""
    KING_TAKEN = "king-taken"
    """The record goes no further than this."""


EXPOSING = frozenset((Flaw.KINGS_FACE, Flaw.UNANSWERED_CHECK, Flaw.SUICIDE))


class Step(msgspec.Struct, frozen=True):
    """One ply of a record."""

    ply: int
    """From 1."""
    move: Move
    side: int
    """Who moved; in a faulty record not always whose turn it was."""
    before: Board
    after: Board
    captured: bool
    check: bool
    """Whether the other king is attacked after it."""
    flaws: tuple[Flaw, ...] = ()

    @property
    def text(self) -> str:
        """Give the move in UCCI form."""
        return write_move(self.move)


def steps(played: Played) -> Iterator[Step]:
    """Go through a record, up to the taking of a king if there is one.

    Raises BadInput (the column is the ply) where the record is no record: a move that cannot be
    read or starts from an empty point.
    """
    board = read_fen(played.fen)
    for ply, text in enumerate(played.moves, 1):
        step = _step(board, ply, text)
        yield step
        if Flaw.KING_TAKEN in step.flaws:
            return
        board = step.after


def kings_face(board: Board) -> bool:
    """Say whether the two kings stand on one file with nothing between them."""
    square = board.king(1)
    rays = col_rays(square, board.cols[FILE[square]])
    return any(ray[0] == board.king(-1) for ray in rays)


def _step(board: Board, ply: int, text: str) -> Step:
    try:
        move = read_move(text)
    except BadInput as error:
        raise BadInput(error.what, where="moves", column=ply) from error
    piece = board.at[move >> 7]
    if not piece:
        raise BadInput(f"{text} starts from an empty point", where="moves", column=ply)
    side = 1 if piece > 0 else -1
    before = board if board.turn == side else board.passed()
    after = before.copy()
    taken = after.make(move)
    flaws = [Flaw.OUT_OF_TURN] if board.turn != side else []
    if move not in pseudo_moves(before) and move not in king_steps(before):
        flaws.append(Flaw.MOVEMENT)
    if taken and board.kind[taken] == KING:
        flaws.append(Flaw.KING_TAKEN)
        return Step(ply, move, side, before, after, True, False, tuple(flaws))
    if after.attacked(side):
        flaws.append(_exposure(before, after, side))
    check = after.attacked(-side)
    return Step(ply, move, side, before, after, bool(taken), check, tuple(flaws))


def _exposure(before: Board, after: Board, side: int) -> Flaw:
    """Say how a king came to stand where it can be taken."""
    if kings_face(after):
        return Flaw.KINGS_FACE
    return Flaw.UNANSWERED_CHECK if before.attacked(side) else Flaw.SUICIDE

"""Reading a move in any notation by trying the moves of the board against the text."""

from collections.abc import Iterable
from typing import Final

import msgspec

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.movegen import is_safe, king_steps, legal_moves, pseudo_moves
from qipan.games.xiangqi.notation.algebraic import (
    AlgebraicText,
    fitting_algebraic,
    read_algebraic,
)
from qipan.games.xiangqi.notation.characters import common_form, coordinates
from qipan.games.xiangqi.notation.spelling import spellings, tail
from qipan.games.xiangqi.notation.writing import Notation, write_notation
from qipan.games.xiangqi.squares import LETTERS, Move, move_of, read_square, write_move
from qipan.kernel.errors import BadInput

UNREADABLE: Final = "xiangqi.notation-unreadable"
NO_SUCH_MOVE: Final = "xiangqi.notation-no-such-move"
AMBIGUOUS: Final = "xiangqi.notation-ambiguous"
EXPOSES: Final = "xiangqi.notation-exposes-king"
_SHOWN: Final = 8


class _Text(msgspec.Struct, frozen=True):
    """A text in the forms in which it can be read."""

    squares: tuple[str, str] | None = None
    form: str | None = None
    algebraic: AlgebraicText | None = None


_NOTHING: Final = _Text()


class Misread(BadInput):
    """A text that is no move here, or several; ``candidates`` are moves in UCCI form."""

    def __init__(self, what: str, code: str, candidates: tuple[str, ...] = ()) -> None:
        """Say what is wrong and which moves may have been meant."""
        self.candidates = candidates
        super().__init__(what, code=code)


def read_notation(board: Board, text: str, *, exposing: bool = False) -> Move:
    """Read a move of the side to move, in any notation and spelling.

    With ``exposing``, a move that leaves the own king to be taken is read too if no legal move
    fits, as records of real games need. Raises Misread, whose code says why, with candidates.
    """
    shown = text[:20]
    read = _Text(coordinates(text), common_form(text), read_algebraic(text))
    if read == _NOTHING:
        raise Misread(
            f"{shown!r} is no move in UCCI, ICCS, Chinese, WXF or algebraic notation", UNREADABLE
        )
    trial = board.copy()
    moves = legal_moves(trial)
    found = _fitting(board, moves, read)
    exposed: list[Move] = []
    if not found:
        exposed = _fitting(board, _exposing_moves(trial), read)
        if exposing:
            found = exposed
    if len(found) == 1:
        return found[0]
    if found:
        raise Misread(f"{shown!r} may mean {_list(board, found)}", AMBIGUOUS, _texts(found))
    if exposed:
        raise Misread(
            f"{shown!r} leaves the own king to be taken: {_list(board, exposed)}",
            EXPOSES,
            _texts(exposed),
        )
    near = _near(board, moves, read)
    there = f"; there is: {_list(board, near)}" if near else ""
    raise Misread(f"no legal move is {shown!r}{there}", NO_SUCH_MOVE, _texts(near))


def possible_moves(board: Board) -> list[Move]:
    """List the moves of the side to move, those that expose its own king included."""
    return [Move(move) for move in pseudo_moves(board) + king_steps(board)]


def _exposing_moves(board: Board) -> list[Move]:
    return [move for move in possible_moves(board) if not is_safe(board, move)]


def _fitting(board: Board, moves: Iterable[Move], read: "_Text") -> list[Move]:
    form, moves = read.form, list(moves)
    if read.squares is not None:
        wanted = move_of(read_square(read.squares[0]), read_square(read.squares[1]))
        found = [move for move in moves if move == wanted]
    else:
        # Every spelling ends in direction and number: few moves are left to spell out.
        found = [
            move
            for move in moves
            if form and form.endswith(tail(board, move)) and form in spellings(board, move)
        ]
    # ``C6b5`` goes from c6 to b5, or is a cannon of rank 6: whatever is legal is meant.
    if read.algebraic is not None:
        found += fitting_algebraic(board, moves, read.algebraic)
    return list(dict.fromkeys(found))


def _near(board: Board, moves: Iterable[Move], read: "_Text") -> list[Move]:
    """Give the legal moves of the same piece, or of the same kind of piece."""
    if read.squares is not None:
        origin = read_square(read.squares[0])
        return [move for move in moves if move >> 7 == origin]
    name = next((sign for sign in read.form or "" if sign in LETTERS), "P")
    if read.algebraic is not None:
        name = read.algebraic.letter
    return [move for move in moves if LETTERS[board.kind[board.at[move >> 7]]] == name]


def _texts(moves: Iterable[Move]) -> tuple[str, ...]:
    return tuple(write_move(move) for move in moves)


def _list(board: Board, moves: list[Move]) -> str:
    words = [
        f"{write_notation(board, move, Notation.CHINESE)} ({write_move(move)})"
        for move in moves[:_SHOWN]
    ]
    more = len(moves) - _SHOWN
    return ", ".join(words) + (f" and {more} more" if more > 0 else "")

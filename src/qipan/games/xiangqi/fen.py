"""Positions as text: FEN for xiangqi, both letter sets.

Ranks are written from Black's home, ``/`` between them. Letters: R N B A K C P, or H for N and E
for B. The side to move is ``w`` or ``r`` for Red, ``b`` for Black. The remaining fields (``- -``,
plies without capture, number of the round) may be missing.
"""

from functools import lru_cache
from typing import Final

import msgspec

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.lines import ADVISOR_POINTS, BISHOP_POINTS, PALACE
from qipan.games.xiangqi.squares import (
    ADVISOR,
    BISHOP,
    BLACK,
    KING,
    KNIGHT,
    LETTERS,
    MOST,
    RED,
    turned,
    write_square,
)
from qipan.kernel.errors import BadInput

START: Final = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
_KIND: Final = {letter: number for number, letter in enumerate(LETTERS) if number} | {
    "H": KNIGHT,
    "E": BISHOP,
}
_SIDES: Final = {"w": RED, "r": RED, "b": BLACK}
_LONGEST: Final = 200


class Fen(msgspec.Struct, frozen=True):
    """What a FEN says: the board, plies since the last capture, and the number of the round."""

    board: Board
    quiet: int = 0
    round: int = 1


def parse_fen(text: str) -> Fen:
    """Read every field of a FEN. Raises BadInput with the column where it goes wrong."""
    if len(text) > _LONGEST:
        raise BadInput(
            f"a FEN has at most {_LONGEST} characters, this has {len(text)}", where="fen"
        )
    fields = text.split()
    if not fields:
        raise BadInput("an empty FEN", column=1, where="fen")
    pieces = _placement(fields[0].removesuffix("[]"))
    side = fields[1] if len(fields) > 1 else "w"
    if side not in _SIDES:
        raise BadInput(
            f"side to move {side!r} is none of w, r, b", column=len(fields[0]) + 2, where="fen"
        )
    numbers = [_number(field) for field in fields[4:6]]
    if len(fields) > 6:
        raise BadInput(f"a FEN has at most six fields, this has {len(fields)}", where="fen")
    _check(pieces)
    board = Board(pieces, _SIDES[side])
    if board.attacked(-board.turn):
        raise BadInput("the side that is not to move stands in check", where="fen")
    return Fen(board, *numbers)


def read_fen(text: str) -> Board:
    """Read the board of a FEN. Raises BadInput with the column where it goes wrong."""
    return parse_fen(text).board


_FACES = bytes.maketrans(
    bytes([*range(1, 8), *range(9, 16)]),
    ("".join(LETTERS[1:8]) + "".join(LETTERS[1:8]).lower()).encode(),
)
"""From the numbers of kind and side that a key is made of to letters."""
_GAPS = tuple(("\x00" * length, str(length)) for length in range(9, 0, -1))
"""Longest first, so that a gap becomes one number."""


def write_fen(board: Board, quiet: int = 0, number: int = 1) -> str:
    """Write a board as FEN, with plies since the last capture and the number of the round."""
    return write_fen_of(board.key, quiet, number)


def write_fen_of(key: bytes, quiet: int = 0, number: int = 1) -> str:
    """Write a position as FEN that is known by its key."""
    ranks = "/".join([_write_rank(key[at : at + 9]) for at in range(81, -1, -9)])
    side = "w" if key[90:] == b"r" else "b"
    return f"{ranks} {side} - - {quiet} {number}"


@lru_cache(maxsize=4096)
def _write_rank(squares: bytes) -> str:
    """Write nine squares of a key; from one move to the next most ranks stay as they are."""
    rank = squares.translate(_FACES).decode()
    for gap, length in _GAPS:
        rank = rank.replace(gap, length)
    return rank


def start_board() -> Board:
    """Give the board before the first move."""
    return read_fen(START)


def _placement(text: str) -> list[tuple[int, int, int]]:
    pieces: list[tuple[int, int, int]] = []
    rank, file = 9, 0
    for column, letter in enumerate(text, 1):
        if letter == "/":
            if file != 9 or rank == 0:
                raise BadInput(f"rank {rank} has {file} files, not 9", column=column, where="fen")
            rank, file = rank - 1, 0
            continue
        if letter in "123456789":
            file += int(letter)
        elif letter.upper() in _KIND and letter.isascii():
            side = RED if letter.isupper() else BLACK
            pieces.append((9 * rank + file, side, _KIND[letter.upper()]))
            file += 1
        else:
            raise BadInput(f"{letter!r} is no piece and no number", column=column, where="fen")
        if file > 9:
            raise BadInput(f"rank {rank} has more than 9 files", column=column, where="fen")
    if rank != 0 or file != 9:
        raise BadInput("the placement ends before i0", column=len(text), where="fen")
    return pieces


def _check(pieces: list[tuple[int, int, int]]) -> None:
    """Refuse pieces where they can never stand, too many of a kind, and missing kings."""
    count: dict[tuple[int, int], int] = {}
    for square, side, kind in pieces:
        count[side, kind] = count.get((side, kind), 0) + 1
        home = square if side == RED else turned(square)
        if (
            (kind == KING and not (home in PALACE and home < 27))
            or (kind == ADVISOR and home not in ADVISOR_POINTS)
            or (kind == BISHOP and home not in BISHOP_POINTS)
        ):
            raise BadInput(f"{LETTERS[kind]} cannot stand on {write_square(square)}", where="fen")
    for (side, kind), number in count.items():
        if number > MOST[kind]:
            name = "Red" if side == RED else "Black"
            raise BadInput(
                f"{name} has {number} {LETTERS[kind]}, at most {MOST[kind]} are possible"
            )
    if (RED, KING) not in count or (BLACK, KING) not in count:
        raise BadInput("each side has one king", where="fen")


def _number(text: str) -> int:
    if text == "-":
        return 0
    if text.isascii() and text.isdigit() and len(text) <= 6:
        return int(text)
    raise BadInput(f"{text[:20]!r} is no number of moves", where="fen")

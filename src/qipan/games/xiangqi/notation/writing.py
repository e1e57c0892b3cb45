"""Writing a move: one canonical form for each notation.

Chinese: Red's numbers are Chinese numerals, Black's are digits. Rooks, knights and cannons that
share a file are told apart by front and rear, advisors and bishops by their direction alone.
Three pawns on a file are front, middle and rear; four or five, or pawns on two crowded files, are
numbered with Chinese numerals for both sides. WXF: ``+`` and ``-`` for front and rear; three and
more pawns, or two crowded files, by index and file.
"""

from enum import StrEnum
from functools import lru_cache
from typing import Final

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.notation.algebraic import write_algebraic
from qipan.games.xiangqi.notation.spelling import Standing, file_number, standing, tail_of
from qipan.games.xiangqi.squares import (
    ADVISOR,
    BISHOP,
    LETTERS,
    PAWN,
    RED,
    write_move,
    write_square,
)
from qipan.kernel.errors import Unknown

_NUMERALS: Final = "零一二三四五六七八九"
_NAMES: Final = {RED: " 帅仕相马车炮兵", -RED: " 将士象马车炮卒"}
_WXF_LETTERS: Final = " KAEHRCP"
_DIRECTIONS: Final = {"+": "进", "-": "退", "=": "平"}
_TRADITIONAL: Final = str.maketrans("帅将马车进后", "帥將馬車進後")


class Notation(StrEnum):
    """The notations a move can be written in."""

    UCCI = "ucci"
    ICCS = "iccs"
    CHINESE = "chinese"
    TRADITIONAL = "traditional"
    WXF = "wxf"
    ALGEBRAIC = "algebraic"


def notation_named(name: str) -> Notation:
    """Find a notation, whatever the case. Raises Unknown and lists what there is."""
    try:
        return Notation(name.lower())
    except ValueError:
        raise Unknown("xiangqi notation", name[:40], tuple(Notation)) from None


def write_notation(board: Board, move: int, notation: Notation = Notation.CHINESE) -> str:
    """Write a move of the side to move in its canonical form."""
    match notation:
        case Notation.UCCI:
            return write_move(move)
        case Notation.ICCS:
            return f"{write_square(move >> 7)}-{write_square(move & 127)}".upper()
        case Notation.CHINESE:
            return chinese_and_wxf(board, move)[0]
        case Notation.TRADITIONAL:
            return chinese_and_wxf(board, move)[0].translate(_TRADITIONAL)
        case Notation.WXF:
            return chinese_and_wxf(board, move)[1]
        case Notation.ALGEBRAIC:
            return write_algebraic(board, move)


def chinese_and_wxf(board: Board, move: int) -> tuple[str, str]:
    """Write a move in both notations that people read, having looked at the board once."""
    origin = move >> 7
    kind = board.kind[board.at[origin]]
    return _both(board.turn, kind, move, standing(board, origin))


@lru_cache(maxsize=4096)
def _both(side: int, kind: int, move: int, place: Standing) -> tuple[str, str]:
    """Write what was written at thousands of tables before: a game has only so many moves."""
    return _chinese(side, kind, move, place), _wxf(side, kind, move, place)


def _chinese(side: int, kind: int, move: int, place: Standing) -> str:
    origin = move >> 7
    name = _NAMES[side][kind]
    signs = tail_of(side, kind, move)
    rest = _DIRECTIONS[signs[0]] + _digit(side, int(signs[1]))
    if place.count == 1 or kind in (ADVISOR, BISHOP):
        return f"{name}{_digit(side, file_number(side, origin))}{rest}"
    if place.series or place.count > 3:
        return f"{_NUMERALS[place.series or place.index]}{name}{rest}"
    words = "前后" if place.count == 2 else "前中后"
    return f"{words[place.index - 1]}{name}{rest}"


def _wxf(side: int, kind: int, move: int, place: Standing) -> str:
    name, rest = _WXF_LETTERS[kind], tail_of(side, kind, move)
    file = file_number(side, move >> 7)
    if place.count == 1 or LETTERS[kind] in "AB":
        return f"{name}{file}{rest}"
    if kind == PAWN and (place.series or place.count > 2):
        return f"{place.index}{file}{rest}"
    return f"{name}{'+' if place.index == 1 else '-'}{rest}"


def _digit(side: int, number: int) -> str:
    return _NUMERALS[number] if side == RED else str(number)

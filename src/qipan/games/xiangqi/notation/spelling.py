"""Every way in which a move may be spelled, in the common alphabet of ``characters``.

Files are counted from the mover's own right. Where several pieces of a kind stand on one file,
books differ, and all of these are known:

- front, middle, rear, without the file: ``前车平六`` ``中兵进一``, Latin ``R+=6`` or ``+R=6``;
- pawns numbered from the front of their file: ``二兵平四``, Latin ``25=4`` (second on file 5);
- the file put back, or the piece left out: ``前兵九平八``, ``前九平八``;
- with two files of several pawns each, one series for both, the mover's right-hand file first and
  each file front to back: ``三兵平四``;
- the same series by letters, from Red's right for both sides: ``PC=4``.
"""

from typing import Final

import msgspec

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.squares import LETTERS, PAWN, RED

_SIDEWAYS_NUMBER: Final = "ABN"
"""Pieces whose number after the direction is always the file they reach."""


class Standing(msgspec.Struct, frozen=True):
    """Where a piece stands among those of its kind on its file, and among all such pawns."""

    index: int
    """From the front, 1 first."""
    count: int
    series: int | None = None
    """Number in the one series over several files of two or more pawns, else None."""
    letter: str | None = None
    """Letter in the series counted from Red's right, where letters are used."""


ALONE: Final = Standing(1, 1)


def file_number(side: int, square: int) -> int:
    """Count the file of a square from the right hand of a side."""
    file = square % 9
    return 9 - file if side == RED else file + 1


def tail(board: Board, move: int) -> str:
    """Give direction and number of a move, as in ``=5``."""
    return tail_of(board.turn, board.kind[board.at[move >> 7]], move)


def tail_of(side: int, kind: int, move: int) -> str:
    """Give direction and number of a move of a kind of piece."""
    origin, target = move >> 7, move & 127
    rows = (target // 9 - origin // 9) * side
    if rows == 0:
        return f"={file_number(side, target)}"
    sign = "+" if rows > 0 else "-"
    if LETTERS[kind] in _SIDEWAYS_NUMBER:
        return f"{sign}{file_number(side, target)}"
    return f"{sign}{abs(rows)}"


def standing(board: Board, square: int) -> Standing:
    """Say where the piece on a square stands among its like."""
    piece = board.at[square]
    side = 1 if piece > 0 else -1
    kind = board.kind[piece]
    if _alone(board, square):
        return ALONE
    columns = _columns(board, side, kind)
    own = columns[square % 9]
    index, count = own.index(square) + 1, len(own)
    if kind != PAWN:
        return Standing(index, count)
    # File i is at Red's right and file a at Black's.
    crowded = [file for file in range(8, -1, -1) if len(columns.get(file, ())) > 1]
    several = len(crowded) > 1
    series = letter = None
    if several:
        by_right = [at for file in crowded[::side] for at in columns[file]]
        series = by_right.index(square) + 1
    if several or count > 3:
        letter = "ABCDE"[[at for file in crowded for at in columns[file]].index(square)]
    return Standing(index, count, series, letter)


def spellings(board: Board, move: int) -> set[str]:
    """Give every accepted spelling of a move of the side to move."""
    origin = move >> 7
    kind = board.kind[board.at[origin]]
    name, file, rest = LETTERS[kind], file_number(board.turn, origin), tail(board, move)
    found = {f"{name}{file}{rest}"}
    place = standing(board, origin)
    if place.count < 2:
        return found
    for word, sign in _words(place):
        found |= {f"{word}{name}{rest}", f"{word}{name}{file}{rest}"}
        found |= {f"{name}{sign}{rest}", f"{sign}{name}{rest}"}
        if kind == PAWN:
            found.add(f"{word}{file}{rest}")
    if kind == PAWN:
        found |= {f"{place.series or place.index}{name}{rest}"}
        found |= {f"{place.index}{name}{file}{rest}", f"{place.index}{file}{rest}"}
        if place.letter:
            found.add(f"{name}{place.letter}{rest}")
    return found


def _alone(board: Board, square: int) -> bool:
    """Say whether no other piece of that side and kind stands on the file: so it is mostly."""
    letters, at = board.letters, board.at
    letter = letters[at[square]]
    return [letters[piece] for piece in at[square % 9 :: 9]].count(letter) == 1


def _columns(board: Board, side: int, kind: int) -> dict[int, list[int]]:
    """Give the squares of one side's pieces of a kind by file, front first."""
    found: dict[int, list[int]] = {}
    group = board.groups[side][kind - 1]
    pieces = group if isinstance(group, tuple) else (group,)
    for square in sorted((board.where[piece] for piece in pieces), reverse=side == RED):
        if square >= 0:
            found.setdefault(square % 9, []).append(square)
    return found


def _words(place: Standing) -> list[tuple[str, str]]:
    """Give the words for a place, each as Chinese sign and Latin sign."""
    words = []
    if place.index == 1:
        words.append(("^", "+"))
    if place.index == place.count:
        words.append(("_", "-"))
    if place.count == 3 and place.index == 2:
        words.append(("~", "="))
    return words

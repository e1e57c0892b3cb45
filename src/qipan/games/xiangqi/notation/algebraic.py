"""Algebraic notation, as programs that came from chess write it: ``Pc5``, ``Bge3``, ``R10xh9``.

A piece by its letter, where it comes from only if two of a kind could go there, and the point it
reaches: files a to i from Red's left, ranks 1 to 10 from Red's side. Elephants are ``B`` or ``E``,
horses ``N`` or ``H``; ``x`` takes, ``+`` and ``#`` may follow.
"""

import re
from collections.abc import Iterable
from typing import Final

import msgspec

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.movegen import legal_moves
from qipan.games.xiangqi.squares import LETTERS, Move

_TEXT: Final = re.compile(r"([KABEHNRCP])([a-i])?(10|[1-9])?[-x:]?([a-i])(10|[1-9])[+#]?", re.ASCII)
_FILES: Final = "abcdefghi"
_SAME: Final = {"E": "B", "H": "N"}


class AlgebraicText(msgspec.Struct, frozen=True):
    """What a text says: the kind, the point it reaches, and what is told of where it comes from."""

    letter: str
    target: int
    file: int | None = None
    rank: int | None = None


def read_algebraic(text: str) -> AlgebraicText | None:
    """Read the form of a text; None if it has another one."""
    found = _TEXT.fullmatch(text.strip())
    if found is None:
        return None
    letter, file, rank, to_file, to_rank = found.groups()
    return AlgebraicText(
        _SAME.get(letter, letter),
        9 * (int(to_rank) - 1) + _FILES.index(to_file),
        None if file is None else _FILES.index(file),
        None if rank is None else int(rank) - 1,
    )


def fitting_algebraic(board: Board, moves: Iterable[Move], text: AlgebraicText) -> list[Move]:
    """Give those of the moves that a text may mean."""
    return [
        move
        for move in moves
        if move & 127 == text.target
        and LETTERS[board.kind[board.at[move >> 7]]] == text.letter
        and text.file in (None, (move >> 7) % 9)
        and text.rank in (None, (move >> 7) // 9)
    ]


def write_algebraic(board: Board, move: int) -> str:
    """Write a move; where it comes from is told by its file, or by its rank if files are equal."""
    origin, target = move >> 7, move & 127
    letter = LETTERS[board.kind[board.at[origin]]]
    wanted = AlgebraicText(letter, target)
    others = [each >> 7 for each in fitting_algebraic(board, legal_moves(board.copy()), wanted)]
    others = [each for each in others if each != origin]
    told = ""
    if any(each % 9 == origin % 9 for each in others):
        told = str(origin // 9 + 1)
    elif others:
        told = _FILES[origin % 9]
    taken = "x" if board.at[target] else ""
    return f"{letter}{told}{taken}{_FILES[target % 9]}{target // 9 + 1}"

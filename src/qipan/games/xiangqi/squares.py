"""Squares, pieces and moves of a xiangqi board: how they are numbered and named.

A square is ``9 * rank + file``: file 0 is ``a`` on Red's left, rank 0 is Red's home, so ``a0`` is 0
and ``i9`` is 89. A move is ``from << 7 | to``. Both are plain ints in the engine's inner loops.
"""

from functools import lru_cache
from typing import Final, NewType

from qipan.kernel.errors import BadInput

Square = NewType("Square", int)
Move = NewType("Move", int)

RED: Final = 1
BLACK: Final = -1

KING: Final = 1
ADVISOR: Final = 2
BISHOP: Final = 3
KNIGHT: Final = 4
ROOK: Final = 5
CANNON: Final = 6
PAWN: Final = 7

KINDS: Final = (KING, ADVISOR, BISHOP, KNIGHT, ROOK, CANNON, PAWN)
LETTERS: Final = " KABNRCP"
"""Letter of each kind, by its number."""
MOST: Final = (0, 1, 2, 2, 2, 2, 2, 5)
"""How many pieces of each kind a side can have."""

FILES: Final = "abcdefghi"
RANK: Final = tuple(square // 9 for square in range(90))
FILE: Final = tuple(square % 9 for square in range(90))


def square_at(file: int, rank: int) -> Square:
    """Give the square of a file and a rank, both counted from 0 at a0."""
    return Square(9 * rank + file)


def move_of(origin: int, target: int) -> Move:
    """Put a move together."""
    return Move(origin << 7 | target)


def origin_of(move: Move) -> Square:
    """Give the square a move starts from."""
    return Square(move >> 7)


def target_of(move: Move) -> Square:
    """Give the square a move goes to."""
    return Square(move & 127)


def write_square(square: int) -> str:
    """Write a square: ``h2``."""
    return f"{FILES[square % 9]}{square // 9}"


def read_square(text: str) -> Square:
    """Read ``h2`` or ``H2``. Raises BadInput if it is not on the board."""
    word = text.lower()
    if len(word) == 2 and word[0] in FILES and word[1] in "0123456789":
        return square_at(FILES.index(word[0]), int(word[1]))
    raise BadInput(f"{text[:40]!r} is no point of the board (a0 to i9)")


@lru_cache(maxsize=4096)
def write_move(move: int) -> str:
    """Write a move in UCCI form: ``h2e2``."""
    return write_square(move >> 7) + write_square(move & 127)


def read_move(text: str) -> Move:
    """Read ``h2e2`` or ICCS ``H2-E2``. Raises BadInput; says nothing on whether it is legal."""
    word = text.strip()
    if len(word) == 5 and word[2] == "-":
        word = word[:2] + word[3:]
    if len(word) != 4:
        raise BadInput(f"{text[:40]!r} is no move (like h2e2)")
    return _read_four(word)


@lru_cache(maxsize=4096)
def _read_four(word: str) -> Move:
    origin, target = read_square(word[:2]), read_square(word[2:])
    if origin == target:
        raise BadInput(f"{word!r} moves nowhere")
    return move_of(origin, target)


def mirrored(square: int) -> Square:
    """Give the square on the other wing."""
    return Square(square + 8 - 2 * (square % 9))


def turned(square: int) -> Square:
    """Give the same square as seen by the other side (rank flipped, file kept)."""
    return Square(9 * (9 - square // 9) + square % 9)

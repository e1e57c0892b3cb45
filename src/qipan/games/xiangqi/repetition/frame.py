"""One way to look at a ply: the mover as Red, and the wing that comes first.

A ruling must not depend on colours or wings. Searches break ties by the order of moves, so every
ply is turned into the same frame before it is searched, and the label is turned back. What is asked
in a frame is plain values: two plies that ask the same have the same label.
"""

from typing import Final, NamedTuple

import msgspec

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.repetition.labels import Chase, Label
from qipan.games.xiangqi.repetition.line import Ply
from qipan.games.xiangqi.squares import BLACK, Move, mirrored, turned


class FramedPly(NamedTuple):
    """A ply in its frame."""

    before: bytes
    """As ``Board.key`` gives it, Red to move."""
    move: Move
    previous: Move | None

    def ply(self) -> Ply:
        """Lay it out on boards; pieces are numbered from a0 on."""
        board = Board.of_key(self.before)
        return Ply(1, self.move, board, board.after(self.move), self.previous)


class Frame(msgspec.Struct, frozen=True):
    """A ply seen in its frame, and the way back."""

    seen: Ply
    asked: FramedPly
    swap: bool
    """Whether colours are swapped."""
    mirror: bool

    @classmethod
    def around(cls, ply: Ply) -> "Frame":
        """Put a ply into its frame."""
        swap = ply.side == BLACK
        plain, other = (_asked(ply, swap, mirror) for mirror in (False, True))
        mirror = _order(other) < _order(plain)
        return cls(ply, other if mirror else plain, swap, mirror)

    def back(self, label: Label) -> Label:
        """Turn a label found in the frame back to the ply as it was played."""
        return msgspec.structs.replace(
            label,
            side=self.seen.side,
            chases=tuple(self._chase(chase) for chase in label.chases),
            line=self._moves(label.line),
        )

    def _chase(self, chase: Chase) -> Chase:
        return msgspec.structs.replace(
            chase,
            attacker=self._piece(chase.attacker),
            target=self._piece(chase.target),
            line=self._moves(chase.line),
        )

    def _piece(self, piece: int) -> int:
        if not piece:
            return 0
        side = _RED if piece > 0 else _BLACK
        squares = [square for square, letter in enumerate(self.asked.before[:90]) if letter in side]
        return self.seen.before.at[_square(squares[abs(piece) - 1], self.swap, self.mirror)]

    def _moves(self, line: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(_move(move, self.swap, self.mirror) for move in line)


_RED: Final = range(1, 8)
_BLACK: Final = range(9, 16)
"""The letters of a side in a key."""
_OTHER_SIDE: Final = bytes(each ^ 8 if each & 7 else each for each in range(256))


def _order(asked: FramedPly) -> tuple[bytes, int, int]:
    return asked.before, asked.move, asked.previous or 0


def _asked(ply: Ply, swap: bool, mirror: bool) -> FramedPly:
    pieces = ply.before.key[:90]
    before = bytes([pieces[square] for square in _ORDERS[swap, mirror]])
    move = _move(ply.move, swap, mirror)
    previous = None if ply.previous is None else _move(ply.previous, swap, mirror)
    return FramedPly((before.translate(_OTHER_SIDE) if swap else before) + b"r", move, previous)


def _square(square: int, swap: bool, mirror: bool) -> int:
    if swap:
        square = turned(square)
    return mirrored(square) if mirror else square


_ORDERS: Final = {
    (swap, mirror): tuple(_square(square, swap, mirror) for square in range(90))
    for swap in (False, True)
    for mirror in (False, True)
}
"""By the way of turning: what comes to stand on each square (turning twice changes nothing)."""


def _move(move: int, swap: bool, mirror: bool) -> Move:
    return Move(_square(move >> 7, swap, mirror) << 7 | _square(move & 127, swap, mirror))

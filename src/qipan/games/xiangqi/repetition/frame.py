"""One way to look at a ply: the mover as Red, and the wing that comes first.

A ruling must not depend on colours or wings. Searches break ties by the order of moves, so every
ply is turned into the same frame before it is searched, and the label is turned back.
"""

import msgspec

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.repetition.labels import Chase, Label
from qipan.games.xiangqi.repetition.line import Ply
from qipan.games.xiangqi.squares import BLACK, RED, Move, mirrored, turned


class Frame(msgspec.Struct, frozen=True):
    """A ply seen in its frame, and the way back."""

    seen: Ply
    ply: Ply
    swap: bool
    """Whether colours are swapped."""
    mirror: bool

    @classmethod
    def around(cls, ply: Ply) -> "Frame":
        """Put a ply into its frame."""
        swap = ply.side == BLACK
        plain, other = (_turned_ply(ply, swap, mirror) for mirror in (False, True))
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
        square = self.ply.before.where[piece] if piece else -1
        return self.seen.before.at[_square(square, self.swap, self.mirror)] if square >= 0 else 0

    def _moves(self, line: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(_move(move, self.swap, self.mirror) for move in line)


def _order(ply: Ply) -> tuple[bytes, int, int]:
    return ply.before.key, ply.move, ply.previous or 0


def _turned_ply(ply: Ply, swap: bool, mirror: bool) -> Ply:
    sign = -1 if swap else 1
    pieces = [
        (_square(square, swap, mirror), sign * side, kind)
        for square, side, kind in ply.before.pieces()
    ]
    before = Board(pieces, RED)
    move = _move(ply.move, swap, mirror)
    previous = None if ply.previous is None else _move(ply.previous, swap, mirror)
    return Ply(ply.number, move, before, before.after(move), previous)


def _square(square: int, swap: bool, mirror: bool) -> int:
    if swap:
        square = turned(square)
    return mirrored(square) if mirror else square


def _move(move: int, swap: bool, mirror: bool) -> Move:
    return Move(_square(move >> 7, swap, mirror) << 7 | _square(move & 127, swap, mirror))

"""The pieces on the board and whose turn it is, made for speed.

Pieces have ids that survive moves: Red 1 to 16, Black −1 to −16, 0 is no piece. ``at`` maps a
square to an id, ``where`` an id to its square (−1: captured), ``kind`` an id to its kind; the last
two are indexed by negative ids too. ``rows`` and ``cols`` hold the occupancy of every line.

A board is changed only by ``make`` and ``unmake``. Whoever keeps a board uses ``after``, which
copies; then a board is a value like any other.
"""

from collections.abc import Iterable, Iterator, Sequence

from qipan.games.xiangqi.lines import (
    COL_BIT,
    KNIGHT_CHECKS,
    PAWN_CHECKS,
    ROW_BIT,
    col_rays,
    row_rays,
)
from qipan.games.xiangqi.squares import (
    BLACK,
    CANNON,
    FILE,
    KING,
    KNIGHT,
    LETTERS,
    PAWN,
    RANK,
    RED,
    ROOK,
)

Groups = tuple[int, tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...],
               tuple[int, ...], tuple[int, ...]]  # fmt: skip
"""Ids of one side: king, advisors, bishops, knights, rooks, cannons, pawns."""


class Board:
    """Pieces and side to move. Equal boards have equal ``key``; ids may differ."""

    __slots__ = ("at", "cols", "groups", "kind", "letters", "rows", "turn", "where")

    def __init__(self, pieces: Iterable[tuple[int, int, int]], turn: int = RED) -> None:
        """Set up pieces given as (square, side, kind); kings must be there, one each."""
        self.turn = turn
        self.at = [0] * 90
        self.where = [-1] * 33
        self.kind = [0] * 33
        self.letters = [0] * 33
        """Number of kind and side together, by id: what the key is made of."""
        self.rows = [0] * 10
        self.cols = [0] * 9
        count = {1: 0, -1: 0}
        found: dict[tuple[int, int], list[int]] = {}
        for square, side, kind in sorted(pieces):
            count[side] += 1
            piece = side * count[side]
            self.at[square] = piece
            self.where[piece] = square
            self.kind[piece] = kind
            self.letters[piece] = kind if side == RED else kind + 8
            self.rows[RANK[square]] |= ROW_BIT[square]
            self.cols[FILE[square]] |= COL_BIT[square]
            found.setdefault((side, kind), []).append(piece)
        red, black = (
            (found[side, KING][0], *(tuple(found.get((side, kind), ())) for kind in range(2, 8)))
            for side in (1, -1)
        )
        self.groups: tuple[Groups, Groups, Groups] = (red, red, black)  # type: ignore[assignment]
        """Index 1 is Red, −1 is Black."""

    def copy(self) -> "Board":
        """Give a board of its own with the same pieces under the same ids."""
        new = Board.__new__(Board)
        new.turn = self.turn
        new.at = self.at[:]
        new.where = self.where[:]
        new.kind = self.kind
        new.letters = self.letters
        new.rows = self.rows[:]
        new.cols = self.cols[:]
        new.groups = self.groups
        return new

    def standing(self, at: Sequence[int], turn: int) -> "Board":
        """Give a board of the same game on which its pieces stand elsewhere, or are captured."""
        new = self.copy()
        new.turn, new.at, new.where = turn, list(at), [-1] * len(self.where)
        new.rows, new.cols = [0] * len(self.rows), [0] * len(self.cols)
        for square, piece in enumerate(new.at):
            if piece:
                new.where[piece] = square
                new.rows[RANK[square]] |= ROW_BIT[square]
                new.cols[FILE[square]] |= COL_BIT[square]
        return new

    def make(self, move: int) -> int:
        """Carry out a move of the side to move, unchecked; give the captured id or 0."""
        origin = move >> 7
        target = move & 127
        at = self.at
        piece = at[origin]
        taken = at[target]
        at[target] = piece
        at[origin] = 0
        where = self.where
        where[piece] = target
        rows = self.rows
        cols = self.cols
        rows[RANK[origin]] ^= ROW_BIT[origin]
        cols[FILE[origin]] ^= COL_BIT[origin]
        if taken:
            where[taken] = -1
        else:
            rows[RANK[target]] ^= ROW_BIT[target]
            cols[FILE[target]] ^= COL_BIT[target]
        self.turn = -self.turn
        return taken

    def unmake(self, move: int, taken: int) -> None:
        """Take a move back; ``taken`` is what ``make`` gave."""
        origin = move >> 7
        target = move & 127
        at = self.at
        piece = at[target]
        at[origin] = piece
        at[target] = taken
        where = self.where
        where[piece] = origin
        rows = self.rows
        cols = self.cols
        rows[RANK[origin]] ^= ROW_BIT[origin]
        cols[FILE[origin]] ^= COL_BIT[origin]
        if taken:
            where[taken] = target
        else:
            rows[RANK[target]] ^= ROW_BIT[target]
            cols[FILE[target]] ^= COL_BIT[target]
        self.turn = -self.turn

    def after(self, move: int) -> "Board":
        """Give the board after a move, unchecked; this one stays as it is."""
        new = self.copy()
        new.make(move)
        return new

    def passed(self) -> "Board":
        """Give the same board with the other side to move."""
        new = self.copy()
        new.turn = -new.turn
        return new

    def without(self, piece: int) -> "Board":
        """Give the board with one piece (not a king) lifted off."""
        new = self.copy()
        square = new.where[piece]
        new.at[square] = 0
        new.where[piece] = -1
        new.rows[RANK[square]] ^= ROW_BIT[square]
        new.cols[FILE[square]] ^= COL_BIT[square]
        return new

    @property
    def key(self) -> bytes:
        """Give what makes two positions the same: kinds on squares, and who is to move."""
        return bytes(map(self.letters.__getitem__, self.at)) + (b"r" if self.turn > 0 else b"b")

    @classmethod
    def of_key(cls, key: bytes) -> "Board":
        """Give the board of a key, its pieces numbered from a0 on."""
        pieces = [
            (square, -1 if letter > 8 else 1, letter & 7)
            for square, letter in enumerate(key[:90])
            if letter
        ]
        return cls(pieces, RED if key[90:] == b"r" else BLACK)

    def pieces(self) -> Iterator[tuple[int, int, int]]:
        """Give every piece as (square, side, kind), a0 first."""
        for square, piece in enumerate(self.at):
            if piece:
                yield square, 1 if piece > 0 else -1, self.kind[piece]

    def letter(self, square: int) -> str:
        """Give the letter of the piece on a square, lower case for Black; "" if empty."""
        piece = self.at[square]
        letter = LETTERS[self.kind[piece]] if piece else ""
        return letter if piece > 0 else letter.lower()

    def king(self, side: int) -> int:
        """Give the square of a side's king."""
        return self.where[self.groups[side][0]]

    def in_check(self, side: int | None = None) -> bool:
        """Say whether a side's king (by default the side to move's) is attacked or faced."""
        return self.attacked(self.turn if side is None else side)

    def attacked(self, side: int) -> bool:
        """Say whether the king of ``side`` could be taken, a facing king included."""
        at = self.at
        kind = self.kind
        square = self.where[self.groups[side][0]]
        for first, second, _, _, _ in col_rays(square, self.cols[FILE[square]]):
            piece = at[first] * side
            if piece < 0 and kind[at[first]] in (ROOK, KING):
                return True
            if second >= 0 and at[second] * side < 0 and kind[at[second]] == CANNON:
                return True
        for first, second, _, _, _ in row_rays(square, self.rows[RANK[square]]):
            piece = at[first] * side
            if piece < 0 and kind[at[first]] == ROOK:
                return True
            if second >= 0 and at[second] * side < 0 and kind[at[second]] == CANNON:
                return True
        for origin, leg in KNIGHT_CHECKS[square]:
            if at[origin] * side < 0 and kind[at[origin]] == KNIGHT and not at[leg]:
                return True
        for origin in PAWN_CHECKS[-side][square]:
            if at[origin] * side < 0 and kind[at[origin]] == PAWN:
                return True
        return False

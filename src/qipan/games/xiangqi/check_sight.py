"""Which moves would give check, seen from the king that would be checked.

The lines of a king say once for all moves of a position where a rook, cannon, knight or pawn gives
check, and which of one's own pieces may uncover one by leaving; only those few are tried out on the
board. Sets of squares are numbers: bit ``s`` is square ``s``.
"""

from typing import Final

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.lines import BIT, KNIGHT_CHECKS, PAWN_CHECKS, mask_of, walks
from qipan.games.xiangqi.squares import CANNON, FILE, KNIGHT, PAWN, RANK, ROOK

Stops = tuple[int, int, int, int]
"""First three pieces met on a way (−1: none), and the empty squares before the first."""
Sight = tuple[int, int, tuple[Stops, ...]]
"""Where a rook gives check along a line, where a cannon does, and what stands on its two ways."""

EVERYWHERE: Final = (1 << 90) - 1


def _zone(square: int) -> frozenset[int]:
    """Give the squares a piece must enter or leave to give check to a king here."""
    lines = {s for s in range(90) if RANK[s] == RANK[square] or FILE[s] == FILE[square]}
    for origin, leg in KNIGHT_CHECKS[square]:
        lines |= {origin, leg}
    return frozenset(lines.union(PAWN_CHECKS[1][square], PAWN_CHECKS[-1][square]))


ZONE: Final = tuple(_zone(square) for square in range(90))
"""By a king's square: where a piece must go to, or come from, to give check to it."""
_LINES: Final = tuple(
    mask_of(s for s in range(90) if RANK[s] == RANK[square] or FILE[s] == FILE[square])
    for square in range(90)
)
"""By a king's square: its row and its column."""
_LEGS: Final = tuple(dict(KNIGHT_CHECKS[square]) for square in range(90))
"""By a king's square: from where knights attack it, each with its leg."""
_HOPS: Final = tuple(mask_of(legs) for legs in _LEGS)
_PAWNS: Final = tuple(tuple(mask_of(row) for row in rows) for rows in PAWN_CHECKS)
_ROW_SIGHT: Final[list[dict[int, Sight]]] = [{} for _ in range(90)]
_COL_SIGHT: Final[list[dict[int, Sight]]] = [{} for _ in range(90)]


def _sight(square: int, occupied: int, row: bool) -> Sight:
    near = far = 0
    ways = []
    for way in walks(square, occupied, row):
        taken = [place for place, (_, full) in enumerate(way) if full]
        first, second = (*taken, len(way), len(way))[:2]
        squares = [target for target, _ in way]
        near |= mask_of(squares[: first + 1])
        far |= mask_of(squares[first + 1 : second + 1])
        if taken:
            met = (*(squares[place] for place in taken[:3]), -1, -1)
            ways.append((met[0], met[1], met[2], mask_of(squares[:first])))
    return near, far, tuple(ways)


def row_sight(square: int, occupied: int) -> Sight:
    """Give what a king on this square sees along its row, worked out when first met."""
    known = _ROW_SIGHT[square].get(occupied)
    if known is None:
        known = _ROW_SIGHT[square][occupied] = _sight(square, occupied, row=True)
    return known


def col_sight(square: int, occupied: int) -> Sight:
    """Give what a king on this square sees along its column, worked out when first met."""
    known = _COL_SIGHT[square].get(occupied)
    if known is None:
        known = _COL_SIGHT[square][occupied] = _sight(square, occupied, row=False)
    return known


class CheckSight:
    """What gives check to the king of the side not to move, in one position."""

    __slots__ = (
        "attacked", "board", "by_kind", "hops", "legs", "lines", "opening", "uncovering", "zone",
    )  # fmt: skip
    attacked: bool
    """Whether that king is attacked already; then every move is tried out."""
    by_kind: tuple[int, ...]
    """By kind of piece: the squares it gives check from, a knight's own hops left out."""
    hops: int
    """From where a knight gives check if its leg is free."""
    uncovering: int
    """Pieces whose leaving may give check."""
    opening: int
    """Those whose leaving gives check wherever they go off the lines of the king."""

    def __init__(self, board: Board) -> None:
        """Look out from the king of the side that is not to move."""
        self.board = board
        at, kind, where, side = board.at, board.kind, board.where, board.turn
        square = where[board.groups[-side][0]]
        self.legs, self.hops, self.zone = _LEGS[square], _HOPS[square], ZONE[square]
        self.lines = _LINES[square]
        if square < 0:  # taken, in a search that let its side pass: every move is tried out
            self.attacked, self.uncovering, self.by_kind = True, EVERYWHERE, (0,) * 8
            self.opening = 0
            return
        row = row_sight(square, board.rows[RANK[square]])
        col = col_sight(square, board.cols[FILE[square]])
        attacked = False
        opening = screens = cannons = 0
        for first, second, third, gap in row[2] + col[2]:
            two = at[second] * side if second >= 0 else 0
            behind = third >= 0 and at[third] * side > 0 and kind[at[third]] == CANNON
            if at[first] * side > 0:
                what = kind[at[first]]
                if what == CANNON:
                    screens |= gap
                    cannons |= BIT[first]
                elif what == ROOK:
                    attacked = True
                if behind or (two > 0 and kind[at[second]] == ROOK):
                    opening |= BIT[first]
            if two > 0:
                if kind[at[second]] == CANNON:
                    attacked = True
                if behind:
                    opening |= BIT[second]
        near, far = row[0] | col[0] | screens, row[1] | col[1] | screens
        pawns = _PAWNS[side][square] | screens
        self.by_kind = (0, screens, screens, screens, screens, near, far, pawns)
        legs, leaps = self._leapers(square)
        self.attacked = attacked or leaps
        self.opening = opening | legs
        self.uncovering = EVERYWHERE if self.attacked else self.opening | cannons

    def _leapers(self, square: int) -> tuple[int, bool]:
        """Give the own pieces that stand in the leg of a knight; say whether one attacks now."""
        board, legs = self.board, self.legs
        at, where, side = board.at, board.where, board.turn
        hinder = 0
        for knight in board.groups[side][3]:
            leg = legs.get(where[knight], -1)
            if leg >= 0:
                if not at[leg]:
                    return 0, True
                if at[leg] * side > 0:
                    hinder |= 1 << leg
        for origin in PAWN_CHECKS[side][square]:
            if at[origin] * side > 0 and board.kind[at[origin]] == PAWN:
                return 0, True
        return hinder, False

    def gives(self, move: int) -> bool:
        """Say whether a move of the side to move gives check."""
        origin, target = move >> 7, move & 127
        board = self.board
        if self.uncovering >> origin & 1:
            if self.attacked or self.lines >> target & 1:
                return self.tried(move)
            if self.opening >> origin & 1:
                return True
        kind = board.kind[board.at[origin]]
        if self.by_kind[kind] >> target & 1:
            return True
        if kind == KNIGHT:
            leg = self.legs.get(target, -1)
            return leg >= 0 and not board.at[leg]
        return False

    def tried(self, move: int) -> bool:
        """Say whether a move gives check by making it."""
        if move >> 7 not in self.zone and move & 127 not in self.zone:
            return False
        board = self.board
        taken = board.make(move)
        gives = board.attacked(board.turn)
        board.unmake(move, taken)
        return gives

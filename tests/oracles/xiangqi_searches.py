"""The searches of a Chinese ruling, done slowly: every legal move is listed and every check tried.

A second calculation for ``repetition.search``: the same values, lines and nodes.
"""

from collections.abc import Sequence
from typing import Final

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.lines import KNIGHT_CHECKS, PAWN_CHECKS
from qipan.games.xiangqi.movegen import legal_moves
from qipan.games.xiangqi.repetition.attacks import crossed
from qipan.games.xiangqi.repetition.gain import Exhausted
from qipan.games.xiangqi.squares import FILE, KING, PAWN, RANK

MATED: Final = 100_000
WORTH: Final = (0, 0, 10, 10, 100, 200, 100, 100)
"""Value of each kind; a pawn counts once it has crossed the river."""
MATE_DEPTH: Final = 5
CAPTURES: Final = 4
CHECKS: Final = 2
PLIES: Final = 60
_MOST_EVASIONS: Final = 14

Line = tuple[int, ...]
Value = tuple[int, Line]
"""A gain for the side to move, and the moves that bring it."""


def _zone(square: int) -> frozenset[int]:
    """Give the squares a piece must enter or leave to give check to a king here."""
    lines = {s for s in range(90) if RANK[s] == RANK[square] or FILE[s] == FILE[square]}
    for origin, leg in KNIGHT_CHECKS[square]:
        lines |= {origin, leg}
    return frozenset(lines.union(PAWN_CHECKS[1][square], PAWN_CHECKS[-1][square]))


_ZONE: Final = tuple(_zone(square) for square in range(90))


def worth(board: Board, piece: int) -> int:
    """Give the value of a piece where it stands; 0 is no piece."""
    kind = board.kind[piece]
    if kind == PAWN and not crossed(board, piece):
        return 0
    return WORTH[kind]


class SlowSearch:
    """The searches of one ruling, with their common budget."""

    def __init__(self, nodes: int) -> None:
        """Start with a budget of nodes."""
        self.left = nodes
        self.spared = 0
        """A piece that the other side may not capture (0: none)."""
        self.chaser = 0
        """The side whose gains are looked for; its king and pawns only recapture."""
        self.plies = 0
        self.meek = False
        """Whether the other side only evades checks and recaptures: an optimist's view."""
        self._mates: dict[tuple[tuple[int, ...], int, int], Line | None] = {}

    def spend(self, nodes: int = 1) -> None:
        """Count nodes, or other work that takes as long. Raises Exhausted when none is left."""
        self.left -= nodes
        if self.left < 0:
            raise Exhausted

    def checks(self, board: Board) -> list[int]:
        """List the legal moves of the side to move that give check."""
        zone = _ZONE[board.king(-board.turn)]
        found: list[int] = []
        for move in legal_moves(board):
            if move >> 7 in zone or move & 127 in zone:
                taken = board.make(move)
                if board.attacked(board.turn):
                    found.append(move)
                board.unmake(move, taken)
        return found

    # -- mate by checks --------------------------------------------------------------------

    def mate(self, board: Board, depth: int = MATE_DEPTH) -> Line | None:
        """Find a mate for the side to move by checks alone, in at most ``depth`` of them."""
        for limit in range(1, depth + 1):
            line = self._mate(board, limit)
            if line:
                return line
        return None

    def _mate(self, board: Board, depth: int) -> Line | None:
        key = (tuple(board.at), board.turn, depth)
        if key in self._mates:
            return self._mates[key]
        self.spend()
        found: Line | None = None
        for move in self.checks(board):
            taken = board.make(move)
            line = self._no_way_out(board, depth)
            board.unmake(move, taken)
            if line is not None:
                found = (move, *line)
                break
        self._mates[key] = found
        return found

    def _no_way_out(self, board: Board, depth: int) -> Line | None:
        """Give the line if every evasion is mated in turn; None if one is not."""
        evasions = legal_moves(board)
        if not evasions:
            return ()
        if depth == 1 or len(evasions) > _MOST_EVASIONS:
            return None
        longest: Line = ()
        for move in evasions:
            taken = board.make(move)
            line = self._mate(board, depth - 1)
            board.unmake(move, taken)
            if line is None:
                return None
            if len(line) + 1 > len(longest):
                longest = (move, *line)
        return longest

    # -- gain by captures and checks ---------------------------------------------------------

    def gain(self, board: Board, square: int = -1, high: int = MATED) -> Value:
        """Give what the side to move wins by captures and checks; it may also do nothing.

        ``square`` is where the last capture was made. Of ``high`` or more it is only said that it
        is so much.
        """
        self.plies = 0
        return self._gain(board, CAPTURES, (CHECKS, CHECKS), square, -MATED, high)

    def _gain(
        self,
        board: Board,
        captures: int,
        checks: tuple[int, int],
        square: int,
        low: int,
        high: int,
    ) -> Value:
        self.spend()
        checked = board.attacked(board.turn)
        moves = legal_moves(board)
        if not moves:
            return -MATED, ()
        best = -MATED if checked else 0
        line: Line = ()
        if best >= high:
            return best, line
        low = max(low, best)
        self.plies += 1
        if self.plies > PLIES:
            raise Exhausted
        for worth_taken, gives, move in self._candidates(
            board, moves, checked, captures, checks, square
        ):
            left = captures - (worth_taken > 0 and not (gives and checks[0]))
            mine = checks[0] - 1 if gives and checks[0] else checks[0]
            taken = board.make(move)
            target = move & 127 if worth_taken else -1
            reply, rest = self._gain(
                board,
                max(0, left),
                (checks[1], mine),
                target,
                worth_taken - high,
                worth_taken - low,
            )
            board.unmake(move, taken)
            score = worth_taken - reply
            if score > best:
                best, line = score, (move, *rest)
                low = max(low, best)
                if best >= high:
                    break
        self.plies -= 1
        return best, line

    def _candidates(
        self,
        board: Board,
        moves: Sequence[int],
        checked: bool,
        captures: int,
        checks: tuple[int, int],
        square: int,
    ) -> list[tuple[int, bool, int]]:
        """Choose the moves worth trying, dearest captures first: (value taken, check, move)."""
        at, kind, side = board.at, board.kind, board.turn
        zone = _ZONE[board.king(-side)]
        found = []
        for move in moves:
            prey = at[move & 127]
            if prey and prey == self.spared:
                continue
            value = worth(board, prey) if prey else 0
            gives = False
            if checks[0] and (move >> 7 in zone or move & 127 in zone):
                taken = board.make(move)
                gives = board.attacked(-side)
                board.unmake(move, taken)
            if checked:
                found.append((value, gives, move))
            elif value:
                small = kind[at[move >> 7]] in (KING, PAWN)
                if small and side == self.chaser and move & 127 != square:
                    continue
                if self.meek and side != self.chaser and move & 127 != square:
                    continue
                if captures or gives:
                    found.append((value, gives, move))
            elif gives and not (self.meek and side != self.chaser):
                found.append((0, True, move))
        found.sort(key=lambda entry: (-entry[0], not entry[1]))
        return found

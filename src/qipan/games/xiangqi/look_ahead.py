"""Looks ahead in xiangqi: alpha-beta, deeper and deeper until the limits are reached.

Iterative deepening, principal variation first, captures after the last ply, a table of positions
met, killer moves and history for the order, one ply more in check, a null move where the side to
move has enough left. Mates are told by their distance. A position that comes back within a line
is a draw, and lost for a side that gave check all along; what the book in force says of positions
that stood before in the game, whoever calls this passes in (``verdicts``).
"""

from collections.abc import Mapping, Sequence
from typing import Final

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.movegen import legal_moves_and_check, pseudo_moves
from qipan.games.xiangqi.squares import KING
from qipan.games.xiangqi.worth import TURN, VALUE, WORTH, ZOBRIST, hash_of, score_of
from qipan.kernel.thinking import ThoughtEnded, Watch

MATE: Final = 30_000
MATED: Final = MATE - 500
"""A value beyond this is a mate, so many plies away from ``MATE``."""
DEEPEST: Final = 40
GLANCE: Final = 2
"""Plies that anybody looks ahead."""
_EXACT, _LOWER, _UPPER = 0, 1, 2
_NULL_REDUCTION: Final = 2
_ENOUGH: Final = 900
"""Material beyond king and guards that makes a null move safe to believe."""

Entry = tuple[int, int, int, int]
"""Depth, kind of bound, value, best move."""


class LookAhead:
    """One look ahead from one position."""

    def __init__(
        self,
        board: Board,
        stood: tuple[bytes, ...],
        watch: Watch,
        verdicts: Mapping[int, int] | None = None,
    ) -> None:
        """Look from a board; ``stood`` are the keys since the last capture, the present one last.

        ``verdicts`` gives the value of moves whose repetition the book decides already.
        """
        self.board = board.copy()
        self.watch = watch
        self.verdicts = dict(verdicts or {})
        self.path = [hash_of(key) for key in stood]
        self.checked = [False] * len(self.path)
        self.known: dict[int, Entry] = {}
        self.history: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.killers: list[list[int]] = [[0, 0] for _ in range(2 * DEEPEST + 8)]
        self.depth = 0
        """Plies of the last complete look."""
        self.values: dict[int, int] = {}
        """Value of the root moves of the last look, as far as it went; exact within the margin."""
        self.complete: dict[int, int] = {}
        """The same of the last look that was not cut short."""
        self.glance: int | None = None
        """The best move of a look of ``GLANCE`` plies."""

    def run(self, moves: list[int], margin: int = 0) -> int:
        """Look deeper and deeper; give the best move. The watch ends it, or a mate that is sure."""
        best = moves[0]
        for depth in range(1, DEEPEST):
            values: dict[int, int] = {}
            try:
                self._root(moves, depth, margin, values)
            except ThoughtEnded:
                if values:  # the best so far was looked at first: what is better now, is better
                    self.values = values
                    best = max(values, key=values.__getitem__)
                break
            self.depth, self.values, self.complete = depth, values, values
            moves = sorted(moves, key=lambda move: -values[move])
            best = moves[0]
            if depth <= GLANCE:
                self.glance = best
            if abs(values[best]) >= MATED and MATE - abs(values[best]) <= depth:
                break
            if len(moves) == 1:
                break
        return best

    def _root(self, moves: list[int], depth: int, margin: int, found: dict[int, int]) -> None:
        """Find the value of every move at a depth, as far as the watch allows."""
        score, key = score_of(self.board), self.path[-1]
        undo = (self.board.copy(), len(self.path))
        alpha = -MATE
        try:
            for index, move in enumerate(moves):
                if move in self.verdicts:
                    found[move] = value = self.verdicts[move]
                    alpha = max(alpha, value)
                    continue
                low = alpha - margin
                if index and low > -MATE:
                    value = self._follow(move, depth, low, low + 1, score, key, 0)
                    if value > low:
                        value = self._follow(move, depth, low, MATE, score, key, 0)
                else:
                    value = self._follow(move, depth, -MATE, MATE, score, key, 0)
                found[move] = value
                alpha = max(alpha, value)
        except ThoughtEnded:
            self.board, length = undo
            del self.path[length:], self.checked[length:]
            raise

    def _follow(
        self, move: int, depth: int, alpha: int, beta: int, score: int, key: int, ply: int
    ) -> int:
        """Give the value of a move for the side that makes it."""
        board = self.board
        letters, at = board.letters, board.at
        origin, target = move >> 7, move & 127
        letter = letters[at[origin]]
        gain = WORTH[letter][target] - WORTH[letter][origin]
        key ^= ZOBRIST[letter][origin] ^ ZOBRIST[letter][target] ^ TURN
        taken = at[target]
        if taken:
            gain += WORTH[letters[taken]][target]
            key ^= ZOBRIST[letters[taken]][target]
        board.make(move)
        self.path.append(key)
        self.checked.append(False)
        value = -self._node(depth - 1, -beta, -alpha, -score - gain, key, ply + 1)
        self.path.pop()
        self.checked.pop()
        board.unmake(move, taken)
        return value

    def _node(self, depth: int, alpha: int, beta: int, score: int, key: int, ply: int) -> int:
        """Give the value of the position for the side to move."""
        self.watch.count()
        path = self.path
        if path.count(key) > 1:
            return self._repeated(key, ply)
        board = self.board
        if depth <= 0:
            if ply > 2 * self.depth + 8 or not board.attacked(board.turn):
                return self._quiet(alpha, beta, score, 6)
            depth = 0
        entry = self.known.get(key)
        first = 0
        if entry is not None:
            first = entry[3]
            if entry[0] >= depth:
                value = entry[2]
                if abs(value) >= MATED:
                    value -= ply if value > 0 else -ply
                bound = entry[1]
                if (
                    bound == _EXACT
                    or (bound == _LOWER and value >= beta)
                    or (bound == _UPPER and value <= alpha)
                ):
                    return value
        moves, check = legal_moves_and_check(board)
        if not moves:
            return ply - MATE
        if check:
            self.checked[-1] = True
        elif depth >= 3 and score >= beta and beta < MATED and self._heavy():
            value = self._passed(depth, beta, score, key, ply)
            if value >= beta:
                return value
        return self._best(self._ordered(moves, first, ply), depth, alpha, beta, score, key, ply)

    def _best(
        self, moves: list[int], depth: int, alpha: int, beta: int, score: int, key: int, ply: int
    ) -> int:
        """Give the value of the best move, kept under the depth that was asked for."""
        best, chosen, low = -MATE, 0, alpha
        at, check, asked = self.board.at, self.checked[-1], depth
        if check and (not depth or ply <= 2 * self.depth + 6):
            depth += 1
        for index, move in enumerate(moves):
            if not index:
                value = self._follow(move, depth, low, beta, score, key, ply)
            else:
                less = index > 8 and depth >= 3 and not at[move & 127] and not check
                value = self._follow(move, depth - less, low, low + 1, score, key, ply)
                if value > low and (less or value < beta):
                    value = self._follow(move, depth, low, beta, score, key, ply)
            if value > best:
                best, chosen = value, move
                if value > low:
                    low = value
                    if value >= beta:
                        if not at[move & 127]:
                            self._praise(move, depth, ply)
                        break
        bound = _UPPER if best <= alpha else _LOWER if best >= beta else _EXACT
        kept = best
        if abs(best) >= MATED:
            kept += ply if best > 0 else -ply
        self.known[key] = (asked, bound, kept, chosen)
        return best

    def _passed(self, depth: int, beta: int, score: int, key: int, ply: int) -> int:
        """Give the value if the side to move could pass."""
        board = self.board
        board.turn = -board.turn
        self.path.append(key ^ TURN)
        self.checked.append(False)
        value = -self._node(
            depth - 1 - _NULL_REDUCTION, -beta, 1 - beta, -score, key ^ TURN, ply + 1
        )
        self.path.pop()
        self.checked.pop()
        board.turn = -board.turn
        return value if value < MATED else beta

    def _heavy(self) -> bool:
        """Say whether the side to move has enough left not to be squeezed."""
        board = self.board
        groups, where = board.groups[board.turn], board.where
        left = 0
        for group, value in ((groups[3], 420), (groups[4], 920), (groups[5], 450)):
            for piece in group:
                if where[piece] >= 0:
                    left += value
        return left >= _ENOUGH

    def _repeated(self, key: int, ply: int) -> int:
        """Value a position that stood before: level, but lost for who gave check all along."""
        path, checked = self.path, self.checked
        last = len(path) - 1
        before = last - 1
        while path[before] != key:
            before -= 1
        since = range(before + 1, last + 1)
        mine = [checked[index] for index in since if (last - index) % 2 == 0]
        theirs = [checked[index] for index in since if (last - index) % 2]
        board = self.board
        mine[-1] = board.attacked(board.turn)
        if all(mine) and not all(theirs):
            return MATED - 1 - ply  # the other side checks all along: it may not
        if theirs and all(theirs) and not all(mine):
            return ply + 1 - MATED
        return 0

    def _quiet(self, alpha: int, beta: int, score: int, left: int) -> int:
        """Go on with captures while they are worth it; a side may always stop."""
        best = score
        if best >= beta or not left:
            return best
        low = max(alpha, best)
        board = self.board
        at, letters = board.at, board.letters
        found = []
        for move in pseudo_moves(board):
            taken = at[move & 127]
            if taken:
                found.append((VALUE[letters[taken]] * 16 - VALUE[letters[at[move >> 7]]], move))
        if not found:
            return best
        found.sort(reverse=True)
        self.watch.count()
        for _, move in found:
            origin, target = move >> 7, move & 127
            taken = at[target]
            letter, other = letters[at[origin]], letters[taken]
            gain = WORTH[letter][target] - WORTH[letter][origin] + WORTH[other][target]
            if other % 8 == KING:
                return MATED - 1
            if score + gain + 60 <= low:
                continue
            board.make(move)
            value = -self._quiet(-beta, -low, -score - gain, left - 1)
            board.unmake(move, taken)
            if value > best:
                best = value
                if value > low:
                    low = value
                    if value >= beta:
                        break
        return best

    def _ordered(self, moves: Sequence[int], first: int, ply: int) -> list[int]:
        board = self.board
        at, letters = board.at, board.letters
        history, killers = self.history[board.turn > 0], self.killers[min(ply, 2 * DEEPEST)]
        weights = {}
        for move in moves:
            taken = at[move & 127]
            if taken:
                weight = 1_000_000 + VALUE[letters[taken]] * 16 - VALUE[letters[at[move >> 7]]]
            elif move in killers:
                weight = 900_000
            else:
                weight = history.get(move, 0)
            weights[move] = -weight
        if first in weights:
            weights[first] = -9_000_000
        return sorted(moves, key=weights.__getitem__)

    def _praise(self, move: int, depth: int, ply: int) -> None:
        """Remember a quiet move that was too good for the other side to allow."""
        history = self.history[self.board.turn > 0]
        history[move] = min(history.get(move, 0) + depth * depth, 800_000)
        killers = self.killers[min(ply, 2 * DEEPEST)]
        if killers[0] != move:
            killers[1], killers[0] = killers[0], move

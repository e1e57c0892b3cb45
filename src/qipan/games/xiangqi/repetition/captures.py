"""What a single capture is worth once everything that follows has been played out."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.movegen import is_safe
from qipan.games.xiangqi.repetition.attacks import Pair, attacks, facing, recaptures
from qipan.games.xiangqi.repetition.gain import MATED, Line
from qipan.games.xiangqi.repetition.search import Search
from qipan.games.xiangqi.repetition.worth import worth
from qipan.games.xiangqi.squares import ADVISOR, BISHOP, CANNON, KNIGHT, PAWN

_MUTUAL_MATE: Final = 3
_WEIGHING: Final = 8
"""Nodes that the work around a search is counted as."""
_EQUALS: Final = {CANNON: KNIGHT, BISHOP: ADVISOR}


class Capture(msgspec.Struct, frozen=True):
    """A capture that could be made, and what comes of it."""

    attacker: int
    target: int
    move: int
    net: int
    """Material won in all, by the best play of both; not searched for where it is mutual."""
    same: int
    """Material won if only captures on the target's square are counted."""
    rooted: bool
    """Whether the target's side can legally recapture."""
    false_root: bool
    """Whether there are protectors, none of which can legally recapture."""
    mutual: bool
    """Whether the target, of the same kind, could just as well take its attacker."""
    uncovers: bool
    """Whether the capture gives check by another piece."""
    line: Line = ()

    @property
    def good(self) -> bool:
        """Say whether the capture wins something, or at least comes out even."""
        return not self.mutual and (self.net > 0 or (self.net == 0 and self.same > 0))

    @property
    def root(self) -> str:
        """Name the kind of root the target has."""
        return "few" if self.rooted else "false" if self.false_root else "none"


class Captures:
    """Every legal capture of something valuable that a side could make, weighed when asked for."""

    def __init__(self, search: Search, board: Board, side: int) -> None:
        """Look at a board as if ``side`` were to move."""
        self._search = search
        self._view = facing(board, side).copy()
        self._moves = attacks(self._view, side)
        self._known: dict[Pair, Capture | None] = {}
        self._threat: int | None = None

    def get(self, pair: Pair) -> Capture | None:
        """Weigh one capture, or give None if it cannot be made or takes nothing of value."""
        if pair not in self._known:
            self._known[pair] = self._weighed(pair)
        return self._known[pair]

    def of(self, attacker: int | None = None) -> list[Capture]:
        """Weigh all captures, or those of one piece."""
        pairs = [pair for pair in sorted(self._moves) if attacker in (None, pair[0])]
        return [capture for pair in pairs if (capture := self.get(pair)) is not None]

    def __contains__(self, pair: Pair) -> bool:
        """Say whether a piece attacks another, whatever comes of it."""
        return pair in self._moves

    def _weighed(self, pair: Pair) -> Capture | None:
        view, move = self._view, self._moves.get(pair)
        if move is None or not worth(view, pair[1]) or not is_safe(view, move):
            return None
        return weigh(self._search, view, move, self._counter_threat)

    def _counter_threat(self) -> int:
        if self._threat is None:
            self._threat = _counter_threat(self._search, self._view)
        return self._threat


def capture_of(search: Search, board: Board, side: int, pair: Pair) -> Capture | None:
    """Weigh one capture, or give None if it cannot be made."""
    return Captures(search, board, side).get(pair)


def weigh(search: Search, view: Board, move: int, threat: Callable[[], int]) -> Capture:
    """Weigh a legal capture of the side to move; ``threat`` is what the other side threatens."""
    search.spend(_WEIGHING)
    attacker, target = view.at[move >> 7], view.at[move & 127]
    after = view.after(move)
    every, legal = recaptures(after, move & 127)
    same = _exchanged(view, move, after, legal)
    mutual = _mutual(search, view, attacker, target)
    net, line = (same, (move,)) if mutual else _net(search, view, after, move, threat)
    return Capture(
        attacker,
        target,
        move,
        net,
        same,
        bool(legal),
        bool(every) and not legal,
        mutual,
        _uncovers(view, after, move),
        line,
    )


def _net(
    search: Search, view: Board, after: Board, move: int, threat: Callable[[], int]
) -> tuple[int, Line]:
    """Give what a capture wins in all, and the moves that show it."""
    search.chaser = view.turn
    reply, rest = search.gain(after, move & 127)
    line = (move, *rest)
    net = worth(view, view.at[move & 127]) - reply
    if net > 0 and _pawn_for_guard(view, line):
        net = -1
    if -MATED < net < 0 <= net + threat():
        net = 0  # the loss was threatened anyway
    return net, line


def exchange(view: Board, move: int) -> int:
    """Count what a capture wins if both sides go on taking on that square while it pays."""
    after = view.after(move)
    _, legal = recaptures(after, move & 127)
    return _exchanged(view, move, after, legal)


def _exchanged(view: Board, move: int, after: Board, legal: Sequence[int]) -> int:
    """Give what a capture wins once the cheapest of the recaptures has been made as well."""
    value = worth(view, view.at[move & 127])
    if not legal:
        return value
    cheapest = min(legal, key=lambda back: (worth(after, after.at[back >> 7]), back))
    return value - exchange(after, cheapest)


def _counter_threat(search: Search, view: Board) -> int:
    """Give what the other side would win if it were to move instead."""
    other = view.passed()
    if other.attacked(-other.turn):
        return 0
    search.chaser, spared = other.turn, search.spared
    search.spared = 0
    score, _ = search.gain(other)
    search.spared = spared
    return score if score < MATED else 0


def _mutual(search: Search, view: Board, attacker: int, target: int) -> bool:
    """Say whether the target, of the same kind, may take its attacker and live."""
    if view.kind[attacker] != view.kind[target]:
        return False
    other = view.passed()
    move = attacks(other, other.turn).get((target, attacker))
    if move is None or other.after(move).attacked(other.turn):
        return False
    return search.mate(other.after(move), _MUTUAL_MATE) is None


def _uncovers(view: Board, after: Board, move: int) -> bool:
    """Say whether another piece than the captor gives check after the capture."""
    if not after.attacked(after.turn):
        return False
    return after.without(after.at[move & 127]).attacked(after.turn)


def _pawn_for_guard(view: Board, line: Line) -> bool:
    """Say whether, equal pieces set off, a pawn is won while an advisor or bishop is lost."""
    board, side = view.copy(), view.turn
    balance: Counter[int] = Counter()
    for move in line:
        taken = board.at[move & 127]
        if taken and worth(board, taken):
            kind = _EQUALS.get(board.kind[taken], board.kind[taken])
            balance[kind] += 1 if board.turn == side else -1
        board.make(move)
    won = [kind for kind, number in balance.items() if number > 0]
    return won == [PAWN] and balance[PAWN] == 1 and balance[ADVISOR] < 0

"""A tree of Go moves that grows where the network's looks lead.

Every node is one look: the chances of its moves, whose each point will be, who is ahead. The next
leaf is found by going down from the root to the move that promises most: what the looks behind it
thought on average, and more for a likely move that was seldom tried.

Where the network errs it errs in every look: a large group without room for two eyes seems alive
to it, move after move. So one game is played to the end from every leaf as well, and says as much
as the look.

A position is worth the chance to win, and a little by how much: so that the side far ahead or far
behind does not give points away.
"""

from math import atan, pi, sqrt
from random import Random
from typing import Final

from qipan.games.go.network.look import Look, look
from qipan.games.go.search.margins import Margins
from qipan.games.go.search.rollout import Rollout
from qipan.kernel.thinking import ThoughtEnded, Watch

COST: Final = 250
"""Nodes that a look counts for; in a search by games to the end they take half as long. On a large
board a look is worth more than they are."""
_WIDEST: Final = 40
"""Moves kept at a node."""
_CURIOUS: Final = 1.1
"""How much a likely move that was seldom tried promises."""
_UNTRIED: Final = 0.15
"""What a move that was never tried is thought to lose, once all likely ones were tried."""
_BY_MARGIN: Final = 0.3
"""How much of a position's worth is told by the margin, beside who wins."""
_PLAYED: Final = 0.5
"""How much of a leaf's worth the game to the end from there tells, beside the look."""
_FIRST_GAMES: Final = 24
_PART: Final = 6
"""Games that tell what margins are usual, and of how many at most they are one."""
_ENOUGH: Final = 32
"""Looks between two questions whether the choice is made."""


class LookNode:
    """A position met in the tree."""

    __slots__ = ("chances", "children", "looks", "moves", "tried", "worth")

    def __init__(self, seen: Look) -> None:
        """Begin with one look."""
        kept = seen.chances[:_WIDEST]
        self.moves = [at for _, at in kept]
        self.chances = [chance for chance, _ in kept]
        self.tried = [0] * len(kept)
        self.worth = [0.0] * len(kept)
        """Sums of what positions behind each move were worth to the side to move here."""
        self.children: dict[int, LookNode] = {}
        self.looks = 1

    def best(self, first: float) -> int:
        """Give the place of the move to try next; ``first`` is what this position is worth."""
        tried, worth = self.tried, self.worth
        curious = _CURIOUS * sqrt(self.looks)
        known = sum(chance for chance, times in zip(self.chances, tried, strict=True) if times)
        untried = first - _UNTRIED * sqrt(known)
        highest, chosen = -9.0, 0
        for place, chance in enumerate(self.chances):
            times = tried[place]
            value = worth[place] / times if times else untried
            value += curious * chance / (1 + times)
            if value > highest:
                highest, chosen = value, place
        return chosen


class LookTree:
    """One search from one position."""

    def __init__(
        self, board: Rollout, mine: int, last: tuple[int, int], needed: float, dice: Random
    ) -> None:
        """Search for a side that wins with more than ``needed`` points more than the other.

        ``last`` is the other side's last move and the own one before it.
        """
        self.board, self.mine, self.last, self.needed = board, mine, last, needed
        self._dice = dice
        self.owned = [0.0] * len(board.grid.points)
        """Whose each point was seen to be, of all looks together: own more than 0."""
        self.looks = 0
        self._centre = 0.0
        board.restart()
        seen = self._look(mine, *last)
        self._centre = seen.ahead - needed
        self.root = LookNode(seen)
        self._first = self._value(seen, mine)
        self._margins = Margins()

    def keep(self, allowed: set[int]) -> None:
        """Leave only some moves at the root."""
        root = self.root
        there = [place for place, at in enumerate(root.moves) if at in allowed]
        root.moves = [root.moves[place] for place in there]
        root.chances = [root.chances[place] for place in there]
        root.tried, root.worth = [0] * len(there), [0.0] * len(there)

    def run(self, watch: Watch) -> None:
        """Look until the watch ends it, or nothing can change the choice any more."""
        if not self.root.moves:
            return
        try:
            few = watch.left // (_PART * len(self.board.empties) + 1)
            self._measure(max(2, min(_FIRST_GAMES, few)), watch)
            began = watch.nodes
            while True:
                watch.count(COST)
                watch.count(self._down())
                if not self.looks % _ENOUGH and self._decided(watch.nodes - began, watch.left):
                    return
        except ThoughtEnded:
            return

    def _decided(self, spent: int, left: int) -> bool:
        """Say whether the looks that are left cannot bring another move to the front."""
        first, second = [*sorted(self.root.tried, reverse=True), 0][:2]
        return (first - second) * spent > left * sum(self.root.tried)

    def _measure(self, games: int, watch: Watch) -> None:
        """Play a few games from the root to know what margins are usual."""
        margins = []
        for _ in range(games):
            self.board.restart()
            made, over = self._played(self.mine, self.last[0])
            watch.count(made)
            margins.append(over)
        self._margins = Margins.of(margins)

    def _played(self, mine: int, last: int) -> tuple[int, float]:
        """Play on to the end; give the moves made, and what the root's side has beyond its need."""
        board = self.board
        made = board.to_the_end(mine, last, self._dice.random)
        owners = board.owners()
        return made, owners.count(self.mine) - owners.count(3 - self.mine) - self.needed

    def _down(self) -> int:
        """Go down to a new leaf, look at it and play on from it; give the moves made.

        What both say it is worth is told the way there.
        """
        board = self.board
        board.restart()
        node, value, mine, (last, before) = self.root, self._first, self.mine, self.last
        way: list[tuple[LookNode, int, int]] = []
        while True:
            if not node.moves:
                break
            place = node.best(value)
            at = node.moves[place]
            way.append((node, place, mine))
            board.put(mine, at)
            mine, last, before = 3 - mine, at, last
            following = node.children.get(place)
            if following is None:
                seen = self._look(mine, last, before)
                node.children[place] = LookNode(seen)
                value = self._value(seen, mine)
                break
            value = 1.0 - node.worth[place] / node.tried[place]
            node = following
        side = mine
        made, over = self._played(mine, last)
        worth = self._margins.worth(over)
        value += _PLAYED * ((worth if mine == self.mine else 1.0 - worth) - value)
        for node, place, who in way:
            node.looks += 1
            node.tried[place] += 1
            node.worth[place] += value if who == side else 1.0 - value
        return made + len(way)

    def _look(self, mine: int, last: int, before: int) -> Look:
        seen = look(self.board, mine, last, before, int(8 * self._dice.random()))
        sign = 1.0 if mine == self.mine else -1.0
        self.owned = [
            known + sign * each for known, each in zip(self.owned, seen.owned, strict=True)
        ]
        self.looks += 1
        return seen

    def _value(self, seen: Look, mine: int) -> float:
        """Give what a look is worth to the side to move there, from 0 to 1."""
        needed, centre = self.needed, self._centre
        if mine != self.mine:
            needed, centre = -needed, -centre
        by_margin = 0.5 + atan((seen.ahead - needed - centre) / self.board.grid.size) / pi
        return (1.0 - _BY_MARGIN) * seen.wins_with(needed) + _BY_MARGIN * by_margin

    def ranked(self) -> list[tuple[int, float, int]]:
        """List the moves of the root with how often each was tried and its worth, best first."""
        root = self.root
        found = [
            (times, worth / times if times else 0.0, at)
            for times, worth, at in zip(root.tried, root.worth, root.moves, strict=True)
        ]
        return sorted(found, key=lambda each: (-each[0], -each[1], each[2]))

"""A tree of Go moves that grows where random games to the end go well.

Every node keeps for each move the games played through it, and the games in which the same side
played that move first at any later time: the second are many at once and lead while the first are
few. Before either there is a guess (see ``first_guess``). A game is worth mostly who won it, and a
little by how much, so that the better of two winning or losing moves is found.
"""

from collections.abc import Callable
from math import isqrt
from random import Random
from typing import Final

from qipan.games.go.grid import BLACK, WHITE
from qipan.games.go.search.first_guess import EVEN, guesses
from qipan.games.go.search.rollout import Rollout
from qipan.kernel.thinking import ThoughtEnded, Watch

_GROW: Final = 4
"""Games through a leaf before its moves are looked at."""
_LEAD: Final = 1200.0
"""Games of a move from which on those in any order say little."""
_LOOK: Final = 64
"""Games between two looks at whether the choice is made."""
_FIRST_WIDTH: Final = 12
_BY_POINTS: Final = 0.12
"""How much of a game's worth is by points."""


class Node:
    """A position met in the tree, with what was learnt of each move."""

    __slots__ = (
        "children",
        "games",
        "later",
        "later_won",
        "mine",
        "moves",
        "played",
        "tried",
        "won",
    )

    def __init__(self, mine: int, found: list[tuple[float, int]]) -> None:
        """Begin with guesses, the best first."""
        self.mine = mine
        self.moves = [at for _, at in found]
        self.tried = [0] * len(found)
        """Games played through each move."""
        self.played = [EVEN + abs(guess) for guess, _ in found]
        self.won = [EVEN / 2 + max(guess, 0.0) for guess, _ in found]
        self.later = [0] * len(found)
        self.later_won = [0.0] * len(found)
        self.children: dict[int, Node] = {}
        self.games = 0

    def best(self) -> int:
        """Give the place of the move to look at next."""
        width = min(len(self.moves), _FIRST_WIDTH + isqrt(4 * self.games))
        played, won, later, later_won = self.played, self.won, self.later, self.later_won
        highest, chosen = -1.0, 0
        for place in range(width):
            games = played[place]
            value = won[place] / games
            lead = later[place]
            if lead:
                share = lead / (lead + games + games * lead / _LEAD)
                value += share * (later_won[place] / lead - value)
            if value > highest:
                highest, chosen = value, place
        return chosen

    def learn(self, place: int, worth: float, first: list[int]) -> None:
        """Take in a game through a move; ``worth`` is Black's, ``first`` who played where first."""
        mine = self.mine
        if mine == WHITE:
            worth = 1.0 - worth
        self.games += 1
        if place >= 0:
            self.tried[place] += 1
            self.played[place] += 1
            self.won[place] += worth
        later, later_won = self.later, self.later_won
        for other, at in enumerate(self.moves):
            if first[at] == mine:
                later[other] += 1
                later_won[other] += worth


class TreeSearch:
    """One search from one position."""

    def __init__(self, board: Rollout, mine: int, last: int, black_needs: float) -> None:
        """Search for a side; Black wins with more than ``black_needs`` points more than White."""
        self.board, self.mine, self.last = board, mine, last
        self.black_needs = black_needs
        board.restart()
        self.root = Node(mine, guesses(board, mine, last))
        self.owned = [0] * len(board.colour)
        """How often each point ended Black's less White's."""
        self.games = 0
        self.black_won = 0

    def keep(self, allowed: set[int]) -> None:
        """Leave only some moves at the root."""
        kept = [place for place, at in enumerate(self.root.moves) if at in allowed]
        root = self.root
        root.moves = [root.moves[place] for place in kept]
        root.played = [root.played[place] for place in kept]
        root.won = [root.won[place] for place in kept]
        root.later, root.later_won = [0] * len(kept), [0.0] * len(kept)
        root.tried = [0] * len(kept)

    def run(self, watch: Watch, dice: Random) -> None:
        """Play games until the watch ends it, or nothing can change the choice any more."""
        random = dice.random
        if not self.root.moves:
            return
        try:
            while True:
                watch.count(self._game(random))
                if not self.games % _LOOK and self._decided(watch):
                    return
        except ThoughtEnded:
            return

    def play_games(self, games: int, dice: Random) -> None:
        """Play so many games."""
        if self.root.moves:
            for _ in range(games):
                self._game(dice.random)

    def _decided(self, watch: Watch) -> bool:
        """Say whether the games that are left cannot bring another move to the front."""
        first, second = [*sorted(self.root.tried, reverse=True), 0][:2]
        return (first - second) * watch.nodes > watch.left * self.games

    def _game(self, random: Callable[[], float]) -> int:
        """Play one game through the tree to the end; give the moves made."""
        board = self.board
        board.restart()
        node: Node | None = self.root
        mine, last = self.mine, self.last
        way: list[tuple[Node, int, int]] = []
        while node is not None:
            if not node.moves:
                way.append((node, -1, 0))
                break
            place = node.best()
            at = node.moves[place]
            way.append((node, place, at))
            board.put(mine, at)
            mine, last = 3 - mine, at
            following = node.children.get(place)
            if following is None and node.tried[place] >= _GROW:
                following = node.children[place] = Node(mine, guesses(board, mine, last))
            node = following
        made = board.to_the_end(mine, last, random)
        worth = self._worth()
        first = board.first
        for node, place, at in reversed(way):
            if at:
                first[at] = node.mine
            node.learn(place, worth, first)
        return made + len(way)

    def _worth(self) -> float:
        """Count the board as it is and give what it is worth to Black, from 0 to 1."""
        owners, owned = self.board.owners(), self.owned
        points = self.board.grid.points
        margin = 0
        for at in points:
            owner = owners[at]
            if owner == BLACK:
                owned[at] += 1
                margin += 1
            elif owner == WHITE:
                owned[at] -= 1
                margin -= 1
        over = margin - self.black_needs
        self.games += 1
        by_points = 0.5 + max(-0.5, min(0.5, over / len(points)))
        if over > 0:
            self.black_won += 1
            return 1.0 - _BY_POINTS + _BY_POINTS * by_points
        return _BY_POINTS * by_points if over else 0.5

    def ranked(self) -> list[tuple[int, int]]:
        """List the moves of the root with the games played through them, the most first."""
        pairs = zip(self.root.tried, self.root.moves, strict=True)
        return sorted(pairs, key=lambda pair: (-pair[0], pair[1]))

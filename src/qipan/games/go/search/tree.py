"""A tree of Go moves that grows where games to the end go well.

Every node keeps for each move the games played through it, and the games in which the same side
played that move first at any later time: the second are many at once and lead while the first are
few. Which moves are tried at all, and how soon, follows from their chances (see ``policy``).

A game is worth what its margin is beside the others': near an even score it is who won, and where
one side is far ahead it is by how much, so that neither gives points away.
"""

from collections.abc import Callable, Sequence
from math import log1p, sqrt
from random import Random
from typing import Final

from qipan.games.go.grid import BLACK, WHITE
from qipan.games.go.search.margins import Margins
from qipan.games.go.search.policy import chances
from qipan.games.go.search.rollout import Rollout
from qipan.kernel.thinking import ThoughtEnded, Watch

_GROW: Final = 3
"""Games through a leaf before its moves are looked at."""
_GROW_GUIDED: Final = 5
"""… where a guide is asked, who takes longer."""
_HEARD: Final = 0.35
"""How much a guide's word on a position says beside a game to the end from there."""
GUIDED_COST: Final = 400
"""Nodes that a guide's look counts for: about as long as they take."""
_LEAD: Final = 1200.0
"""Games of a move from which on those in any order say little."""
_LOOK: Final = 64
"""Games between two looks at whether the choice is made."""
_WIDEST: Final = 50
"""Moves kept at a node."""
_EVEN: Final = 2.0
"""Games thought played evenly before the first."""
_TRUST: Final = 0.4
"""How much the chances of moves say beside the games played."""
_NARROW: Final = 3.0
_WIDEN: Final = 4.0
_TO_WIDEN: Final = 20
"""How many moves are looked at before the first game, and how that grows with the games."""
_FIRST_GAMES: Final = 24
_PART: Final = 6
"""Games that tell what margins are usual, and of how many at most they are one."""


Guide = Callable[[Rollout, int, int, int], tuple[list[tuple[float, int]], float]]
"""Looks at a board for a side, with the last move and the one before it: the chances of its moves,
and by how many points it will end ahead."""


class Node:
    """A position met in the tree, with what was learnt of each move."""

    __slots__ = (
        "chances",
        "children",
        "games",
        "later",
        "later_won",
        "mine",
        "moves",
        "played",
        "seems",
        "tried",
        "won",
    )

    def __init__(
        self, mine: int, found: list[tuple[float, int]], seems: float | None = None
    ) -> None:
        """Begin with the chances of moves, the likeliest first.

        ``seems`` is by how many points Black has more than needed, where a guide was asked.
        """
        self.mine, self.seems = mine, seems
        self.moves = [at for _, at in found]
        self.chances = [_TRUST * chance for chance, _ in found]
        self.tried = [0] * len(found)
        """Games played through each move."""
        self.played = [_EVEN] * len(found)
        self.won = [_EVEN / 2] * len(found)
        self.later = [0] * len(found)
        self.later_won = [0.0] * len(found)
        self.children: dict[int, Node] = {}
        self.games = 0

    def best(self) -> int:
        """Give the place of the move to look at next."""
        played, won, later, later_won = self.played, self.won, self.later, self.later_won
        root = sqrt(self.games + 1)
        highest, chosen = -1.0, 0
        width = int(_NARROW + _WIDEN * log1p(self.games / _TO_WIDEN))
        for place, chance in enumerate(self.chances[:width]):
            games = played[place]
            value = won[place] / games
            lead = later[place]
            if lead:
                share = lead / (lead + games + games * lead / _LEAD)
                value += share * (later_won[place] / lead - value)
            value += chance * root / games
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

    def __init__(
        self,
        board: Rollout,
        mine: int,
        last: tuple[int, int],
        black_needs: float,
        guide: Guide | None = None,
    ) -> None:
        """Search for a side; Black wins with more than ``black_needs`` points more than White.

        ``last`` is the other side's last move and the own one before it.
        """
        self.board, self.mine, self.last = board, mine, last
        self.black_needs = black_needs
        self._guide = guide
        board.restart()
        self.root = self._node(mine, *last)
        self.owned = [0] * len(board.colour)
        """How often each point ended Black's less White's."""
        self.games = 0
        self.black_won = 0
        self._margins = Margins()

    def keep(self, allowed: set[int]) -> None:
        """Leave only some moves at the root."""
        root = self.root
        found = zip(root.chances, root.moves, strict=True)
        self.root = Node(
            root.mine, [(chance / _TRUST, at) for chance, at in found if at in allowed], root.seems
        )

    def _node(self, mine: int, last: int, before: int, widest: int | None = None) -> Node:
        """Look at the board as it is."""
        if self._guide is None:
            return Node(mine, chances(self.board, mine, last, before)[:widest])
        found, ahead = self._guide(self.board, mine, last, before)
        seems = (ahead if mine == BLACK else -ahead) - self.black_needs
        return Node(mine, found[:widest], seems)

    def run(self, watch: Watch, dice: Random, share: float = 1.0) -> None:
        """Play games until the watch ends it, or nothing can change the choice any more.

        With a ``share`` it uses that part of the nodes only.
        """
        random = dice.random
        if not self.root.moves:
            return
        most = watch.nodes + round(share * watch.left)
        try:
            few = watch.left // (_PART * len(self.board.empties) + 1)
            self._measure(max(2, min(_FIRST_GAMES, few)), random, watch.count)
            while watch.nodes < most:
                watch.count(self._game(random))
                if not self.games % _LOOK and self._decided(watch):
                    return
        except ThoughtEnded:
            return

    def compare(self, places: Sequence[int], watch: Watch, dice: Random) -> list[list[float]]:
        """Play games through some moves of the root in turn; give what each game was worth."""
        found: list[list[float]] = [[] for _ in places]
        root = self.root
        try:
            while True:
                for number, place in enumerate(places):
                    before = root.won[place]
                    made = self._game(dice.random, place)
                    found[number].append(root.won[place] - before)
                    watch.count(made)
        except ThoughtEnded:
            return found

    def play_games(self, games: int, dice: Random) -> None:
        """Play so many games."""
        if self.root.moves:
            self._measure(_FIRST_GAMES, dice.random, lambda _: None)
            for _ in range(games):
                self._game(dice.random)

    def _measure(
        self, games: int, random: Callable[[], float], count: Callable[[int], None]
    ) -> None:
        """Play a few games to know what margins are usual, and what is to be called even."""
        board, margins = self.board, []
        for _ in range(games):
            board.restart()
            count(board.to_the_end(self.mine, self.last[0], random))
            margins.append(self._margin())
        self._margins = Margins.of(margins)

    def _decided(self, watch: Watch) -> bool:
        """Say whether the games that are left cannot bring another move to the front."""
        first, second = [*sorted(self.root.tried, reverse=True), 0][:2]
        return (first - second) * watch.nodes > watch.left * self.games

    def _game(self, random: Callable[[], float], forced: int = -1) -> int:
        """Play one game through the tree to the end; give the moves made.

        ``forced`` is the place of the first move, where it is not to be chosen.
        """
        board = self.board
        board.restart()
        node: Node | None = self.root
        mine, (last, before) = self.mine, self.last
        way: list[tuple[Node, int, int]] = []
        looked, seems, grow = 0, None, _GROW if self._guide is None else _GROW_GUIDED
        while node is not None:
            if not node.moves:
                way.append((node, -1, 0))
                break
            if node.seems is not None:
                seems = node.seems
            place = forced if forced >= 0 and node is self.root else node.best()
            at = node.moves[place]
            way.append((node, place, at))
            board.put(mine, at)
            mine, last, before = 3 - mine, at, last
            following = node.children.get(place)
            if following is None and node.tried[place] >= grow:
                following = node.children[place] = self._node(mine, last, before, _WIDEST)
                looked += GUIDED_COST if self._guide else len(board.empties) // 2
            node = following
        made = board.to_the_end(mine, last, random)
        worth = self._margins.worth(self._margin())
        if seems is not None:
            worth += _HEARD * (self._margins.worth(seems) - worth)
        first = board.first
        for node, place, at in reversed(way):
            if at:
                first[at] = node.mine
            node.learn(place, worth, first)
        return made + len(way) + looked

    def _margin(self) -> float:
        """Count the board as it is; give what Black has more than needed."""
        owners, owned = self.board.owners(), self.owned
        margin = 0
        for at in self.board.grid.points:
            owner = owners[at]
            if owner == BLACK:
                owned[at] += 1
                margin += 1
            elif owner == WHITE:
                owned[at] -= 1
                margin -= 1
        self.games += 1
        over = margin - self.black_needs
        if over > 0:
            self.black_won += 1
        return over

    def ranked(self) -> list[tuple[int, int]]:
        """List the moves of the root with the games played through them, the most first."""
        return sorted(zip(self.root.tried, self.root.moves, strict=True), key=lambda pair: -pair[0])

"""Judges a move of Go by games played to the end through it.

A first part of the games finds the best move; the rest are played through that move and the one
that was made, in turn, so that both are known equally well. What differs by no more than chance
would have it is no loss.
"""

from math import sqrt
from random import Random

from qipan.games.go.grid import BLACK
from qipan.games.go.moves import Act, Move, stone
from qipan.games.go.position import Phase, Position
from qipan.games.go.search.settled import search_from
from qipan.games.go.search.tree import TreeSearch
from qipan.games.go.stones import legal_points
from qipan.kernel.ids import Seat
from qipan.kernel.judgement import WIN, Judged
from qipan.kernel.thinking import Watch

NODES = 20_000
"""What is looked at for one move on a board of nine lines, unless somebody asks for more."""
LINES = 9
SEED = 22
NEAR = 0.02
_TO_FIND = 0.5
"""The part of the nodes with which the best move is looked for."""
_FEW = 8
"""Games through a move below which nothing is said of it."""


def nodes_for(state: Position) -> int:
    """Give what is looked at for one move: games are longer on a larger board."""
    return NODES * max(LINES, state.rules.size) // LINES


def judge(state: Position, seat: Seat, played: Move | None, watch: Watch) -> Judged | None:
    """Judge the position and a stone in it; None for a pass and after the last stone."""
    if state.phase is not Phase.PLAY or seat != state.turn:
        return None
    if played is not None and played.act is not Act.STONE:
        return None
    search, dice = search_from(state), Random(SEED)
    legal = set(legal_points(state))
    search.keep(legal)
    search.run(watch, dice, 1.0 if played is None else _TO_FIND)
    root = search.root
    if not root.moves or not search.games:
        return None
    best = max(range(len(root.moves)), key=lambda place: root.tried[place])
    shares = [root.won[place] / root.played[place] for place in range(len(root.moves))]
    known = [place for place in range(len(shares)) if root.tried[place] >= _FEW]
    good = sum(shares[place] >= shares[best] - NEAR for place in known)
    black = search.black_won / search.games
    chance = round(WIN * (black if state.colour == BLACK else 1 - black))
    loss = 0.0
    if played is not None and played.at[0] in root.moves:
        loss = _loss(search, best, root.moves.index(played.at[0]), watch, dice)
    with_played = max(0, chance - round(WIN * loss))
    return Judged(stone(root.moves[best]), chance, with_played, max(1, good), len(legal))


def _loss(search: TreeSearch, best: int, played: int, watch: Watch, dice: Random) -> float:
    """Give what a move is worth less than the best one, beyond chance: from 0 to 1."""
    if played == best:
        return 0.0
    games = search.compare((best, played), watch, dice)
    if min(len(each) for each in games) < _FEW:
        return 0.0
    (first, doubt), (second, other_doubt) = (_mean(each) for each in games)
    return max(0.0, first - second - sqrt(doubt + other_doubt))


def _mean(worths: list[float]) -> tuple[float, float]:
    """Give the mean of some games and the square of its standard error."""
    mean = sum(worths) / len(worths)
    return mean, sum((each - mean) ** 2 for each in worths) / len(worths) ** 2

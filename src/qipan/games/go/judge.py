"""Judges a move of Go by games played to the end through it."""

from random import Random

from qipan.games.go.grid import BLACK
from qipan.games.go.moves import Act, Move, stone
from qipan.games.go.position import Phase, Position
from qipan.games.go.search.rollout import Rollout
from qipan.games.go.search.settled import black_needs
from qipan.games.go.search.tree import TreeSearch
from qipan.games.go.stones import legal_points
from qipan.kernel.ids import Seat
from qipan.kernel.judgement import WIN, Judged
from qipan.kernel.thinking import Watch

NODES = 20_000
"""What is looked at for one move, unless somebody asks for more."""
SEED = 22
NEAR = 0.02
_FEW = 8
"""Games through a move below which nothing is said of it."""


def judge(state: Position, seat: Seat, played: Move | None, watch: Watch) -> Judged | None:
    """Judge the position and a stone in it; None for a pass and after the last stone."""
    if state.phase is not Phase.PLAY or seat != state.turn:
        return None
    if played is not None and played.act is not Act.STONE:
        return None
    legal = set(legal_points(state))
    ko = state.ko if state.banned == state.colour else 0
    search = TreeSearch(Rollout(state.cells, state.on, ko), state.colour, 0, black_needs(state))
    search.keep(legal)
    search.run(watch, Random(SEED))
    root = search.root
    if not root.moves or not search.games:
        return None
    tried = max(range(len(root.moves)), key=lambda place: root.tried[place])
    shares = [root.won[place] / root.played[place] for place in range(len(root.moves))]
    known = [place for place in range(len(shares)) if root.tried[place] >= _FEW]
    good = sum(shares[place] >= shares[tried] - NEAR for place in known)
    black = search.black_won / search.games
    chance = round(WIN * (black if state.colour == BLACK else 1 - black))
    with_played = chance
    if played is not None and played.at[0] in root.moves:
        place = root.moves.index(played.at[0])
        with_played = chance - max(0, round(WIN * (shares[tried] - shares[place])))
    return Judged(stone(root.moves[tried]), chance, max(0, with_played), max(1, good), len(legal))

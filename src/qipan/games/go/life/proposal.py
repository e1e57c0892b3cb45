"""What a table proposes after two passes: a stone for each chain that is dead or in seki."""

from functools import lru_cache

from qipan.games.go.ending import DEAD_FATE, SEKI_FATE
from qipan.games.go.grid import grid
from qipan.games.go.life.suggest import suggest
from qipan.games.go.moves import Act, Move
from qipan.games.go.position import Position


def proposal(state: Position) -> Move:
    """Say what is dead or in seki on a board where both passed."""
    return _proposal(state.cells, state.rules.size)


@lru_cache(8)
def _proposal(cells: bytes, size: int) -> Move:
    fates = {
        min(chain.points): DEAD_FATE if chain.dead else SEKI_FATE
        for chain in suggest(cells, grid(size)).chains
        if chain.dead or chain.seki
    }
    return Move(Act.PROPOSE, tuple(fates), tuple(fates.values()))

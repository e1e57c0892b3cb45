"""From a search led by the network to a move: a stone where something is open, else a pass.

It needs numpy; where that cannot be imported, ``can_look`` says so, once in the log too, and the
levels that would look search by games to the end (see ``search``).
"""

import logging
from functools import cache
from importlib import import_module
from random import Random
from typing import Final

from qipan.games.go.grid import BLACK
from qipan.games.go.position import Position
from qipan.games.go.search.rollout import Rollout
from qipan.games.go.search.settled import (
    Closed,
    black_needs,
    held,
    last_stones,
    playing_board,
    search_move,
    wins_as_it_stands,
)
from qipan.games.go.stones import legal_points
from qipan.kernel.thinking import Watch

_log = logging.getLogger(__name__)
_SMALL: Final = 11
"""Lines of the largest board on which games to the end are played."""
_SETTLED: Final = 0.9
"""From here on all looks together are sure whose a point will be."""
_EQUAL: Final = 0.5
_NEARLY: Final = 0.02
"""In the opening chance decides between equals: tried so often beside the first, and worth at most
so much less."""


@cache
def can_look() -> bool:
    """Say whether the network can be asked on this machine; a numpy that is broken cannot."""
    try:
        import_module("numpy")
    except (ImportError, OSError, AttributeError, RuntimeError) as error:
        _log.warning(
            "go: levels 7 and 8 play without their network, weaker than measured: "
            "numpy cannot be imported (%s); the part 'go' of qipan installs it",
            error,
        )
        return False
    return True


def guided_move(state: Position, dice: Random, watch: Watch, wasted: set[int]) -> int:
    """Give the point to play, or 0 for a pass; ``wasted`` are points for a short search to avoid.

    On a small board games to the end are short: they are played, and the network leads them. On a
    large one the tree grows by its looks.
    """
    if state.rules.size <= _SMALL:
        from qipan.games.go.network.look import look

        def guide(
            board: Rollout, mine: int, last: int, before: int
        ) -> tuple[list[tuple[float, int]], float]:
            seen = look(board, mine, last, before, int(8 * dice.random()))
            return seen.chances, seen.ahead

        return search_move(state, dice, watch, wasted, guide)
    return _looked_up(state, dice, watch)


def _looked_up(state: Position, dice: Random, watch: Watch) -> int:
    """Search by looks: a stone is legal, though the search knows only the simple ko."""
    from qipan.games.go.network.tree import LookTree

    if state.passes and wins_as_it_stands(state):
        return 0
    needed = black_needs(state)
    tree = LookTree(
        playing_board(state),
        state.colour,
        last_stones(state),
        needed if state.colour == BLACK else -needed,
        dice,
    )
    tree.keep(set(legal_points(state)))
    tree.run(watch)
    closed = Closed(state, dice, (), _settled(state, dice, tree.owned, tree.looks))
    found = [each for each in tree.ranked() if each[2] not in closed]
    if not found:
        return 0
    if len(state.log) < state.rules.size:
        found = _equals(found)
        return dice.choice(found)[2]
    return found[0][2]


def _equals(found: list[tuple[int, float, int]]) -> list[tuple[int, float, int]]:
    """Give the moves that are about as good as the first."""
    most, worth, _ = found[0]
    return [
        each
        for each in found
        if each is found[0] or (each[0] >= max(1, _EQUAL * most) and each[1] >= worth - _NEARLY)
    ]


def _settled(state: Position, dice: Random, owned: list[float], looks: int) -> set[int]:
    """Give the points of which the looks and quick games both are sure."""
    sure = {
        at
        for at, whose in zip(state.on.points, owned, strict=True)
        if abs(whose) >= _SETTLED * looks
    }
    return sure & held(state, dice) if sure else sure

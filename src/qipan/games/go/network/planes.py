"""A board as the network sees it: for every point the numbers of what is true there.

Everything is told from the side of who moves: own stones and the other's, how many liberties their
chains have, what a stone would take, save or put into atari as ladders read it, who is near, and
the line from the edge (see ``look``).
"""

from typing import Final

from qipan.games.go.search.chains import bits
from qipan.games.go.search.features import (
    ATARI,
    DEFENDS,
    ESCAPES,
    FAMILY,
    TAKES,
    Tactics,
    fields_of,
    lines_of,
)
from qipan.games.go.search.rollout import Rollout

(
    ON_BOARD, OWN, OTHER, LAST_MOVE, MOVE_BEFORE, KO, IN_DANGER, TO_BE_TAKEN, SENSIBLE,
) = range(9)  # fmt: skip
OWN_LIBERTIES: Final = 9
OTHER_LIBERTIES: Final = 13
"""Four planes each: one liberty, two, three, more."""
ACTS: Final = {TAKES: 17, ESCAPES: 19, ATARI: 21, DEFENDS: 23}
"""Two planes each: what a stone does to a chain beside it fails, and works."""
STAKES: Final = ((2, 25), (5, 26), (10, 27))
LIBERTIES_LEFT: Final = 28
"""Three planes: one liberty after the move, two, three."""
NEAR_OWN: Final = ((8, 31), (24, 32), (56, 33))
NEAR_OTHER: Final = ((8, 34), (24, 35), (56, 36))
LINES: Final = 37
"""Five planes: the first line to the fifth."""
PLANES: Final = 42
_WORKS: Final = 8
_WITHIN: Final = (1 << FAMILY) - 1


def planes(board: Rollout, mine: int, last: int, before: int) -> list[list[int]]:
    """Give for every cell the planes it is in; none beyond the edge.

    ``last`` is the other side's last move, ``before`` the own one before it; 0 is none.
    """
    tactics = Tactics(board, mine, last)
    fields, lines = fields_of(board), lines_of(board.grid.size)
    own, other = fields[mine], fields[3 - mine]
    seen: list[list[int]] = [[] for _ in board.colour]
    for at in board.grid.points:
        found = seen[at]
        found.append(ON_BOARD)
        low = lines[at][0]
        if low < PLANES - LINES:
            found.append(LINES + low)
        for field, steps in ((own[at], NEAR_OWN), (other[at], NEAR_OTHER)):
            found.extend(plane for least, plane in steps if field >= least)
    _stones(board, tactics, mine, seen)
    for at in board.empties:
        if board.sensible(mine, at):
            _move(board, tactics, mine, at, seen[at])
    for at, plane in ((last, LAST_MOVE), (before, MOVE_BEFORE), (board.ko, KO)):
        if at:
            seen[at].append(plane)
    return seen


def _stones(board: Rollout, tactics: Tactics, mine: int, seen: list[list[int]]) -> None:
    told: dict[int, list[int]] = {}
    for chain, mask in tactics.masks.items():
        free = mask.bit_count()
        own = board.colour[chain] == mine
        first = OWN_LIBERTIES if own else OTHER_LIBERTIES
        told[chain] = [OWN if own else OTHER, first + min(free, 4) - 1]
        if free == 1 or (free == 2 and tactics.reader.taken_at(chain)):
            told[chain].append(IN_DANGER if own else TO_BE_TAKEN)
    for at in board.grid.points:
        if board.colour[at]:
            seen[at].extend(told[board.head[at]])


def _move(board: Rollout, tactics: Tactics, mine: int, at: int, found: list[int]) -> None:
    found.append(SENSIBLE)
    acts = {
        ACTS[feature & ~_WITHIN] + bool(feature & _WORKS)
        for feature in tactics.seen.get(at, ())
        if feature & ~_WITHIN in ACTS
    }
    found.extend(sorted(acts))
    stake = tactics.stakes.get(at, 0)
    found.extend(plane for least, plane in STAKES if stake >= least)
    left = _liberties_left(board, tactics.masks, mine, at)
    if left < 4:
        found.append(LIBERTIES_LEFT + max(left, 1) - 1)


def _liberties_left(board: Rollout, masks: dict[int, int], mine: int, at: int) -> int:
    """Count the liberties of a stone's chain after the move, stones taken among them."""
    bit = bits(len(board.colour))
    free, taken = 0, 0
    for by in board.near[at]:
        content = board.colour[by]
        if not content:
            free |= bit[by]
        elif content == mine:
            free |= masks[board.head[by]]
        elif content == 3 - mine and masks[board.head[by]] == bit[at]:
            taken += 1
    return (free & ~bit[at]).bit_count() + taken

"""The chains of a board with their liberties as sets of bits, for those who look closer."""

from functools import cache

from qipan.games.go.search.rollout import Rollout


@cache
def bits(cells: int) -> tuple[int, ...]:
    """Give a bit for every cell."""
    return tuple(1 << at for at in range(cells))


def points_of(mask: int) -> list[int]:
    """List the points of a set of bits, the lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def liberty_masks(board: Rollout) -> dict[int, int]:
    """Give the liberties of every chain, by the stone that names it (``Rollout.head``)."""
    colour, head, near = board.colour, board.head, board.near
    bit = bits(len(colour))
    found: dict[int, int] = {}
    for at in board.empties:
        own = bit[at]
        for by in near[at]:
            if colour[by]:
                chain = head[by]
                found[chain] = found.get(chain, 0) | own
    return found

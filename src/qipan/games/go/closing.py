"""Whether a referee may close an open boundary: who moves first there must not change who wins.

Each closing point is looked at from both sides. The side whose boundary it is closes it; or the
other side moves there first, and gets the best single answer: a stone that closes the boundary
behind it. If no answer does, the open region counts for nobody. This is a plain reading of two
moves; where it finds another winner, the players are told to go on, without a hint.
"""

from qipan.games.go.board import breathless
from qipan.games.go.count import count
from qipan.games.go.grid import EMPTY
from qipan.games.go.position import Position


def lead(state: Position, cells: bytes) -> int:
    """Count a board with open regions worth nothing; give Black's lead in half points."""
    counted = count(
        cells,
        state.marks,
        state.rules,
        prisoners=state.prisoners,
        fines=state.fines,
        handicap=state.handicap,
        open_is_neutral=True,
    )
    return counted.margin


def lead_if_first(state: Position, closing: dict[int, int], first: int) -> int:
    """Give Black's lead if the colour ``first`` moves first at every place to be closed."""
    cells = bytearray(state.cells)
    for point, colour in closing.items():
        if colour == first:
            cells[point] = colour
    for point, colour in closing.items():
        if colour == first:
            continue
        cells[point] = first
        if breathless(cells, state.on.near, point):
            cells[point] = colour  # it cannot be played there at all
            continue
        _answer(state, cells, point, colour)
    return lead(state, bytes(cells))


def _answer(state: Position, cells: bytearray, point: int, colour: int) -> None:
    """Put the best single stone of a colour beside an intrusion, if one helps."""
    sign = 1 if colour == 1 else -1
    best, chosen = sign * lead(state, bytes(cells)), None
    for by in state.on.near[point]:
        if cells[by] != EMPTY:
            continue
        cells[by] = colour
        if not breathless(cells, state.on.near, by):
            worth = sign * lead(state, bytes(cells))
            if worth > best:
                best, chosen = worth, by
        cells[by] = EMPTY
    if chosen is not None:
        cells[chosen] = colour


def may_close(state: Position, closing: dict[int, int]) -> bool:
    """Say whether the winner is the same whoever moves first there [go.referee-closes]."""
    closed = bytearray(state.cells)
    for point, colour in closing.items():
        closed[point] = colour
    leads = [lead(state, bytes(closed))]
    leads += [lead_if_first(state, closing, first) for first in (1, 2)]
    return len({(each > 0) - (each < 0) for each in leads}) == 1

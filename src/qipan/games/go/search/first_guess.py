"""What a move is worth before anything was tried: games thought won and played, by rules of thumb.

Stones are taken and saved, shapes made, the last move answered nearby; on an open board the third
and fourth line come first, and nobody puts own stones into atari.
"""

from functools import cache
from typing import Final

from qipan.games.go.grid import grid
from qipan.games.go.search.rollout import Rollout

EVEN: Final = 8.0
_TAKES, _TAKES_MORE, _SAVES, _THREATENS = 10.0, 26.0, 14.0, 3.0
_SHAPE: Final = 8.0
_CLOSE: Final = (0.0, 14.0, 14.0, 9.0, 4.0)
"""By the distance from the last move."""
_LINES: Final = (-10.0, -5.0, 7.0, 6.0, 2.0)
"""By the line on an open part of the board, the edge first."""
_REACH: Final = 3


@cache
def places(size: int) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Give the line of each point from the edge, and the points at most three steps away."""
    on = grid(size)
    line = [0] * len(on.empty)
    around: list[tuple[int, ...]] = [()] * len(on.empty)
    for at in on.points:
        column, row = on.place(at)
        line[at] = min(column, row, size - 1 - column, size - 1 - row)
        around[at] = tuple(by for by in on.points if 0 < _steps(size, at, by) <= _REACH)
    return tuple(line), tuple(around)


@cache
def _distances(size: int) -> tuple[tuple[int, ...], ...]:
    on = grid(size)
    every = range(len(on.empty))
    return tuple(tuple(_steps(size, one, other) for other in every) for one in every)


def _steps(size: int, one: int, other: int) -> int:
    """Give a distance in which a diagonal step is a little more than a straight one."""
    width = size + 1
    across = abs(one % width - other % width)
    up = abs(one // width - other // width)
    return (across + up + max(across, up)) // 2


def guesses(board: Rollout, mine: int, last: int) -> list[tuple[float, int]]:
    """List the sensible moves of a side, each with the wins it is thought to have in EVEN games.

    The best come first. A number beyond EVEN or below nothing means that more games are thought
    to have been won or lost (see ``tree``).
    """
    size = board.grid.size
    line, around = places(size)
    far = _distances(size)[last] if last else None
    colour, shapes, worth = board.colour, board.shapes, board.worth
    found = []
    for at in board.empties:
        if not board.sensible(mine, at):
            continue
        guess = _tactics(board, mine, at)
        if worth[shapes[at]]:
            guess += _SHAPE
        if far is not None and far[at] < 5:
            guess += _CLOSE[far[at]]
        for by in around[at]:
            if colour[by]:
                break
        else:
            guess += _LINES[line[at] if line[at] < 4 else 4]
        found.append((guess, at))
    found.sort(key=lambda pair: (-pair[0], pair[1]))
    return found


def _tactics(board: Rollout, mine: int, at: int) -> float:
    """Value what a stone does to the chains beside it."""
    colour, head, libs, atari, code = board.colour, board.head, board.libs, board.atari, board.code
    guess, total, saved = 0.0, 0, False
    seen: list[int] = []
    lost = code[at]
    for by in board.near[at]:
        content = colour[by]
        if not content:
            total += code[by]
            continue
        chain = head[by]
        if content == mine:
            total -= lost
        if chain in seen:
            continue
        seen.append(chain)
        if content == mine:
            total += libs[chain]
            saved = saved or libs[chain] in atari
        elif libs[chain] in atari:
            guess += _TAKES if board.size[chain] == 1 else _TAKES_MORE
            total += lost  # room comes free
        elif _after(board, chain, at) in atari:
            guess += _THREATENS
    if total in atari and not guess >= _TAKES:
        return -12.0
    if saved:
        guess += _SAVES
    return guess


def _after(board: Rollout, chain: int, at: int) -> int:
    """Give the liberties of a chain once a point beside it is taken."""
    times = 0
    for by in board.near[at]:
        if board.colour[by] and board.head[by] == chain:
            times += 1
    return board.libs[chain] - times * board.code[at]

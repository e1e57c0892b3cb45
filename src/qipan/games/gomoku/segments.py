"""Shapes on one free stretch of a line: what a stone on each of its points would make there.

A stretch lies between the edge or stones of the other side; ``stones`` are the own stones on it,
bit 0 first. Answers are remembered, the newest: there are some 65,000 stretches in all, and who
remembered every one would grow for days. ``exact`` says that six in a row are no five.
"""

from functools import lru_cache
from typing import Final

from qipan.games.gomoku.board import bits

_WORTH = (0, 1, 8, 40, 120)
"""Of five points in a row with so many own stones and no other."""
_REACH = 4
_STEPS: Final = 4096
"""Remembered of what is only a step on the way to an answer."""
ANSWERS: Final = 8192
"""Remembered of what searches ask."""


@lru_cache(_STEPS)
def fives(length: int, stones: int, exact: bool) -> int:
    """Give the points where a stone makes five."""
    found = 0
    for first in range(length - 4):
        gap = 31 << first & ~stones
        if gap and not gap & (gap - 1):
            beside = (1 << first >> 1 | 32 << first) & stones
            if not (exact and beside):
                found |= gap
    return found


@lru_cache(_STEPS)
def fours(length: int, stones: int, exact: bool) -> tuple[int, int]:
    """Give the points where a stone makes a four: with two ways to five, and with one."""
    twofold = single = 0
    for point in bits(_near(length, stones)):
        after = fives(length, stones | 1 << point, exact)
        if after & (after - 1):
            twofold |= 1 << point
        elif after:
            single |= 1 << point
    now = fives(length, stones, exact)
    return twofold & ~now, single & ~now


@lru_cache(_STEPS)
def threes(length: int, stones: int, exact: bool) -> tuple[int, int]:
    """Give the points where a stone makes a three: one that threatens a double four, and others."""
    wide = narrow = 0
    twofold, single = fours(length, stones, exact)
    more = twofold | single | fives(length, stones, exact)
    for point in bits(_near(length, stones) & ~more):
        after = fours(length, stones | 1 << point, exact)
        if after[0]:
            wide |= 1 << point
        elif after[1]:
            narrow |= 1 << point
    return wide, narrow


@lru_cache(ANSWERS)
def twos(length: int, stones: int, exact: bool) -> int:
    """Give the points where a stone makes a two that an open three may follow."""
    found = 0
    for point in bits(_near(length, stones)):
        if threes(length, stones | 1 << point, exact)[0]:
            found |= 1 << point
    twofold, single = fours(length, stones, exact)
    wide, narrow = threes(length, stones, exact)
    return found & ~(fives(length, stones, exact) | twofold | single | wide | narrow)


@lru_cache(ANSWERS)
def worth(length: int, stones: int) -> int:
    """Value a stretch by its fives-to-be."""
    return sum(_WORTH[min(4, (stones >> first & 31).bit_count())] for first in range(length - 4))


def _near(length: int, stones: int) -> int:
    """Give the free points close enough to a stone to stand in one five with it."""
    near = 0
    for step in range(1, _REACH + 1):
        near |= stones << step | stones >> step
    return near & ~stones & ((1 << length) - 1)

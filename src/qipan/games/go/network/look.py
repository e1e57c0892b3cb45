"""A look at a board as a whole: where a good player moves, who will own what, who is ahead.

The network reads what is true at every point (see ``planes``) and gives each point what its
neighbours found, layer by layer. All it multiplies and adds are whole numbers small enough to be
exact, so that every machine sees the same, whatever the order in which it adds.
"""

from functools import cache
from math import exp, sqrt, tanh
from threading import Lock
from typing import Final, NamedTuple

import msgspec
import numpy as np
from numpy.lib.stride_tricks import as_strided

from qipan.games.go.grid import grid
from qipan.games.go.network.planes import PLANES, SENSIBLE, planes
from qipan.games.go.network.weights import WHOLE, Layer, Numbers, Weights, weights
from qipan.games.go.search.rollout import Rollout

_MOST: Final = 255.0
_FLAT: Final = 20.0
_IN_TURN: Final = Lock()
"""The tables in which layers are worked out are there once."""
OVERALL: Final = 8.0
"""Means over the board are told in so many parts of a layer's unit."""


class Look(msgspec.Struct, frozen=True):
    """What the network sees from the side of who moves."""

    chances: list[tuple[float, int]]
    """Sensible moves with their chances, the likeliest first."""
    owned: list[float]
    """For the board's points in order from −1, surely the other's, to 1, surely own."""
    doubt: float
    """How far off its count of points usually is."""

    @property
    def ahead(self) -> float:
        """Give the points by which the side to move is thought to end ahead on the board."""
        return sum(self.owned)

    def wins_with(self, needed: float) -> float:
        """Give the chance that the side to move ends more than so many points ahead."""
        over = (self.ahead - needed) / self.doubt
        return 1.0 / (1.0 + exp(max(-_FLAT, min(_FLAT, -over))))


def look(board: Rollout, mine: int, last: int, before: int, way: int = 0) -> Look:
    """Look at a board for the side to move, from one of eight sides (``way`` from 0 to 7)."""
    learnt, on = weights(), board.grid
    size, points = on.size, on.points
    seen = planes(board, mine, last, before)
    order = _turned(size)[way]
    marks = [
        place * PLANES + plane
        for place, at in zip(order, points, strict=True)
        for plane in seen[at]
    ]
    with _IN_TURN:
        moves, owners = _through(marks, size, learnt)
    owned = [tanh(owners[place] / 2) for place in order]
    totals = [
        (moves[place], at) for place, at in zip(order, points, strict=True) if SENSIBLE in seen[at]
    ]
    base, share = learnt.spread
    doubt = base + share * sqrt(sum(1.0 - each * each for each in owned))
    return Look(_shares(totals), owned, doubt)


def _shares(totals: list[tuple[float, int]]) -> list[tuple[float, int]]:
    if not totals:
        return []
    totals.sort(key=lambda pair: (-pair[0], pair[1]))
    shares = [exp(total - totals[0][0]) for total, _ in totals]
    whole = sum(shares)
    return [(share / whole, at) for share, (_, at) in zip(shares, totals, strict=True)]


@cache
def _turned(size: int) -> tuple[tuple[int, ...], ...]:
    """Give for each of eight sides where the board's points lie in the network's frame of rows."""
    found, most = [], size - 1
    for way in range(8):
        places = []
        for at in grid(size).points:
            column, row = grid(size).place(at)
            if way & 1:
                column = most - column
            if way & 2:
                row = most - row
            if way & 4:
                column, row = row, column
            places.append(row * size + column)
        found.append(tuple(places))
    return tuple(found)


class _Space(NamedTuple):
    """Where a layer is worked out: made once for a size, and written over again and again."""

    inner: Numbers
    """The board, in a frame of nothing."""
    threes: list[tuple[Numbers, Numbers]]
    """Each row of the nine points around a point: where it is kept, and where it is read."""
    nine: Numbers


@cache
def _space(size: int, channels: int) -> _Space:
    frame = np.zeros((size + 2, size + 2, channels), dtype=np.float32)
    nine = np.empty((size, size, 9 * channels), dtype=np.float32)
    line, place, single = frame.strides
    threes = [
        (
            nine[:, :, 3 * channels * row : 3 * channels * (row + 1)],
            as_strided(frame[row:], (size, size, 3 * channels), (line, place, single)),
        )
        for row in range(3)
    ]
    return _Space(frame[1:-1, 1:-1], threes, nine.reshape(size * size, 9 * channels))


def _through(marks: list[int], size: int, learnt: Weights) -> tuple[list[float], list[float]]:
    """Give how likely a move at every point is, and whose it will be, before they are shares."""
    seen = np.zeros(size * size * PLANES, dtype=np.float32)
    seen[marks] = 1.0
    found = _around(seen.reshape(size, size, PLANES), learnt.first)
    found = _heard(found * learnt.first.scale + learnt.first.bias)
    for number, (one, other) in enumerate(learnt.blocks):
        middle = _around(found.reshape(size, size, -1), one) * one.scale + one.bias
        if number == len(learnt.blocks) // 2:
            middle += _overall(found, learnt.overall)
        deeper = _around(_heard(middle).reshape(size, size, -1), other)
        found = _heard(found + (deeper * other.scale + other.bias))
    head = learnt.head
    told = (found @ head.weights).astype(np.float64) * head.scale + head.bias
    return told[:, 0].tolist(), told[:, 1].tolist()


def _around(found: Numbers, layer: Layer) -> Numbers:
    """Add up for every point what the nine points at and around it give; whole numbers."""
    size, _, channels = found.shape
    space = _space(size, channels)
    space.inner[:] = found
    for kept, read in space.threes:
        kept[:] = read
    sums: Numbers = space.nine @ layer.weights
    return sums


def _overall(found: Numbers, layer: Layer) -> Numbers:
    mean = np.rint(found.sum(axis=0) * np.float32(OVERALL) / np.float32(len(found)))
    told: Numbers = (mean @ layer.weights) * layer.scale + layer.bias
    return told


def _heard(found: Numbers) -> Numbers:
    """Round what a layer says to whole parts; nothing below none, and a bound above."""
    told: Numbers = np.minimum(np.rint(np.maximum(found, np.float32(0.0))), np.float32(_MOST))
    return told


def exact(learnt: Weights) -> bool:
    """Say whether no sum of the network can grow beyond what is counted without a rounding."""
    layers = [each for pair in learnt.blocks for each in pair]
    inner = max(float(np.abs(each.weights).sum(axis=0).max()) for each in layers) * _MOST
    overall = float(np.abs(learnt.overall.weights).sum(axis=0).max()) * _MOST * OVERALL
    head = float(np.abs(learnt.head.weights).sum(axis=0).max()) * _MOST
    return max(inner, overall, head) < WHOLE

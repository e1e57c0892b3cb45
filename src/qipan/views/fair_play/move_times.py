"""The shape of move times: who waits for an answer from elsewhere takes about as long each time.

People answer some moves at once and sit long over others. The figure is the standard deviation of
the logarithm of the times of the moves that count: 0 where all take equally long.
"""

from collections.abc import Mapping, Sequence
from math import log, sqrt

import msgspec

from qipan.views.fair_play.move_facts import MoveFact

FEWEST = 10
"""Timed moves below which nothing is said."""
_SHORTEST = 100
"""Milliseconds; what is quicker was moved beforehand."""


class MoveTimes(msgspec.Struct, frozen=True):
    """How long a player took."""

    moves: int
    median: int
    """Milliseconds."""
    evenness: float | None
    """Standard deviation of the logarithm of the times; None: too few moves."""


def move_times(facts: Sequence[MoveFact | None], spent: Mapping[int, int]) -> MoveTimes:
    """Look at the times of the moves that count; ``spent`` is in milliseconds, by ply."""
    times = sorted(
        spent[each.ply]
        for each in facts
        if each is not None and each.counts and spent.get(each.ply, 0) >= _SHORTEST
    )
    return shape(times)


def shape(times: Sequence[int]) -> MoveTimes:
    """Describe sorted times."""
    if not times:
        return MoveTimes(0, 0, None)
    logs = [log(each) for each in times]
    mean = sum(logs) / len(logs)
    variance = sum((each - mean) ** 2 for each in logs) / max(1, len(logs) - 1)
    enough = len(times) >= FEWEST
    return MoveTimes(len(times), times[len(times) // 2], sqrt(variance) if enough else None)

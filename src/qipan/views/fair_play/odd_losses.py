"""Losses that do not fit: far below the loser's own level, or given up in an even position."""

from collections.abc import Sequence
from math import sqrt

import msgspec

from qipan.views.fair_play.move_facts import MoveFact

GIVEN_UP = ("game.resigned", "play.time")
NOT_LOST = 400
"""Who can still expect so much, out of a thousand, has not lost on the board."""
FEWEST = 8


class OddLoss(msgspec.Struct, frozen=True):
    """A lost game beside the loser's other games."""

    mean_loss: float
    elsewhere: float
    """Mean loss of a move in the other games."""
    below: float | None
    """By how many standard errors the play was worse than elsewhere; None: too few moves."""
    given_up_even: bool
    """It was given up, or time ran out, where it was not lost on the board."""


def odd_loss(
    here: Sequence[MoveFact | None], others: Sequence[MoveFact | None], ended_by: str, last: int
) -> OddLoss:
    """Compare a lost game with the others; ``last`` is what the loser could expect at the end."""
    mine, rest = _losses(here), _losses(others)
    enough = len(mine) >= FEWEST and len(rest) >= FEWEST
    error = sqrt(_variance(mine) / len(mine) + _variance(rest) / len(rest)) if enough else 0.0
    return OddLoss(
        mean_loss=_mean(mine),
        elsewhere=_mean(rest),
        below=(_mean(mine) - _mean(rest)) / error if error else None,
        given_up_even=ended_by in GIVEN_UP and last >= NOT_LOST,
    )


def _losses(facts: Sequence[MoveFact | None]) -> list[int]:
    return [each.loss for each in facts if each is not None and each.counts]


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values) if values else 0.0


def _variance(values: Sequence[int]) -> float:
    mean = _mean(values)
    return sum((each - mean) ** 2 for each in values) / max(1, len(values) - 1)

"""What a search says of a position and of a move made there, in words that all games share.

A game's ``judge.py`` may offer ``judge(state, seat, played, watch)``: the best move it sees within
the watch, how the game stands with it, and how it stands with the move that was played. Chances are
points out of a thousand that the side to move may expect (a win is 1000, a draw 500); they order
positions, and are no forecast.
"""

from math import exp
from typing import Any, Final

import msgspec

WIN: Final = 1000
EVEN: Final = 500


class Judged(msgspec.Struct, frozen=True):
    """A position looked at for the side to move, and one move in it."""

    best: Any
    """The best move that was seen, as the game's own value."""
    chance: int
    """What the side to move may expect with it."""
    played: int
    """What it may expect with the move that was played; never more."""
    good: int
    """Moves that are as good, or nearly: with one alone, much hangs on finding it."""
    legal: int
    """Moves there are."""
    glance: Any = None
    """What a short look takes for the best; None where nobody looked."""

    @property
    def loss(self) -> int:
        """Give what the move that was played gave away."""
        return self.chance - self.played


def chance_of(value: int, even_odds: int) -> int:
    """Turn a value of a search into a chance; at ``even_odds`` it is about 730 in a thousand."""
    bounded = max(-12.0, min(12.0, value / even_odds))
    return round(WIN / (1 + exp(-bounded)))


class SecondLook(msgspec.Struct, frozen=True):
    """What a second look says of the best move and of the one that was played, side by side."""

    best: int
    played: int


def chance_with_played(value: int, beside: SecondLook, even_odds: int, decided: int) -> int:
    """Say what may be expected with the move that was played, where ``value`` is the best's.

    The two looks are of different depth, so only the difference of the second one counts. A value
    beyond ``decided`` is no measure but a win that was seen: where one look sees it and the other
    does not, the difference is one of chances, or the best move would count as thrown away.
    """
    if max(abs(value), abs(beside.best), abs(beside.played)) < decided:
        return chance_of(value - max(0, beside.best - beside.played), even_odds)
    less = chance_of(beside.best, even_odds) - chance_of(beside.played, even_odds)
    return max(0, chance_of(value, even_odds) - max(0, less))

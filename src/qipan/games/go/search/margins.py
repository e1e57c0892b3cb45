"""What margins of games to the end are usual in a position, and what one of them is worth there."""

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final, NamedTuple

_STEEP: Final = 1.7
_FLAT: Final = 20.0
_FAR_OFF: Final = 1.5
"""How far from even the usual margin may be, in standard deviations, before it is the measure."""


class Margins(NamedTuple):
    """A measure of margins: near an even score it asks who won, far from it by how much."""

    even: float = 0.0
    slope: float = 0.0

    @classmethod
    def of(cls, margins: Sequence[float]) -> "Margins":
        """Measure by a few games."""
        usual = sum(margins) / len(margins)
        spread = sqrt(sum((each - usual) ** 2 for each in margins) / len(margins)) + 1.0
        far = _FAR_OFF * spread
        return cls(usual - max(-far, min(far, usual)), _STEEP / spread)

    def worth(self, margin: float) -> float:
        """Give what so many points more than needed are worth, from 0 to 1."""
        over = (margin - self.even) * self.slope
        return 1.0 / (1.0 + exp(max(-_FLAT, min(_FLAT, -over))))

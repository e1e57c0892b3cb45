"""Points and clocks of an event."""

from fractions import Fraction
from functools import cache
from math import lcm

import msgspec

from qipan.kernel.points import Points, Scoring


class ScoringTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points as the regulation writes them: exact decimals in quotes."""

    win: str = "1"
    draw: str = "0.5"
    loss: str = "0"
    bye: str = "1"

    def scoring(self) -> Scoring:
        """Give the same in units of the smallest step. Raises ValueError on a wrong number."""
        return _scoring(self)

    def _units(self) -> Scoring:
        values = [Fraction(text) for text in (self.win, self.draw, self.loss, self.bye)]
        unit = lcm(*(value.denominator for value in values), 1)
        win, draw, loss, bye = (Points(int(value * unit)) for value in values)
        return Scoring(win, draw, loss, bye, unit)


@cache
def _scoring(table: "ScoringTable") -> Scoring:
    return table._units()


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A time control: main time for the game, and what each move adds."""

    minutes: int
    increment: int = 0
    """Seconds added after each move."""
    move_seconds: int = 0
    """The longest a single move may take; 0: no such limit."""
    table_minutes: int = 0
    """The longest a whole table may take; 0: no such limit."""

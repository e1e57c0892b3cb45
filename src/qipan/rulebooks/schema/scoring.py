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
    parts: int = 1
    """Points are counted in parts at least so small: 2 where boards give halves, matches none."""

    def scoring(self) -> Scoring:
        """Give the same in units of the smallest step. Raises ValueError on a wrong number."""
        return _scoring(self)

    def _units(self) -> Scoring:
        values = [Fraction(text) for text in (self.win, self.draw, self.loss, self.bye)]
        unit = lcm(*(value.denominator for value in values), max(self.parts, 1))
        win, draw, loss, bye = (Points(int(value * unit)) for value in values)
        return Scoring(win, draw, loss, bye, unit)


@cache
def _scoring(table: "ScoringTable") -> Scoring:
    return table._units()


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A time control of a seat: main time, and what is added, allowed or left after that.

    Every clock that a live table can run is one of these (``rulebooks.clocks.control_of``).
    """

    minutes: int
    increment: int = 0
    """Seconds added after each move."""
    move_seconds: int = 0
    """The longest a single move may take; 0: no such limit."""
    periods: int = 0
    """Byo-yomi: so many periods follow the main time; 0: none."""
    period_seconds: int = 0
    """How long a period is; one that is not used up begins anew with the next move."""
    table_minutes: int = 0
    """The longest a whole table may take; 0: no such limit."""

    def __post_init__(self) -> None:
        """Raise ValueError for a clock that no table can run."""
        if bool(self.periods) != bool(self.period_seconds):
            raise ValueError("periods and period_seconds go together")
        if sum(map(bool, (self.increment, self.move_seconds, self.periods))) > 1:
            raise ValueError("only one of increment, move_seconds and periods")
        numbers = (self.increment, self.move_seconds, self.periods, self.period_seconds)
        if min(self.minutes, self.table_minutes, *numbers) < 0:
            raise ValueError("no time is less than nothing")

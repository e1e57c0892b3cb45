"""Exact points: integers in a book's smallest unit. No floats anywhere.

A book that scores 1 / ½ / 0 has ``unit=2``: a win is 2 units, shown as ``1``. One that scores
2 / 1 / −2 has ``unit=1``.
"""

import re
from fractions import Fraction
from typing import Final, NewType

import msgspec

from qipan.kernel.errors import BadInput

Points = NewType("Points", int)
_DECIMAL: Final = re.compile(r"[+-]?([0-9]{1,9}(\.[0-9]{0,6})?|\.[0-9]{1,6})")


class Scoring(msgspec.Struct, frozen=True):
    """What a win, a draw, a loss and a bye are worth, in units of ``1/unit`` point."""

    win: Points = Points(2)
    draw: Points = Points(1)
    loss: Points = Points(0)
    bye: Points = Points(2)
    unit: int = 2

    def show(self, points: int | Fraction) -> str:
        """Write units as a decimal: 9 units of a half are ``4.5``."""
        if isinstance(points, int) and points % self.unit == 0:
            return str(points // self.unit)
        return decimal(Fraction(points, self.unit))

    def read(self, text: str) -> Points:
        """Read a decimal or a ½ into units. Raises BadInput if it is no multiple of the unit."""
        plain = text.strip().replace("½", ".5").replace("−", "-")
        if not _DECIMAL.fullmatch(plain):
            raise BadInput(f"not a number of points: {text[:40]!r}")
        units = Fraction(plain) * self.unit
        if units.denominator != 1:
            raise BadInput(f"{text!r} is no multiple of 1/{self.unit} point")
        return Points(int(units))


def decimal(value: Fraction | int, places: int = 6) -> str:
    """Write a fraction exactly if its decimal ends within ``places``, else rounded half up."""
    value = Fraction(value)
    sign, size = ("-", -value) if value < 0 else ("", value)
    scaled = size * 10**places
    whole = scaled.numerator // scaled.denominator
    if 2 * (scaled - whole) >= 1:
        whole += 1
    head, tail = divmod(whole, 10**places)
    digits = f"{tail:0{places}d}".rstrip("0")
    return f"{sign}{head}.{digits}" if digits else f"{sign}{head}"


CHESS = Scoring()
"""Win 1, draw ½, loss 0, bye 1."""

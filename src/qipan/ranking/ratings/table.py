"""The international table between rating differences and expected scores, in hundredths.

Two readings of one curve: ``expected(difference)`` and ``difference(share)``. Integers only.
"""

from bisect import bisect_left
from fractions import Fraction
from typing import Final

# The largest difference at which the stronger side is expected to score 50, 51 … 99 hundredths.
_UPTO: Final = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68),
    *(76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235),
    *(245, 256, 267, 278, 290, 302, 315, 328, 344, 357),
    *(374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
)
# The difference that belongs to a share of 50, 51 … 100 hundredths.
_GAIN: Final = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
)


def expected(difference: int) -> int:
    """Give the expected score, in hundredths, of somebody this much stronger (or weaker)."""
    stronger = 50 + bisect_left(_UPTO, abs(difference))
    return stronger if difference >= 0 else 100 - stronger


def difference(share: Fraction) -> int:
    """Give the rating difference that belongs to a share of the points, 0 to 1."""
    hundredths = half_up(share * 100)
    return _GAIN[hundredths - 50] if hundredths >= 50 else -_GAIN[50 - hundredths]


def half_up(value: Fraction) -> int:
    """Round to a whole number, halves up."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)

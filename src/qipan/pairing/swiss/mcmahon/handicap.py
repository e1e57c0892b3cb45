"""Handicap: who is given how many stones.

The difference of the two, less what the book says, never more than it says. One is the right to
move first without komi; from two on the stones stand on the board before the first move.
"""

import msgspec

from qipan.kernel.rules import rule
from qipan.pairing.swiss.mcmahon.field import McMahonField
from qipan.pairing.swiss.mcmahon.terms import HandicapTerms

HANDICAP = rule(
    "mcmahon.handicap",
    "The weaker player takes Black and a handicap: the difference, less what the book says.",
    zh="较弱一方执黑并受让子：按双方差距减去规程所定之数。",
    th="ผู้ที่อ่อนกว่าถือหมากดำและได้แต้มต่อ: ผลต่างลบด้วยจำนวนที่ระเบียบกำหนด",
    ms="Yang lebih lemah memegang hitam dengan handikap: beza ditolak bilangan dalam peraturan.",
)
MOST = 9


class Handicap(msgspec.Struct, frozen=True):
    """What a game is played with: who is the weaker one, and their stones."""

    stones: int
    weaker: int
    difference: int


def handicap_between(
    field: McMahonField, a: int, b: int, terms: HandicapTerms | None, unit: int
) -> Handicap:
    """Give the handicap between two [mcmahon.handicap]; no stones: an even game."""
    if terms is None:
        return Handicap(0, a, 0)
    if terms.by_rank:
        one, two = field.grade[a], field.grade[b]
        gap = 0 if one is None or two is None else one - two
    else:
        apart = field.score[a] - field.score[b]
        gap = (abs(apart) // unit) * (1 if apart > 0 else -1)
    weaker = b if gap > 0 else a
    most = max(field.started[a], field.started[b])
    even = terms.even_from is not None and most >= terms.even_from * unit
    stones = 0 if even else min(max(abs(gap) - terms.less, 0), terms.most, MOST)
    return Handicap(stones, weaker, abs(gap))

"""McMahon: everybody begins with points by rank, and the best round of all is found exactly."""

from qipan.pairing.swiss.mcmahon.field import GRADE, START
from qipan.pairing.swiss.mcmahon.handicap import HANDICAP, MOST
from qipan.pairing.swiss.mcmahon.system import mcmahon
from qipan.pairing.swiss.mcmahon.terms import HandicapTerms, McMahonTerms, Within

__all__ = [
    "GRADE",
    "HANDICAP",
    "MOST",
    "START",
    "HandicapTerms",
    "McMahonTerms",
    "Within",
    "mcmahon",
]

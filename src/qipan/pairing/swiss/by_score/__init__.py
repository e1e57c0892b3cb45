"""Score pairing: equal or nearest scores meet, colours come second, nobody meets twice.

``by_score`` reads a cross table and gives a plan with reasons; ``pair_field`` reads arrays and
pairs a million. ``first_round`` holds the ways to pair a round without scores.
"""

from qipan.pairing.swiss.by_score.field import ScoreField, field_of
from qipan.pairing.swiss.by_score.first_round import (
    halves_round,
    neighbours_round,
    numbers_from_groups,
    random_round,
)
from qipan.pairing.swiss.by_score.system import Paired, by_score, pair_field
from qipan.pairing.swiss.by_score.why import why_not

__all__ = [
    "Paired",
    "ScoreField",
    "by_score",
    "field_of",
    "halves_round",
    "neighbours_round",
    "numbers_from_groups",
    "pair_field",
    "random_round",
    "why_not",
]

"""Groups side by side, then a cross-over that gives every place."""

from qipan.pairing.groups.cross import Crossing, cross_round, crossing, places_round, played_for
from qipan.pairing.groups.split import by_lot, group_rounds, snake

__all__ = [
    "Crossing",
    "by_lot",
    "cross_round",
    "crossing",
    "group_rounds",
    "places_round",
    "played_for",
    "snake",
]

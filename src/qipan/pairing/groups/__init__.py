"""Groups side by side, then a cross-over that gives every place."""

from qipan.pairing.groups.cross import Crossing, cross_round, crossing, final_places, places_round
from qipan.pairing.groups.split import by_lot, group_rounds, snake

__all__ = [
    "Crossing",
    "by_lot",
    "cross_round",
    "crossing",
    "final_places",
    "group_rounds",
    "places_round",
    "snake",
]

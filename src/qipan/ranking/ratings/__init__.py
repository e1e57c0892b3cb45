"""Ratings: Elo, the international table, EGF and Glicko-2; rating a finished event."""

from qipan.ranking.ratings.egf import Egf
from qipan.ranking.ratings.elo import FIDE_2024, Elo, FirstRating, KBand
from qipan.ranking.ratings.event import EventChange, GameChange, Rated, rate_event
from qipan.ranking.ratings.glicko2 import Glicko2

__all__ = [
    "FIDE_2024",
    "Egf",
    "Elo",
    "EventChange",
    "FirstRating",
    "GameChange",
    "Glicko2",
    "KBand",
    "Rated",
    "rate_event",
]

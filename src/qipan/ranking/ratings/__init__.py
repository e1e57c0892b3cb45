"""Ratings: Elo, the international table, EGF and Glicko-2; rating a finished event."""

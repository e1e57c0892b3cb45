"""Seasons and grands prix: points by place, the best n of m events, by rules as data."""

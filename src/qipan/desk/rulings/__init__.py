"""Rulings on games: unfinished ones, and those of a play-off."""

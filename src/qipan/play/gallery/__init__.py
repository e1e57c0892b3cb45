"""What spectators of a live table may see now: later than the players, where it has a delay."""

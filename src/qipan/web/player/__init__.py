"""Pages of a player with a phone: my game, line-ups, play-offs, notices."""

"""Play-offs of drawn matches: their games, who plays them, and who chooses the first move."""

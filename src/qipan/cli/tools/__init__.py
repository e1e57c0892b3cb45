"""Commands that need no competition: books, games, tournament reports, pairing, ratings."""

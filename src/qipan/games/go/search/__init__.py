"""A search for Go: a tree of moves, random games to the end from its leaves."""

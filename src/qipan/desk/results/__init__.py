"""Results: of a board, of a game of a match, as players report them, as an arbiter types them."""

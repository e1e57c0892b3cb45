"""One idea a file: each tie-break reads a cross table and gives exact numbers."""

"""PGN for xiangqi: many games a file, any notation, comments and results.

Variations in round brackets are kept, annotation marks are read over. A move that leaves its own
king to be taken is read like any other, so that the replay can point at it; a move that the pieces
cannot make is an error with line and column. Files are UTF-8 or GB 18030, and written in UTF-8.
"""

from qipan.formats.pgn.reading import read
from qipan.formats.pgn.writing import write

ENDINGS = (".pgn",)

__all__ = ["ENDINGS", "read", "write"]

"""Moves of xiangqi as people write them: UCCI and ICCS, Chinese, WXF Latin, algebraic.

- ``read_notation(board, text)`` reads any of them, in every spelling there is, by trying the moves
  that are legal on the board. A text that fits none or several is refused with the candidates.
- ``write_notation(board, move, notation)`` writes the one canonical form of each notation.
- ``Notation`` names them: ``ucci``, ``iccs``, ``chinese``, ``traditional``, ``wxf``,
  ``algebraic``.

The spellings are built in ``spelling``, characters are made equal in ``characters``.
"""

from qipan.games.xiangqi.notation.reading import Misread, possible_moves, read_notation
from qipan.games.xiangqi.notation.writing import (
    Notation,
    chinese_and_wxf,
    notation_named,
    write_notation,
)

__all__ = [
    "Misread",
    "Notation",
    "chinese_and_wxf",
    "notation_named",
    "possible_moves",
    "read_notation",
    "write_notation",
]

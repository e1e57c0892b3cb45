"""What documents call the sides of a board: Red and Black where the game has colours."""

from qipan.formats.documents.material import Material, Pairing
from qipan.i18n import say

ORDER = ("first", "second")
PAIR = 2


def side_word(material: Material, seat: int, language: str) -> str:
    """Name the side of one game."""
    if len(material.colours) == PAIR:
        return say(language, f"ui.board.{material.colours[seat]}")
    return say(language, f"ui.{ORDER[seat]}")


def match_side(material: Material, board: Pairing, seat: int, language: str) -> str:
    """Name the side at a board: in a match of several games each has both colours in turn."""
    if len(board.seats) != PAIR:
        return str(seat + 1)
    if board.games > 1:
        return say(language, f"ui.{ORDER[seat]}")
    return side_word(material, seat, language)

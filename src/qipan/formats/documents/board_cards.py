"""Board cards: the number large enough to be seen across the hall, the players, and QR codes.

The large code leads to the page of the round. Where the players' cards are given, each player has
one of their own to sign in with; whoever takes it first keeps it.
"""

from qipan.formats.documents.asked import round_of, round_title
from qipan.formats.documents.material import Material, Wish
from qipan.formats.documents.naming import match_side, shown, stones_of
from qipan.formats.documents.printing import pages
from qipan.formats.documents.qr import qr_svg
from qipan.i18n import say

MOST_CODES = 2
"""Where more sit at a table, codes would be too small; the desk shows them one by one."""


def pdf(material: Material, wish: Wish) -> bytes:
    """Set two cards on a page."""
    words, found = wish.language, round_of(material, wish)
    address = f"{material.address}?round={found.number}" if material.address else ""
    cards = [
        {
            "number": board.board,
            "group": board.group,
            "stones": stones_of(board, words),
            "seats": [
                {
                    "side": match_side(material, board, at, words),
                    "name": shown(seat.entry.name, words),
                    "unit": seat.entry.unit,
                    "points": seat.points,
                    "qr": qr_svg(seat.card) if len(board.seats) <= MOST_CODES else "",
                }
                for at, seat in enumerate(board.seats)
            ],
        }
        for board in found.boards
    ]
    return pages(
        "cards",
        material,
        wish,
        title=round_title(material, found, words),
        board=say(words, "ui.board"),
        scan=say(words, "doc.scan"),
        sign_in=say(words, "doc.card-sign-in"),
        address=address,
        qr=qr_svg(address),
        cards=cards,
    )

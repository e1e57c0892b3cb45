"""Board cards: the number large enough to be seen across the hall, the players, and a QR code."""

from qipan.formats.documents.asked import round_of, round_title
from qipan.formats.documents.material import Material, Wish
from qipan.formats.documents.naming import shown
from qipan.formats.documents.printing import pages
from qipan.formats.documents.qr import qr_svg
from qipan.i18n import say


def pdf(material: Material, wish: Wish) -> bytes:
    """Set two cards on a page."""
    words, found = wish.language, round_of(material, wish)
    address = f"{material.address}?round={found.number}" if material.address else ""
    cards = [
        {
            "number": board.board,
            "group": board.group,
            "seats": [
                {
                    "side": say(words, ("ui.first", "ui.second")[at])
                    if len(board.seats) == 2
                    else str(at + 1),
                    "name": shown(seat.entry.name, words),
                    "unit": seat.entry.unit,
                    "points": seat.points,
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
        address=address,
        qr=qr_svg(address),
        cards=cards,
    )

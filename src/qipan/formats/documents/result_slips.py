"""Result slips: one for each board, to be marked and signed and handed to the desk."""

from typing import Any

from qipan.formats.documents.asked import round_of, round_title
from qipan.formats.documents.material import Material, Pairing, Wish
from qipan.formats.documents.naming import Shown, shown
from qipan.formats.documents.printing import pages
from qipan.i18n import say

SCORES = ("1 – 0", "½ – ½", "0 – 1")


def pdf(material: Material, wish: Wish) -> bytes:
    """Set the slips of a round, as many on a page as fit."""
    words, found = wish.language, round_of(material, wish)
    return pages(
        "slips",
        material,
        wish,
        title=round_title(material, found, words),
        words={
            key: say(words, code)
            for key, code in {
                "slip": "doc.slip",
                "board": "ui.board",
                "result": "ui.result",
                "place": "ui.place",
                "hint": "doc.slip-hint",
                "signature": "doc.signature",
                "arbiter": "doc.arbiter",
                "time": "doc.time",
            }.items()
        },
        scores=SCORES,
        slips=[_slip(board, material, words) for board in found.boards],
    )


def _slip(board: Pairing, material: Material, words: str) -> dict[str, Any]:
    two = len(board.seats) == 2
    boards = material.teams.boards if material.teams and two else 0
    return {
        "board": board.board,
        "two": two,
        "seats": [
            {
                "side": say(words, ("ui.first", "ui.second")[at]) if two else str(at + 1),
                "name": shown(seat.entry.name, words),
                "number": seat.entry.number,
                "line_up": [shown(each, words) for each in seat.line_up[:boards]]
                + [Shown("")] * (boards - len(seat.line_up)),
            }
            for at, seat in enumerate(board.seats)
        ],
        "boards": boards,
    }

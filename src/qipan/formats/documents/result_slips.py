"""Result slips: one for each board, to be marked and signed and handed to the desk."""

from typing import Any

from qipan.formats.documents.asked import round_of, round_title
from qipan.formats.documents.material import Material, Pairing, Wish
from qipan.formats.documents.naming import Shown, shown, side_word, stones_of
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
                "hint_games": "doc.slip-hint-games",
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
    return {
        "board": board.board,
        "stones": stones_of(board, words),
        "two": two,
        "seats": [
            {
                "side": _side(board, at, material, words),
                "name": shown(seat.entry.name, words),
            }
            for at, seat in enumerate(board.seats)
        ],
        "games": [_game(board, at, material, words) for at in range(1, board.games + 1)]
        if two and board.games > 1
        else [],
    }


def _side(board: Pairing, at: int, material: Material, words: str) -> str:
    if len(board.seats) != 2:
        return str(at + 1)
    return "" if board.games > 1 else side_word(material, at, words)


def _game(board: Pairing, number: int, material: Material, words: str) -> dict[str, Any]:
    """Give a game of a match: who plays it, and which side each has."""
    players = []
    for at, seat in enumerate(board.seats):
        person = Shown("")
        if material.teams is not None and number <= len(seat.line_up):
            person = shown(seat.line_up[number - 1], words)
        first = (number + at) % 2 == 1
        players.append({"name": person, "side": side_word(material, 0 if first else 1, words)})
    return {"number": number, "players": players}

"""Record sheets: one for each player of a two-seat board, and a blank one before any round."""

from typing import Any

from qipan.formats.documents.asked import round_of as wanted
from qipan.formats.documents.asked import round_title
from qipan.formats.documents.material import Material, Pairing, Person, Wish
from qipan.formats.documents.naming import Shown, shown, side_word, stones_of
from qipan.formats.documents.printing import pages
from qipan.i18n import say

ROWS = 30
BLOCKS = 3
_BLANK = Person("")


def pdf(material: Material, wish: Wish) -> bytes:
    """Set the sheets of a round; without any round, one blank sheet to copy."""
    words = wish.language
    title = say(words, "doc.title.record-sheets")
    sheets = [_sheet("", (_BLANK, _BLANK), _BLANK, words)]
    if material.rounds:
        found = wanted(material, wish)
        title = round_title(material, found, words)
        pairs = [
            (stones_of(board, words), pair)
            for board in found.boards
            for pair in _pairs(board, material)
        ]
        sheets = [
            _sheet(" · ".join(filter(None, (number, stones))), players, writer, words)
            for stones, (number, players) in pairs
            for writer in players
        ] or sheets
    return pages(
        "records",
        material,
        wish,
        title=title,
        rows=ROWS,
        blocks=BLOCKS,
        words={
            key: say(words, code)
            for key, code in {
                "board": "ui.board",
                "result": "ui.result",
                "writer": "doc.recorded-by",
                "signature": "doc.signature",
                "started": "doc.started",
                "ended": "doc.ended",
            }.items()
        }
        | {"first": side_word(material, 0, words), "second": side_word(material, 1, words)},
        sheets=sheets,
    )


def _pairs(board: Pairing, material: Material) -> list[tuple[str, tuple[Person, Person]]]:
    """List the games of a board: one, or one for each board of a team match."""
    if len(board.seats) != 2:
        return []
    one, two = board.seats
    names, swapped = (one.entry.name, two.entry.name), (two.entry.name, one.entry.name)
    if material.teams is None and board.games == 1:
        return [(str(board.board), names)]
    if material.teams is None:
        return [
            (f"{board.board}.{at}", names if at % 2 else swapped)
            for at in range(1, board.games + 1)
        ]
    both = list(zip(one.line_up, two.line_up, strict=False))[: board.games]
    return [
        (f"{board.board}.{at}", (left, right) if at % 2 else (right, left))
        for at, (left, right) in enumerate(both, 1)
    ]


def _sheet(
    board: str, players: tuple[Person, Person], writer: Person, words: str
) -> dict[str, Any]:
    first, second, by = (
        shown(each, words) if each.name else Shown("") for each in (*players, writer)
    )
    return {"board": board, "first": first, "second": second, "writer": by}

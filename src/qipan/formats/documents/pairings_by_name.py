"""Pairing list by name: everybody finds their board, side and opponents."""

from qipan.formats.documents.asked import round_of, round_title
from qipan.formats.documents.material import Material, Pairing, Person, Wish
from qipan.formats.documents.naming import list_order, match_side, shown
from qipan.formats.documents.table import Cell, Column, ColumnKind, DocumentTable
from qipan.i18n import say


def table(material: Material, wish: Wish) -> DocumentTable:
    """List the entrants of a round by name."""
    words, found = wish.language, round_of(material, wish)
    stones = any(board.handicap for board in found.boards)
    rows: list[tuple[Person, tuple[Cell, ...]]] = []
    for board in found.boards:
        for at, seat in enumerate(board.seats):
            row = (seat.entry.name, str(board.board), match_side(material, board, at, words))
            given = (str(board.handicap or "–"),) if stones else ()
            rows.append((seat.entry.name, (*row, _others(board, at, words), *given)))
    for rest in found.resting:
        name = rest.entry.name
        none = ("",) if stones else ()
        rows.append((name, (name, "–", say(words, "ui.rests"), "", *none)))
    rows.sort(key=lambda row: list_order(row[0], words))
    title = f"{say(words, 'doc.title.pairings-by-name')} · {round_title(material, found, words)}"
    columns = (
        Column(say(words, "ui.name"), ColumnKind.NAME),
        Column(say(words, "ui.board"), ColumnKind.NUMBER),
        Column(say(words, "doc.side"), ColumnKind.MARK),
        Column(say(words, "doc.opponent"), ColumnKind.NAME),
    )
    tail = (Column(say(words, "ui.handicap"), ColumnKind.NUMBER),) if stones else ()
    return DocumentTable(title, (*columns, *tail), tuple(row for _, row in rows))


def _others(board: Pairing, at: int, words: str) -> Cell:
    others = [seat.entry.name for place, seat in enumerate(board.seats) if place != at]
    if len(others) == 1:
        return others[0]
    return " · ".join(shown(each, words).main for each in others)

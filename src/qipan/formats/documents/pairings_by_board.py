"""Pairing list by board, for the wall of the hall."""

from qipan.formats.documents.asked import round_of, round_title
from qipan.formats.documents.material import Material, Pairing, Round, Wish
from qipan.formats.documents.naming import match_side
from qipan.formats.documents.table import Cell, Column, ColumnKind, DocumentTable
from qipan.i18n import say


def table(material: Material, wish: Wish) -> DocumentTable:
    """List the boards of a round; boards of more than two seats give each seat a row."""
    words, found = wish.language, round_of(material, wish)
    two = all(len(each.seats) == 2 for each in found.boards)
    title = f"{say(words, 'doc.title.pairings')} · {round_title(material, found, words)}"
    if two:
        return _pairs(material, found, title, words)
    return _tables(found, title, words)


def _pairs(material: Material, found: Round, title: str, words: str) -> DocumentTable:
    grouped = any(each.group for each in found.boards)
    stones = any(each.handicap for each in found.boards)
    none: tuple[Cell, ...] = ("",) if stones else ()
    rows: list[tuple[Cell, ...]] = []
    for each in found.boards:
        first, second = each.seats
        lead: tuple[Cell, ...] = (each.group,) if grouped else ()
        rows.append(
            (
                *lead,
                str(each.board),
                first.entry.name,
                first.points,
                each.result,
                second.points,
                second.entry.name,
                *((str(each.handicap or "–"),) if stones else ()),
            )
        )
        rows += [
            (*lead, f"{each.board}.{bout.number}", one, "", bout.result, "", two, *none)
            for bout in each.bouts
            for one, two in [bout.players]
        ]
    for rest in found.resting:
        lead = ("",) if grouped else ()
        rests = say(words, "ui.rests")
        rows.append((*lead, "–", rest.entry.name, rest.points, rests, "", "", *none))
    sides = [match_side(material, found.boards[0], at, words) for at in range(2)]
    columns = (
        Column(say(words, "ui.board"), ColumnKind.NUMBER),
        Column(sides[0], ColumnKind.NAME),
        Column(say(words, "ui.points"), ColumnKind.NUMBER),
        Column(say(words, "ui.result"), ColumnKind.MARK),
        Column(say(words, "ui.points"), ColumnKind.NUMBER),
        Column(sides[1], ColumnKind.NAME),
    )
    head = (Column(say(words, "doc.group")),) if grouped else ()
    tail = (Column(say(words, "ui.handicap"), ColumnKind.NUMBER),) if stones else ()
    return DocumentTable(title, (*head, *columns, *tail), tuple(rows))


def _tables(found: Round, title: str, words: str) -> DocumentTable:
    rows = [row for each in found.boards for row in _seats(each)]
    for rest in found.resting:
        rows.append(("–", "", rest.entry.name, rest.points, say(words, "ui.rests")))
    columns = (
        Column(say(words, "ui.table"), ColumnKind.NUMBER),
        Column(say(words, "doc.seat"), ColumnKind.NUMBER),
        Column(say(words, "ui.name"), ColumnKind.NAME),
        Column(say(words, "ui.points"), ColumnKind.NUMBER),
        Column(say(words, "ui.place"), ColumnKind.MARK),
    )
    return DocumentTable(title, columns, tuple(rows))


def _seats(board: Pairing) -> list[tuple[Cell, ...]]:
    results = board.result.split("–") if board.result else [""] * len(board.seats)
    return [
        (str(board.board), str(at), seat.entry.name, seat.points, result)
        for at, (seat, result) in enumerate(zip(board.seats, results, strict=True), 1)
    ]

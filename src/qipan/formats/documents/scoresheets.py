"""Scoresheets of card tables: every deal of a round as it was entered, and the levels after it."""

from qipan.formats.documents.asked import round_of, round_title
from qipan.formats.documents.material import Material, Wish
from qipan.formats.documents.table import Cell, Column, ColumnKind, DocumentTable
from qipan.i18n import say


def table(material: Material, wish: Wish) -> DocumentTable:
    """List the deals of a round, table by table; a table without any has one empty row."""
    words, found = wish.language, round_of(material, wish)
    rows: list[tuple[Cell, ...]] = []
    for board in found.boards:
        names: tuple[Cell, ...] = tuple(seat.entry.name for seat in board.seats)
        if len(names) != 2:
            continue
        lead: tuple[Cell, ...] = (str(board.board), *names)
        for deal in board.deals:
            rows.append(
                (
                    *lead,
                    str(deal.number),
                    names[deal.banker % 2],
                    str(deal.points),
                    str(deal.bottom) if deal.bottom else "",
                    str(deal.penalties) if deal.penalties else "",
                    "–".join(map(str, deal.levels)),
                    board.result if deal is board.deals[-1] else "",
                )
            )
        if not board.deals:
            rows.append((*lead, "", "", "", "", "", "", board.result))
    return DocumentTable(
        title=f"{say(words, 'doc.title.scoresheets')} · {round_title(material, found, words)}",
        columns=(
            Column(say(words, "ui.table"), ColumnKind.NUMBER),
            Column(say(words, "ui.first"), ColumnKind.NAME),
            Column(say(words, "ui.second"), ColumnKind.NAME),
            Column(say(words, "doc.deal"), ColumnKind.NUMBER),
            Column(say(words, "doc.bank"), ColumnKind.NAME),
            Column(say(words, "ui.points"), ColumnKind.NUMBER),
            Column(say(words, "doc.bottom"), ColumnKind.NUMBER),
            Column(say(words, "doc.penalties"), ColumnKind.NUMBER),
            Column(say(words, "doc.levels"), ColumnKind.MARK),
            Column(say(words, "ui.result"), ColumnKind.MARK),
        ),
        rows=tuple(rows),
    )

"""Appeals log: every appeal with its time, its words and what became of it."""

from qipan.formats.documents.asked import named
from qipan.formats.documents.material import Material, Wish
from qipan.formats.documents.table import Cell, Column, ColumnKind, DocumentTable
from qipan.i18n import say
from qipan.i18n.customs import written


def table(material: Material, wish: Wish) -> DocumentTable:
    """List the appeals in the order they came."""
    words = wish.language
    rows: list[tuple[Cell, ...]] = [
        (
            each.id,
            written(words, each.at),
            each.who,
            str(each.round),
            "" if each.board is None else str(each.board),
            each.text,
            named(words, "doc.outcome", each.outcome),
            each.reasons,
        )
        for each in material.appeals
    ]
    return DocumentTable(
        title=say(words, "doc.title.appeals"),
        columns=(
            Column(say(words, "doc.no")),
            Column(say(words, "doc.time")),
            Column(say(words, "ui.name"), ColumnKind.NAME),
            Column(say(words, "doc.round"), ColumnKind.NUMBER),
            Column(say(words, "ui.board"), ColumnKind.NUMBER),
            Column(say(words, "doc.appeal"), ColumnKind.LONG),
            Column(say(words, "doc.outcome")),
            Column(say(words, "doc.reasons"), ColumnKind.LONG),
        ),
        rows=tuple(rows),
        note="" if rows else say(words, "doc.no-appeals"),
    )

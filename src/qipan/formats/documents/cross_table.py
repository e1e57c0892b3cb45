"""Cross table: against every opponent, or round by round, in the order of the standings."""

from qipan.formats.documents.material import Material, Wish
from qipan.formats.documents.table import Cell, Column, ColumnKind, DocumentTable
from qipan.i18n import say


def table(material: Material, wish: Wish) -> DocumentTable:
    """Give the cross table; columns are lines of opponents, or rounds.

    Lines, not places: while a competition goes on several may share a place.
    """
    words = wish.language
    width = max((len(row) for row in material.cross), default=0)
    rows: list[tuple[Cell, ...]] = []
    for at, (line, marks) in enumerate(zip(material.lines, material.cross, strict=True), 1):
        filled = (*marks, *[""] * (width - len(marks)))
        points = line.keys[0][1] if line.keys else ""
        rows.append((str(at), line.entry.name, *filled, points))
    by_round = material.cross_by == "round"
    return DocumentTable(
        title=say(words, "doc.title.cross-table"),
        columns=(
            Column(say(words, "ui.line"), ColumnKind.NUMBER),
            Column(say(words, "ui.name"), ColumnKind.NAME),
            *(Column(str(at + 1), ColumnKind.MARK) for at in range(width)),
            Column(say(words, "ui.points"), ColumnKind.NUMBER),
        ),
        rows=tuple(rows),
        note=say(words, "doc.cross-by-round" if by_round else "doc.cross-by-place"),
    )

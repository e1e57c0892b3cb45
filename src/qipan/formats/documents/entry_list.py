"""Entry list: who takes part, by starting number, or by name before numbers are given."""

from qipan.formats.documents.material import Material, Participant, Wish
from qipan.formats.documents.naming import list_order
from qipan.formats.documents.table import Column, ColumnKind, DocumentTable
from qipan.i18n import say


def table(material: Material, wish: Wish) -> DocumentTable:
    """List the entrants."""
    words = wish.language
    numbered = any(entry.number for entry in material.entries)

    def order(entry: Participant) -> tuple[int, tuple[str, str]]:
        return (entry.number if numbered else 0, list_order(entry.name, words))

    rows = [
        (
            str(entry.number or place),
            entry.name,
            entry.unit,
            "" if entry.rating is None else str(entry.rating),
            say(words, "ui.withdrawn") if entry.withdrawn else "",
        )
        for place, entry in enumerate(sorted(material.entries, key=order), 1)
    ]
    return DocumentTable(
        title=say(words, "doc.title.entries"),
        columns=(
            Column(say(words, "doc.no"), ColumnKind.NUMBER),
            Column(say(words, "ui.name"), ColumnKind.NAME),
            Column(say(words, "ui.unit")),
            Column(say(words, "ui.rating"), ColumnKind.NUMBER),
            Column(say(words, "doc.remark")),
        ),
        rows=tuple(rows),
        note=say(words, "ui.entrants-n", {"n": len(rows)}),
    )

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

    ranked = any(entry.rank for entry in material.entries)
    started = any(entry.start is not None for entry in material.entries)
    rows = [
        (
            str(entry.number or place),
            entry.name,
            entry.unit,
            *((entry.rank,) if ranked else ()),
            "" if entry.rating is None else str(entry.rating),
            *((str(entry.start or 0),) if started else ()),
            _remark(entry, words),
        )
        for place, entry in enumerate(sorted(material.entries, key=order), 1)
    ]
    return DocumentTable(
        title=say(words, "doc.title.entries"),
        columns=(
            Column(say(words, "doc.no"), ColumnKind.NUMBER),
            Column(say(words, "ui.name"), ColumnKind.NAME),
            Column(say(words, "ui.unit")),
            *((Column(say(words, "ui.rank")),) if ranked else ()),
            Column(say(words, "ui.rating"), ColumnKind.NUMBER),
            *((Column(say(words, "desk.start.points"), ColumnKind.NUMBER),) if started else ()),
            Column(say(words, "doc.remark")),
        ),
        rows=tuple(rows),
        note=say(words, "ui.entrants-n", {"n": len(rows)}),
    )


def _remark(entry: Participant, words: str) -> str:
    said = [
        *(["ui.withdrawn"] if entry.withdrawn else []),
        *(["desk.start.by-hand"] if entry.start_by_hand else []),
    ]
    return ", ".join(say(words, code) for code in said)

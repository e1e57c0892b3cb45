"""Standings, with every key that decided the order."""

from qipan.formats.documents.material import Material, Wish
from qipan.formats.documents.table import Column, ColumnKind, DocumentTable
from qipan.i18n import say
from qipan.i18n.keys import name_key


def table(material: Material, wish: Wish) -> DocumentTable:
    """List the places."""
    words = wish.language
    grouped = any(line.group for line in material.lines)
    return DocumentTable(
        title=_title(material, words),
        columns=(
            Column(say(words, "ui.place"), ColumnKind.NUMBER),
            Column(say(words, "ui.name"), ColumnKind.NAME),
            Column(say(words, "ui.unit")),
            *((Column(say(words, "ui.group")),) if grouped else ()),
            *(Column(name_key(words, key), ColumnKind.NUMBER) for key in material.order),
        ),
        rows=tuple(
            (
                line.shown,
                line.entry.name,
                line.entry.unit,
                *((line.group,) if grouped else ()),
                *_values(line.keys, material.order),
            )
            for line in material.lines
        ),
        note="" if material.approved else say(words, "doc.provisional"),
    )


def _title(material: Material, words: str) -> str:
    title = say(words, "doc.title.standings")
    if not material.rounds:
        return title
    return f"{title} · {say(words, 'doc.after-round', {'n': material.rounds[-1].number})}"


def _values(keys: tuple[tuple[str, str], ...], order: tuple[str, ...]) -> tuple[str, ...]:
    known = dict(keys)
    return tuple(known.get(key, "") for key in order)

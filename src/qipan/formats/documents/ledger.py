"""The money of a section: every line of the ledger, and who still owes a fee."""

from qipan.formats.documents.asked import named
from qipan.formats.documents.material import Material, Wish
from qipan.formats.documents.table import Cell, Column, ColumnKind, DocumentTable
from qipan.i18n import say
from qipan.i18n.customs import money, written
from qipan.rulebooks.schema.money import shown


def table(material: Material, wish: Wish) -> DocumentTable:
    """List every line with the balance after it."""
    words, balance = wish.language, 0
    rows: list[tuple[Cell, ...]] = []
    for number, line in enumerate(material.money, 1):
        balance += line.flow
        rows.append(
            (
                str(number),
                line.who,
                named(words, "doc.money", line.reason),
                named(words, "ui.prize-list", line.reference),
                written(words, line.due),
                shown(line.flow) if line.flow > 0 else "",
                shown(-line.flow) if line.flow < 0 else "",
                shown(balance),
            )
        )
    return DocumentTable(
        title=say(words, "doc.title.ledger"),
        columns=(
            Column(say(words, "doc.no"), ColumnKind.NUMBER),
            Column(say(words, "ui.name"), ColumnKind.NAME),
            Column(say(words, "doc.for-what")),
            Column(say(words, "doc.reference")),
            Column(say(words, "doc.due")),
            Column(say(words, "doc.came-in"), ColumnKind.NUMBER, money=True),
            Column(say(words, "doc.went-out"), ColumnKind.NUMBER, money=True),
            Column(say(words, "doc.balance"), ColumnKind.NUMBER, money=True),
        ),
        rows=tuple(rows),
        note=_in(material, words),
    )


def fees(material: Material, wish: Wish) -> DocumentTable:
    """List what every entry costs, what was paid, and what is open."""
    words = wish.language
    rows: list[tuple[Cell, ...]] = [
        (
            str(line.entry.number or number),
            line.entry.name,
            line.entry.unit,
            shown(line.charged),
            shown(line.paid),
            shown(line.charged - line.paid) if line.charged > line.paid else "",
        )
        for number, line in enumerate(material.fees, 1)
    ]
    charged = sum(line.charged for line in material.fees)
    paid = sum(line.paid for line in material.fees)
    sums = {"charged": charged, "paid": paid, "open": max(0, charged - paid)}
    total = {key: money(words, shown(value)) for key, value in sums.items()}
    note = say(words, "doc.fees-total", total)
    return DocumentTable(
        title=say(words, "doc.title.fees"),
        columns=(
            Column(say(words, "doc.no"), ColumnKind.NUMBER),
            Column(say(words, "ui.name"), ColumnKind.NAME),
            Column(say(words, "ui.unit")),
            Column(say(words, "doc.charged"), ColumnKind.NUMBER, money=True),
            Column(say(words, "doc.paid"), ColumnKind.NUMBER, money=True),
            Column(say(words, "doc.open"), ColumnKind.NUMBER, money=True),
        ),
        rows=tuple(rows),
        note=" ".join(part for part in (note, _in(material, words)) if part),
    )


def _in(material: Material, words: str) -> str:
    if not material.currency:
        return ""
    return say(words, "doc.amounts-in", {"currency": material.currency})

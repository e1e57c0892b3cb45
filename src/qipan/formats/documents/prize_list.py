"""Prize list: what every place wins, and who has won it; and receipts to be signed."""

from collections.abc import Iterator

from qipan.formats.documents.asked import named
from qipan.formats.documents.material import Material, PrizeGiven, Wish
from qipan.formats.documents.naming import shown
from qipan.formats.documents.printing import pages
from qipan.formats.documents.table import Cell, Column, ColumnKind, DocumentTable
from qipan.i18n import say
from qipan.i18n.customs import listed, money
from qipan.i18n.prizes import goods_name
from qipan.kernel.errors import Refused
from qipan.kernel.rules import rule
from qipan.rulebooks.schema.money import shown as written

GIVEN = rule("document.prizes-given", "Receipts are printed once the winners are known.")


def table(material: Material, wish: Wish) -> DocumentTable:
    """List the prizes by list and place."""
    words = wish.language
    title = say(words, "ui.money")
    rows: list[tuple[Cell, ...]] = [
        (
            named(words, "ui.prize-list", each.list_name),
            str(each.place),
            each.winner or "",
            each.unit,
            written(each.cents) if each.cents else "",
            listed(words, (goods_name(words, goods) for goods in each.goods)),
            say(words, "ui.paid-after", {"n": each.due_days}) if each.due_days else "",
        )
        for each in material.prizes
    ]
    return DocumentTable(
        title=say(words, "doc.title.prizes"),
        columns=(
            Column(say(words, "ui.prizes")),
            Column(say(words, "ui.place"), ColumnKind.NUMBER),
            Column(say(words, "ui.name"), ColumnKind.NAME),
            Column(say(words, "ui.unit")),
            Column(
                f"{title} ({material.currency})" if material.currency else title,
                ColumnKind.NUMBER,
                money=True,
            ),
            Column(say(words, "ui.goods")),
            Column(say(words, "doc.remark")),
        ),
        rows=tuple(rows),
        note="" if material.winners else say(words, "ui.prizes-later"),
    )


def receipts(material: Material, wish: Wish) -> bytes:
    """Set a receipt for every prize. Raises Refused before the winners are known."""
    if not material.winners:
        raise Refused("doc.no-winners", GIVEN)
    words = wish.language
    return pages(
        "receipts",
        material,
        wish,
        title=say(words, "doc.receipt"),
        received=say(words, "doc.received"),
        signature=say(words, "doc.signature"),
        paid_by=say(words, "doc.paid-by"),
        date=say(words, "doc.date"),
        identity=say(words, "doc.identity"),
        receipts=[
            {
                "number": number,
                "name": shown(each.winner, words),
                "unit": each.unit,
                "what": list(_what(material, each, words)),
                "place": say(words, "doc.took-place", {"place": each.place}),
                "list": named(words, "ui.prize-list", each.list_name),
            }
            for number, each in enumerate(material.prizes, 1)
            if each.winner is not None
        ],
    )


def _what(material: Material, prize: PrizeGiven, words: str) -> Iterator[str]:
    if prize.cents:
        yield money(words, written(prize.cents, material.currency))
    for goods in prize.goods:
        yield goods_name(words, goods)

"""Amounts have the marks of the language on paper, and are plain numbers in a spreadsheet."""

from qipan.formats.documents.material import Wish
from qipan.formats.documents.naming import Shown
from qipan.formats.documents.table import Column, ColumnKind, DocumentTable, _part, to_csv

AMOUNTS = DocumentTable(
    "Money",
    (Column("No.", ColumnKind.NUMBER), Column("In", ColumnKind.NUMBER, money=True)),
    (("2016", "12500"), ("2017", ""), ("2018", "-1234.50")),
)


def test_amounts_on_paper_and_in_a_spreadsheet():
    rows = _part(AMOUNTS, [0, 1], "en")["rows"]
    assert rows == [
        [Shown("2016"), Shown("12,500")],
        [Shown("2017"), Shown("")],
        [Shown("2018"), Shown("-1,234.50")],
    ]
    assert b"2016,12500\r\n" in to_csv(AMOUNTS, Wish("en"))

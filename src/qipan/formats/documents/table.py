"""A document that is a table: the same values as pages, as a spreadsheet and as CSV."""

import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime
from enum import StrEnum
from fractions import Fraction
from typing import Any

import msgspec

from qipan.formats.documents.material import Material, Person, Wish
from qipan.formats.documents.naming import Shown, shown
from qipan.formats.documents.printing import pages
from qipan.i18n import say
from qipan.i18n.customs import money

MOST_MARKS = 24
"""So many columns of marks fit on a page; more go on in a second table."""
_NEVER = datetime(2000, 1, 1, tzinfo=UTC).replace(tzinfo=None)
"""Equal tables are equal bytes, whenever they are written."""


class ColumnKind(StrEnum):
    """What a column holds."""

    NUMBER = "number"
    TEXT = "text"
    NAME = "name"
    MARK = "mark"
    """A sign of a cross table or a result: centred, never a number."""
    LONG = "long"
    """Sentences."""


class Column(msgspec.Struct, frozen=True):
    """A column with its heading."""

    title: str
    kind: ColumnKind = ColumnKind.TEXT
    money: bool = False
    """Whether its numbers are amounts: on paper they have the marks of the language."""


Cell = str | Person


class DocumentTable(msgspec.Struct, frozen=True):
    """Rows under headings, in one language."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""


def to_pages(table: DocumentTable, material: Material, wish: Wish) -> bytes:
    """Set a table; many columns turn the page, very many are split into parts."""
    parts = pdf_parts(table, wish.language)
    numbers = sum(column.kind is ColumnKind.NUMBER for column in table.columns)
    widest = max(len(part["columns"]) for part in parts)
    return pages(
        "table",
        material,
        wish,
        title=table.title,
        note=table.note,
        parts=parts,
        flipped=numbers > 5 or widest > 9,
        small=widest > 16,
        large=widest < 8 and numbers < 4,
    )


def pdf_parts(table: DocumentTable, language: str) -> list[dict[str, list[Any]]]:
    """Give columns and rows as templates take them; what tells nothing is left out."""
    split = [[at for at in part if _told(table, at)] for part in _parts(table.columns)]
    return [_part(table, chosen, language) for chosen in split]


def _parts(columns: tuple[Column, ...]) -> list[list[int]]:
    marks = [index for index, each in enumerate(columns) if each.kind is ColumnKind.MARK]
    if len(marks) <= MOST_MARKS:
        return [list(range(len(columns)))]
    chunks = [set(marks[at : at + MOST_MARKS]) for at in range(0, len(marks), MOST_MARKS)]
    return [
        [at for at in range(len(columns)) if at in chunk or columns[at].kind is not ColumnKind.MARK]
        for chunk in chunks
    ]


def _told(table: DocumentTable, at: int) -> bool:
    """Say whether a column tells anything; a column of empty texts is not printed."""
    return table.columns[at].kind is not ColumnKind.TEXT or any(row[at] for row in table.rows)


def _part(table: DocumentTable, chosen: list[int], language: str) -> dict[str, list[Any]]:
    return {
        "columns": [table.columns[at] for at in chosen],
        "rows": [
            [_shown_cell(row[at], table.columns[at], language) for at in chosen]
            for row in table.rows
        ],
    }


def _shown_cell(cell: Cell, column: Column, language: str) -> Shown:
    if isinstance(cell, Person):
        return shown(cell, language)
    return Shown(money(language, cell) if column.money else cell)


def to_csv(table: DocumentTable, wish: Wish) -> bytes:
    """Write CSV with a byte-order mark, as spreadsheet programs expect of UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    kinds = _kinds(table)
    for row in _plain(table, wish.language):
        writer.writerow(map(_harmless, row, kinds))
    return out.getvalue().encode("utf-8-sig")


def _harmless(text: str, kind: ColumnKind) -> str:
    """Keep a spreadsheet program from taking a name for a formula."""
    risky = kind in (ColumnKind.TEXT, ColumnKind.NAME, ColumnKind.LONG) and text.startswith(
        ("=", "+", "-", "@", "\t", "\r")
    )
    return f"'{text}" if risky else text


def to_xlsx(table: DocumentTable, wish: Wish) -> bytes:
    """Write a spreadsheet: headings frozen, numbers as numbers, everything else as text."""
    out = io.BytesIO()
    import xlsxwriter

    book = xlsxwriter.Workbook(out, {"in_memory": True})
    book.set_properties({"title": table.title, "created": _NEVER})
    sheet = book.add_worksheet()
    bold = book.add_format({"bold": True, "text_wrap": True, "valign": "top", "bottom": 1})
    wrapped = book.add_format({"text_wrap": True, "valign": "top"})
    kinds = _kinds(table)
    widths = [6] * len(kinds)
    for row, cells in enumerate(_plain(table, wish.language)):
        for column, text in enumerate(cells):
            number = _number(text) if kinds[column] is ColumnKind.NUMBER and row else None
            if number is not None:
                sheet.write_number(row, column, number)
            else:
                sheet.write_string(row, column, text, wrapped if row else bold)
            longest = max(map(_wide, text.split("\n"))) if row else min(_wide(text), 14)
            widths[column] = max(widths[column], min(longest + 2, 60))
    for column, width in enumerate(widths):
        sheet.set_column(column, column, width)
    sheet.freeze_panes(1, 0)
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(0)
    book.close()
    return out.getvalue()


def _kinds(table: DocumentTable) -> list[ColumnKind]:
    return [
        column.kind
        for column in table.columns
        for _ in range(2 if column.kind is ColumnKind.NAME else 1)
    ]


def _plain(table: DocumentTable, language: str) -> Iterator[list[str]]:
    """Give headings and rows as text; a name takes two columns, as written and in Latin letters."""
    head: list[str] = []
    for column in table.columns:
        head.append(column.title)
        if column.kind is ColumnKind.NAME:
            head.append(f"{column.title} ({say(language, 'ui.latin')})")
    yield head
    for row in table.rows:
        cells: list[str] = []
        for cell, column in zip(row, table.columns, strict=True):
            if isinstance(cell, Person):
                cells += [cell.name, cell.latin]
            else:
                cells += [cell, ""] if column.kind is ColumnKind.NAME else [cell]
        yield cells


def _number(text: str) -> int | float | None:
    """Read ``12``, ``4½`` or ``4.5``; a spreadsheet knows no exact numbers, halves are."""
    whole = text.replace("½", ".5")
    try:
        value = Fraction(whole if not whole.startswith(".") else f"0{whole}")
    except (ValueError, ZeroDivisionError):
        return None
    return int(value) if value.denominator == 1 else float(value)


def _wide(text: str) -> int:
    return sum(2 if each >= "\u2e80" else 1 for each in text)

"""Sheets of an open document (ods): its one part of text, read without any of its formulas."""

from collections.abc import Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from qipan.formats.lists.faults import MOST_COLUMNS, MOST_ROWS, unreadable

_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_ROWS = {f"{_TABLE}table-row"}
_CELLS = {f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"}
Rows = tuple[tuple[str, ...], ...]


def read(content: bytes, name: str) -> dict[str, Rows]:
    """Read the sheets by their names. Raises BadInput."""
    if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        raise unreadable("declares entities", name, "not-spreadsheet")
    try:
        root = ElementTree.fromstring(content)
    except (ElementTree.ParseError, LookupError, ValueError) as error:
        raise unreadable(f"not a readable spreadsheet: {error}", name, "not-spreadsheet") from error
    return {
        each.get(f"{_TABLE}name", "")[:80]: tuple(map(tuple, _rows(each, name)))
        for each in root.iter(f"{_TABLE}table")
    }


def _rows(table: Element, name: str) -> list[list[str]]:
    found: list[list[str]] = []
    spanned: dict[int, tuple[int, str]] = {}
    waiting = 0
    for row in (each for each in table.iter() if each.tag in _ROWS):
        repeated = _times(row, "rows")
        cells = list(_cells(row, spanned, name))
        if not any(cells):
            waiting += repeated  # empty rows at the end of a sheet are counted in millions
            continue
        if len(found) + waiting + repeated > MOST_ROWS + 1:
            raise unreadable(f"more than {MOST_ROWS} rows", name, "too-many-rows", most=MOST_ROWS)
        found += [[] for _ in range(waiting)]
        found += [list(cells) for _ in range(repeated)]
        waiting = 0
    return found


def _cells(row: Element, spanned: dict[int, tuple[int, str]], name: str) -> Iterator[str]:
    """Give the cells of a row; a cell merged over rows has its value in each of them."""
    at = empty = 0
    for cell in (each for each in row if each.tag in _CELLS):
        value, times = _value(cell), _times(cell, "columns")
        left, above = spanned.get(at, (0, ""))
        if not value and left and cell.tag.endswith("covered-table-cell"):
            value = above
            spanned[at] = (left - 1, above)
        rows = int(cell.get(f"{_TABLE}number-rows-spanned", "1") or 1)
        if rows > 1:
            spanned[at] = (rows - 1, value)
        at += times
        if not value:
            empty += times
            continue
        if at > MOST_COLUMNS:
            raise unreadable(
                f"more than {MOST_COLUMNS} columns", name, "too-many-columns", most=MOST_COLUMNS
            )
        yield from [""] * empty
        yield from [value] * times
        empty = 0


def _times(element: Element, what: str) -> int:
    given = element.get(f"{_TABLE}number-{what}-repeated", "1")
    return int(given) if given.isdecimal() and len(given) < 9 else 1


def _value(cell: Element) -> str:
    kind = cell.get(f"{_OFFICE}value-type", "")
    if kind == "date":
        return (cell.get(f"{_OFFICE}date-value") or "")[:10]
    if kind in ("float", "percentage", "currency"):
        number = cell.get(f"{_OFFICE}value") or ""
        return number.removesuffix(".0")
    return "\n".join("".join(each.itertext()) for each in cell.iter(f"{_TEXT}p"))

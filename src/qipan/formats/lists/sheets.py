"""The door for foreign lists: bytes in, sheets of plain text cells out, always bounded.

What a file is, is told by its content, not by its name: xlsx and ods are packed folders, xls is an
OLE file, everything else is text (csv, a pasted table, a tournament report). Nothing behind this
module sees the bytes. What is not text is read in a process of its own with limits of memory and
time (``apart``): a parser that a file breaks takes nobody with it.
"""

import io
from collections.abc import Callable, Sequence
from datetime import date, datetime

import msgspec
from python_calamine import CalamineError, CalamineWorkbook

from qipan.formats.lists import apart, ods, packed, text_tables, xls_bounds
from qipan.formats.lists.faults import MOST_BYTES, MOST_COLUMNS, MOST_ROWS, unreadable

MOST_SHEETS = 40
LONGEST_CELL = 400
LOOKED_AT = 6
"""So many sheets are tried for one with a heading we know."""
READER = f"{__name__}:read_workbook"
"""What a child calls."""
OLE = bytes.fromhex("d0cf11e0a1b11ae1")
PACKED = b"PK"


class Sheet(msgspec.Struct, frozen=True):
    """One sheet; rows and cells stand where they stood, the first row is row 1."""

    name: str
    rows: tuple[tuple[str, ...], ...]


class Sheets(msgspec.Struct, frozen=True):
    """A file: the sheet that was read, and the names of all."""

    names: tuple[str, ...]
    chosen: Sheet


Judge = Callable[[Sheet], int]
"""Says how much a sheet looks like a list; the best one is chosen."""


class Tried(msgspec.Struct, frozen=True):
    """A file as it was read: the names of all sheets, and those that were looked at."""

    names: tuple[str, ...]
    sheets: tuple[Sheet, ...]


def read_sheets(content: bytes, name: str, wanted: str = "", judge: Judge | None = None) -> Sheets:
    """Read a file by its content: the sheet that is wanted, else the best one.

    Raises BadInput if it cannot be read or is too big.
    """
    if len(content) > MOST_BYTES:
        raise unreadable(
            f"more than {MOST_BYTES} bytes", name, "too-big", most=MOST_BYTES // 1_000_000
        )
    if not content.strip():
        raise unreadable("the list is empty", name, "empty")
    if not content.startswith((PACKED, OLE)):
        return Sheets(("",), Sheet("", _cut(text_tables.read(content, name))))
    asked = apart.Asked(READER, name, wanted, LOOKED_AT if judge else 1)
    tried = apart.read(content, asked, Tried)
    best = max(tried.sheets, key=judge) if judge else tried.sheets[0]
    if not any(cell.strip() for row in best.rows for cell in row):
        raise unreadable("the list is empty", name, "empty")
    return Sheets(tried.names, msgspec.structs.replace(best, rows=_cut(best.rows)))


def _cut(rows: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """Cut cells that are longer than anything we look for: they cost time, and are no name."""
    if all(len(cell) <= LONGEST_CELL for row in rows for cell in row):
        return rows
    return tuple(tuple(cell[:LONGEST_CELL] for cell in row) for row in rows)


def read_workbook(content: bytes, name: str, wanted: str, look_at: int) -> Tried:
    """Read a packed or OLE file: the sheet that is wanted, else the first few. Raises BadInput."""
    if content.startswith(PACKED):
        if packed.is_ods(content, name):
            tables = ods.read(packed.part(content, "content.xml", name), name)
            return _tried(list(tables), tables.__getitem__, wanted, look_at, name)
        packed.check_xlsx(content, name)
    else:
        xls_bounds.check(content, name)
    return _from_workbook(content, name, wanted, look_at)


def _from_workbook(content: bytes, name: str, wanted: str, look_at: int) -> Tried:
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(content))

        def rows(title: str) -> tuple[tuple[str, ...], ...]:
            sheet = book.get_sheet_by_name(title)
            cells = [[_text(cell) for cell in row] for row in sheet.to_python(False)]
            _fill_merged(cells, sheet.merged_cell_ranges or ())
            return tuple(map(tuple, cells))

        return _tried(book.sheet_names[:MOST_SHEETS], rows, wanted, look_at, name)
    except (CalamineError, ValueError, IndexError, OSError) as error:
        raise unreadable(f"not a readable spreadsheet: {error}", name, "not-spreadsheet") from error


def _tried(
    names: Sequence[str],
    rows: Callable[[str], tuple[tuple[str, ...], ...]],
    wanted: str,
    look_at: int,
    name: str,
) -> Tried:
    if not names:
        raise unreadable("no sheet in it", name, "empty")
    if wanted and wanted not in names:
        raise unreadable(f"no sheet {wanted[:40]!r}", name, "no-sheet", sheet=wanted[:40])
    tried = [wanted] if wanted else list(names[:look_at])
    return Tried(tuple(names), tuple(_bounded(Sheet(each, rows(each)), name) for each in tried))


def _bounded(sheet: Sheet, name: str) -> Sheet:
    if len(sheet.rows) > MOST_ROWS + 1:
        raise unreadable(f"more than {MOST_ROWS} rows", name, "too-many-rows", most=MOST_ROWS)
    if any(len(row) > MOST_COLUMNS for row in sheet.rows):
        raise unreadable(
            f"more than {MOST_COLUMNS} columns", name, "too-many-columns", most=MOST_COLUMNS
        )
    return sheet


Corner = tuple[int, int]


def _fill_merged(cells: list[list[str]], ranges: Sequence[tuple[Corner, Corner]]) -> None:
    """Give every row of a merged cell its value; what is merged across stands once."""
    for (top, left), (bottom, _) in ranges:
        if top < len(cells) and left < len(cells[top]):
            for row in cells[top + 1 : bottom + 1]:
                if left < len(row) and not row[left]:
                    row[left] = cells[top][left]


def _text(cell: object) -> str:
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime):
        return cell.date().isoformat()
    if isinstance(cell, date):
        return cell.isoformat()
    return str(cell)

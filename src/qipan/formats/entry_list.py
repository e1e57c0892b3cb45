"""Lists of entries from files of other programs: any sheet, any headings, mapped or guessed.

A file is read by its content. Columns that nobody knows are left out and named, unless a mapping
says what they are.
"""

from collections.abc import Mapping

from qipan.formats.lists.faults import MOST_BYTES, MOST_COLUMNS, MOST_ROWS
from qipan.formats.lists.headings import COLUMNS
from qipan.formats.lists.mapping import (
    AskedColumns,
    ListMapping,
    checked,
    guess_mapping,
    likeness,
)
from qipan.formats.lists.reading import (
    EntryList,
    Failed,
    LeftOut,
    Listed,
    read_list,
    with_repairs,
)
from qipan.formats.lists.sheets import read_sheets

__all__ = [
    "COLUMNS",
    "MOST_BYTES",
    "MOST_COLUMNS",
    "MOST_ROWS",
    "AskedColumns",
    "EntryList",
    "Failed",
    "LeftOut",
    "ListMapping",
    "Listed",
    "read_entry_list",
]


def read_entry_list(
    content: bytes,
    name: str,
    mapping: ListMapping | None = None,
    *,
    asked: AskedColumns | None = None,
    repairs: Mapping[str, str] | None = None,
) -> EntryList:
    """Read a file by its content. Raises BadInput if it is no such list or too big."""
    sheets = read_sheets(content, name, mapping.sheet if mapping else "", likeness)
    sheet = with_repairs(sheets.chosen, repairs or {})
    asked = asked or AskedColumns()
    used = mapping or guess_mapping(sheet, asked)
    return read_list(sheet, checked(used, asked, name), asked)

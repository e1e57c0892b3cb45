"""Packed folders (xlsx, ods): refused before anything is read if they would unpack to too much."""

import io
import re
import struct
import zipfile
import zlib
from xml.parsers.expat import ExpatError, ParserCreate

from qipan.formats.lists.faults import (
    MOST_COLUMNS,
    MOST_PARTS,
    MOST_ROWS,
    MOST_UNPACKED,
    unreadable,
)
from qipan.kernel.errors import BadInput

_REFERENCE = re.compile(r"([A-Z]*)([0-9]+)")
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    ExpatError,
    NotImplementedError,
    RuntimeError,
    OSError,
    EOFError,
    ValueError,
    struct.error,
)
SHEET = b"sheetData"
"""What every sheet has, wherever it lies in the folder."""


def is_ods(content: bytes, name: str) -> bool:
    """Say whether a packed folder is a sheet of an open document. Raises BadInput."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as folder:
            return "content.xml" in folder.namelist()
    except _BROKEN as error:
        raise _no_spreadsheet(error, name) from error


def part(content: bytes, wanted: str, name: str) -> bytes:
    """Unpack one part. Raises BadInput if it is too big or cannot be read."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as folder:
            return _unpacked(folder, folder.getinfo(wanted), name)
    except (*_BROKEN, KeyError) as error:
        raise _no_spreadsheet(error, name) from error


def check_xlsx(content: bytes, name: str) -> None:
    """Refuse what would unpack to too much, or claims cells far out. Raises BadInput."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as folder:
            parts = folder.infolist()
            if len(parts) > MOST_PARTS or sum(p.file_size for p in parts) > MOST_UNPACKED:
                raise unreadable(f"unpacks to more than {MOST_UNPACKED} bytes", name, "unpacks")
            for each in parts:
                unpacked = _unpacked(folder, each, name)
                if SHEET in unpacked or "worksheets/" in each.filename.lower():
                    _check_references(unpacked, name)
    except _BROKEN as error:
        raise _no_spreadsheet(error, name) from error


def _unpacked(folder: zipfile.ZipFile, each: zipfile.ZipInfo, name: str) -> bytes:
    if each.file_size > MOST_UNPACKED:
        raise unreadable(f"unpacks to more than {MOST_UNPACKED} bytes", name, "unpacks")
    with folder.open(each) as stream:
        unpacked = stream.read(each.file_size + 1)
    if len(unpacked) > each.file_size:
        raise unreadable("unpacks to more than it says", name, "unpacks")
    return unpacked


def _check_references(sheet: bytes, name: str) -> None:
    """Read a sheet as XML and refuse cells far out. Raises BadInput or ExpatError."""

    def begin(element: str, attributes: dict[str, str]) -> None:
        if element.rpartition(":")[2] not in ("c", "row"):
            return
        found = _REFERENCE.fullmatch(attributes.get("r", "").strip())
        if found is None:
            return
        if len(found[2]) > 7 or int(found[2]) > MOST_ROWS + 1:
            raise unreadable(f"more than {MOST_ROWS} rows", name, "too-many-rows", most=MOST_ROWS)
        if len(found[1]) > 2 or column_number(found[1]) > MOST_COLUMNS:
            raise unreadable(
                f"more than {MOST_COLUMNS} columns", name, "too-many-columns", most=MOST_COLUMNS
            )

    def refuse(*_: object) -> None:
        raise unreadable("declares entities", name, "not-spreadsheet")

    reader = ParserCreate()
    reader.StartElementHandler = begin
    reader.EntityDeclHandler = refuse
    reader.Parse(sheet, True)


def column_number(letters: str) -> int:
    """Count a column from 1: A, B, … Z, AA."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def column_letters(index: int) -> str:
    """Name a column by its letters; 0 is A."""
    letters = ""
    number = index + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def _no_spreadsheet(error: Exception, name: str) -> BadInput:
    return unreadable(f"not a readable spreadsheet: {error}", name, "not-spreadsheet")

"""Old spreadsheets (xls): refused before they are read if their cells lie far out.

Walks the OLE file to its stream of cells and looks at nothing but where each cell lies.
"""

from collections.abc import Iterator
from struct import error, unpack_from

from qipan.formats.lists.faults import MOST_COLUMNS, MOST_ROWS, unreadable

_CELLS = frozenset({0x0006, 0x00BD, 0x00BE, 0x00D6, 0x00FD, 0x0201, 0x0203, 0x0204, 0x0205, 0x027E})
_MANY = frozenset({0x00BD, 0x00BE})
"""Records of several cells in a row; the last two bytes say how far they go."""
_STREAMS = ("workbook", "book")
_END = 0xFFFFFFFA
_MINI = 0x1000


def check(content: bytes, name: str) -> None:
    """Refuse a file with cells far out. Raises BadInput."""
    try:
        for row, column in _places(_stream(content)):
            if row > MOST_ROWS:
                raise unreadable(
                    f"more than {MOST_ROWS} rows", name, "too-many-rows", most=MOST_ROWS
                )
            if column >= MOST_COLUMNS:
                raise unreadable(
                    f"more than {MOST_COLUMNS} columns", name, "too-many-columns", most=MOST_COLUMNS
                )
    except (error, IndexError) as short:
        raise unreadable("not a readable spreadsheet", name, "not-spreadsheet") from short


def _places(stream: bytes) -> Iterator[tuple[int, int]]:
    at = 0
    while at + 4 <= len(stream):
        kind, size = unpack_from("<HH", stream, at)
        if kind in _CELLS and size >= 4:
            row, column = unpack_from("<HH", stream, at + 4)
            if kind in _MANY:
                (column,) = unpack_from("<H", stream, at + 4 + size - 2)
            yield row, column
        at += 4 + size


def _stream(content: bytes) -> bytes:
    """Find the stream of cells, by the chains of sectors."""
    shift, first_directory = unpack_from("<H", content, 30)[0], unpack_from("<I", content, 48)[0]
    size = 1 << min(shift, 16)
    sectors = [each for each in unpack_from("<109I", content, 76) if each < _END]
    table: list[int] = []
    for sector in sectors:
        table += unpack_from(f"<{size // 4}I", content, (sector + 1) * size)
    directory = _chain(content, table, first_directory, size)
    for at in range(0, len(directory) - 127, 128):
        entry = directory[at : at + 128]
        length = min(unpack_from("<H", entry, 64)[0], 64)
        title = entry[: max(0, length - 2)].decode("utf-16-le", "replace").lower()
        start, extent = unpack_from("<II", entry, 116)
        if title in _STREAMS and extent >= _MINI:
            return _chain(content, table, start, size)[:extent]
    raise IndexError("no stream of cells")


def _chain(content: bytes, table: list[int], first: int, size: int) -> bytes:
    found, sector, left = [], first, len(table)
    while sector < _END and left > 0:
        found.append(content[(sector + 1) * size : (sector + 2) * size])
        sector, left = table[sector], left - 1
    return b"".join(found)

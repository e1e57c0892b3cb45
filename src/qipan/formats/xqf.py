"""XQF: files of the program XQStudio, plain (version 1.0) and scrambled (later ones). Read only.

A header of 1,024 bytes holds keys, the squares of the 32 pieces (ten times the file plus the rank,
from a0; more than 89 is captured), the result and text fields in GB 18030 with a length byte. Then
follow the nodes of the game tree, each with its squares, flags and perhaps a comment; a node's
continuation comes right after it and before the moves that vary it.

From version 11 on the squares are shifted by keys made from four bytes of the header, all bytes of
the tree by a repeated key of 32 bytes, and the length of a comment by one more key; from version 12
the list of pieces is also turned round by the first key.
"""

from typing import Final

import msgspec

from qipan.formats.record import Record
from qipan.formats.xiangqi import PIECE_ORDER, Lines, bad_byte, check_size
from qipan.kernel.errors import BadInput

ENDINGS = (".xqf",)

_TREE: Final = 0x400
_PIECES: Final = 0x10
_FIRST_MOVER: Final = 0x32
_RESULT: Final = 0x33
_FROM_SHIFT: Final = 24
_TO_SHIFT: Final = 32
_NEXT: Final = 0x80
_VARIED: Final = 0x40
_COMMENTED: Final = 0x20
_SEED: Final = b"[(C) Copyright Mr. Dong Shiwei.]"
_RESULTS: Final = {0: "*", 1: "1-0", 2: "0-1", 3: "1/2-1/2"}
_TEXTS: Final = {
    "Title": (0x50, 63),
    "Event": (0xD0, 63),
    "Date": (0x110, 15),
    "Site": (0x120, 15),
    "Red": (0x130, 15),
    "Black": (0x140, 15),
    "TimeControl": (0x150, 63),
    "RedTime": (0x190, 15),
    "BlackTime": (0x1A0, 15),
    "Annotator": (0x1D0, 15),
    "Author": (0x1E0, 15),
}


class _Keys(msgspec.Struct, frozen=True):
    """How a file is scrambled; all zero for a plain one."""

    plain: bool = True
    pieces: int = 0
    turned: int = 0
    """How far the list of pieces is turned round."""
    origin: int = 0
    target: int = 0
    comment: int = 0
    stream: bytes = bytes(32)


class _Node(msgspec.Struct, frozen=True):
    origin: int
    target: int
    goes_on: bool
    varied: bool
    """Whether another move instead of this one follows later."""
    comment: str
    end: int
    """Where the next node begins, counted from the start of the tree."""


def read(data: bytes, name: str) -> list[Record]:
    """Read the game of a file. Raises BadInput with the byte where it goes wrong."""
    check_size(data, name)
    if data[:2] != b"XQ":
        raise bad_byte("not an XQF file: it does not begin with XQ", name, 0)
    if len(data) < _TREE:
        raise bad_byte("the header of an XQF file has 1,024 bytes", name, len(data))
    keys = _keys(data)
    lines = Lines(_diagram(data, keys, name))
    _play(data, keys, lines, name)
    try:
        setup = lines.setup(red_first=data[_FIRST_MOVER] != 1)
    except BadInput as error:
        raise bad_byte(f"position: {error.what}", name, _PIECES) from error
    tags = {key: words for key, place in _TEXTS.items() if (words := _text(data, *place))}
    result = _RESULTS.get(data[_RESULT])
    return [lines.record(tags, result, setup)]


def _keys(data: bytes) -> _Keys:
    version, mask = data[2], data[3]
    if version <= 10:
        return _Keys()
    either, sources = data[8:12], data[12:16]
    checksum, first, second, third = sources
    pieces = _stretched(first) * first & 0xFF
    origin = _stretched(second) * pieces & 0xFF
    target = _stretched(third) * origin & 0xFF
    four = [source & mask | other for source, other in zip(sources, either, strict=True)]
    return _Keys(
        plain=False,
        pieces=pieces,
        turned=pieces + 1 if version >= 12 else 0,
        origin=origin,
        target=target,
        comment=(256 * checksum + first) % 32000 + 767,
        stream=bytes(letter & four[at % 4] for at, letter in enumerate(_SEED)),
    )


def _stretched(key: int) -> int:
    """Make the factor for a key byte: 54 times its square and 221 more."""
    return 54 * key * key + 221


def _diagram(data: bytes, keys: _Keys, name: str) -> dict[int, str]:
    pieces: dict[int, str] = {}
    for at in range(32):
        letter = PIECE_ORDER[(at + keys.turned) % 32]
        square = _square((data[_PIECES + at] - keys.pieces) & 0xFF)
        if square is None:
            continue
        if square in pieces:
            raise bad_byte("two pieces on one point", name, _PIECES + at)
        pieces[square] = letter
    return pieces


def _play(data: bytes, keys: _Keys, lines: Lines, name: str) -> None:
    """Follow the main line, then each variation that was promised, the last one first."""
    if len(data) == _TREE:
        return
    node = _node(data, keys, 0, name)
    lines.comment(node.comment)
    goes_on, line = node.goes_on, 0
    promised: list[tuple[int, int]] = []
    while goes_on or promised:
        begin = node.end
        node = _node(data, keys, begin, name)
        try:
            if not goes_on:
                line = lines.branch(*promised.pop())
            before = lines.length(line)
            lines.play(_square(node.origin), _square(node.target), line)
        except BadInput as error:
            raise bad_byte(error.what, name, _TREE + begin) from error
        lines.comment(node.comment, line)
        if node.varied:
            promised.append((line, before))
        goes_on = node.goes_on


def _node(data: bytes, keys: _Keys, at: int, name: str) -> _Node:
    head = _clear(data, keys, at, 4, name)
    flags, end, size = head[2], at + 4, 0
    if keys.plain or flags & _COMMENTED:
        size = int.from_bytes(_clear(data, keys, end, 4, name), "little") - keys.comment
        end += 4
        if size < 0:
            raise bad_byte("a comment of less than no length", name, _TREE + at + 4)
    comment = _clear(data, keys, end, size, name).decode("gb18030", "replace").strip("\0 \r\n")
    return _Node(
        origin=(head[0] - _FROM_SHIFT - keys.origin) & 0xFF,
        target=(head[1] - _TO_SHIFT - keys.target) & 0xFF,
        goes_on=bool(flags & (0xF0 if keys.plain else _NEXT)),
        varied=bool(flags & (0x0F if keys.plain else _VARIED)),
        comment=comment.replace("\r\n", "\n"),
        end=end + size,
    )


def _clear(data: bytes, keys: _Keys, at: int, size: int, name: str) -> bytes:
    """Give bytes of the tree, unscrambled. Raises BadInput past the end of the file."""
    begin = _TREE + at
    if begin + size > len(data):
        raise bad_byte("the file ends inside of a move", name, len(data))
    raw = data[begin : begin + size]
    if keys.plain:
        return raw
    return bytes((byte - keys.stream[(at + i) % 32]) & 0xFF for i, byte in enumerate(raw))


def _square(byte: int) -> int | None:
    """Turn ten times the file plus the rank into a square; None off the board."""
    file, rank = divmod(byte, 10)
    return 9 * rank + file if file < 9 else None


def _text(data: bytes, at: int, most: int) -> str:
    """Read a text field: a byte with its length, then the text."""
    size = min(data[at], most)
    return data[at + 1 : at + 1 + size].decode("gb18030", "replace").replace("\0", "").strip()

"""CBR and CBL: records and libraries of the program CCBridge (象棋桥). Read only.

A record has fixed text fields in UTF-16, a board of 90 bytes from the top left (16 plus kind for
Red, 32 plus kind for Black) and the nodes of the game tree from byte 2214: flags, a spare byte, the
two squares, and a comment if flagged. The first node is no move and carries the comment on the
start. A node's continuation comes right after it and before the moves that vary it. A library is a
list of records, each begun by the same mark.
"""

from typing import Final

from qipan.formats.record import Record
from qipan.formats.xiangqi import Lines, bad_byte, check_size
from qipan.kernel.errors import BadInput

ENDINGS = (".cbr", ".cbl")

_RECORD: Final = b"CCBridge Record\0"
_LIBRARY: Final = b"CCBridgeLibrary\0"
_RESULT: Final = 2076
_FIRST_MOVER: Final = 2112
_BOARD: Final = 2120
_TREE: Final = 2214
_ENDS: Final = 1
_VARIED: Final = 2
_COMMENTED: Final = 4
_KINDS: Final = " RNBAKCP"
_RESULTS: Final = {0: "*", 1: "1-0", 2: "0-1", 3: "1/2-1/2"}
_TEXTS: Final = {
    "Title": (180, 128),
    "Event": (692, 64),
    "Round": (756, 64),
    "Board": (852, 32),
    "Date": (884, 64),
    "Site": (948, 64),
    "TimeControl": (1012, 64),
    "Red": (1076, 64),
    "RedTeam": (1140, 64),
    "Black": (1300, 64),
    "BlackTeam": (1364, 64),
}


def read(data: bytes, name: str) -> list[Record]:
    """Read the game of a record or all of a library. Raises BadInput with the byte."""
    check_size(data, name)
    if data.startswith(_RECORD):
        return [_record(data, 0, len(data), name)]
    if not data.startswith(_LIBRARY):
        raise bad_byte("not a CCBridge file", name, 0)
    begins = []
    at = data.find(_RECORD)
    while at >= 0:
        begins.append(at)
        at = data.find(_RECORD, at + len(_RECORD))
    if not begins:
        raise bad_byte("a library without a record", name, len(data))
    ends = [*begins[1:], len(data)]
    return [_record(data, at, end, name) for at, end in zip(begins, ends, strict=True)]


def _record(data: bytes, begin: int, end: int, name: str) -> Record:
    """Read the record between two bytes."""
    if end - begin < _TREE:
        raise bad_byte(f"a record has at least {_TREE} bytes", name, end)
    lines = Lines(_diagram(data, begin, name))
    _play(data, begin, end, lines, name)
    try:
        setup = lines.setup(red_first=data[begin + _FIRST_MOVER] != 2)
    except BadInput as error:
        raise bad_byte(f"position: {error.what}", name, begin + _BOARD) from error
    tags = {}
    for key, (at, size) in _TEXTS.items():
        words = _utf16(data[begin + at : begin + at + size])
        if words:
            tags[key] = words
    result = _RESULTS.get(data[begin + _RESULT])
    return lines.record(tags, result, setup)


def _diagram(data: bytes, begin: int, name: str) -> dict[int, str]:
    pieces: dict[int, str] = {}
    for at in range(90):
        colour, kind = divmod(data[begin + _BOARD + at], 16)
        if colour not in (1, 2) or kind == 0:
            continue
        if kind > 7:
            raise bad_byte("no such piece", name, begin + _BOARD + at)
        letter = _KINDS[kind]
        pieces[9 * (9 - at // 9) + at % 9] = letter if colour == 1 else letter.lower()
    return pieces


def _play(data: bytes, begin: int, end: int, lines: Lines, name: str) -> None:
    """Follow the main line, then each variation that was promised, the last one first."""
    at = begin + _TREE
    if at == end:
        return
    flags, _, _, comment, at = _node(data, at, end, name)
    lines.comment(comment)
    goes_on, line = not flags & _ENDS, 0
    promised: list[tuple[int, int]] = []
    while (goes_on or promised) and at < end:
        here = at
        flags, origin, target, comment, at = _node(data, at, end, name)
        if origin == target:
            return  # Zeros after the last move.
        try:
            if not goes_on:
                line = lines.branch(*promised.pop())
            before = lines.length(line)
            lines.play(_square(origin), _square(target), line)
        except BadInput as error:
            raise bad_byte(error.what, name, here) from error
        lines.comment(comment, line)
        if flags & _VARIED:
            promised.append((line, before))
        goes_on = not flags & _ENDS


def _node(data: bytes, at: int, end: int, name: str) -> tuple[int, int, int, str, int]:
    """Read a node: flags, both squares, its comment, and where the next one begins."""
    if at + 4 > end:
        raise bad_byte("the file ends inside of a move", name, end)
    flags, _, origin, target = data[at : at + 4]
    at += 4
    if not flags & _COMMENTED:
        return flags, origin, target, "", at
    size = int.from_bytes(data[at : min(at + 4, end)], "little")
    if at + 4 + size > end:
        raise bad_byte("a comment longer than the file", name, at)
    return flags, origin, target, _utf16(data[at + 4 : at + 4 + size]), at + 4 + size


def _square(index: int) -> int | None:
    """Turn a place counted from the top left into a square; None off the board."""
    return 9 * (9 - index // 9) + index % 9 if index < 90 else None


def _utf16(raw: bytes) -> str:
    """Decode a text up to its first zero; odd bytes are marked."""
    text = raw.decode("utf-16-le", "replace").split("\0", 1)[0]
    return text.replace("\r\n", "\n").strip()

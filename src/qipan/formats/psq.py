"""PSQ: game files of the Gomocup tournament manager Piskvorky. Read only.

First line ``Piskvorky 20x20, 11:11, 0``; then a line ``x,y,milliseconds`` for each move, both
coordinates from 1, x to the right and y downwards; a line that is no move ends them (the players'
files and how it ended follow).
"""

import re
from typing import Final

from qipan.formats.record import Record
from qipan.games.gomoku.board import point_at, write_point
from qipan.kernel.errors import BadInput

ENDINGS = (".psq",)
MAX_BYTES: Final = 1024 * 1024
_HEAD: Final = re.compile(r"\s*piskvorky\s+(\d{1,2})x(\d{1,2})\s*,\s*[^,]*,\s*(\d{1,3})", re.I)
_MOVE: Final = re.compile(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,12})\s*")


def read(data: bytes, name: str) -> list[Record]:
    """Read the one game of a file. Raises BadInput with line and column."""
    if len(data) > MAX_BYTES:
        raise BadInput(f"longer than {MAX_BYTES} bytes", where=name)
    lines = data.decode("utf-8", "replace").splitlines()
    head = _HEAD.match(lines[0]) if lines else None
    if head is None:
        raise BadInput("no line 'Piskvorky WIDTHxHEIGHT, …'", where=name, line=1, column=1)
    size = int(head[1])
    if head[1] != head[2] or not 5 <= size <= 25:
        raise BadInput("expected a square board of 5 to 25 lines", where=name, line=1, column=11)
    moves: list[str] = []
    clocks: dict[int, str] = {}
    number = 1
    for number, line in enumerate(lines[1:], 2):
        found = _MOVE.fullmatch(line)
        if found is None:
            break
        column, row = int(found[1]) - 1, size - int(found[2])
        if not (0 <= column < size and 0 <= row < size):
            raise BadInput(f"not on the board: {line[:20]!r}", where=name, line=number, column=1)
        moves.append(write_point(size, point_at(size, column, row)))
        clocks[len(moves)] = found[3]
    rest = [line.strip() for line in lines[number - 1 :]] if len(moves) < len(lines) - 1 else []
    tags = dict(zip(("PB", "PW", "ending"), rest, strict=False))
    rules = {"size": size} | _win(int(head[3]))
    return [Record("gomoku", tuple(moves), rules=rules, tags=tags, clocks=clocks)]


def _win(bits: int) -> dict[str, str]:
    """Read the rule number of Gomocup: bit 1 exactly five, bit 4 renju, 0 freestyle."""
    if bits & 4:
        return {"win": "renju"}
    return {"win": "exactly-five"} if bits & 1 else {}

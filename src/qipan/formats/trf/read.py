"""Read a tournament report: TRF16, TRF-2026 and the XX and BB extensions.

Lines end in CR, LF or both. A record nobody knows is kept; one that is known but cannot be read
is named by line and column.
"""

import re

from qipan.formats.trf.columns import TrfLine
from qipan.formats.trf.model import (
    BLANK,
    FORFEITED,
    PLAYED,
    WITHOUT,
    TrfCell,
    TrfFile,
    TrfPlayer,
    TrfRecord,
)
from qipan.formats.trf.setup import SetupReader
from qipan.formats.trf.teams import TeamReader
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import FIRST, SECOND

_LINE_END = re.compile(r"\r\n|\r|\n")
_FIRST_CELL = 92
_CELL = 10
MOST_PLAYERS = 20_000
MOST_ROUNDS = 200
SEATS = {"w": FIRST, "b": SECOND, "-": None, "": None}


def decode(raw: bytes) -> str:
    """Turn bytes into text: UTF-8, else Windows' western code page, as older programs write."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


def read_trf(text: str, name: str = "") -> TrfFile:
    """Read a whole file. Raises BadInput with line and column."""
    players: list[TrfPlayer] = []
    records: list[TrfRecord] = []
    numbers: set[int] = set()
    setup, teams = SetupReader(), TeamReader()
    for number, content in enumerate(_LINE_END.split(text), 1):
        if not content.strip():
            continue
        line = TrfLine(name, number, content.rstrip())
        if content.startswith("001"):
            player = _player(line)
            if player.number in numbers:
                raise line.bad(f"number {player.number} stands twice", 5)
            numbers.add(player.number)
            players.append(player)
            if len(players) > MOST_PLAYERS:
                raise line.bad(f"more than {MOST_PLAYERS} players", 1)
        else:
            records.append(TrfRecord(content[:3], line.text[4:], number))
            setup.take(line)
            teams.take(line)
    if not players:
        raise BadInput("no player record (001) in the file", where=name, code="trf.bad")
    players.sort(key=lambda player: player.number)
    return TrfFile(name, tuple(players), setup.finish(), tuple(records), teams.finish())


def _player(line: TrfLine) -> TrfPlayer:
    number = line.whole(4, 8, "the pairing number")
    if number == 0:
        raise line.bad("the pairing number must not be 0", 5)
    rating = line.whole(49, 52, "the rating", 0)
    return TrfPlayer(
        number=number,
        name=line.cut(15, 47),
        rating=rating or None,
        federation=line.cut(54, 56),
        sex=line.cut(10, 10),
        title=line.cut(11, 13),
        fide_id=line.cut(58, 68),
        birth=line.cut(70, 79),
        points=line.points(80, 84, "the points") if line.cut(80, 84) else None,
        rank=line.whole(86, 89, "the rank", 0) or None,
        cells=_cells(line, number),
        line=line.number,
    )


def _cells(line: TrfLine, number: int) -> tuple[TrfCell, ...]:
    cells: list[TrfCell] = []
    text = line.text
    for start in range(_FIRST_CELL, len(text) + 1, _CELL):
        part = text[start - 1 : start + 9]
        cells.append(_cell(line, start, part, number) if part.strip() else BLANK)
    if len(cells) > MOST_ROUNDS:
        raise line.bad(f"more than {MOST_ROUNDS} rounds", _FIRST_CELL + _CELL * MOST_ROUNDS)
    return tuple(cells)


def _cell(line: TrfLine, start: int, part: str, number: int) -> TrfCell:
    who, colour, result = part[:4].strip(), part[5:6].strip().lower(), part[7:8].strip().upper()
    if who and not (who.isascii() and who.isdigit()):
        raise line.bad(f"the opponent is not a number: {who!r}", start)
    if part[4:5].strip() or part[6:7].strip() or part[8:].strip():
        raise line.bad(f"the round does not keep to its columns: {part!r}", start)
    if colour not in SEATS:
        raise line.bad(f"the colour is not w, b or -: {colour!r}", start + 5)
    opponent = int(who or 0)
    if opponent == number:
        raise line.bad("a player cannot meet himself", start)
    if opponent:
        if result not in PLAYED and result not in FORFEITED:
            raise line.bad(f"not a result against an opponent: {result!r}", start + 7)
        if SEATS[colour] is None and result in PLAYED:
            raise line.bad("a played game needs a colour", start + 5)
    elif result not in WITHOUT and result not in FORFEITED and result:
        raise line.bad(f"not a result without an opponent: {result!r}", start + 7)
    return TrfCell(opponent, SEATS[colour], result)

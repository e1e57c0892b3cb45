"""DhtmlXQ: the bracketed text that web boards for xiangqi pass around.

``[DhtmlXQ_name]value[/DhtmlXQ_name]``, inside ``[DhtmlXQ] … [/DhtmlXQ]`` when a file holds several
games. ``binit`` lists the squares of the 32 pieces as two digits each, column then row from the top
left, 99 for a captured piece; ``movelist`` has four digits a move. Who moves first is not written:
it is seen from the first move, or from ``fen`` if there is one. ``move_P_N_M`` is variation M: it
leaves line P (0 is the main one) with the N-th move of the game. ``commentN`` and ``commentM_N``
stand after the N-th move.
"""

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Final, NamedTuple

from qipan.formats.record import Record
from qipan.formats.xiangqi import (
    PIECE_ORDER,
    RESULT_NAMES,
    Lines,
    Places,
    begin_board,
    decode,
    pieces_only,
    renamed,
    result_of,
    setup_of,
)
from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.squares import read_move
from qipan.kernel.errors import BadInput

ENDINGS = (".dhtmlxq", ".ubb")

_OPEN: Final = re.compile(r"\[DhtmlXQ(?:_([A-Za-z0-9_]{1,40}))?\]", re.IGNORECASE)
_COMMENT: Final = re.compile(r"comment(?:(\d{1,6})_)?(\d{1,6})")
_VARIATION: Final = re.compile(r"move_(\d{1,6})_(\d{1,6})_(\d{1,6})")
_NAME: Final = re.compile(r"[A-Za-z0-9_]{1,40}")
_TOLD: Final = frozenset(("binit", "movelist", "fen", "result"))
_CAPTURED: Final = 99


class _Field(NamedTuple):
    value: str
    offset: int


def read(data: bytes, name: str) -> list[Record]:
    """Read every game of a file. Raises BadInput with line and column."""
    places = Places(decode(data, name), name)
    games = [_record(places, fields) for fields in _games(places)]
    if not games:
        raise BadInput("there is no [DhtmlXQ_…] field in it", where=name, line=1, column=1)
    return games


def _games(places: Places) -> Iterator[dict[str, _Field]]:
    """Give the fields of each game; a bare ``[DhtmlXQ]`` begins another."""
    text = places.text
    fields: dict[str, _Field] = {}
    openings = list(_OPEN.finditer(text))
    for found, following in zip_longest(openings, openings[1:]):
        if found[1] is None:
            if fields:
                yield fields
            fields = {}
            continue
        limit = following.start() if following else len(text)
        fields.setdefault(found[1].lower(), _Field(*_value(text, found, limit)))
    if fields:
        yield fields


def _value(text: str, found: re.Match[str], limit: int) -> tuple[str, int]:
    """Give the value of a field and its place; one that is not closed ends with its line."""
    value = text[found.end() : limit]
    close = value.lower().find(f"[/dhtmlxq_{found[1].lower()}]")
    if close < 0:
        close = value.find("\n") if "\n" in value else len(value)
    return value[:close], found.end()


class _Start(NamedTuple):
    """Where a line is collected, and before which move of the game it begins, counted from 0."""

    line: int
    begin: int


def _record(places: Places, fields: dict[str, _Field]) -> Record:
    lines = Lines(_diagram(places, fields["binit"]) if "binit" in fields else None)
    if "movelist" in fields:
        _play(places, fields["movelist"], lines, 0)
    where = fields.get("fen") or fields.get("binit") or fields.get("movelist")
    try:
        setup = setup_of(fields["fen"].value) if "fen" in fields else lines.setup()
    except BadInput as error:
        raise places.bad(f"position: {error.what}", where.offset if where else 0) from error
    starts = _variations(places, fields, lines)
    tags = {}
    for key, field in fields.items():
        words = field.value.replace("||", "\n").strip()
        if found := _COMMENT.fullmatch(key):
            start = starts.get(int(found[1] or 0))
            if start is not None:
                lines.comment(words, start.line, int(found[2]) - start.begin)
        elif not _VARIATION.fullmatch(key) and key not in _TOLD and words:
            tags[key] = field.value.strip()
    result = result_of(fields["result"].value) if "result" in fields else None
    return lines.record(tags, result, setup)


def _variations(places: Places, fields: dict[str, _Field], lines: Lines) -> dict[int, _Start]:
    """Play the variations in the order of their numbers; say where each line is."""
    starts = {0: _Start(0, 0)}
    found = [(_VARIATION.fullmatch(key), field) for key, field in fields.items()]
    numbered = [(int(key[3]), int(key[1]), int(key[2]), field) for key, field in found if key]
    for number, parent, move, field in sorted(numbered):
        if parent not in starts or number in starts or move < 1:
            raise places.bad("a variation of an unknown line, or one told twice", field.offset)
        start = starts[parent]
        try:
            line = lines.branch(start.line, move - 1 - start.begin)
        except BadInput as error:
            raise places.bad(error.what, field.offset) from error
        starts[number] = _Start(line, move - 1)
        _play(places, field, lines, line)
    return starts


def _diagram(places: Places, field: _Field) -> dict[int, str]:
    digits = field.value.strip()
    offset = field.offset + len(field.value) - len(field.value.lstrip())
    if len(digits) != 64 or not (digits.isascii() and digits.isdigit()):
        raise places.bad("binit has 64 digits, two for each piece", offset)
    pieces: dict[int, str] = {}
    for index, letter in enumerate(PIECE_ORDER):
        pair = int(digits[2 * index : 2 * index + 2])
        if pair == _CAPTURED:
            continue
        square = _square(pair)
        if square is None or square in pieces:
            raise places.bad(f"binit: {pair:02} is no free point", offset + 2 * index)
        pieces[square] = letter
    return pieces


def _play(places: Places, field: _Field, lines: Lines, line: int) -> None:
    digits = field.value.rstrip()
    begin = len(digits) - len(digits.lstrip())
    for at in range(begin, len(digits), 4):
        four = digits[at : at + 4]
        if len(four) < 4 or not (four.isascii() and four.isdigit()):
            raise places.bad("movelist has four digits a move", field.offset + at)
        try:
            lines.play(_square(int(four[:2])), _square(int(four[2:])), line)
        except BadInput as error:
            raise places.bad(error.what, field.offset + at) from error


def _square(pair: int) -> int | None:
    """Turn column and row from the top left into a square; None outside of the board."""
    column, row = divmod(pair, 10)
    return 9 * (9 - row) + column if column < 9 else None


def _pair(square: int) -> str:
    return f"{square % 9}{9 - square // 9}"


def write(record: Record) -> bytes:
    """Write one game with its variations. Raises BadInput if a header cannot be written."""
    record = pieces_only(record)
    board = begin_board(record)
    fields = renamed(record.tags, to_pgn=False)
    fields = {name: value for name, value in fields.items() if name.lower() not in _TOLD}
    if record.result is not None:
        fields["result"] = RESULT_NAMES.get(record.result, record.result)
    if "fen" in record.setup:
        fields["fen"] = record.setup["fen"]
    fields["binit"] = _binit(board)
    fields["movelist"] = _digits(record.moves)
    fields |= {f"comment{at}": words for at, words in sorted(record.comments.items())}
    begins = [0]
    for number, branch in enumerate(record.branches, 1):
        begins.append(begins[branch.of] + branch.after)
        fields[f"move_{branch.of}_{begins[-1] + 1}_{number}"] = _digits(branch.moves)
        for at, words in sorted(branch.comments.items()):
            fields[f"comment{number}_{begins[-1] + at}"] = words
    lines = [_line(name, value) for name, value in fields.items()]
    return "\n".join(["[DhtmlXQ]", *lines, "[/DhtmlXQ]", ""]).encode()


def _digits(moves: tuple[str, ...]) -> str:
    numbers = [read_move(text) for text in moves]
    return "".join(_pair(move >> 7) + _pair(move & 127) for move in numbers)


def _binit(board: Board) -> str:
    """List the pieces; Red's from Red's right, Black's from Black's right."""
    squares: dict[str, list[int]] = {}
    for square, _, _ in board.pieces():
        squares.setdefault(board.letter(square), []).append(square)
    for letter, found in squares.items():
        found.sort(key=lambda square: (square % 9, square // 9), reverse=letter.islower())
    return "".join(
        _pair(squares[letter].pop()) if squares.get(letter) else str(_CAPTURED)
        for letter in PIECE_ORDER
    )


def _line(name: str, value: str) -> str:
    if not _NAME.fullmatch(name):
        raise BadInput(f"{name[:40]!r} cannot be the name of a field")
    words = value.strip().replace("\r", "").replace("\n", "||")
    words = re.sub(r"\[(?=/?DhtmlXQ)", "［", words, flags=re.IGNORECASE)
    return f"[DhtmlXQ_{name}]{words}[/DhtmlXQ_{name}]"

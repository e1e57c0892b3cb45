"""Writing PGN: one game, a round a line, in the notation asked for."""

import re
from collections.abc import Iterator
from typing import Final

from qipan.formats.pgn.reading import TOLD
from qipan.formats.record import Record
from qipan.formats.xiangqi import begin_board, known_result, renamed, side_word
from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.notation import (
    Notation,
    notation_named,
    possible_moves,
    write_notation,
)
from qipan.games.xiangqi.squares import RED, read_move
from qipan.kernel.errors import BadInput

_FIRST: Final = ("Event", "Site", "Date", "Round", "Red", "Black")
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
_FORMATS: Final = {
    Notation.CHINESE: "Chinese",
    Notation.TRADITIONAL: "Traditional",
    Notation.WXF: "WXF",
    Notation.ICCS: "ICCS",
    Notation.UCCI: "UCCI",
}


def write(record: Record, notation: str | None = None) -> bytes:
    """Write one game in the notation asked for, else the record's own, else Chinese.

    Raises Unknown on a wrong notation and BadInput if a move cannot be written because the pieces
    do not move so.
    """
    chosen = _notation(record, notation)
    result = record.result or "*"
    tags = renamed(record.tags, to_pgn=True)
    order = [name for name in _FIRST if name in tags] + [n for n in tags if n not in _FIRST]
    lines = [_tag("Game", "Chinese Chess")]
    lines += [_tag(name, tags[name]) for name in order if name not in TOLD and name != "Format"]
    lines.append(_tag("Result", result))
    if "fen" in record.setup:
        lines.append(_tag("FEN", record.setup["fen"]))
    lines += [_tag("Format", _FORMATS[chosen]), ""]
    lines += _movetext(record, chosen)
    lines.append(known_result(result) or "*")
    return ("\n".join(lines) + "\n").encode()


def _notation(record: Record, asked: str | None) -> Notation:
    if asked is not None:
        return notation_named(asked)
    own = record.tags.get("Format", "").lower()
    return next((each for each in _FORMATS if each == own), Notation.CHINESE)


def _movetext(record: Record, notation: Notation) -> Iterator[str]:
    board = begin_board(record)
    if 0 in record.comments:
        yield _comment(record.comments[0])
    number, line = 1, ""
    for ply, text in enumerate(record.moves, 1):
        red = board.turn == RED
        if not line:
            line = f"{number:3}." if red else f"{number:3}. ..."
        line += f" {_move(board, text, ply, notation)}"
        if not red or ply in record.comments or ply == len(record.moves):
            yield line
            line = ""
        if ply in record.comments:
            yield _comment(record.comments[ply])
        number += not red


def _move(board: Board, text: str, ply: int, notation: Notation) -> str:
    """Write a move and play it on the board."""
    move = read_move(text)
    if board.king(board.turn) < 0 or move not in possible_moves(board):
        side = side_word(board.turn)
        raise BadInput(f"move {ply} cannot be written: {text} is no move of {side}'s pieces")
    words = write_notation(board, move, notation)
    board.make(move)
    return words


def _tag(name: str, value: str) -> str:
    if not _NAME.fullmatch(name):
        raise BadInput(f"{name[:40]!r} cannot be the name of a tag")
    words = " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{words}"]'


def _comment(text: str) -> str:
    # PGN has no way to write a closing brace inside a comment.
    return "{" + text.strip().replace("}", "｝") + "}"

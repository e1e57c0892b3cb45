"""Writing PGN: one game, a round a line, in the notation asked for."""

import re
from collections.abc import Iterator
from typing import Final

from qipan.formats.pgn.reading import TOLD
from qipan.formats.record import Branch, Record
from qipan.formats.xiangqi import (
    DEEPEST,
    begin_board,
    known_result,
    pieces_only,
    renamed,
    side_word,
)
from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.notation import Notation, notation_named, possible_moves, write_notation
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
    Notation.ALGEBRAIC: "Algebraic",
}


def write(record: Record, notation: str | None = None) -> bytes:
    """Write one game in the notation asked for, else the record's own, else Chinese.

    Raises Unknown on a wrong notation and BadInput if a move cannot be written because the pieces
    do not move so.
    """
    record = pieces_only(record)
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
    lines += _Writer(record, chosen).main(begin_board(record))
    lines.append(known_result(result) or "*")
    return ("\n".join(lines) + "\n").encode()


def _notation(record: Record, asked: str | None) -> Notation:
    if asked is not None:
        return notation_named(asked)
    own = record.tags.get("Format", "").lower()
    return next((each for each in _FORMATS if each == own), Notation.CHINESE)


class _Writer:
    """Writes the lines of one game."""

    def __init__(self, record: Record, notation: Notation) -> None:
        self.lines: list[Record | Branch] = [record, *record.branches]
        self.notation = notation
        self.varied: dict[tuple[int, int], list[int]] = {}
        for number, branch in enumerate(record.branches, 1):
            if not (branch.of < number and branch.after < len(self.lines[branch.of].moves)):
                raise BadInput(f"variation {number} does not take the place of a move")
            self.varied.setdefault((branch.of, branch.after), []).append(number)

    def main(self, board: Board) -> Iterator[str]:
        """Write the main line: a round a line, comments and variations on their own."""
        if self.lines[0].comments.get(0):
            yield _comment(self.lines[0].comments[0])
        line = ""
        for move, notes in self.words(0, board, 1, 0):
            line = f"{line} {move}" if line else move
            red = board.turn != RED
            if notes or not red:
                yield line
                yield from notes
                line = ""
        if line:
            yield line

    def words(
        self, number: int, board: Board, first: int, depth: int
    ) -> Iterator[tuple[str, list[str]]]:
        """Give each move of a line with its number, and what stands after it; play it."""
        line, told = self.lines[number], False
        for index, text in enumerate(line.moves):
            others = self.varied.get((number, index), [])
            before = board.copy() if others else board
            red = board.turn == RED
            head = f"{first}. " if red else "" if told else f"{first}. ... "
            move = head + _move(board, text, index + 1, self.notation)
            notes = [_comment(line.comments[index + 1])] if index + 1 in line.comments else []
            notes += [self.variation(other, before, first, depth + 1) for other in others]
            yield move, notes
            told = red and not notes
            first += not red

    def variation(self, number: int, board: Board, first: int, depth: int) -> str:
        """Write a variation in brackets."""
        if depth > DEEPEST:
            raise BadInput(f"variations within variations, more than {DEEPEST} deep")
        line = self.lines[number]
        words = [_comment(line.comments[0])] if line.comments.get(0) else []
        for move, notes in self.words(number, board.copy(), first, depth):
            words += [move, *notes]
        return f"({' '.join(words)})"


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

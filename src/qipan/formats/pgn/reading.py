"""Reading PGN: tokens become games on a board."""

import re
from collections.abc import Iterator
from typing import Any, Final

from qipan.formats.pgn.tokens import Kind, tag_name, tag_value, tokens
from qipan.formats.record import Record
from qipan.formats.xiangqi import (
    Places,
    begin_board,
    decode,
    known_result,
    result_of,
    setup_of,
    side_word,
)
from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.notation import Misread, read_notation
from qipan.games.xiangqi.squares import write_move
from qipan.kernel.errors import BadInput

# A number may be glued to its move; "15.6" is a pawn's move and not the fifteenth.
_NUMBER: Final = re.compile(r"\d{1,4}[.．。、]+(?=\D|$|\d[\d=+.-]{3})|\d{1,4}$|[.…．]+")
_MARKS: Final = "!?！？"
TOLD: Final = frozenset(("Game", "FEN", "SetUp", "Result"))
"""Tags that the record itself tells."""
_HEADS: Final = frozenset(("Game", "Event"))
"""Tags that begin another game if they come again, even without a move between."""


def read(data: bytes, name: str) -> list[Record]:
    """Read every game of a file. Raises BadInput with line and column."""
    places = Places(decode(data, name), name)
    games = list(_games(places))
    if not games:
        raise BadInput("there is no game in it", where=name, line=1, column=1)
    return games


def _games(places: Places) -> Iterator[Record]:
    draft = _Draft(places)
    for token in tokens(places):
        ends = False
        if token.kind is Kind.TAG:
            name = tag_name(token)
            if draft.begun or (name in _HEADS and name in draft.seen):
                yield draft.record()
                draft = _Draft(places)
            draft.tag(name, tag_value(token), token.offset)
        elif token.kind is Kind.COMMENT:
            draft.comment(token.text)
        else:
            ends = draft.word(token.text, token.offset)
        if ends:
            yield draft.record()
            draft = _Draft(places)
    if not draft.empty:
        yield draft.record()


class _Draft:
    """The game being read."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.tags: dict[str, str] = {}
        self.setup: dict[str, Any] = {}
        self.board: Board | None = None
        self.moves: list[str] = []
        self.comments: dict[int, str] = {}
        self.result: str | None = None
        self.seen: set[str] = set()
        self.empty = True
        self.begun = False
        """Whether the movetext began: a tag now belongs to the next game."""

    def tag(self, name: str, value: str, offset: int) -> None:
        """Take a header. Raises BadInput on a wrong FEN."""
        self.empty = False
        self.seen.add(name)
        if name == "FEN":
            try:
                self.setup = setup_of(value)
            except BadInput as error:
                raise self.places.bad(f"FEN: {error.what}", offset) from error
        elif name == "Result":
            self.result = result_of(value)
        elif name not in TOLD:
            self.tags[name] = value

    def comment(self, text: str) -> None:
        """Take a comment; several in one place become one."""
        at, words = len(self.moves), text.strip()
        if words:
            self.comments[at] = f"{self.comments[at]}\n{words}" if at in self.comments else words

    def word(self, text: str, offset: int) -> bool:
        """Take a result, a number or a move; say whether the game ends here."""
        result = known_result(text)
        if result is not None:
            ends = not self.empty
            self.result = self.result or result
            return ends
        at = 0
        while number := _NUMBER.match(text, at):
            at = number.end()
        move = text[at:].rstrip(_MARKS)
        if move:
            self._move(move, offset + at)
        return False

    def _move(self, text: str, offset: int) -> None:
        self.empty, self.begun = False, True
        if self.board is None:
            self.board = begin_board(Record("xiangqi", (), setup=self.setup))
        board, number = self.board, len(self.moves) + 1
        if board.king(board.turn) < 0:
            raise self.places.bad(f"move {number} after a king was taken", offset)
        try:
            move = read_notation(board, text, exposing=True)
        except Misread as error:
            what = f"move {number} ({side_word(board.turn)}): {error.what}"
            raise self.places.bad(what, offset, error.code) from error
        board.make(move)
        self.moves.append(write_move(move))

    def record(self) -> Record:
        """Give the finished game."""
        return Record(
            "xiangqi",
            tuple(self.moves),
            setup=self.setup,
            tags=self.tags,
            result=self.result,
            comments=self.comments,
        )

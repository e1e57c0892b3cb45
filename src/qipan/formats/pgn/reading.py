"""Reading PGN: tokens become games on a board."""

from collections.abc import Iterator
from typing import Any, Final

from qipan.formats.pgn.lines import LineReader
from qipan.formats.pgn.tokens import Token, TokenKind, tag_name, tag_value, tokens
from qipan.formats.record import Record
from qipan.formats.xiangqi import Places, begin_board, decode, known_result, result_of, setup_of
from qipan.games.xiangqi.board import Board
from qipan.kernel.errors import BadInput

TOLD: Final = frozenset(("Game", "FEN", "SetUp", "Result"))
"""Tags that the record itself tells."""
UNTOLD = "--"
"""Stands for a move that is not told, as some programs write it."""
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
        if token.kind is TokenKind.TAG:
            name = tag_name(token)
            if draft.begun or (name in _HEADS and name in draft.seen):
                yield draft.record()
                draft = _Draft(places)
            draft.tag(name, tag_value(token), token.offset)
        elif draft.movetext(token):
            yield draft.record()
            draft = _Draft(places)
    if not draft.empty:
        yield draft.record()


class _Draft:
    """The game being read."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.tags: dict[str, str] = {}
        self.seen: set[str] = set()
        self.setup: dict[str, Any] = {}
        self.result: str | None = None
        self.lines: LineReader | None = None
        self.broken_off = False
        """A move that is not told stood in the main line: what follows it cannot be played."""

    @property
    def begun(self) -> bool:
        """Say whether there are moves: a tag now belongs to the next game."""
        return self.lines is not None and self.lines.begun

    @property
    def empty(self) -> bool:
        """Say whether there is nothing that makes a game yet."""
        return not self.seen and not self.begun

    def tag(self, name: str, value: str, offset: int) -> None:
        """Take a header. Raises BadInput on a wrong FEN."""
        self.seen.add(name)
        if name == "FEN":
            try:
                self.setup = setup_of(value)
            except BadInput as error:
                raise self.places.bad(f"FEN: {error.what}", offset) from error
            if self.lines is not None:
                self.lines.restart(self._board())
        elif name == "Result":
            self.result = result_of(value)
        elif name not in TOLD:
            self.tags[name] = value

    def movetext(self, token: Token) -> bool:
        """Take what is no tag; say whether the game ends here."""
        lines = self._begin()
        result = None
        if token.kind is TokenKind.WORD and not lines.depth:
            result = known_result(token.text)
        if result is not None:
            ends = not self.empty
            self.result = self.result or result
            return ends
        if token.text == UNTOLD and token.kind is TokenKind.WORD and not lines.depth:
            self.broken_off = True
            lines.take(Token(TokenKind.COMMENT, UNTOLD, token.offset))
        elif not self.broken_off:
            lines.take(token)
        return False

    def _begin(self) -> LineReader:
        if self.lines is None:
            self.lines = LineReader(self._board(), self.places)
        return self.lines

    def _board(self) -> Board:
        return begin_board(Record("xiangqi", (), setup=self.setup))

    def record(self) -> Record:
        """Give the finished game."""
        main, branches = self._begin().finished()
        return Record(
            "xiangqi",
            tuple(main.moves),
            setup=self.setup,
            tags=self.tags,
            result=self.result,
            comments=main.comments,
            branches=branches,
        )

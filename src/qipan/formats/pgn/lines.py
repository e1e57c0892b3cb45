"""The lines of a PGN game: moves are played on a board, brackets begin and end variations.

A variation takes the place of the move before it. Words in brackets that are no moves, as notes
often are, stay as they stand: a comment of the line around them.
"""

import re
from typing import Final

from qipan.formats.pgn.tokens import Token, TokenKind
from qipan.formats.record import Branch
from qipan.formats.xiangqi import MOST_MOVES, Places, side_word
from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.notation import Misread, read_notation
from qipan.games.xiangqi.squares import write_move
from qipan.kernel.errors import BadInput

# A number may be glued to its move; "15.6" is a pawn's move and not the fifteenth.
_NUMBER: Final = re.compile(r"\d{1,4}[.．。、]+(?=\D|$|\d[\d=+.-]{3})|\d{1,4}$|[.…．]+")
_MARKS: Final = "!?！？"


class _Line:
    """One line, and the board at its end."""

    def __init__(self, of: int, after: int, board: Board) -> None:
        self.of, self.after, self.board = of, after, board
        self.moves: list[str] = []
        self._comments: dict[int, list[str]] = {}
        self.last: tuple[int, int] | None = None
        """The last move and what it took."""

    def comment(self, text: str) -> None:
        """Take a comment; several in one place become one."""
        words = text.strip()
        if words:
            self._comments.setdefault(len(self.moves), []).append(words)

    @property
    def comments(self) -> dict[int, str]:
        """Give the comments by the number of moves before them."""
        return {at: "\n".join(words) for at, words in self._comments.items()}


class _Open:
    """A bracket that is open: a variation, or words if ``line`` is None."""

    def __init__(self, offset: int, line: int | None, mark: int) -> None:
        self.offset, self.line, self.mark = offset, line, mark


class LineReader:
    """Takes the tokens of one game's movetext."""

    def __init__(self, board: Board, places: Places) -> None:
        """Begin at a board, which is played on."""
        self.places = places
        self._lines = [_Line(0, 0, board)]
        self._open: list[_Open] = []
        self._moves = 0

    @property
    def begun(self) -> bool:
        """Say whether the main line has a move."""
        return bool(self._lines[0].moves)

    @property
    def depth(self) -> int:
        """Count the brackets that are open."""
        return len(self._open)

    def take(self, token: Token) -> None:
        """Take a token. Raises BadInput with its place on a wrong move of the main line."""
        if token.kind is TokenKind.OPEN:
            self._begin(token.offset)
        elif token.kind is TokenKind.CLOSE:
            self._end(token.offset)
        elif self._open and self._open[-1].line is None:
            return
        elif token.kind is TokenKind.COMMENT:
            self._line().comment(token.text)
        else:
            self._word(token)

    def restart(self, board: Board) -> None:
        """Begin at another board, before the first move."""
        self._lines[0].board = board

    def finished(self) -> tuple[_Line, tuple[Branch, ...]]:
        """Give the main line and the branches."""
        branches = [
            Branch(line.of, line.after, tuple(line.moves), comments=line.comments)
            for line in self._lines[1:]
        ]
        return self._lines[0], tuple(branches)

    def _line(self) -> _Line:
        number = self._open[-1].line if self._open else 0
        return self._lines[number or 0]

    def _begin(self, offset: int) -> None:
        """Begin a variation, or words where there is no move to vary."""
        mark = len(self._lines)
        if self._open and self._open[-1].line is None:
            self._open.append(_Open(offset, None, mark))
            return
        number = (self._open[-1].line if self._open else 0) or 0
        line = self._lines[number]
        if line.last is None:
            self._open.append(_Open(offset, None, mark))
            return
        board = line.board.copy()
        board.unmake(*line.last)
        self._lines.append(_Line(number, len(line.moves) - 1, board))
        self._open.append(_Open(offset, mark, mark))

    def _only_words(self) -> None:
        """Take back the innermost variation: it has words that are no moves."""
        self._open[-1].line = None
        del self._lines[self._open[-1].mark :]

    def _end(self, offset: int) -> None:
        closed = self._open.pop()
        if closed.line is not None and not self._lines[closed.line].moves:
            del self._lines[closed.mark :]
            closed.line = None
        if closed.line is None and not (self._open and self._open[-1].line is None):
            words = self.places.text[closed.offset + 1 : offset]
            words = words.replace("{", "").replace("}", "").strip()
            self._line().comment(f"({words})" if words else "")

    def _word(self, token: Token) -> None:
        """Take a number, a move, or both."""
        text, at = token.text, 0
        while number := _NUMBER.match(text, at):
            at = number.end()
        word = text[at:].rstrip(_MARKS)
        if not word:
            return
        try:
            self._move(word)
        except BadInput as error:
            if not self._open:
                raise self.places.bad(error.what, token.offset + at, error.code) from error
            self._only_words()

    def _move(self, text: str) -> None:
        line = self._line()
        board, number = line.board, len(line.moves) + 1
        if board.king(board.turn) < 0:
            raise BadInput(f"move {number} after a king was taken")
        self._moves += 1
        if self._moves > MOST_MOVES:
            raise BadInput(f"a game has at most {MOST_MOVES} moves")
        try:
            move = read_notation(board, text, exposing=True)
        except Misread as error:
            what = f"move {number} ({side_word(board.turn)}): {error.what}"
            raise BadInput(what, code=error.code) from error
        line.last = (move, board.make(move))
        line.moves.append(write_move(move))

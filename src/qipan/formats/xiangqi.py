"""What the record files of xiangqi share: text, diagrams, lines of moves, tags and results.

Files that write moves as squares are only checked for making sense as a record: every move starts
on a piece. Whether the moves are legal is for the replay to say, so that a record of a game that
went wrong can still be read and judged.
"""

from typing import Any, Final

from qipan.formats.record import Record
from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.fen import START, parse_fen, start_board, write_fen
from qipan.games.xiangqi.squares import RED, write_square
from qipan.kernel.errors import BadInput

PIECE_ORDER: Final = "RNBAKABNRCCPPPPPrnbakabnrccppppp"
"""The 32 pieces in the order in which files list their squares."""
LARGEST: Final = 64 * 1024 * 1024
"""Bytes of the largest file that is read."""

_RESULTS: Final = {
    "1-0": "1-0 红胜 紅勝 红先胜 紅先勝 先胜 先勝 红方胜 紅方勝",
    "0-1": "0-1 黑胜 黑勝 红先负 紅先負 先负 先負 黑方胜 黑方勝",
    "1/2-1/2": "1/2-1/2 1/2 0.5-0.5 和棋 和局 和 先和 红先和 紅先和 平局",
    "*": "* 未知 不明 未完",
}
_RESULT_OF: Final = {word: result for result, words in _RESULTS.items() for word in words.split()}
RESULT_NAMES: Final = {"1-0": "红胜", "0-1": "黑胜", "1/2-1/2": "和棋", "*": "未知"}

TAG_NAMES: Final = {
    "Title": "title",
    "Event": "event",
    "Site": "place",
    "Date": "date",
    "Round": "round",
    "Board": "table",
    "Red": "red",
    "RedTeam": "redteam",
    "RedTime": "redtime",
    "Black": "black",
    "BlackTeam": "blackteam",
    "BlackTime": "blacktime",
    "TimeControl": "timerule",
    "Annotator": "remark",
    "Author": "author",
    "Opening": "open",
    "Type": "type",
}
"""Headers by their PGN name and their DhtmlXQ name, most usual first."""


def check_size(data: bytes, name: str) -> None:
    """Refuse a file that is too large to be a record. Raises BadInput."""
    if len(data) > LARGEST:
        raise BadInput(f"larger than {LARGEST} bytes", where=name)


def decode(data: bytes, name: str) -> str:
    """Decode a text file: UTF-8, UTF-16 with its mark, or GB 18030. Raises BadInput."""
    check_size(data, name)
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encodings = ["utf-16"]
    else:
        encodings = ["utf-8-sig", "gb18030"]
    wrong = 0
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError as error:
            wrong = max(wrong, error.start)
    line = data.count(b"\n", 0, wrong) + 1
    column = wrong - data.rfind(b"\n", 0, wrong)
    raise BadInput("neither UTF-8 nor GB 18030 text", where=name, line=line, column=column)


class Places:
    """Turns offsets of a text into lines and columns."""

    def __init__(self, text: str, name: str) -> None:
        """Take the text and the name of its file."""
        self.text, self.name = text, name

    def bad(self, what: str, offset: int, code: str = "input.bad") -> BadInput:
        """Make the error for something wrong at an offset."""
        line = self.text.count("\n", 0, offset) + 1
        column = offset - self.text.rfind("\n", 0, offset)
        return BadInput(what, where=self.name, line=line, column=column, code=code)


def bad_byte(what: str, name: str, offset: int) -> BadInput:
    """Make the error for something wrong at a byte of a file; the column counts bytes from 1."""
    return BadInput(f"{what} (byte {offset:#06x})", where=name, column=offset + 1)


def result_of(text: str) -> str | None:
    """Give a result as PGN writes it; unknown words stay as they are, nothing is None."""
    word = text.strip()
    return _RESULT_OF.get(word, word or None)


def known_result(word: str) -> str | None:
    """Give the result a word stands for, or None if it is no result."""
    return _RESULT_OF.get(word)


class Line:
    """A diagram and the moves played from it, as squares; checks that each starts on a piece."""

    def __init__(self, pieces: dict[int, str] | None = None) -> None:
        """Start from pieces by square (letters, Black's small), or from the usual position."""
        if pieces is None:
            board = start_board()
            pieces = {square: board.letter(square) for square, _, _ in board.pieces()}
        self.pieces = dict(pieces)
        self._begin = dict(pieces)
        self.moves: list[str] = []
        self.red_first: bool | None = None
        """Who moved first, None while nobody did."""

    def play(self, origin: int, target: int) -> None:
        """Play a move, unchecked but for its squares. Raises BadInput without a place."""
        if not (0 <= origin < 90 and 0 <= target < 90) or origin == target:
            raise BadInput(f"move {len(self.moves) + 1} has no two points of the board")
        piece = self.pieces.pop(origin, None)
        if piece is None:
            raise BadInput(
                f"move {len(self.moves) + 1} starts from {write_square(origin)}, which is empty"
            )
        if self.red_first is None:
            self.red_first = piece.isupper()
        self.pieces[target] = piece
        self.moves.append(write_square(origin) + write_square(target))

    def setup(self, red_first: bool = True) -> dict[str, Any]:
        """Give the setup; who moves first is seen from the moves. Raises BadInput."""
        first = red_first if self.red_first is None else self.red_first
        return setup_of(_fen(self._begin, first))


def setup_of(fen: str) -> dict[str, Any]:
    """Give the setup of a position: nothing for the usual one. Raises BadInput."""
    read = parse_fen(fen)
    if read.board.key == start_board().key:
        return {}
    return {"fen": write_fen(read.board, read.quiet, read.round)}


def begin_board(record: Record) -> Board:
    """Give the board before the first move of a record. Raises BadInput on a bad FEN."""
    return parse_fen(record.setup.get("fen", START)).board


def renamed(tags: dict[str, str], to_pgn: bool) -> dict[str, str]:
    """Give headers under PGN's or DhtmlXQ's names; names neither knows stay."""
    other = {dhtml: pgn for pgn, dhtml in TAG_NAMES.items()} if to_pgn else TAG_NAMES
    found: dict[str, str] = {}
    for name, value in tags.items():
        found.setdefault(other.get(name, name), value)
    return found


def _fen(pieces: dict[int, str], red_first: bool) -> str:
    ranks = []
    for rank in range(9, -1, -1):
        cells = "".join(pieces.get(9 * rank + file, "1") for file in range(9))
        ranks.append(cells)
    return f"{'/'.join(ranks)} {'w' if red_first else 'b'}"


def side_word(turn: int) -> str:
    """Name a side for an error message."""
    return "Red" if turn == RED else "Black"

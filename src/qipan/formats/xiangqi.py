"""What the record files of xiangqi share: text, diagrams, lines of moves, tags and results.

Files that write moves as squares are only checked for making sense as a record: every move starts
on a piece. Whether the moves are legal is for the replay to say, so that a record of a game that
went wrong can still be read and judged.
"""

from typing import Any, Final

import msgspec

from qipan.formats.record import Branch, Record
from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.fen import START, parse_fen, start_board, write_fen
from qipan.games.xiangqi.squares import RED, write_square
from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.game import CLAIM
from qipan.kernel.ids import TABLE

PIECE_ORDER: Final = "RNBAKABNRCCPPPPPrnbakabnrccppppp"
"""The 32 pieces in the order in which files list their squares."""
LARGEST: Final = 64 * 1024 * 1024
"""Bytes of the largest file that is read."""
MOST_MOVES: Final = 100_000
"""Most moves of one game, variations included; the longest real files have a few thousand."""
DEEPEST: Final = 100
"""How deep variations may lie within variations."""

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


class _Line:
    """One line while it is collected: the main one or a branch."""

    def __init__(self, of: int, after: int, depth: int, pieces: bytes) -> None:
        self.of, self.after, self.depth = of, after, depth
        self.moves: list[str] = []
        self.comments: dict[int, str] = {}
        self.boards = [pieces]
        """The letters on the 90 squares, zero where there is none, after each number of moves."""


class Lines:
    """A diagram and the lines played from it, as squares; checks that each starts on a piece."""

    def __init__(self, pieces: dict[int, str] | None = None) -> None:
        """Start from pieces by square (letters, Black's small), or from the usual position."""
        if pieces is None:
            board = start_board()
            pieces = {square: board.letter(square) for square, _, _ in board.pieces()}
        begin = bytes(ord(pieces[square]) if square in pieces else 0 for square in range(90))
        self._lines = [_Line(0, 0, 0, begin)]
        self._moves = 0
        self._red_first: bool | None = None

    def length(self, line: int = 0) -> int:
        """Count the moves of a line; line 0 is the main one."""
        return len(self._lines[line].moves)

    def origin(self, line: int, after: int) -> tuple[int, int]:
        """Give the line and place where a branch really leaves: not at the start of another."""
        while after == 0 and line:
            line, after = self._lines[line].of, self._lines[line].after
        return line, after

    def branch(self, of: int, after: int) -> int:
        """Begin a branch after some moves of a line and give its number. Raises BadInput."""
        of, after = self.origin(of, after)
        parent = self._lines[of]
        if not 0 <= after <= len(parent.moves):
            raise BadInput(f"a variation leaves a line of {len(parent.moves)} moves after {after}")
        if parent.depth >= DEEPEST:
            raise BadInput(f"variations within variations, more than {DEEPEST} deep")
        self._lines.append(_Line(of, after, parent.depth + 1, parent.boards[after]))
        return len(self._lines) - 1

    def play(self, origin: int | None, target: int | None, line: int = 0) -> None:
        """Play a move, unchecked but for its squares. Raises BadInput without a place."""
        at = self._lines[line]
        number = len(at.moves) + 1
        if origin is None or target is None or origin == target:
            raise BadInput(f"move {number} has no two points of the board")
        piece = at.boards[-1][origin]
        if not piece:
            raise BadInput(f"move {number} starts from {write_square(origin)}, which is empty")
        self._moves += 1
        if self._moves > MOST_MOVES:
            raise BadInput(f"a game has at most {MOST_MOVES} moves, variations included")
        if self._red_first is None:
            self._red_first = chr(piece).isupper()
        board = bytearray(at.boards[-1])
        board[origin], board[target] = 0, piece
        at.boards.append(bytes(board))
        at.moves.append(write_square(origin) + write_square(target))

    def comment(self, text: str, line: int = 0, after: int | None = None) -> None:
        """Put a comment after so many moves of a line, by default after the last so far."""
        at = self._lines[line]
        place = len(at.moves) if after is None else after
        if text and 0 <= place <= len(at.moves):
            at.comments[place] = text

    def record(self, tags: dict[str, str], result: str | None, setup: dict[str, Any]) -> Record:
        """Give the record; branches without a move are left out with nothing lost."""
        main = self._lines[0]
        kept = {0: 0}
        branches: list[Branch] = []
        for number, line in enumerate(self._lines[1:], 1):
            if line.moves:
                branches.append(
                    Branch(kept[line.of], line.after, tuple(line.moves), comments=line.comments)
                )
                kept[number] = len(branches)
        return Record(
            "xiangqi",
            tuple(main.moves),
            setup=setup,
            tags=tags,
            result=result,
            comments=main.comments,
            branches=tuple(branches),
        )

    def setup(self, red_first: bool = True) -> dict[str, Any]:
        """Give the setup; who moves first is seen from the moves. Raises BadInput."""
        first = red_first if self._red_first is None else self._red_first
        letters = self._lines[0].boards[0]
        ranks = [
            "".join(chr(piece) if piece else "1" for piece in letters[9 * rank : 9 * rank + 9])
            for rank in range(9, -1, -1)
        ]
        return setup_of(f"{'/'.join(ranks)} {'w' if first else 'b'}")


def setup_of(fen: str) -> dict[str, Any]:
    """Give the setup of a position: nothing for the usual one. Raises BadInput."""
    read = parse_fen(fen)
    if read.board.key == start_board().key:
        return {}
    return {"fen": write_fen(read.board, read.quiet, read.round)}


def begin_board(record: Record) -> Board:
    """Give the board before the first move of a record. Raises BadInput on a bad FEN."""
    return parse_fen(record.setup.get("fen", START)).board


CLAIMS: Final = "Claims"
"""The header for what was done at the board without moving a piece: readers of moves stay calm."""


def pieces_only(record: Record) -> Record:
    """Give a record whose moves all move a piece.

    A claim, or what an arbiter did at the table, goes to a header with the number of moves before
    it. Raises Unknown for other games.
    """
    if record.game != "xiangqi":
        raise Unknown("record of xiangqi", record.game, ("xiangqi",))
    aside = [
        text.startswith(CLAIM) or record.by.get(number) == TABLE
        for number, text in enumerate(record.moves)
    ]
    if not any(aside):
        return record
    place = [0]
    """How many moves of pieces there are after each number of entries."""
    claims = []
    for text, beside in zip(record.moves, aside, strict=True):
        if beside:
            claims.append(f"{place[-1]}: {text}")
        place.append(place[-1] + (not beside))
    comments: dict[int, list[str]] = {}
    for at, text in sorted(record.comments.items()):
        comments.setdefault(place[min(at, len(place) - 1)], []).append(text)
    branches = [
        msgspec.structs.replace(each, after=place[each.after])
        if each.of == 0 and each.after < len(place)
        else each
        for each in record.branches
    ]
    return msgspec.structs.replace(
        record,
        moves=tuple(text for text, beside in zip(record.moves, aside, strict=True) if not beside),
        tags={**record.tags, CLAIMS: "; ".join(claims)},
        comments={at: " · ".join(texts) for at, texts in comments.items()},
        by={},
        clocks={place[at]: left for at, left in record.clocks.items() if at < len(place)},
        branches=tuple(branches),
    )


def renamed(tags: dict[str, str], to_pgn: bool) -> dict[str, str]:
    """Give headers under PGN's or DhtmlXQ's names; names neither knows stay."""
    other = {dhtml: pgn for pgn, dhtml in TAG_NAMES.items()} if to_pgn else TAG_NAMES
    found: dict[str, str] = {}
    for name, value in tags.items():
        found.setdefault(other.get(name, name), value)
    return found


def side_word(turn: int) -> str:
    """Name a side for an error message."""
    return "Red" if turn == RED else "Black"

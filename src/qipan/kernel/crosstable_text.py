"""A cross table written as text, for cases that people read and check by hand.

A line for everybody, a word for every round: ``+B1`` won against B moving first, ``=C2`` drew
with C moving second, ``-D1`` lost; ``+fB`` and ``-fD`` by forfeit. ``bye`` was given by the
pairing; ``full``, ``half`` and ``zero`` were asked for. Behind a word may stand the own boards of
a match, ``[++-=]``, each with its seat if that matters, ``[+1-2]``, and the seconds used,
``@420``. Behind all words ``(conduct-foul=1)`` sets a mark and ``(rating=1800)`` the rating.
An entrant is a word that begins with a capital, or a single small letter.
"""

import re
from collections.abc import Iterable
from typing import Final

from qipan.kernel.crosstable import Cell, Crosstable, Entry
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId, Seat
from qipan.kernel.points import CHESS, Points, Scoring
from qipan.kernel.results import Bye, How

_WORD: Final = re.compile(
    r"(?P<sign>[+=-])(?P<forfeit>f?)(?P<who>[A-Z]\w*?|[a-z])(?P<seat>[12]?)"
    r"(?:\[(?P<boards>(?:[+=-][12]?)+)\])?(?:@(?P<seconds>\d{1,6}))?"
)
_BOARD: Final = re.compile(r"([+=-])([12]?)")
_MARK: Final = re.compile(r"\(([a-z-]+)=(\d{1,4})\)")
_RATING: Final = "rating"


def read_crosstable(text: str, scoring: Scoring = CHESS) -> Crosstable:
    """Read a cross table; numbers go by lines. Raises BadInput naming the line."""
    entries, cells = [], {}
    for number, line in enumerate(filter(str.strip, text.splitlines()), 1):
        who, colon, rest = line.strip().partition(":")
        marks = {name: int(count) for name, count in _MARK.findall(rest)}
        if not colon or not who.strip():
            raise BadInput(f"not a line of a cross table: {line.strip()[:60]!r}", line=number)
        rating = marks.pop(_RATING, None)
        entries.append(Entry(EntrantId(who.strip()), number, rating, marks=marks))
        words = _MARK.sub("", rest).split()
        cells[EntrantId(who.strip())] = tuple(_cell(word, scoring, number) for word in words)
    known = set(cells)
    if any(each.opponent not in {*known, None} for row in cells.values() for each in row):
        raise BadInput("an opponent has no line of their own", where="table")
    boards = max((len(each.games) for row in cells.values() for each in row), default=0)
    return Crosstable(tuple(entries), cells, scoring, boards=boards)


def _cell(word: str, scoring: Scoring, line: int) -> Cell:
    if word == "bye":
        return Cell(scoring.bye, How.BYE, bye=Bye.ALLOCATED)
    asked = {"full": scoring.win, "half": scoring.draw, "zero": Points(0)}.get(word)
    if asked is not None:
        return Cell(asked, How.BYE, bye=Bye.REQUESTED)
    found = _WORD.fullmatch(word)
    if found is None:
        raise BadInput(f"not a result: {word[:20]!r} (try +B1, =C2, -fD, bye)", line=line)
    boards = _BOARD.findall(found["boards"] or "")
    mine = tuple(_worth(sign, CHESS) for sign, _ in boards)
    seats = tuple(_seat(seat) for _, seat in boards)
    return Cell(
        _worth(found["sign"], scoring),
        How.FORFEIT if found["forfeit"] else How.PLAYED,
        EntrantId(found["who"]),
        _seat(found["seat"]),
        games=mine,
        against=tuple(Points(CHESS.win - each) for each in mine),
        seats=seats if any(seat is not None for seat in seats) else (),
        seconds=int(found["seconds"] or 0),
    )


def _seat(word: str) -> Seat | None:
    return Seat(int(word) - 1) if word else None


def _worth(sign: str, scoring: Scoring) -> Points:
    return {"+": scoring.win, "=": scoring.draw, "-": scoring.loss}[sign]


def write_places(placed: Iterable[tuple[str, int | None]]) -> str:
    """Write an order with shared places: ``A B=C D``; who has no place is left out."""
    text, last = "", 0
    for who, place in placed:
        if place is not None:
            text += ("=" if place == last else " ") + who
            last = place
    return text.strip()

"""Cases of a book: standings worked by hand from the regulation's text, to check a ranking by.

They stand in ``cases/*.toml`` of the book's folder, for people of the federation to read and add
to. ``table`` has a line for everybody, a word for every round: ``+B1`` won against B moving
first, ``=C2`` drew with C moving second, ``-D1`` lost; ``-fD`` by forfeit, ``bye`` rested. Behind
a word may stand the seconds used, ``@420``, and in a match of teams the own boards, ``[++-=]``.
Behind all of them ``(conduct-foul=1)``. ``places`` is the order expected, ``A B=C D``: B and C
share a place. For tables made from final places (teams, some entrants) ``final`` has the order
that is given: ``p1@Perak p2@Johor#ncnv``, with unit and tags.
"""

import re
from pathlib import Path

import msgspec

from qipan.kernel.crosstable import Cell, Crosstable, Entry
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId, Seat
from qipan.kernel.points import CHESS, Points, Scoring
from qipan.kernel.results import Bye, How
from qipan.rulebooks.loader import BOOKS, parse_toml
from qipan.rulebooks.schema import Text

_WORD = re.compile(
    r"(?P<sign>[+=-])(?P<forfeit>f?)(?P<who>[A-Z]\w*?)(?P<seat>[12]?)"
    r"(?:\[(?P<boards>[+=-]+)\])?(?:@(?P<seconds>\d{1,6}))?"
)
_MARK = re.compile(r"\(([a-z-]+)=(\d{1,3})\)")
_FINAL = re.compile(r"(?P<who>\w+)(?:@(?P<unit>\w+))?(?P<tags>(?:#[\w-]+)*)")


class Under(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clause that a case shows, and the event it is ranked under."""

    clause: str
    event: str


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One case."""

    name: str
    under: tuple[Under, ...]
    says: Text
    """What the clause says of it, with the sums as they are worked by hand."""
    table: str = ""
    finalists: bool = False
    """Ranked by the keys that choose finalists, not by those of the final table."""
    lots: dict[str, tuple[str, ...]] = {}
    """Lots as they were drawn, by name; any other name is a lot between those who are level."""
    places: str = ""
    values: dict[str, dict[str, str]] = {}
    """What some keys say of somebody."""
    parted: dict[str, str] = {}
    """Which key puts the first of two ahead: ``"A B" = "wins"``."""
    derived: str = ""
    """The table made from final places that is checked, by its name in the book."""
    final: dict[str, str] = {}
    """The final order of each event that it is made from."""
    scores: dict[str, str] = {}
    """Scores of players, ``p1@A = "4.5"``, where the best are looked for."""
    without: tuple[str, ...] = ()
    """Units that are listed without a place."""


class _Cases(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    case: tuple[Case, ...]


def cases_of(book: str, books: Path = BOOKS) -> tuple[Case, ...]:
    """Read the cases of a book. Raises BadInput naming the file."""
    found: list[Case] = []
    for path in sorted((books / book / "cases").glob("*.toml")):
        try:
            found += msgspec.convert(parse_toml(path), _Cases).case
        except msgspec.ValidationError as error:
            raise BadInput(str(error), where=str(path)) from error
    return tuple(found)


def read_table(text: str, scoring: Scoring) -> Crosstable:
    """Read the table of a case. Raises BadInput naming the line."""
    entries, cells = [], {}
    for number, line in enumerate(filter(str.strip, text.splitlines()), 1):
        who, colon, rest = line.strip().partition(":")
        marks = {name: int(count) for name, count in _MARK.findall(rest)}
        words = _MARK.sub("", rest).split()
        if not colon or not who.strip():
            raise BadInput(f"not a line of a case: {line.strip()[:60]!r}", line=number)
        entries.append(Entry(EntrantId(who.strip()), number, marks=marks))
        cells[EntrantId(who.strip())] = tuple(_cell(word, scoring, number) for word in words)
    known = set(cells)
    if any(each.opponent not in {*known, None} for row in cells.values() for each in row):
        raise BadInput("an opponent has no line of their own", where="table")
    boards = max((len(each.games) for row in cells.values() for each in row), default=0)
    return Crosstable(tuple(entries), cells, scoring, boards=boards)


def _cell(word: str, scoring: Scoring, line: int) -> Cell:
    if word == "bye":
        return Cell(scoring.bye, How.BYE, bye=Bye.ALLOCATED)
    found = _WORD.fullmatch(word)
    if found is None:
        raise BadInput(f"not a result: {word[:20]!r} (try +B1, =C2, -fD, bye)", line=line)
    mine = tuple(_worth(sign, CHESS) for sign in found["boards"] or "")
    return Cell(
        _worth(found["sign"], scoring),
        How.FORFEIT if found["forfeit"] else How.PLAYED,
        EntrantId(found["who"]),
        Seat(int(found["seat"]) - 1) if found["seat"] else None,
        games=mine,
        against=tuple(Points(CHESS.win - each) for each in mine),
        seconds=int(found["seconds"] or 0),
    )


def _worth(sign: str, scoring: Scoring) -> Points:
    return {"+": scoring.win, "=": scoring.draw, "-": scoring.loss}[sign]


def read_final(text: str) -> tuple[Entry, ...]:
    """Read a final order: ``p1@Perak p2@Johor#ncnv``. Raises BadInput."""
    found = []
    for number, word in enumerate(text.split(), 1):
        each = _FINAL.fullmatch(word)
        if each is None:
            raise BadInput(f"not a place: {word[:20]!r} (try p1@Perak#ncnv)", where="final")
        tags = frozenset(each["tags"].split("#")[1:])
        found.append(Entry(EntrantId(each["who"]), number, unit=each["unit"], tags=tags))
    return tuple(found)

"""Cases of a book: standings worked by hand from the regulation's text, to check a ranking by.

They stand in ``cases/*.toml`` of the book's folder, for people of the federation to read and add
to. ``table`` is a cross table as ``kernel.crosstable_text`` reads it: a line for everybody, a word
for every round. ``places`` is the order expected, ``A B=C D``: B and C share a place. For tables
made from final places (teams, some entrants) ``final`` has the order that is given:
``p1@Perak p2@Johor#ncnv``, with unit and tags.
"""

import re
from pathlib import Path

import msgspec

from qipan.kernel.crosstable import Entry
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId
from qipan.rulebooks.loader import folder_named, parse_toml
from qipan.rulebooks.schema import Text

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


def cases_of(book: str, books: Path | None = None) -> tuple[Case, ...]:
    """Read the cases of a book. Raises BadInput naming the file."""
    found: list[Case] = []
    folder = folder_named(book) if books is None else books / book
    for path in sorted((folder / "cases").glob("*.toml")):
        try:
            found += msgspec.convert(parse_toml(path), _Cases).case
        except msgspec.ValidationError as error:
            raise BadInput(str(error), where=str(path)) from error
    return tuple(found)


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

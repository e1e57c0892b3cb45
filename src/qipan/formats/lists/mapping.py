"""Which column of a foreign list is what: guessed, then said by whoever knows better."""

import re
from collections.abc import Mapping, Sequence

import msgspec

from qipan.formats.lists.cells import TOTALS, is_doubtful_date, is_month_first, person_name
from qipan.formats.lists.headings import (
    FIELDS,
    MANY,
    SKIP,
    Guess,
    guess,
    mostly,
    plain,
    recognised,
)
from qipan.formats.lists.sheets import Sheet
from qipan.kernel.errors import BadInput

LOOKED_AT = 20
"""So many rows are looked at for the headings."""
FILLED = ("unit", "team", "section")
"""Columns in which an empty cell may mean the one above."""
NAMES = ("name", "latin", "family")
TAG, MEMBER = "tag:", "member:"
_LATIN = re.compile(r"[A-Za-zÀ-ỹ]{2}")
_OWN_SCRIPT = re.compile(r"[\u3400-\u9fff\u0e00-\u0e7f\uac00-\ud7af\u3040-\u30ff]")
_DATE = re.compile(r"\d{4}\s*[-/.年]\s*\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|^(19|20)\d\d$")
_NAME = re.compile(r"^[^\d@]{2,40}$")


class ListMapping(msgspec.Struct, frozen=True):
    """How a sheet is read."""

    sheet: str = ""
    heading: int = 1
    """The row of the headings, from 1; 0: there are none."""
    columns: tuple[str, ...] = ()
    """What each column is used as; empty: left out."""
    month_first: bool = False
    fill: tuple[str, ...] = ()
    """Fields whose empty cells mean the one above."""
    only: str = ""
    """The section whose rows are taken, where a column says which section a row is for."""

    def at(self, field: str) -> int | None:
        """Give the column that is used as something."""
        return self.columns.index(field) if field in self.columns else None


class AskedColumns(msgspec.Struct, frozen=True):
    """What an event asks of a list besides names."""

    marks: dict[str, tuple[str, ...]] = {}
    """Marks of the book, with the words for each in our languages."""
    parts: dict[str, int] | None = None
    """The parts of a team and how many of each; None: nobody knows, empty: no team."""
    optional: frozenset[str] = frozenset()
    title: str = ""
    """The section's title, to tell its rows from those of others."""


def guess_mapping(
    sheet: Sheet, asked: AskedColumns | None = None, remembered: Mapping[str, str] | None = None
) -> ListMapping:
    """Guess how a sheet is read: what was said before, then the headings, then the cells."""
    asked = asked or AskedColumns()
    heading = heading_row(sheet, remembered or {})
    return mapping_under(sheet, heading, asked, remembered or {})


def heading_row(sheet: Sheet, remembered: Mapping[str, str] | None = None) -> int:
    """Find the row that names the columns, in our words or remembered ones; 0 if none does."""
    best, found = 0, 0
    known = remembered or {}
    for number, row in enumerate(sheet.rows[:LOOKED_AT], 1):
        fields = recognised(row) | {known.get(plain(cell), SKIP) for cell in row} - {SKIP}
        score = len(fields) + (2 if fields & {"name", "latin", "family", "member"} else 0)
        if fields and score > best:
            best, found = score, number
    return found if best > 2 else 0


def likeness(sheet: Sheet) -> int:
    """Say how much a sheet looks like a list of people."""
    row = heading_row(sheet)
    return (100 * len(recognised(sheet.rows[row - 1])) if row else 0) + min(len(sheet.rows), 50)


def mapping_under(
    sheet: Sheet, heading: int, asked: AskedColumns, remembered: Mapping[str, str]
) -> ListMapping:
    """Guess what the columns are under a row of headings."""
    width = max((len(row) for row in sheet.rows), default=0)
    below = sheet.rows[heading:]
    values = [[row[at] for row in below[:60] if at < len(row)] for at in range(width)]
    headings = [_cell(sheet, heading, at) for at in range(width)]
    columns = _by_words(headings, asked, remembered) if heading else [SKIP] * width
    _by_cells(columns, values, has_headings=bool(heading))
    _which_name(columns, values)
    dates = values[columns.index("birth")] if "birth" in columns else []
    doubtful = any(is_month_first(each) for each in dates)
    section = values[columns.index("section")] if "section" in columns else []
    only = next((each for each in dict.fromkeys(section) if _same(each, asked.title)), "")
    return ListMapping(
        sheet.name,
        heading,
        tuple(columns),
        doubtful,
        tuple(name for name in FILLED if name in columns and _gaps(columns, values, name)),
        only,
    )


def _cell(sheet: Sheet, row: int, at: int) -> str:
    cells = sheet.rows[row - 1] if row else ()
    return cells[at] if at < len(cells) else ""


def _by_words(
    headings: Sequence[str], asked: AskedColumns, remembered: Mapping[str, str]
) -> list[str]:
    guessed: list[tuple[Guess, int]] = []
    columns = [SKIP] * len(headings)
    marks = {plain(word): TAG + tag for tag, words in asked.marks.items() for word in words}
    for at, heading in enumerate(headings):
        word = plain(heading)
        if word in remembered:
            columns[at] = remembered[word]
        elif word in marks:
            columns[at] = marks[word]
        elif found := guess(heading):
            guessed.append((found, at))
    for found, at in sorted(guessed):
        if found.field in MANY or found.field not in columns:
            columns[at] = found.field
        elif found.field == "name" and "latin" not in columns:
            columns[at] = "latin"  # told apart below by what stands in them
    if not asked.parts:
        columns = [
            SKIP if each in ("member", "role") and asked.parts == {} else each for each in columns
        ]
    return columns


def _by_cells(columns: list[str], values: Sequence[Sequence[str]], *, has_headings: bool) -> None:
    """Where no heading says so, tell the names, and without headings dates too, by the cells."""
    if not {"name", "latin", "family", "member"} & set(columns):
        for at, cells in enumerate(values):
            if columns[at] == SKIP and mostly(cells, _NAME):
                columns[at] = "name"
                break
    if not has_headings:
        for at, cells in enumerate(values):
            if columns[at] == SKIP and "birth" not in columns and mostly(cells, _DATE):
                columns[at] = "birth"
            elif columns[at] == SKIP and "unit" not in columns and mostly(cells, _NAME):
                columns[at] = "unit"


def _which_name(columns: list[str], values: Sequence[Sequence[str]]) -> None:
    """Of two columns of names the one in another script is the name, the other its Latin form."""
    if "name" not in columns or "latin" not in columns:
        return
    name, latin = columns.index("name"), columns.index("latin")
    if mostly(values[latin], _OWN_SCRIPT) and mostly(values[name], _LATIN):
        columns[name], columns[latin] = "latin", "name"


def _gaps(columns: Sequence[str], values: Sequence[Sequence[str]], field: str) -> bool:
    """Say whether a column is filled as if cells had been merged: first row, then mostly gaps."""
    names = next(
        (columns.index(each) for each in ("name", "latin", "family") if each in columns), 0
    )
    cells = list(zip(values[names], values[columns.index(field)], strict=False))
    here = [cell for name, cell in cells if name.strip() and not TOTALS.match(person_name(name))]
    empty = sum(not cell.strip() for cell in here)
    return len(here) > 2 and bool(here[0].strip()) and empty * 2 >= len(here)


def _same(value: str, title: str) -> bool:
    one, other = plain(value), plain(title)
    return bool(one) and bool(other) and (one in other or other in one)


def doubtful_dates(sheet: Sheet, mapping: ListMapping) -> list[str]:
    """List the dates that could have the day or the month first, unless one of them tells."""
    at = mapping.at("birth")
    if at is None:
        return []
    cells = [row[at] for row in sheet.rows[mapping.heading :] if at < len(row)]
    if any(is_month_first(each) for each in cells):
        return []
    return [each for each in cells if is_doubtful_date(each)]


def checked(mapping: ListMapping, asked: AskedColumns, name: str) -> ListMapping:
    """Refuse what cannot be meant: an unknown use, one use twice, no name. Raises BadInput."""
    seen: set[str] = set()
    for at, field in enumerate(mapping.columns):
        head = field.partition(":")[0] + ":"
        known = field in FIELDS or field == SKIP or head in (TAG, MEMBER)
        if not known or (head == TAG and asked.marks and field[len(TAG) :] not in asked.marks):
            raise BadInput(
                f"{field[:40]!r} is no use of a column; there are {', '.join(FIELDS)}",
                where=name, column=at + 1, code="list.use-unknown", facts={"use": field[:40]},
            )  # fmt: skip
        if field in seen and field not in MANY and head != MEMBER:
            raise BadInput(
                f"two columns are used as {field!r}",
                where=name, column=at + 1, code="list.use-twice", facts={"use": field},
            )  # fmt: skip
        seen.add(field)
    heads = {each.partition(":")[0] for each in seen}
    if not heads & {"name", "latin", "family", "member"}:
        raise BadInput("no column is the name", where=name, code="list.no-name-column", line=1)
    return mapping

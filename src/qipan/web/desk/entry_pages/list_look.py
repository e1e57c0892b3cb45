"""A foreign list as the page of entries shows it: its columns, their uses, what is in doubt."""

from collections.abc import Mapping, Sequence

import msgspec

from qipan.formats.entry_list import AskedColumns, ListMapping
from qipan.formats.lists.headings import FIELDS, plain
from qipan.formats.lists.mapping import (
    FILLED,
    LOOKED_AT,
    MEMBER,
    TAG,
    doubtful_dates,
    guess_mapping,
    mapping_under,
)
from qipan.formats.lists.packed import column_letters
from qipan.formats.lists.sheets import Sheet, Sheets
from qipan.i18n import catalogue, say
from qipan.kernel.errors import BadInput
from qipan.web.shared.forms import Form, optional_number, words

USE, FIX = "use.", "fix."
MOST_FIXES = 400
SAMPLES = 3


class ColumnShown(msgspec.Struct, frozen=True):
    """One column of the list."""

    at: int
    letters: str
    heading: str
    samples: str
    use: str


class ListLook(msgspec.Struct, frozen=True):
    """What the page asks about a list."""

    mapping: ListMapping
    sheets: tuple[str, ...]
    columns: tuple[ColumnShown, ...]
    uses: tuple[tuple[str, str], ...]
    rows: tuple[tuple[int, str], ...]
    """Rows that may hold the headings, with how each begins."""
    doubtful: tuple[str, ...] = ()
    fillable: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()


def said_mapping(
    form: Form, sheets: Sheets, asked: AskedColumns, remembered: Mapping[str, str]
) -> ListMapping:
    """Read how the list is read from the form, or guess it. Raises BadInput."""
    sheet = sheets.chosen
    heading = optional_number(form, "heading")
    if heading is None or form.get("was_sheet") != sheet.name:
        return guess_mapping(sheet, asked, remembered)
    heading = min(heading, len(sheet.rows), LOOKED_AT)
    if form.get("was_heading") != str(heading):
        return mapping_under(sheet, heading, asked, remembered)
    uses = {name: words(form, name, most=80) for name in form if name.startswith(USE)}
    width = max((len(row) for row in sheet.rows), default=0)
    return ListMapping(
        sheet.name,
        heading,
        tuple(uses.get(f"{USE}{at}", "") for at in range(width)),
        form.get("dates") == "month",
        tuple(each for each in FILLED if each in words(form, "fill", "").split(",")),
        words(form, "only", "", most=200),
    )


def repairs_of(form: Form) -> dict[str, str]:
    """Read the cells that were put right. Raises BadInput."""
    found = {name[len(FIX) :]: form[name] for name in form if name.startswith(FIX)}
    if len(found) > MOST_FIXES:
        raise BadInput(f"more than {MOST_FIXES} cells", where="fix", code="form.too-long")
    return found


def same_of(form: Form) -> frozenset[int]:
    """Read the lines that name somebody who is in already."""
    given = (each.strip() for each in form.get("same", "").split(","))
    return frozenset(int(each) for each in given if each.isdecimal() and len(each) < 7)


def headings_of(sheet: Sheet, mapping: ListMapping) -> dict[str, str]:
    """Give the plain headings with what each is used as, to be remembered."""
    row = sheet.rows[mapping.heading - 1] if mapping.heading else ()
    return {
        plain(cell)[:60]: mapping.columns[at]
        for at, cell in enumerate(row)
        if cell.strip() and at < len(mapping.columns)
    }


def list_look(sheets: Sheets, mapping: ListMapping, asked: AskedColumns, language: str) -> ListLook:
    """Show a list to whoever says what its columns are."""
    sheet = sheets.chosen
    below = sheet.rows[mapping.heading :]
    section = mapping.at("section")
    named = {row[section].strip() for row in below if section is not None and section < len(row)}
    return ListLook(
        mapping,
        sheets.names,
        tuple(
            _column(sheet, mapping, at)
            for at, use in enumerate(mapping.columns)
            if _cell(sheet, mapping.heading, at) or _samples(below, at)
        ),
        tuple(_uses(asked, language)),
        tuple(
            (number, " · ".join(cell for cell in row if cell.strip())[:50])
            for number, row in enumerate(sheet.rows[:LOOKED_AT], 1)
            if any(cell.strip() for cell in row)
        ),
        tuple(doubtful_dates(sheet, mapping)),
        tuple(name for name in FILLED if name in mapping.columns),
        tuple(sorted(each for each in named if each))[:30],
    )


def _column(sheet: Sheet, mapping: ListMapping, at: int) -> ColumnShown:
    samples = _samples(sheet.rows[mapping.heading :], at)
    heading = _cell(sheet, mapping.heading, at)
    return ColumnShown(at, column_letters(at), heading, samples, mapping.columns[at])


def _cell(sheet: Sheet, row: int, at: int) -> str:
    cells = sheet.rows[row - 1] if row else ()
    return cells[at].strip()[:60] if at < len(cells) else ""


def _samples(rows: Sequence[Sequence[str]], at: int) -> str:
    found = [row[at].strip()[:24] for row in rows[:40] if at < len(row) and row[at].strip()]
    return ", ".join(found[:SAMPLES])


def _uses(asked: AskedColumns, language: str) -> list[tuple[str, str]]:
    team, known = {"team", "role", "member"}, catalogue(language)
    found = [
        (field, say(language, f"list.field.{field}"))
        for field in FIELDS
        if asked.parts or field not in team
    ]
    for part in asked.parts or ():
        words_ = {"part": known.get(f"list.part.{part}", part)}
        found.append((MEMBER + part, say(language, "list.field.member-as", words_)))
    for tag in asked.marks:
        found.append(
            (TAG + tag, say(language, "list.field.mark", {"mark": known.get(f"mark.{tag}", tag)}))
        )
    return found

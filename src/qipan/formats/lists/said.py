"""What somebody says about the columns of a list in a line: ``国家=unit``, ``B=birth``."""

from collections.abc import Sequence

import msgspec

from qipan.formats.lists.headings import plain
from qipan.formats.lists.mapping import (
    FILLED,
    AskedColumns,
    ListMapping,
    guess_mapping,
    mapping_under,
)
from qipan.formats.lists.packed import column_number
from qipan.formats.lists.sheets import Sheet
from qipan.kernel.errors import BadInput


class SaidColumns(msgspec.Struct, frozen=True):
    """What is said; the rest is guessed."""

    heading: int | None = None
    uses: Sequence[str] = ()
    """``HEADING=use`` or ``B=use``."""
    month_first: bool = False
    fill: Sequence[str] = ()
    only: str = ""


def said_mapping(sheet: Sheet, asked: AskedColumns, said: SaidColumns, name: str) -> ListMapping:
    """Guess how a sheet is read, then follow what is said. Raises BadInput."""
    parted = (each.rpartition("=") for each in said.uses)
    words = {plain(heading): use.strip() for heading, _, use in parted if plain(heading)}
    if said.heading is None:
        mapping = guess_mapping(sheet, asked, words)
    else:
        mapping = mapping_under(sheet, min(said.heading, len(sheet.rows)), asked, words)
    row = sheet.rows[mapping.heading - 1] if mapping.heading else ()
    headings = [plain(cell) for cell in row]
    columns = list(mapping.columns)
    for each in said.uses:
        heading, sign, use = each.rpartition("=")
        at = _column(heading.strip(), headings, len(columns)) if sign else None
        if at is None:
            raise BadInput(
                f"{each[:60]!r} names no column of the list",
                where=name, code="list.no-column", facts={"column": heading[:40] or each[:40]},
            )  # fmt: skip
        columns = ["" if use.strip() and old == use.strip() else old for old in columns]
        columns[at] = use.strip()
    strange = [each for each in said.fill if each not in FILLED]
    if strange:
        raise BadInput(f"only {', '.join(FILLED)} are filled", where="--fill")
    return msgspec.structs.replace(
        mapping,
        columns=tuple(columns),
        month_first=mapping.month_first or said.month_first,
        fill=tuple(dict.fromkeys((*mapping.fill, *said.fill))),
        only=said.only or mapping.only,
    )


def _column(heading: str, headings: Sequence[str], width: int) -> int | None:
    if plain(heading) in headings:
        return headings.index(plain(heading))
    if heading.isascii() and heading.isalpha() and heading.isupper() and len(heading) < 3:
        at = column_number(heading) - 1
        return at if at < width else None
    return None

"""An empty list to hand out: exactly the columns that an event needs, in the reader's language."""

import io
from collections.abc import Sequence
from datetime import UTC, datetime

from qipan.formats.lists.mapping import AskedColumns
from qipan.i18n import catalogue, say

_NEVER = datetime(2000, 1, 1, tzinfo=UTC).replace(tzinfo=None)
_WIDTH = {"name": 22, "latin": 24, "unit": 22, "birth": 14, "email": 22, "phone": 16}


def template(language: str, title: str, needed: Sequence[str], asked: AskedColumns) -> bytes:
    """Write a spreadsheet with the headings of an event; a team has a row for each of its parts."""
    fields = list(dict.fromkeys(["name", "latin", *needed]))
    if asked.parts:
        fields = ["team", *fields] if "team" not in fields else fields
        fields = [*fields, "role"] if "role" not in fields and len(asked.parts) > 1 else fields
    headings = [say(language, f"list.field.{each}") for each in fields]
    known = catalogue(language)
    headings += [known.get(f"mark.{tag}", tag) for tag in asked.marks if tag != "female"]
    out = io.BytesIO()
    import xlsxwriter

    book = xlsxwriter.Workbook(out, {"in_memory": True, "strings_to_formulas": False})
    book.set_properties({"created": _NEVER, "title": title[:200]})
    page = book.add_worksheet()
    bold = book.add_format({"bold": True, "bottom": 1})
    for at, heading in enumerate(headings):
        field = fields[at] if at < len(fields) else ""
        page.set_column(at, at, _WIDTH.get(field, 14), book.add_format({"num_format": "@"}))
        page.write_string(0, at, heading, bold)
    if asked.parts and "role" in fields:
        parts = [part for part, count in asked.parts.items() for _ in range(count)]
        for line, part in enumerate(parts, 1):
            words = known.get(f"list.part.{part}", part)
            page.write_string(line, fields.index("role"), words)
    page.freeze_panes(1, 0)
    book.close()
    return out.getvalue()

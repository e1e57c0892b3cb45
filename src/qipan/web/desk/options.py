"""The options of a section: what is decided, by which clause, and changing it while one may."""

from collections.abc import Mapping
from typing import Any

from qipan.desk.options import ChangeOptions, may_change
from qipan.rulebooks.options import options_of
from qipan.sections.lookup import book_under
from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.shared.forms import words
from qipan.web.shared.option_fields import LONGEST, fields_of


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show every option with its value, and what may still be changed."""
    book = book_under(place.state, place.found)
    known = options_of(book, place.found.under)
    fields = fields_of(book, place.found.under, place.visitor.language, place.found.options)
    open_now = {name for name, each in known.items() if may_change(place.found, each)}
    return {"fields": fields, "open_now": open_now if place.may(ChangeOptions) else set()}


async def change(place: DeskVisit) -> None:
    """Change one option; an empty value takes it back to what the book says."""
    name = words(place.form, "option")
    value = words(place.form, "value", "", LONGEST)
    await place.carry_out(
        ChangeOptions(
            section=place.section,
            options={name: value or None},
            reason=words(place.form, "reason", ""),
        )
    )


PAGE = DeskPage("options", 94, show, {"change": change})

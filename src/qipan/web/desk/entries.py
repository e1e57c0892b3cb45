"""Entries: one by one or from a spreadsheet, with who is in and what came of the list."""

from collections.abc import Mapping
from typing import Any

from qipan.desk.entries.commands import (
    CloseEntries,
    DeclareParticipation,
    EnterEntrant,
    OpenEntries,
    OverrideEntry,
    RegisterUnit,
    WithdrawEntrant,
)
from qipan.desk.entries.newcomer import Newcomer, read_birth, read_tags
from qipan.desk.entries.phases import too_few
from qipan.desk.entries.rules import (
    AGE,
    DECLARED,
    DUES,
    EXCLUDES,
    FEE,
    NAMES_IN_TIME,
    NEEDS,
    OPENING,
    QUOTA,
    RATED_MEMBERS,
    TEAM,
    UNIT_NEEDED,
)
from qipan.formats.entry_list import COLUMNS, MOST_BYTES
from qipan.i18n import catalogue
from qipan.journal.people import Person
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId
from qipan.views.field_size import rounds_beyond
from qipan.views.marks import Mark, marks_nobody_bears, marks_of
from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.shared.forms import optional_number, words

_SAID = {
    "unit_needed": UNIT_NEEDED, "units": QUOTA, "dues": DUES, "rated": RATED_MEMBERS, "age": AGE,
    "needs": NEEDS, "excludes": EXCLUDES, "two_deadlines": DECLARED, "opening": OPENING,
    "team": TEAM,
}  # fmt: skip
"""What a book may say of entries, and the rule whose clause says it."""


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show who is in, the clauses on entry, and the report of a list if one was brought."""
    section, rules = place.found, place.rules.entries
    keys = [key for name, key in _SAID.items() if getattr(rules, name)]
    keys += [NAMES_IN_TIME] if rules.two_deadlines else []
    keys += [FEE] if section.options.get("fee") else []
    cited = {found.citation: found for found in map(place.cite, keys)}
    view = place.view
    return {
        "lines": view.lines,
        "clauses": list(cited.values()),
        "kinds": [kind for kind in rules.units if kind != "*"],
        "units": place.state.units,
        "declared": sorted(section.declared),
        "deadlines": rules.two_deadlines and bool(section.options.get("declare_by")),
        "opening": rules.opening is not None and not section.opened and not section.closed,
        "few": too_few(place.state, section, rules) if not section.closed else None,
        "beyond": rounds_beyond(place.state, section) if not section.order else None,
        "may_override": rules.may_override,
        "set_aside": {
            who: [(place.cite(key), why) for key, why in found]
            for who, found in section.overrides.items()
        },
        "tags": [_named(place, mark) for mark in marks_of(place.rules)],
        "unborne": _unborne(place),
        "columns": COLUMNS,
        "most": MOST_BYTES // 1_000_000,
        "report": place.told.get("report"),
        "failed": place.told.get("failed", ()),
        "carried": place.told.get("carried"),
        "file_name": place.told.get("name", ""),
        "unchecked": section.options.get("entry_checks") is False,
    }


def _named(place: DeskVisit, mark: Mark) -> tuple[str, str, str]:
    """Give a mark with its name for the reader and the clause that asks for it."""
    named = catalogue(place.visitor.language).get(f"mark.{mark.tag}", mark.tag)
    return mark.tag, named, place.cite(mark.rule).citation


def _unborne(place: DeskVisit) -> list[tuple[str, str, str]]:
    """Name the marks that numbers or tables rest on and that nobody bears, until the lot."""
    if place.found.order or not place.found.entrants:
        return []
    return [_named(place, mark) for mark in marks_nobody_bears(place.found, place.rules)]


async def unit(place: DeskVisit) -> None:
    """Keep what kind of member a unit is, and whether its dues are paid."""
    name = words(place.form, "unit")
    known = place.state.units.get(name)
    await place.carry_out(
        RegisterUnit(
            unit=name,
            kind=words(place.form, "kind"),
            dues_paid=place.form.get("dues") == "yes",
            state=words(place.form, "state", "") or (known.state if known else ""),
        )
    )


async def declare(place: DeskVisit) -> None:
    """Say that a unit takes part."""
    today = place.now.date().isoformat()
    name = words(place.form, "unit")
    await place.carry_out(DeclareParticipation(section=place.section, unit=name, today=today))


async def open_to_all(place: DeskVisit) -> None:
    """Open entry to all, since too few came in time."""
    today = place.now.date().isoformat()
    await place.carry_out(OpenEntries(section=place.section, today=today))


async def enter(place: DeskVisit) -> None:
    """Enter one person by hand; with a reason, against a rule that the book lets one set aside."""
    form, against = place.form, words(place.form, "against", "")
    newcomer = Newcomer(
        Person(
            name=words(form, "name"),
            latin=words(form, "latin", ""),
            birth=read_birth(words(form, "birth", ""), "birth"),
        ),
        rating=optional_number(form, "rating"),
        unit=words(form, "unit", "") or None,
        tags=read_tags(words(form, "tags", "")),
        dan=optional_number(form, "dan"),
        another_person=form.get("another") == "yes",
    )
    if not newcomer.person.name:
        raise BadInput("a name is needed", where="name", code="form.missing")
    place.require(OverrideEntry if against else EnterEntrant)
    await place.through_office(place.office.enter, newcomer, against=against)


async def withdraw(place: DeskVisit) -> None:
    """Take somebody out who does not play on."""
    entrant, reason = EntrantId(words(place.form, "entrant")), words(place.form, "reason", "")
    await place.carry_out(WithdrawEntrant(section=place.section, entrant=entrant, reason=reason))


async def close(place: DeskVisit) -> None:
    """Close the entries."""
    await place.carry_out(CloseEntries(section=place.section))


PAGE = DeskPage(
    "entries",
    6,
    show,
    {
        "enter": enter,
        "withdraw": withdraw,
        "close": close,
        "unit": unit,
        "declare": declare,
        "open-to-all": open_to_all,
    },
)

"""Entries: one by one or from a spreadsheet, with who is in and what came of the list."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from qipan.desk.entries.commands import (
    AmendEntrant,
    CloseEntries,
    DeclareParticipation,
    EnterEntrant,
    OpenEntries,
    OverrideEntry,
    RegisterUnit,
    WithdrawEntrant,
)
from qipan.desk.entries.newcomer import Mate, Newcomer, read_tags
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
from qipan.formats.entry_list import MOST_BYTES
from qipan.formats.lists.cells import read_date
from qipan.i18n import catalogue
from qipan.journal.people import Person
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId
from qipan.views.consequences import foreseen
from qipan.views.entry_fields import needed_fields
from qipan.views.glance.field_size import rounds_beyond
from qipan.views.marks import Mark, marks_nobody_bears, marks_of
from qipan.web.desk.conduct import penalty_words
from qipan.web.desk.entry_pages.copied_entries import ASKED, copy_earlier, earlier_sections
from qipan.web.desk.entry_pages.list_look import repairs_of, same_of
from qipan.web.desk.page import STAY, DeskPage, DeskVisit
from qipan.web.shared.forms import optional_number, words
from qipan.web.shared.long_lists.name_search import matches
from qipan.web.shared.long_lists.row_parts import PART, asked_part, row_part

LONGEST_QUESTION = 80
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
    asked = place.query.get("q", "").strip()[:LONGEST_QUESTION]
    there = place.view.lines
    if asked:
        wanted = [
            each
            for each in there
            if asked == str(each.number) or matches(asked, each.name, each.latin, each.unit)
        ]
    entered = row_part(wanted if asked else there, asked_part(place.query.get(PART)))
    return {
        "lines": entered.rows,
        "entered": entered,
        "asked": asked,
        "numbers": {each.entrant: number for number, each in enumerate(there, 1)} if asked else {},
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
        "most": MOST_BYTES // 1_000_000,
        "report": place.told.get("report"),
        "copied": place.told.get("copied"),
        "source": place.told.get("source", ""),
        "earlier": earlier_sections(place) if _asks_for_earlier(place) else None,
        "edits": place.may(AmendEntrant) and not place.state.closed and section.approved is None,
        "needed": {each.field for each in needed_fields(place.rules)},
        "ranked": any(each.rank for each in place.found.entrants.values())
        or any(each.field == "rank" for each in needed_fields(place.rules)),
        "members": _members(place),
        "listed": place.told.get("listed"),
        "look": place.told.get("look"),
        "needs": place.told.get("needs", ()),
        "same": same_of(place.form),
        "fixes": _settled(place),
        "carried": place.told.get("carried"),
        "file_name": place.told.get("name", ""),
        "follows": place.told.get("follows"),
        "leaving": place.told.get("leaving"),
        "in_words": penalty_words(place),
        "lookup_lists": _lists(place),
        "against": str(place.form.get("list", "")),
        "unchecked": section.options.get("entry_checks") is False,
    }


def _lists(place: DeskVisit) -> list[str]:
    """Name the rating lists on which somebody can be looked up."""
    heads = place.context.house.side_tables.rating_lists.heads()
    return list(dict.fromkeys(each.name for each in heads))


def _asks_for_earlier(place: DeskVisit) -> bool:
    return ASKED in place.query or "copied" in place.told


@dataclass(frozen=True)
class MemberAsked:
    """Somebody of a team or pair whom the form asks for."""

    role: str
    birth: bool
    """Whether the book asks how old they are."""


def _members(place: DeskVisit) -> list[MemberAsked]:
    """List whom a team or pair consists of; nobody for who enters alone."""
    team = place.rules.entries.team
    return [
        MemberAsked(name, role.most_age is not None)
        for name, role in team.items()
        for _ in range(role.count)
    ]


def _settled(place: DeskVisit) -> dict[str, str]:
    """Give the cells of a list that were put right and can be read now."""
    listed = place.told.get("listed")
    failed = {each.cell for each in listed.failed} if listed is not None else set()
    return {cell: value for cell, value in repairs_of(place.form).items() if cell not in failed}


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
    """Enter somebody by hand; with a reason, against a rule that the book lets one set aside."""
    form, against = place.form, words(place.form, "against", "")
    (first, role, rating), *others = _people(place)
    newcomer = Newcomer(
        first,
        rating=rating,
        unit=words(form, "unit", "") or None,
        tags=read_tags(words(form, "tags", "")),
        dan=optional_number(form, "dan"),
        another_person=form.get("another") == "yes",
        role=role,
        mates=tuple(Mate(*each) for each in others),
        called=words(form, "called", ""),
        rank=words(form, "rank", ""),
    )
    place.require(OverrideEntry if against else EnterEntrant)
    await place.through_office(
        place.office.enter, newcomer, against=against, late=words(form, "late", "")
    )


def _people(place: DeskVisit) -> list[tuple[Person, str, int | None]]:
    """Read everybody whom the form names, with their part and rating. Raises BadInput."""
    form = place.form
    most = max(1, len(_members(place)))
    found = []
    for number in ("", *map(str, range(2, most + 1))):
        person = Person(
            name=words(form, f"name{number}", None if not number else ""),
            latin=words(form, f"latin{number}", ""),
            birth=_birth(words(form, f"birth{number}", ""), f"birth{number}"),
            licence=words(form, f"licence{number}", ""),
            federation=words(form, f"federation{number}", "", most=3),
        )
        role = words(form, f"role{number}", "player")
        if person.name:
            found.append((person, role, optional_number(form, f"rating{number}")))
        elif not number:
            raise BadInput("a name is needed", where="name", code="form.missing")
    return found


def _birth(text: str, where: str) -> str:
    """Read a date of birth as people write it. Raises BadInput."""
    try:
        return read_date(text) if text else ""
    except ValueError:
        raise BadInput(f"{text[:20]!r} is no date", where=where, code="list.no-birth") from None


async def withdraw(place: DeskVisit) -> None:
    """Take somebody out who does not play on."""
    entrant, reason = EntrantId(words(place.form, "entrant")), words(place.form, "reason", "")
    await place.carry_out(WithdrawEntrant(section=place.section, entrant=entrant, reason=reason))


async def try_withdraw(place: DeskVisit) -> str:
    """Say what follows if somebody does not play on; nothing is written."""
    entrant, reason = EntrantId(words(place.form, "entrant")), words(place.form, "reason", "")
    command = WithdrawEntrant(section=place.section, entrant=entrant, reason=reason)
    place.require(command)
    place.told["follows"] = await asyncio.to_thread(foreseen, place.state, place.section, [command])
    place.told["leaving"] = entrant
    return STAY


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
        "try-withdraw": try_withdraw,
        "close": close,
        "unit": unit,
        "declare": declare,
        "open-to-all": open_to_all,
        "copy": copy_earlier,
    },
)

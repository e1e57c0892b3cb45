"""What an event needs to know of who enters, and the rule that asks for it."""

from collections.abc import Iterator

import msgspec

from qipan.desk.entries import rules as by
from qipan.desk.entries.checks import FEMALE
from qipan.kernel.rules import RuleKey
from qipan.rulebooks.schema import EventRules


class EntryField(msgspec.Struct, frozen=True):
    """Something that an event needs."""

    field: str
    rule: RuleKey | None = None
    """What asks for it; None: the system of the event does."""


def needed_fields(rules: EventRules) -> tuple[EntryField, ...]:
    """List what an event needs besides the name, each once."""
    found: dict[str, EntryField] = {}
    for field, rule in _needed(rules):
        found.setdefault(field, EntryField(field, rule))
    return tuple(found.values())


def needed_columns(rules: EventRules) -> tuple[EntryField, ...]:
    """List the same as columns of a list have it: one column tells kyu and dan."""
    found: dict[str, EntryField] = {}
    for each in needed_fields(rules):
        name = "dan" if each.field == "rank" else each.field
        found.setdefault(name, EntryField(name, each.rule))
    return tuple(found.values())


def _needed(rules: EventRules) -> Iterator[tuple[str, RuleKey | None]]:
    entries = rules.entries
    if entries.unit_needed or entries.units:
        yield "unit", by.UNIT_NEEDED if entries.unit_needed else by.QUOTA
    if entries.age is not None or entries.young is not None:
        yield "birth", by.AGE if entries.age is not None else by.YOUNG
    if entries.groups:
        yield "birth", by.GROUP
    if any(role.most_age is not None for role in entries.team.values()):
        yield "birth", by.JUNIOR
    if len(entries.team) > 1:
        yield "role", by.TEAM
    if FEMALE in (*entries.needs, *entries.excludes):
        yield "sex", by.NEEDS if FEMALE in entries.needs else by.EXCLUDES
    if entries.dan_below is not None:
        yield "dan", by.DAN
    if any(stage.start is not None and stage.start.by_rank for stage in rules.stage):
        yield "rank", None
    if rules.numbering == "rating":
        yield "rating", None
    if entries.rated is not None:
        yield "rating", by.RATED_MEMBERS
    if entries.fees.registration:
        yield "licence", by.REGISTRATION

"""Marks of entrants that a book asks about: which, by what rule, and which nobody bears."""

from collections.abc import Iterator

import msgspec

from qipan.desk.entries import rules as by
from qipan.desk.lots import TWO_GROUPS
from qipan.journal.state import Section
from qipan.kernel.rules import RuleKey
from qipan.ranking.derived import FILTERED
from qipan.rulebooks.schema import EventRules
from qipan.rulebooks.schema.book import FILLER, FIRST_GROUP


class Mark(msgspec.Struct, frozen=True):
    """A mark that an event asks about."""

    tag: str
    rule: RuleKey
    """What it is asked for by."""


def marks_of(rules: EventRules) -> tuple[Mark, ...]:
    """List the marks that an event asks about, each once, with the first rule that asks."""
    found: dict[str, Mark] = {}
    for tag, rule in _asked(rules):
        found.setdefault(tag, Mark(tag, rule))
    return tuple(found[tag] for tag in rules.tags)


def _asked(rules: EventRules) -> Iterator[tuple[str, RuleKey]]:
    yield FIRST_GROUP, TWO_GROUPS
    yield FILLER, by.FILLER
    entries = rules.entries
    exempt = entries.age.exempt if entries.age else ()
    yield from ((each.tag, FILTERED) for each in rules.ranking.derived.values() if each.tag)
    for tags, rule in (
        (entries.needs, by.NEEDS),
        (entries.excludes, by.EXCLUDES),
        (entries.free, by.QUOTA),
        (entries.moves_freely, by.ONE_UNIT),
        (exempt, by.AGE),
    ):
        yield from ((tag, rule) for tag in tags)


def marks_nobody_bears(section: Section, rules: EventRules) -> tuple[Mark, ...]:
    """List the marks on which numbers or a table rest and which nobody in the section bears."""
    borne = {tag for who in section.active for tag in section.entrants[who].tags}
    return tuple(
        mark
        for mark in marks_of(rules)
        if mark.rule in (TWO_GROUPS, FILTERED) and mark.tag not in borne
    )

"""What an event asks of a list: its marks in all our words, the parts of a team, the section."""

from collections.abc import Iterable

from qipan.formats.lists.mapping import AskedColumns
from qipan.i18n import LANGUAGES, catalogue
from qipan.rulebooks.schema import EventRules


def asked_columns(rules: EventRules, title: str = "") -> AskedColumns:
    """Say what the lists of an event may hold besides names."""
    team = rules.entries.team
    return AskedColumns(
        marks={tag: tuple(_words(f"mark.{tag}", tag)) for tag in rules.tags},
        parts={name: role.count for name, role in team.items()},
        optional=frozenset(name for name, role in team.items() if role.optional),
        title=title,
    )


def _words(code: str, tag: str) -> Iterable[str]:
    yield tag
    for language in LANGUAGES:
        said = catalogue(language).get(code)
        if said:
            yield said

"""How the copies of an event that are kept elsewhere stand, for every page that says so."""

from typing import Any

import msgspec

from qipan.store.travel.mirrors import Mirror
from qipan.web.shared.context import Context

CHIPS = {"up-to-date": "good", "new": "wait", "no-line": "wait"}
"""How a state is marked; every other one needs a look."""


def mirror_lines(context: Context, competition: str) -> list[tuple[Mirror, str, dict[str, Any]]]:
    """Give every copy with its mark and the facts of its words."""
    return [
        (each, CHIPS.get(each.state, "bad"), _facts(each))
        for each in context.house.side_tables.mirrors.of(competition)
    ]


def _facts(found: Mirror) -> dict[str, Any]:
    facts = {"n": 0, "since": 0, "at": found.at, "holder": "", "why": ""}
    return {**facts, **msgspec.json.decode(found.facts, type=dict[str, Any])}

"""The rules of an event with what the organiser set in place of the book's own numbers.

Only what the book itself leaves to the organiser (``[event.X.option.NAME]``) is replaced.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from qipan.kernel.errors import BadInput
from qipan.rulebooks.clocks import read_clock, typed_clock
from qipan.rulebooks.schema import Clock, EventRules

_made: dict[tuple[int, tuple[tuple[str, Any], ...]], tuple[EventRules, EventRules]] = {}
"""By the book's own rules and what was set; these are kept too, so that their id stays theirs."""
MOST_KEPT = 500


def adjusted(rules: EventRules, options: Mapping[str, Any]) -> EventRules:
    """Give the rules as a section plays by them; options of an old journal that fail do nothing."""
    if not rules.option:
        return rules
    stated = tuple((name, options[name]) for name in rules.option if _is_plain(options.get(name)))
    if not stated:
        return rules
    known = _made.get((id(rules), stated))
    if known is None:
        if len(_made) >= MOST_KEPT:
            _made.clear()
        known = _made[id(rules), stated] = (rules, _replaced(rules, stated))
    return known[1]


def _is_plain(value: Any) -> bool:
    return isinstance(value, str | int)


def _replaced(rules: EventRules, stated: tuple[tuple[str, Any], ...]) -> EventRules:
    try:
        return with_settings(rules, dict(stated))
    except BadInput:
        return rules


def with_settings(rules: EventRules, stated: Mapping[str, Any]) -> EventRules:
    """Replace what options set. Raises BadInput if the rules would not hold together."""
    content = msgspec.to_builtins(rules)
    for name, value in stated.items():
        for path in rules.option[name].sets:
            here, last = _place(content, path)
            is_clock = rules.option[name].kind == "clock"
            here[last] = msgspec.to_builtins(read_clock(str(value))) if is_clock else value
    try:
        return msgspec.convert(content, EventRules)
    except msgspec.ValidationError as error:
        raise BadInput(str(error)[:200], where=", ".join(stated)) from error


def setting_of(rules: EventRules, path: str) -> Any:
    """Give what the book itself says at a path. Raises BadInput if there is no such place."""
    here, last = _place(msgspec.to_builtins(rules), path)
    found = here[last]
    return typed_clock(msgspec.convert(found, Clock)) if isinstance(found, dict) else found


def _place(content: Any, path: str) -> tuple[Any, str]:
    """Go to the table that holds the end of a path; a stage is named by its id."""
    *steps, last = path.split(".")
    here = content
    for step in steps:
        if isinstance(here, list | tuple):
            here = next((each for each in here if each.get("id") == step), None)
        else:
            here = here.get(step) if isinstance(here, dict) else None
    if not isinstance(here, dict) or last not in here:
        raise BadInput(f"no such place in the event: {path[:80]!r}", where="sets")
    return here, last

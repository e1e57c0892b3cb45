"""What changed between two values, so that a page which has one is told no more than that.

A change is JSON: ``{"=": value}`` replaces, ``{"~": [start, gone, new]}`` puts ``new`` for
``gone`` items of a text or a list, and any other object says what changed below its keys.
No key of a view is ``=`` or ``~``.
"""

from functools import cache
from typing import Any

import msgspec

SAME: dict[str, Any] = {}
"""Nothing changed; the page's own copy stays."""


def change_of(before: Any, after: Any) -> dict[str, Any]:
    """Say what makes ``after`` of ``before``; ``SAME`` if they are equal."""
    kind = type(before)
    if kind is not type(after):
        return {"=": after}
    if before == after:
        return SAME
    if kind is str or kind is list or kind is tuple:
        return _spliced(before, after)
    if kind is dict and before.keys() == after.keys():
        below = {key: change_of(before[key], after[key]) for key in after}
        return {key: change for key, change in below.items() if change}
    if issubclass(kind, msgspec.Struct):
        return _below(before, after)
    return {"=": after}


def _below(before: msgspec.Struct, after: msgspec.Struct) -> dict[str, Any]:
    """Say what changed in a struct, field by field, where every field is written under its name."""
    names = _plain_fields(type(after))
    if not names:
        return {"=": after}
    found = {}
    for name in names:
        old, new = getattr(before, name), getattr(after, name)
        if old is not new:
            change = change_of(old, new)
            if change:
                found[name] = change
    return found


@cache
def _plain_fields(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """List the fields of a kind of struct; none if it is not written as an object of them all."""
    config, names = kind.__struct_config__, kind.__struct_fields__
    plain = not config.omit_defaults and not config.array_like and config.tag is None
    return names if plain and names == kind.__struct_encode_fields__ else ()


def _spliced(before: Any, after: Any) -> dict[str, Any]:
    """Find the one stretch in which two texts or lists differ."""
    shorter = min(len(before), len(after))
    start = 0
    if before[:shorter] == after[:shorter]:  # most lists only grow
        start = shorter
    else:
        while before[start] == after[start]:
            start += 1
    end = 0
    while end < shorter - start and before[-1 - end] == after[-1 - end]:
        end += 1
    new = after[start : len(after) - end]
    return {"~": [start, len(before) - end - start, new]}


def with_change(value: Any, change: dict[str, Any]) -> Any:
    """Apply a change, as a page does."""
    if "=" in change:
        return change["="]
    if "~" in change:
        start, gone, new = change["~"]
        return value[:start] + new + value[start + gone :]
    changed = {key: with_change(value[key], below) for key, below in change.items()}
    return {**value, **changed} if change else value

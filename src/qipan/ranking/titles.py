"""Titles by place, and the step down when too few took part: rules as data.

A standard names titles from highest to lowest and, for each, the last place that earns it. With
fewer entrants than ``full_field``, places behind ``safe`` get titles ``steps`` lower.
"""

import msgspec

from qipan.kernel.errors import BadInput
from qipan.kernel.rules import RuleKey, rule

BY_PLACE = rule("titles.by-place", "A title is earned by the place.")
STEP_DOWN = rule("titles.step-down", "In a small field all but the top places earn one step less.")


class Standard(msgspec.Struct, frozen=True):
    """Titles by place."""

    ladder: tuple[str, ...]
    """From highest to lowest; also those that no place earns directly."""
    upto: tuple[tuple[int, str], ...]
    """Last place, title; places ascending."""
    full_field: int = 20
    safe: int = 3
    steps: int = 1


class Title(msgspec.Struct, frozen=True):
    """What a place earns; None: nothing (or less than the lowest title)."""

    title: str | None
    stepped_down: bool
    rule: RuleKey


def title_for(place: int, entrants: int, standard: Standard) -> Title:
    """Give the title of a place [titles.by-place], stepped down in a small field.

    Raises BadInput if the standard is not in order.
    """
    lasts = [last for last, _ in standard.upto]
    if lasts != sorted(lasts) or any(name not in standard.ladder for _, name in standard.upto):
        raise BadInput("a title standard names titles of its ladder by ascending places")
    earned = next((name for last, name in standard.upto if place <= last), None)
    if earned is None or entrants >= standard.full_field or place <= standard.safe:
        return Title(earned, False, BY_PLACE)
    lower = standard.ladder.index(earned) + standard.steps
    return Title(standard.ladder[lower] if lower < len(standard.ladder) else None, True, STEP_DOWN)

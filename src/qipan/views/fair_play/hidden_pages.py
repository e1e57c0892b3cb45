"""Hidden pages beside critical moves: was the page hidden just where a computer's move followed?

A page is hidden for many reasons: a call, a message, a phone laid down. Whether it was hidden
before the moves that agree with the computer rather than before the others is a question of chance
with an exact answer: draw as many moves as were made with a hidden page out of all that count, and
ask how often so many of them agree.
"""

from collections.abc import Collection, Sequence
from math import comb

import msgspec

from qipan.views.fair_play.move_facts import MoveFact


class HiddenPages(msgspec.Struct, frozen=True):
    """What was found for one player."""

    moves: int
    """That count."""
    hidden: int
    """Of these, made after the page was hidden in the same turn."""
    critical: int
    """Of the hidden ones, those on which much hung."""
    same: int
    """Of the hidden ones, those that are the computer's."""
    by_chance: float
    """How likely so many of them, or more, agree by chance."""


def hidden_pages(facts: Sequence[MoveFact | None], hidden: Collection[int]) -> HiddenPages:
    """Compare the moves at which the page was hidden (by ply) with the others."""
    counted = [each for each in facts if each is not None and each.counts]
    away = [each for each in counted if each.ply in hidden]
    agree = sum(each.same for each in away)
    return HiddenPages(
        moves=len(counted),
        hidden=len(away),
        critical=sum(each.critical for each in away),
        same=agree,
        by_chance=at_least(agree, len(away), sum(each.same for each in counted), len(counted)),
    )


def at_least(found: int, drawn: int, marked: int, whole: int) -> float:
    """Give the chance that of ``drawn`` out of ``whole`` at least ``found`` are marked ones."""
    if not drawn:
        return 1.0
    ways = sum(
        comb(marked, each) * comb(whole - marked, drawn - each)
        for each in range(found, min(drawn, marked) + 1)
        if drawn - each <= whole - marked
    )
    return ways / comb(whole, drawn)

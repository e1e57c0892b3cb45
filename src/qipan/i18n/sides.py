"""The two sides of a game as its players call them: Red and Black, or Black and White.

Where a game has no colours, or an opening lets players change them, the sides are the first and
the second. So they are in a match of several games, in which everybody has both.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from qipan.games import all_games
from qipan.i18n import say
from qipan.rulebooks.schema import EventRules
from qipan.rulebooks.schema.matches import MatchRule

ORDER = ("first", "second")
PAIR = 2


class SideName(msgspec.Struct, frozen=True):
    """One side: its code, its word, and the sign that stands in a small ring."""

    code: str
    word: str
    mark: str


Sides = tuple[SideName, SideName]


def sides_of_game(language: str, game: str, rules: Mapping[str, Any]) -> Sides:
    """Name the sides of one game under its options."""
    known = all_games().get(game)
    colours = known.fixed_sides(rules) if known is not None else ()
    if len(colours) != PAIR:
        return sides_in_order(language)
    first, second = (
        SideName(each, say(language, f"ui.board.{each}"), say(language, f"ui.side-mark.{each}"))
        for each in colours
    )
    return first, second


def sides_in_order(language: str) -> Sides:
    """Name the sides where there are no colours, or each side has both in turn."""
    first, second = (
        SideName(each, say(language, f"ui.{each}"), say(language, f"ui.{each}-mark"))
        for each in ORDER
    )
    return first, second


def sides_of_match(language: str, rules: EventRules) -> Sides:
    """Name the sides of a match: those of its game if it is one, else the first and the second."""
    matches = (
        rules.match.get(name, MatchRule())
        for stage in rules.stage
        for name in (stage.match, *stage.match_from.values())
    )
    if rules.line_ups is not None or any(each.games > 1 or each.wins > 1 for each in matches):
        return sides_in_order(language)
    return sides_of_game(language, rules.game, rules.rules)

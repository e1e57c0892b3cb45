"""What pages about a section call its sides and itself, in the reader's language."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from markupsafe import Markup

from qipan.i18n.names import shown
from qipan.i18n.sides import ORDER, SideName, Sides, sides_in_order, sides_of_game, sides_of_match
from qipan.i18n.titles import section_title
from qipan.journal.state import Competition, Section
from qipan.sections.lookup import event_of
from qipan.views.section import BoardView

RING = Markup('<span class="side {}"{}>{}</span>')


def section_words(language: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Give the functions of a page; it is about the section that it is rendered with, if any."""

    @cache
    def sides(*, of_match: bool) -> Sides:
        state, section = values.get("competition"), values.get("section")
        if not isinstance(state, Competition) or not isinstance(section, Section):
            return sides_in_order(language)
        rules = event_of(state, section)
        if of_match:
            return sides_of_match(language, rules)
        return sides_of_game(language, rules.game, rules.rules)

    def ring(seat: int, *, of_match: bool, hidden: bool = True) -> Markup:
        place = 1 if seat else 0
        side = sides(of_match=of_match)[place]
        look = ORDER[place] if side.code == ORDER[place] else f"{ORDER[place]} {side.code}"
        return RING.format(look, Markup(' aria-hidden="true"' if hidden else ""), side.mark)

    def game_side(seat: int) -> SideName:
        return sides(of_match=False)[1 if seat else 0]

    def match_side(seat: int) -> SideName:
        return sides(of_match=True)[1 if seat else 0]

    def titled(state: Competition | None = None, section: Section | None = None) -> str:
        state, section = state or values["competition"], section or values["section"]
        return section_title(language, state, section)

    def winner_of(row: BoardView) -> str:
        found = (shown(each, language).main for each in row.seats if each.name == row.winner)
        return next(found, row.winner or "")

    return {
        "winner_of": winner_of,
        "game_side": game_side,
        "match_side": match_side,
        "game_ring": lambda seat, hidden=True: ring(seat, of_match=False, hidden=hidden),
        "match_ring": lambda seat, hidden=True: ring(seat, of_match=True, hidden=hidden),
        "section_title": titled,
    }

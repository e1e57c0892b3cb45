"""Promotions by rule: who earned which rank or title in a season, and by which clause."""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from qipan.ranking.ratings.event import rounded
from qipan.ranking.ratings.list_rules import PromotionRule
from qipan.ranking.ratings.period import SeasonChange


class EarnedPlace(msgspec.Struct, frozen=True):
    """A place in a rated event."""

    event: int
    place: int
    players: int


class Promotion(msgspec.Struct, frozen=True):
    """A rank or title that somebody earned."""

    person: str
    title: str
    clause: str
    rating: int | None = None
    """The rating that earned it, …"""
    event: int | None = None
    """… or the event, with the place in it."""
    place: int | None = None


def promotions(
    rules: Sequence[PromotionRule],
    changes: Sequence[SeasonChange],
    places: Mapping[str, Sequence[EarnedPlace]],
    held: Mapping[str, Collection[str]],
) -> list[Promotion]:
    """Give what was earned, the lowest first; nobody earns a title twice, or one below theirs."""
    order = [each.title for each in rules]
    found = []
    for change in changes:
        mine = {order.index(each) for each in held.get(change.person, ()) if each in order}
        for at, rule in enumerate(rules):
            if any(at <= have for have in mine):
                continue
            earned = _earned(rule, change, places.get(change.person, ()))
            if earned is not None:
                found.append(earned)
    return found


def _earned(
    rule: PromotionRule, change: SeasonChange, places: Sequence[EarnedPlace]
) -> Promotion | None:
    after = change.after
    if rule.rating is not None:
        if not change.games or after.rating is None:
            return None
        if after.rating < rule.rating or after.games < rule.games:
            return None
        rating = rounded(after.rating)
        if rule.place is None:
            return Promotion(change.person, rule.title, rule.clause, rating=rating)
    best = [
        each
        for each in places
        if rule.place is not None and each.place <= rule.place and each.players >= rule.players
    ]
    if not best:
        return None
    first = min(best, key=lambda each: each.place)
    return Promotion(change.person, rule.title, rule.clause, event=first.event, place=first.place)

"""What makes one pairing better than another, in order. All are sums over pairs; less is better.

1. score differences in all (equal or nearest scores meet);
2. the same squared (one long float is worse than two short ones);
3. weak protections not respected;
4. colour claims at odds;
5. distance in the order among equals (neighbours meet), squared.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum

from qipan.kernel.rules import RuleKey, rule
from qipan.pairing.swiss.by_score.colours import clash, due
from qipan.pairing.swiss.by_score.field import NOBODY, ScoreField

NEAREST = rule("by-score.nearest", "Equal scores meet, else the nearest.")
SHORT_FLOATS = rule("by-score.short-floats", "Several small differences are better than a big one.")
WISHES = rule("by-score.weak-protection", "Weak protections are respected where scores allow it.")
COLOURS = rule("by-score.colours", "Among equal scores those meet who are due different seats.")
ORDER = rule("by-score.order", "Otherwise neighbours in the order of their score group meet.")

Pair = tuple[int, int]
Cost = tuple[int, int, int, int, int]


class Criterion(StrEnum):
    """The names of the criteria, in order."""

    DIFFERENCE = "score-difference"
    LONG_FLOATS = "squared-difference"
    WISHES = "weak-protection"
    COLOURS = "colours"
    ORDER = "order"


RULE_OF: dict[Criterion, RuleKey] = {
    Criterion.DIFFERENCE: NEAREST,
    Criterion.LONG_FLOATS: SHORT_FLOATS,
    Criterion.WISHES: WISHES,
    Criterion.COLOURS: COLOURS,
    Criterion.ORDER: ORDER,
}


def pair_cost(field: ScoreField, a: int, b: int, place: Sequence[int]) -> Cost:
    """Weigh one pair; ``place`` gives everybody's place in the ranked field."""
    apart = abs(field.score[a] - field.score[b])
    wish = 1 if field.avoided and b in field.avoided.get(a, NOBODY) else 0
    colours = clash(due(field.history[a]), due(field.history[b]))
    return apart, apart * apart, wish, colours, (place[a] - place[b]) ** 2


def cost(field: ScoreField, pairs: Iterable[Pair], place: Sequence[int]) -> Cost:
    """Weigh a pairing: everything added up."""
    total = [0, 0, 0, 0, 0]
    for a, b in pairs:
        for i, part in enumerate(pair_cost(field, a, b, place)):
            total[i] += part
    return total[0], total[1], total[2], total[3], total[4]


def places(field: ScoreField, ranked: Sequence[int]) -> list[int]:
    """Turn a ranked list round: the place of each player."""
    found = [0] * len(field)
    for position, who in enumerate(ranked):
        found[who] = position
    return found


def neighbour_bound(field: ScoreField, ranked: Sequence[int]) -> int:
    """Add up the differences if sorted neighbours met: no pairing can have a smaller sum."""
    score = field.score
    return sum(score[a] - score[b] for a, b in zip(ranked[::2], ranked[1::2], strict=False))

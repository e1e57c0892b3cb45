"""For each pair the rule that decided it: why not the next one down the list?

Going down the ranked field, everybody's natural partner is the first below who is still free. If
the partner is another, something ruled the natural one out: legality, a criterion, or the needs
of the rest of the round.
"""

from collections.abc import Sequence

from qipan.kernel.rules import RuleKey, rule
from qipan.pairing.protections.forbidden import HARD
from qipan.pairing.swiss.by_score.criteria import (
    NEAREST,
    RULE_OF,
    Criterion,
    Pair,
    pair_cost,
    places,
)
from qipan.pairing.swiss.by_score.field import ScoreField

NO_REMATCH = rule("swiss.no-rematch", "Nobody meets the same opponent twice.")
COMPLETION = rule("swiss.completion", "Whoever is not yet paired can still be paired.")
WHOLE = rule(
    "by-score.whole-round", "The round as a whole is better this way, or only possible this way."
)

Decided = dict[Pair, tuple[int, int, tuple[RuleKey, int]]]
"""For each seated pair: higher ranked, lower ranked, and (rule, who was passed over or −1)."""


def illegal_by(field: ScoreField, a: int, b: int) -> RuleKey | None:
    """Give the rule that forbids a pair, if one does."""
    if b in field.met[a]:
        return NO_REMATCH
    return None if field.legal(a, b) else HARD


def deciding_rules(field: ScoreField, pairs: Sequence[Pair], bye: int) -> Decided:
    """Find the deciding rule of every pair."""
    ranked = field.ranked(without=bye)
    place = places(field, ranked)
    partner: dict[int, int] = {}
    for a, b in pairs:
        partner[a], partner[b] = b, a
    done: set[int] = set()
    found: Decided = {}
    below = 0
    for who in ranked:
        if who in done:
            continue
        done.add(who)
        while ranked[below] in done:
            below += 1
        natural, low = ranked[below], partner[who]
        done.add(low)
        decided = (
            (NEAREST, -1) if natural == low else (_better(field, who, low, natural, place), natural)
        )
        found[who, low] = found[low, who] = (who, low, decided)
    return found


def _better(field: ScoreField, who: int, low: int, natural: int, place: Sequence[int]) -> RuleKey:
    forbidden = illegal_by(field, who, natural)
    if forbidden is not None:
        return forbidden
    chosen = pair_cost(field, who, low, place)
    passed = pair_cost(field, who, natural, place)
    for criterion, ours, theirs in zip(Criterion, chosen, passed, strict=True):
        if ours < theirs:
            return RULE_OF[criterion]
        if ours > theirs:
            break
    return WHOLE

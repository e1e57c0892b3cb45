"""Why somebody met this opponent and not one who would have suited better at first sight."""

from collections.abc import Sequence

from qipan.kernel.ids import EntrantId
from qipan.pairing.plan import Reason
from qipan.pairing.swiss.by_score.deciding import COMPLETION, NO_REMATCH
from qipan.pairing.swiss.mcmahon.criteria import ORDER, RULE_OF, WITHIN, pair_cost, total_cost
from qipan.pairing.swiss.mcmahon.field import McMahonField
from qipan.pairing.swiss.mcmahon.solve import best_round
from qipan.pairing.swiss.mcmahon.terms import McMahonTerms


def passed_over(
    field: McMahonField,
    terms: McMahonTerms,
    unit: int,
    partners: Sequence[tuple[EntrantId, EntrantId]],
    asked: tuple[EntrantId, int],
) -> tuple[Reason, ...]:
    """Name who would have suited better by themselves, and by which criterion the round says no.

    ``partners`` are the pairs of the round, both ways; ``asked`` is of whom, and how many at most.
    Nothing if the round is not the one that is found again.
    """
    who, most = asked
    index = {each: i for i, each in enumerate(field.ids)}
    published = {(index[a], index[b]) for a, b in partners if index[a] < index[b]}
    if set(best_round(field, terms, unit) or ()) != published:
        return ()
    me, other = index[who], index[dict(partners)[who]]
    mine = pair_cost(field, me, other, terms, unit)
    chosen = total_cost(field, sorted(published), terms, unit)
    better = [
        (pair_cost(field, me, each, terms, unit), each)
        for each in range(len(field))
        if each not in (me, other)
    ]
    found = []
    for _, each in sorted(pair for pair in better if pair[0] < mine)[:most]:
        found.append(_why_not(field, terms, unit, (me, each), chosen))
    return tuple(found)


def _why_not(
    field: McMahonField,
    terms: McMahonTerms,
    unit: int,
    pair: tuple[int, int],
    chosen: tuple[int, ...],
) -> Reason:
    me, each = pair
    instead = {"instead": field.ids[each]}
    if each in field.met[me]:
        return Reason(NO_REMATCH, {"pair": [field.ids[me], field.ids[each]], **instead})
    pairs = best_round(field, terms, unit, {me: each, each: me})
    if pairs is None:
        return Reason(COMPLETION, instead)
    cost = total_cost(field, pairs, terms, unit)
    for criterion, ours, theirs in zip(ORDER, chosen, cost, strict=True):
        if ours != theirs:
            facts = {"criterion": criterion.value, "chosen": ours, "with": theirs}
            return Reason(RULE_OF[criterion], {**facts, **instead})
    return Reason(WITHIN, instead)

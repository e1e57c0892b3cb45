"""Why two players do not meet: the first rule, or the better criterion, that ruled it out."""

from collections.abc import Iterable, Sequence

from qipan.kernel.crosstable import Crosstable
from qipan.kernel.errors import BadInput, Impossible
from qipan.kernel.ids import EntrantId, RoundNo
from qipan.kernel.rules import rule
from qipan.pairing.by_lot import Lots
from qipan.pairing.plan import Reason
from qipan.pairing.protections.forbidden import NONE, Protections
from qipan.pairing.swiss.by_score.ahead import AHEAD
from qipan.pairing.swiss.by_score.criteria import RULE_OF, Criterion, cost, places
from qipan.pairing.swiss.by_score.deciding import COMPLETION, NO_REMATCH
from qipan.pairing.swiss.by_score.field import Named, field_of
from qipan.pairing.swiss.by_score.system import Paired, lot_of, match_ranked, pair_field

QUICK = rule("by-score.quick", "The quick pairing of a big field does not weigh every choice.")
RESTS = rule("by-score.rests", "One of the two has the bye of this round.")


def why_not(
    table: Crosstable,
    number: RoundNo,
    pair: tuple[EntrantId, EntrantId],
    *,
    lots: Lots | None = None,
    present: Iterable[EntrantId] | None = None,
    protections: Protections = NONE,
    order: Sequence[EntrantId] = (),
) -> Reason:
    """Say why a pair does not meet in a round; same arguments as ``by_score`` had.

    Raises BadInput if the two are the same, are not present, or do meet.
    """
    x, y = pair
    named = field_of(table, number, present=present, protections=protections, order=order)
    if x == y or x not in named.index or y not in named.index:
        raise BadInput(f"{x} and {y} are no two entrants of this round")
    for earlier, cell in enumerate(table.row(x)[: number - 1], 1):
        if cell.opponent == y:
            return Reason(NO_REMATCH, {"round": earlier})
    a, b = named.index[x], named.index[y]
    if not named.field.legal(a, b):
        protection = protections.between(x, y, number)
        assert protection is not None, "an illegal pair is a rematch or protected"
        return protection.reason()
    paired = pair_field(
        named.field,
        lot_of(named, lots, f"bye of round {number}"),
        first_round=number == 1,
        left=max(0, table.planned - number),
    )
    if any({a, b} == {first, second} for first, second in paired.pairs):
        raise BadInput(f"{x} and {y} do meet in round {number}")
    if paired.bye in (a, b):
        why = paired.bye_reason
        return Reason(RESTS, {"rests": named.ids[paired.bye], "rule": why.rule if why else None})
    return _compare(named, paired, a, b)


def _compare(named: Named, paired: Paired, a: int, b: int) -> Reason:
    """Pair the round once more with the two together, and see what gets worse first."""
    field = named.field
    ranked = field.ranked(without=paired.bye)
    others = [who for who in ranked if who not in (a, b)]
    try:
        forced = [(a, b), *match_ranked(field, others)[0]]
    except Impossible as error:
        stuck = [named.ids[who] for who in error.refusal.facts["stuck"]]
        return Reason(COMPLETION, {"stuck": stuck})
    place = places(field, ranked)
    chosen, wanted = cost(field, paired.pairs, place), cost(field, forced, place)
    for criterion, ours, theirs in zip(Criterion, chosen, wanted, strict=True):
        if ours != theirs:
            worse = AHEAD if paired.exact else QUICK
            key = RULE_OF[criterion] if ours < theirs else worse
            return Reason(key, {"criterion": criterion.value, "chosen": ours, "with": theirs})
    return Reason(RULE_OF[Criterion.ORDER], {"criterion": "equal", "chosen": list(chosen)})

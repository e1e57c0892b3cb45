"""Score pairing: the round itself, in arrays for any size and as a plan with reasons.

Fields up to ``exact.LIMIT`` get the best pairing by all criteria; larger ones the quick pairing,
whose sum of score differences is reported beside the smallest sum there could be.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NoReturn

from qipan.kernel.crosstable import Crosstable
from qipan.kernel.errors import Impossible
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.results import Bye
from qipan.kernel.rules import rule
from qipan.pairing.by_lot import Lots, drawn_order
from qipan.pairing.matching import FREE, Blocked, complete
from qipan.pairing.plan import Meeting, Reason, Rest, RoundPlan
from qipan.pairing.protections.forbidden import NONE, Protections
from qipan.pairing.swiss.by_score.ahead import pairs_that_go_on, worth_looking
from qipan.pairing.swiss.by_score.byes import ONCE, bye_candidates
from qipan.pairing.swiss.by_score.colours import higher_first
from qipan.pairing.swiss.by_score.criteria import Pair, neighbour_bound
from qipan.pairing.swiss.by_score.deciding import COMPLETION, deciding_rules
from qipan.pairing.swiss.by_score.exact import LIMIT, best_pairs, better_ends
from qipan.pairing.swiss.by_score.fast import quick_pairs
from qipan.pairing.swiss.by_score.field import Named, ScoreField, field_of

FLOAT = rule("by-score.float", "Who finds no partner on the same score meets the nearest one.")
SUM = rule("by-score.sum", "The sum of score differences beside the smallest there could be.")

Lot = Callable[[Sequence[int]], Sequence[int]]


@dataclass(frozen=True, slots=True)
class Paired:
    """A round in arrays. Boards from the top: ``pairs[i]`` is (first mover, second mover)."""

    pairs: list[Pair]
    bye: int = -1
    bye_reason: Reason | None = None
    difference: int = 0
    bound: int = 0
    exact: bool = False


def pair_field(field: ScoreField, lot: Lot, *, first_round: bool = False, left: int = 0) -> Paired:
    """Pair a field. ``lot`` gives players in drawn order, for the bye; ``left`` rounds follow.

    A field that is small for its rounds is paired so that those that follow can be paired as well,
    wherever that can be done [by-score.ahead]. Raises Impossible naming who blocks, BadInput on a
    field that does not fit together.
    """
    field.check()
    if worth_looking(field, left):
        for reach in range(left, 0, -1):  # too many rounds: as many as can be
            found = _paired_ahead(field, lot, first_round, reach)
            if found is not None:
                return found
    if len(field) % 2 == 0:
        return _paired(field, field.ranked(), -1, None)
    blocked = False
    for who, reason in bye_candidates(field, lot, first_round):
        try:
            return _paired(field, field.ranked(without=who), who, reason)
        except Impossible:
            # Before a second try: does any bye at all leave a field that can be paired?
            if not blocked:
                _check_any_bye(field)
                blocked = True
    raise Impossible("pairing.no-bye", ONCE, players=sorted(field.rested))


def _paired_ahead(field: ScoreField, lot: Lot, first_round: bool, left: int) -> Paired | None:
    """Give the best round after which all that follow can be paired; None if there is none."""
    byes: Iterable[tuple[int, Reason | None]] = ((-1, None),)
    if len(field) % 2:
        byes = bye_candidates(field, lot, first_round)
    for who, reason in byes:
        ranked = field.ranked(without=who)
        pairs = pairs_that_go_on(field, ranked, who, left)
        if pairs is not None:
            return _seated(field, ranked, who, reason, (pairs, True))
    return None


def _check_any_bye(field: ScoreField) -> None:
    # One more player stands for the bye; only those who have not rested may meet it.
    size = len(field)

    def may(a: int, b: int) -> bool:
        if size in (a, b):
            return a != b and min(a, b) not in field.rested
        return field.legal(a, b)

    block = complete([FREE] * (size + 1), may)
    if block is not None:
        _refuse(Blocked(_real(block.stuck, size), _real(block.partners, size)))


def _real(players: Iterable[int], size: int) -> tuple[int, ...]:
    return tuple(who for who in players if who < size)


def _refuse(block: Blocked) -> NoReturn:
    raise Impossible(
        "pairing.blocked",
        COMPLETION,
        stuck=sorted(block.stuck),
        partners=sorted(block.partners),
    )


def _paired(field: ScoreField, ranked: list[int], bye: int, why: Reason | None) -> Paired:
    return _seated(field, ranked, bye, why, match_ranked(field, ranked))


def _seated(
    field: ScoreField,
    ranked: list[int],
    bye: int,
    why: Reason | None,
    matched: tuple[list[Pair], bool],
) -> Paired:
    """Order the pairs by board and give them their seats."""
    pairs, exact = matched
    score = field.score
    place = [0] * len(field)
    for position, who in enumerate(ranked):
        place[who] = position
    # Everybody's pair stands higher ranked first, so the boards follow from one sort.
    pairs = [(a, b) if place[a] < place[b] else (b, a) for a, b in pairs]
    pairs.sort(key=lambda pair: (-score[pair[0]], -score[pair[1]], place[pair[0]]))
    difference = sum(score[a] - score[b] for a, b in pairs)
    history = field.history
    seated = [
        (a, b) if higher_first(history[a], history[b], board)[0] else (b, a)
        for board, (a, b) in enumerate(pairs, 1)
    ]
    bound = neighbour_bound(field, ranked)
    return Paired(seated, bye, why, difference, bound, exact)


def match_ranked(field: ScoreField, ranked: list[int]) -> tuple[list[Pair], bool]:
    """Give the unseated pairs of an even ranked list, and whether they are surely the best.

    Raises Impossible naming who blocks.
    """
    if len(ranked) <= LIMIT:
        pairs = best_pairs(field, ranked)
        if 2 * len(pairs) == len(ranked):
            return pairs, True
    found = quick_pairs(field, ranked)
    if isinstance(found, Blocked):
        _refuse(found)
    score = field.score
    if sum(abs(score[a] - score[b]) for a, b in found) > neighbour_bound(field, ranked):
        # The groups at both ends are small: there the best pairing is worth looking for.
        found = better_ends(field, ranked, found)
    return found, False


def by_score(
    table: Crosstable,
    number: RoundNo,
    *,
    lots: Lots | None = None,
    present: Iterable[EntrantId] | None = None,
    protections: Protections = NONE,
    order: Sequence[EntrantId] = (),
) -> RoundPlan:
    """Pair a round by score, with the reason of every pair, float, seat and bye.

    ``order`` ranks equal scores (a standing, or a draw); without it starting numbers do.
    Raises Impossible with the ids of those who block, BadInput on a table that is wrong.
    """
    named = field_of(table, number, present=present, protections=protections, order=order)
    protections.check_crowd(number, named.ids)
    lot = lot_of(named, lots, f"bye of round {number}")
    try:
        left = max(0, table.planned - number)
        paired = pair_field(named.field, lot, first_round=number == 1, left=left)
    except Impossible as error:
        raise _by_name(error, named) from None
    return plan_of(named, number, paired)


def lot_of(named: Named, lots: Lots | None, what: str) -> Lot:
    """Turn lots over ids into lots over indices."""

    def lot(candidates: Sequence[int]) -> Sequence[int]:
        order = drawn_order([named.ids[who] for who in candidates], lots, what)
        return [named.index[who] for who in order]

    return lot


def plan_of(named: Named, number: RoundNo, paired: Paired) -> RoundPlan:
    """Write a round out with its reasons."""
    field, ids = named.field, named.ids
    decided = deciding_rules(field, paired.pairs, paired.bye)
    meetings = []
    written: dict[tuple[int, int], list[int]] = {}
    for board, (first, second) in enumerate(paired.pairs, 1):
        high, low, (key, instead) = decided[first, second]
        pair = field.score[high], field.score[low]
        scores = written.get(pair) or written.setdefault(pair, list(pair))
        facts: dict[str, object] = {"scores": scores}
        if instead >= 0:
            facts["instead-of"] = ids[instead]
        reasons = [Reason(key, facts)]
        if scores[0] != scores[1]:
            float_facts = {"down": ids[high], "up": ids[low], "scores": scores}
            reasons.append(Reason(FLOAT, float_facts))
        reasons.append(higher_first(field.history[high], field.history[low], board)[1])
        meetings.append(Meeting(BoardNo(board), (ids[first], ids[second]), tuple(reasons)))
    rests: tuple[Rest, ...] = ()
    if paired.bye >= 0:
        why = (paired.bye_reason,) if paired.bye_reason else ()
        rests = (Rest(ids[paired.bye], Bye.ALLOCATED, why),)
    summed = {"difference": paired.difference, "bound": paired.bound, "exact": paired.exact}
    return RoundPlan(number, tuple(meetings), rests, (Reason(SUM, summed),))


def _by_name(error: Impossible, named: Named) -> Impossible:
    refusal = error.refusal
    facts = {
        key: [named.ids[who] for who in value] if isinstance(value, list) else value
        for key, value in refusal.facts.items()
    }
    return Impossible(refusal.code, refusal.rule, **facts)

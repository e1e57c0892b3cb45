"""The first round, when there are no scores: at random, by halves, or neighbours of two groups.

Neighbours: numbers 1–2, 3–4, … meet; on odd tables the smaller number moves first, on even ones
the bigger. Where protections forbid neighbours, the fewest pairs are changed, and those to the
nearest numbers.
"""

from collections.abc import Iterable, Sequence

from qipan.kernel.crosstable import Crosstable
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import BoardNo, EntrantId
from qipan.kernel.results import Bye
from qipan.kernel.rules import RuleKey, rule
from qipan.pairing.by_lot import Lots, drawn_order
from qipan.pairing.plan import Meeting, Reason, Rest, RoundPlan
from qipan.pairing.protections.forbidden import NONE, Protections
from qipan.pairing.swiss.by_score.byes import BY_LOT
from qipan.pairing.swiss.by_score.colours import TABLES
from qipan.pairing.swiss.by_score.parting import ONE, nearest

RANDOM = rule("first-round.random", "The first round is drawn by lot.")
HALVES = rule("first-round.halves", "The upper half meets the lower half.")
NEIGHBOURS = rule("first-round.neighbours", "Neighbouring numbers meet.")
CHANGED = rule("first-round.changed", "Protected neighbours are parted by the smallest change.")
LAST_RESTS = rule("first-round.last-rests", "In an odd field the last number has no neighbour.")
FIRST_DRAWN = rule("colour.first-drawn", "The one drawn first moves first.")
NUMBER_TABLES = rule(
    "colour.number-by-table",
    "The lower number moves first on odd boards, the higher number on even ones.",
)


def numbers_from_groups(one: Sequence[EntrantId], two: Sequence[EntrantId]) -> dict[EntrantId, int]:
    """Number two groups: odd numbers for the first, even for the second.

    Once the smaller group is used up the other goes on with all numbers that follow.
    Raises BadInput if somebody stands in both.
    """
    if len({*one, *two}) != len(one) + len(two):
        raise BadInput("an entrant stands twice in the groups")
    both = min(len(one), len(two))
    mixed = [who for pair in zip(one, two, strict=False) for who in pair]
    return {who: number for number, who in enumerate([*mixed, *one[both:], *two[both:]], 1)}


def random_round(
    entrants: Iterable[EntrantId], lots: Lots, protections: Protections = NONE
) -> RoundPlan:
    """Pair round 1 by lot; in an odd field the one drawn last rests."""
    order = drawn_order(entrants, lots, "round 1")
    rests: tuple[Rest, ...] = ()
    if len(order) % 2:
        why = Reason(BY_LOT, {"among": len(order)})
        rests = (Rest(order.pop(), Bye.ALLOCATED, (why,)),)
    meetings = []
    for board, (a, b) in enumerate(nearest(order, protections), 1):
        reasons = _pair_reasons(RANDOM, a, b, order)
        seats = (order[a], order[b])
        meetings.append(Meeting(BoardNo(board), seats, (*reasons, Reason(FIRST_DRAWN))))
    return RoundPlan(ONE, tuple(meetings), rests)


def neighbours_round(entrants: Sequence[EntrantId], protections: Protections = NONE) -> RoundPlan:
    """Pair round 1 by neighbouring numbers; ``entrants`` stand in the order of their numbers."""
    order = list(entrants)
    rests: tuple[Rest, ...] = ()
    if len(order) % 2:
        why = Reason(LAST_RESTS, {"number": len(order)})
        rests = (Rest(order.pop(), Bye.ALLOCATED, (why,)),)
    meetings = []
    for board, (a, b) in enumerate(nearest(order, protections), 1):
        small, big = order[a], order[b]
        seats = (small, big) if board % 2 else (big, small)
        facts = {"board": board, "numbers": [a + 1, b + 1]}
        reasons = (*_pair_reasons(NEIGHBOURS, a, b, order), Reason(NUMBER_TABLES, facts))
        unparted = protections.between(small, big, ONE)
        reasons += (unparted.reason(),) if unparted else ()
        meetings.append(Meeting(BoardNo(board), seats, reasons))
    return RoundPlan(ONE, tuple(meetings), rests)


def halves_round(
    table: Crosstable, *, lots: Lots | None = None, protections: Protections = NONE
) -> RoundPlan:
    """Pair round 1 upper half against lower half, in order, or each half by lot if one is given.

    With lots the seats are drawn as well; without, the higher ranked moves first on odd tables.
    An odd field rests the last number (or one drawn by lot, if lots are given).
    """
    order = [entry.id for entry in sorted(table.entries, key=lambda entry: entry.number)]
    rests: tuple[Rest, ...] = ()
    if len(order) % 2:
        resting = drawn_order(order, lots, "bye of round 1")[0] if lots is not None else order[-1]
        key = BY_LOT if lots is not None else LAST_RESTS
        rests = (Rest(resting, Bye.ALLOCATED, (Reason(key, {"among": len(order)}),)),)
        order.remove(resting)
    half = len(order) // 2
    upper, lower = order[:half], order[half:]
    if lots is not None:
        upper = drawn_order(upper, lots, "upper half")
        lower = drawn_order(lower, lots, "lower half")
    # Pairs that ought to meet stand side by side, so that a change is again the smallest one.
    line = [who for pair in zip(upper, lower, strict=True) for who in pair]
    meetings = []
    place = {who: at for at, who in enumerate(order)}
    for board, (a, b) in enumerate(nearest(line, protections, halves=True), 1):
        high, low = sorted((line[a], line[b]), key=place.__getitem__)
        seats, colour = _halves_seats(high, low, board, lots)
        meetings.append(
            Meeting(BoardNo(board), seats, (*_pair_reasons(HALVES, a, b, line), colour))
        )
    return RoundPlan(ONE, tuple(meetings), rests)


def _halves_seats(
    high: EntrantId, low: EntrantId, board: int, lots: Lots | None
) -> tuple[tuple[EntrantId, EntrantId], Reason]:
    if lots is None:
        seats = (high, low) if board % 2 else (low, high)
        return seats, Reason(TABLES, {"board": board})
    first, second = drawn_order((high, low), lots, f"seats of table {board}")
    return (first, second), Reason(FIRST_DRAWN, {"drawn": first})


def _pair_reasons(key: RuleKey, a: int, b: int, order: Sequence[EntrantId]) -> tuple[Reason, ...]:
    facts = {"places": [a + 1, b + 1]}
    if a // 2 == b // 2:
        return (Reason(key, facts),)
    instead = [order[a ^ 1], order[b ^ 1]]
    return Reason(key, facts), Reason(CHANGED, {"neighbours": instead})

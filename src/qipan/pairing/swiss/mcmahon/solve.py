"""The best McMahon round of all, by one exact matching.

The criteria of a pair are packed into one number, the first highest, each with room for the whole
round: no sum of later ones ever outweighs an earlier one. Pairs that cannot be in a best round are
left out beforehand. The proof: between two neighbouring scores an odd number of players above means
that at least one pair crosses, so a round has at least ``least`` of differences; a pair that
crosses where none has to brings a second, and both gaps are its *excess*. If a round exists whose
differences are ``e`` above the least, no pair whose own excess is greater is in a best one.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from qipan.pairing.matching import heaviest
from qipan.pairing.matching.bits import ALONE, perfect
from qipan.pairing.swiss.mcmahon.criteria import DIFFERENCE_AT, Cost, Pair, pair_cost, total_cost
from qipan.pairing.swiss.mcmahon.field import McMahonField
from qipan.pairing.swiss.mcmahon.terms import McMahonTerms

_MIXED = 16
"""Bits of the fixed small number that makes one of equally good rounds the best."""


class Crossings:
    """How much every pair adds to the least differences that a round can have."""

    def __init__(self, field: McMahonField) -> None:
        """Count, between neighbouring scores, whether an odd number stands above."""
        levels = sorted(set(field.score), reverse=True)
        count = Counter(field.score)
        above = self.least = spare = 0
        self.spare_of = dict.fromkeys(levels[:1], 0)
        for upper, lower in pairwise(levels):
            above += count[upper]
            gap = upper - lower
            self.least += gap if above % 2 else 0
            spare += 0 if above % 2 else 2 * gap  # one pair that crosses brings a second
            self.spare_of[lower] = spare
        self.most = spare

    def steps(self) -> list[int]:
        """Give the values that the excess of a pair can have, the least first."""
        found = self.spare_of.values()
        return sorted({abs(one - two) for one in found for two in found})


def best_round(
    field: McMahonField,
    terms: McMahonTerms,
    unit: int,
    forced: Mapping[int, int] | None = None,
) -> list[Pair] | None:
    """Give the pairs of the best round; None if not everybody can be paired.

    ``forced`` names pairs that have to be in it, both ways.
    """
    held = forced or {}
    crossings = Crossings(field)
    ranked = field.ranked()
    if not ranked:
        return []
    for allowed in crossings.steps():
        kept = _candidates(field, ranked, crossings, allowed, held)
        if not _completes(len(field), kept):
            continue
        found = _cheapest(field, kept, terms, unit)
        cost = total_cost(field, found, terms, unit)
        beyond = cost[DIFFERENCE_AT] - crossings.least
        if any(cost[:DIFFERENCE_AT]):
            beyond = crossings.most  # clubs come first: a longer way might part them
        if beyond > allowed:
            kept = _candidates(field, ranked, crossings, beyond, held)
            found = _cheapest(field, kept, terms, unit)
        return found
    return None


def _candidates(
    field: McMahonField,
    ranked: Sequence[int],
    crossings: Crossings,
    allowed: int,
    held: Mapping[int, int],
) -> list[Pair]:
    """List the pairs that may be in a best round; the excess only grows down the ranked list."""
    spare, met = [crossings.spare_of[field.score[i]] for i in ranked], field.met
    found = []
    for at, one in enumerate(ranked):
        end, seen = spare[at] + allowed, met[one]
        for below in range(at + 1, len(ranked)):
            if spare[below] > end:
                break
            two = ranked[below]
            if two in seen or held.get(one, two) != two or held.get(two, one) != one:
                continue
            found.append((one, two) if one < two else (two, one))
    return found


def _completes(size: int, pairs: Iterable[Pair]) -> bool:
    near = [0] * size
    for a, b in pairs:
        near[a] |= 1 << b
        near[b] |= 1 << a
    return perfect(near, (1 << size) - 1, [ALONE] * size)


def _cheapest(
    field: McMahonField, pairs: Sequence[Pair], terms: McMahonTerms, unit: int
) -> list[Pair]:
    """Give the best of all complete rounds of these pairs.

    Parts of the field that no pair joins are paired each by itself: the best of a sum in which
    nothing depends on anything else is the sum of the best.
    """
    found: list[Pair] = []
    for part in _parts(len(field), pairs):
        costs = [pair_cost(field, a, b, terms, unit) for a, b in part]
        found += _cheapest_part(part, costs)
    return sorted(found)


def _parts(size: int, pairs: Sequence[Pair]) -> list[list[Pair]]:
    """Part the pairs into those that share players, directly or by others."""
    head = list(range(size))

    def top(i: int) -> int:
        while head[i] != i:
            head[i] = head[head[i]]
            i = head[i]
        return i

    for a, b in pairs:
        one, two = top(a), top(b)
        if one != two:
            head[two] = one
    found: dict[int, list[Pair]] = {}
    for pair in pairs:
        found.setdefault(top(pair[0]), []).append(pair)
    return list(found.values())


def _cheapest_part(pairs: Sequence[Pair], costs: Sequence[Cost]) -> list[Pair]:
    members = sorted({who for pair in pairs for who in pair})
    at = {who: index for index, who in enumerate(members)}
    packed, width = _packed(pairs, costs, len(members) // 2)
    top = 1 << width
    edges = [(at[a], at[b], top - price) for (a, b), price in zip(pairs, packed, strict=True)]
    mates = heaviest(len(members), edges)
    return [(members[a], members[b]) for a, b in mates]


def _packed(pairs: Sequence[Pair], costs: Sequence[Cost], count: int) -> tuple[list[int], int]:
    """Put the criteria of every pair into one number, the first highest; give its bits too."""
    room = count.bit_length()
    shifts: list[tuple[int, int]] = []
    width = _MIXED + room
    for criterion in reversed(range(len(costs[0]))):
        most = max(cost[criterion] for cost in costs)
        if most:
            shifts.append((criterion, width))
            width += (most * count).bit_length()
    found = []
    for (a, b), cost in zip(pairs, costs, strict=True):
        price = _mixed(a, b)
        for criterion, shift in shifts:
            price += cost[criterion] << shift
        found.append(price)
    return found, width + 1


def _mixed(i: int, j: int) -> int:
    """Give two players a fixed small number that looks like chance.

    What all criteria leave open would be settled by the inner order of the matching. This
    makes one round the best by itself, whoever looks for it and however.
    """
    mixed = (i * 0x9E3779B1 ^ j * 0x85EBCA77) & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
    return (mixed ^ mixed >> 13) & ((1 << _MIXED) - 1)

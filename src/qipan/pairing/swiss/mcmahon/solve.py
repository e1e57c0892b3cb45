"""The best McMahon round of all, by one exact matching.

The criteria of a pair are packed into one number, the first highest, each with room for the whole
round: no sum of later ones ever outweighs an earlier one. Pairs that cannot be in a best round are
left out beforehand. The proof: between two neighbouring scores an odd number of players above means
that at least one pair crosses, so a round has at least ``least`` of differences; a pair that
crosses where none has to brings a second, and both gaps are its *excess*. If a round exists whose
differences are ``e`` above the least, no pair whose own excess is greater is in a best one. Of the
pairs in between only those are added that the duals of the round found so far do not rule out.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from qipan.pairing.matching.bits import ALONE, perfect
from qipan.pairing.matching.weighted import Proof, prove
from qipan.pairing.swiss.mcmahon.criteria import (
    DIFFERENCE_AT,
    WITHIN_AT,
    Pair,
    from_middle,
    most_costs,
    out_of_order,
    pair_cost,
    total_cost,
)
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
        kept = _candidates(field, ranked, crossings, (-1, allowed), held)
        if not _completes(len(field), kept):
            continue
        prices = Prices(field, terms, unit)
        found = Cheapest(field, prices, kept)
        cost = total_cost(field, found.pairs, terms, unit)
        beyond = cost[DIFFERENCE_AT] - crossings.least
        if any(cost[:DIFFERENCE_AT]):
            beyond = crossings.most  # clubs come first: a longer way might part them
        more = _candidates(field, ranked, crossings, (allowed, beyond), held)
        return _cheapest(found, more, prices.floors(more)).pairs
    return None


def _cheapest(best: "Cheapest", pairs: Sequence[Pair], floors: Sequence[int]) -> "Cheapest":
    """Give the best round of some pairs and those that a round was found among.

    Pairs that the duals of a round do not rule out are added until there are none.
    """
    there = set(best.among)
    while better := [each for each in best.not_ruled_out(pairs, floors) if each not in there]:
        # The duals will move about as far as these are off: what that brings near comes along.
        reach = max(-best.slack(each) for each in better)
        near = best.not_ruled_out(pairs, floors, reach)
        better = [each for each in near if each not in there]
        there.update(better)
        best = Cheapest(best.field, best.prices, [*best.among, *better], best.flat_duals(better))
    return best


def _candidates(
    field: McMahonField,
    ranked: Sequence[int],
    crossings: Crossings,
    excess: tuple[int, int],
    held: Mapping[int, int],
) -> list[Pair]:
    """List the pairs whose excess is above the first number and not above the second.

    The excess only grows down the ranked list.
    """
    if excess[0] >= excess[1]:
        return []
    spare, met = [crossings.spare_of[field.score[i]] for i in ranked], field.met
    found = []
    for at, one in enumerate(ranked):
        begin, end, seen = spare[at] + excess[0], spare[at] + excess[1], met[one]
        for below in range(max(at + 1, bisect_right(spare, begin)), len(ranked)):
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


class Prices:
    """Puts the criteria of a pair into one number, the first highest, with room for a round."""

    def __init__(self, field: McMahonField, terms: McMahonTerms, unit: int) -> None:
        """Give every criterion as many bits as all pairs of a round together can need."""
        self.field, self.terms, self.unit = field, terms, unit
        self.known: dict[Pair, int] = {}
        count = len(field) // 2
        self.shifts: list[tuple[int, int]] = []
        width = _MIXED + count.bit_length()
        most = most_costs(field, terms)
        for criterion in reversed(range(len(most))):
            if most[criterion]:
                self.shifts.append((criterion, width))
                width += (most[criterion] * count).bit_length()
        self.top = 1 << width + 1

    def __call__(self, pair: Pair) -> int:
        """Give the price of a pair; it is worked out once."""
        known = self.known.get(pair)
        if known is None:
            cost = pair_cost(self.field, *pair, self.terms, self.unit)
            known = _mixed(*pair)
            for criterion, shift in self.shifts:
                if cost[criterion]:
                    known += cost[criterion] << shift
            self.known[pair] = known
        return known

    def floors(self, pairs: Sequence[Pair]) -> list[int]:
        """Give what pairs cost at least: by score, and by place in their score groups."""
        field, within, shifts = self.field, self.terms.within, dict(self.shifts)
        apart, squared = shifts.get(DIFFERENCE_AT, 0), shifts.get(DIFFERENCE_AT + 1, 0)
        middle, order = shifts[WITHIN_AT - 1], shifts[WITHIN_AT]
        score, off = field.score, [from_middle(field, i) for i in range(len(field))]
        found = []
        for one, two in pairs:
            gap = score[one] - score[two]
            if gap:
                gap = gap if gap > 0 else -gap
                price = (gap << apart) + (gap * gap << squared) + (off[one] + off[two] << middle)
            else:
                price = out_of_order(field, one, two, within) << order
            found.append(price)
        return found


class Cheapest:
    """The best of all complete rounds of some pairs, and what proves it.

    Parts of the field that no pair joins are paired each by itself: the best of a sum in which
    nothing depends on anything else is the sum of the best.
    """

    def __init__(
        self,
        field: McMahonField,
        prices: Prices,
        pairs: Sequence[Pair],
        start: Sequence[int] = (),
    ) -> None:
        """Find it; there is one. ``start``: duals that hold for all the pairs, if known."""
        self.start = start
        self.field, self.prices, self.among = field, prices, pairs
        self.pairs: list[Pair] = []
        self.dual = [0] * len(field)
        self.part = [0] * len(field)
        self.outer = [0] * len(field)
        """The outermost contracted set around everybody, and its dual: both share at least that."""
        self.held = [0] * len(field)
        self.proofs: list[tuple[dict[int, int], Proof]] = []
        for part in _parts(len(field), pairs):
            self._pair_part(part)
        self.pairs.sort()

    def _pair_part(self, part: Sequence[Pair]) -> None:
        members = sorted({who for pair in part for who in pair})
        at = {who: index for index, who in enumerate(members)}
        weights: list[dict[int, int]] = [{} for _ in members]
        top, prices = self.prices.top, self.prices
        for pair in part:
            one, two = at[pair[0]], at[pair[1]]
            weights[one][two] = weights[two][one] = top - prices(pair)
        proof = prove(weights, [self.start[who] for who in members] if self.start else ())
        assert proof is not None, "everybody can be paired"
        for who, index in at.items():
            self.dual[who] = proof.dual[index]
            self.part[who] = len(self.proofs)
            for name, duals in proof.above[index].items():
                self.outer[who], self.held[who] = name, duals
        self.proofs.append((at, proof))
        self.pairs += [(members[a], members[b]) for a, b in enumerate(proof.mate) if a < b]

    def flat_duals(self, more: Iterable[Pair]) -> list[int]:
        """Give duals that hold for the pairs it was found among and for some more."""
        found = [0] * len(self.field)
        for at, proof in self.proofs:
            for who, index in at.items():
                found[who] = proof.flat(index)
        for one, two in more:
            missing = 2 * (self.prices.top - self.prices((one, two))) - found[one] - found[two]
            if missing > 0:
                found[one] += missing
        return found

    def slack(self, pair: Pair) -> int:
        """Say how far a pair is from making a better round; below nought it might."""
        one, two = pair
        found = self.dual[one] + self.dual[two] + 2 * self.prices(pair) - 2 * self.prices.top
        together = self.held[one] and self.outer[one] == self.outer[two]
        return found + self._shared(one, two) if together else found

    def not_ruled_out(
        self, pairs: Sequence[Pair], floors: Sequence[int], reach: int = 0
    ) -> Iterator[Pair]:
        """Give the pairs that could make a better round; ``floors`` are their least prices.

        With a ``reach`` also those that are that far from it.
        """
        dual, top, prices = self.dual, 2 * self.prices.top, self.prices
        outer, held = self.outer, self.held
        for pair, floor in zip(pairs, floors, strict=True):
            one, two = pair
            room = top - dual[one] - dual[two] + reach
            if held[one] and outer[one] == outer[two]:
                if 2 * floor <= room - held[one] and (
                    2 * prices(pair) <= room - self._shared(one, two)
                ):
                    yield pair
            elif 2 * floor <= room and 2 * prices(pair) <= room:
                yield pair

    def _shared(self, one: int, two: int) -> int:
        """Add up the duals of the contracted sets that hold both."""
        at, proof = self.proofs[self.part[one]]
        return proof.shared(at[one], at[two])


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


def _mixed(i: int, j: int) -> int:
    """Give two players a fixed small number that looks like chance.

    What all criteria leave open would be settled by the inner order of the matching. This
    makes one round the best by itself, whoever looks for it and however.
    """
    mixed = (i * 0x9E3779B1 ^ j * 0x85EBCA77) & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
    return (mixed ^ mixed >> 13) & ((1 << _MIXED) - 1)

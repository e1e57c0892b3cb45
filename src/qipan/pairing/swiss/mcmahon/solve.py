"""The best McMahon round of all, by one exact matching.

The criteria of a pair are packed into one number, the first highest, each with room for the whole
round: no sum of later ones ever outweighs an earlier one. Pairs that cannot be in a best round are
left out (``candidates``). A round is found among the nearest pairs that make one complete; of the
others only those are added that the duals of the round found so far do not rule out.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from qipan.pairing.matching.weighted import Proof, prove
from qipan.pairing.swiss.mcmahon.candidates import Candidates, Levels
from qipan.pairing.swiss.mcmahon.criteria import (
    DIFFERENCE_AT,
    MIDDLE_AT,
    Pair,
    from_middle,
    most_costs,
    pair_cost,
    total_cost,
)
from qipan.pairing.swiss.mcmahon.field import McMahonField
from qipan.pairing.swiss.mcmahon.terms import McMahonTerms

_MIXED = 16
"""Bits of the fixed small number that makes one of equally good rounds the best."""


def best_round(
    field: McMahonField,
    terms: McMahonTerms,
    unit: int,
    forced: Mapping[int, int] | None = None,
) -> list[Pair] | None:
    """Give the pairs of the best round; None if not everybody can be paired.

    ``forced`` names pairs that have to be in it, both ways.
    """
    if not len(field):
        return []
    candidates = Candidates(field, forced or {})
    start = candidates.start()
    if start is None:
        return None
    kept = [pair for levels in start for pair in candidates.pairs(levels)]
    kept += candidates.bridges(start)
    found = Cheapest(field, Prices(field, terms, unit), kept)
    cost = total_cost(field, found.pairs, terms, unit)
    # Where clubs come first a longer way might part them: any excess is looked at.
    beyond = None if any(cost[:DIFFERENCE_AT]) else cost[DIFFERENCE_AT] - candidates.least
    begun = set(start)
    others = [each for each in candidates.levels(beyond) if each not in begun]
    return _cheapest(found, candidates, others).pairs


def _cheapest(best: "Cheapest", candidates: Candidates, levels: Sequence[Levels]) -> "Cheapest":
    """Give the best round of some pairs and those of more levels.

    Pairs that the duals of a round do not rule out are added until there are none.
    """
    there = set(best.among)
    while better := [each for each in best.not_ruled_out(candidates, levels) if each not in there]:
        there.update(better)
        best = Cheapest(best.field, best.prices, [*best.among, *better], best.flat_duals(better))
    return best


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
        shift = dict(self.shifts)
        self.apart = shift.get(DIFFERENCE_AT, 0), shift.get(DIFFERENCE_AT + 1, 0)
        self.middle = shift[MIDDLE_AT]
        self.off = [from_middle(field, i) for i in range(len(field))]

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

    def least(self, gap: int) -> int:
        """Give what two whose scores are that far apart cost at least."""
        apart, squared = self.apart
        return (gap << apart) + (gap * gap << squared)


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
        self.at = [0] * len(field)
        """Everybody's part of the field, and their index in it."""
        self.proofs: list[Proof] = []
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
            self.part[who], self.at[who] = len(self.proofs), index
        self.proofs.append(proof)
        self.pairs += [(members[a], members[b]) for a, b in enumerate(proof.mate) if a < b]

    def flat_duals(self, more: Iterable[Pair]) -> list[int]:
        """Give duals that hold for the pairs it was found among and for some more."""
        found = [self.proofs[part].flat(at) for part, at in zip(self.part, self.at, strict=True)]
        for one, two in more:
            missing = 2 * (self.prices.top - self.prices((one, two))) - found[one] - found[two]
            if missing > 0:
                found[one] += missing
        return found

    def not_ruled_out(self, candidates: Candidates, levels: Iterable[Levels]) -> Iterator[Pair]:
        """Give the pairs of some levels that could make a better round.

        Where even the two lowest duals of two levels, with the contracted sets around both, rule
        out what a pair of them costs at least, no pair of them is looked at.
        """
        dual, top, prices = self.dual, 2 * self.prices.top, self.prices
        off, middle = prices.off, prices.middle + 1
        lowest = [min(dual[who] for who in group) for group in candidates.groups]
        around = [self._around(group) for group in candidates.groups]
        for both in levels:
            upper, lower = both
            common = around[upper].keys() & around[lower].keys()
            shared = max((around[upper][name] for name in common), default=0)
            least = 2 * prices.least(candidates.scores[upper] - candidates.scores[lower])
            if least > top - lowest[upper] - lowest[lower] - shared:
                continue
            for pair in candidates.pairs(both):
                one, two = pair
                room = top - dual[one] - dual[two]
                floor = least + (off[one] + off[two] << middle)
                if floor <= room - shared and 2 * prices(pair) <= room - self._shared(one, two):
                    yield pair

    def _around(self, group: Sequence[int]) -> dict[int, int]:
        """Give the contracted sets around all of a group, each with the sum of duals outwards."""
        above = [self.proofs[self.part[who]].above[self.at[who]] for who in group]
        return {name: duals for name, duals in above[0].items() if all(name in x for x in above)}

    def _shared(self, one: int, two: int) -> int:
        """Add up the duals of the contracted sets that hold both."""
        if self.part[one] != self.part[two]:
            return 0
        return self.proofs[self.part[one]].shared(self.at[one], self.at[two])


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

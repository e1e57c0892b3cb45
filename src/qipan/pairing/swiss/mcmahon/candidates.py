"""Which pairs can be in a best McMahon round, listed by the levels of the two scores.

The proof: between two neighbouring scores an odd number of players above means that at least one
pair crosses, so a round has at least ``least`` of differences; a pair that crosses where none has
to brings a second, and both gaps are its *excess*. If a round exists whose differences are ``e``
above the least, no pair whose own excess is greater is in a best one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise

from qipan.pairing.matching.bits import members, stuck
from qipan.pairing.swiss.mcmahon.criteria import Pair
from qipan.pairing.swiss.mcmahon.field import McMahonField

Levels = tuple[int, int]
"""Two scores by their order from the top: the upper or the same, and the lower."""

_BRIDGE = 4
"""So many from each side of the middle of a level, from where those come who leave it."""


class Candidates:
    """Everybody by score, and the pairs that may meet."""

    def __init__(self, field: McMahonField, held: Mapping[int, int]) -> None:
        """Count, between neighbouring scores, whether an odd number stands above.

        ``held`` names pairs that have to be in the round, both ways.
        """
        self.field, self.held = field, held
        groups: dict[int, list[int]] = {}
        for one in field.ranked():
            groups.setdefault(field.score[one], []).append(one)
        self.scores, self.groups = list(groups), list(groups.values())
        above = self.least = spare = 0
        self.spare = [0]
        for at, (upper, lower) in enumerate(pairwise(self.scores)):
            above += len(self.groups[at])
            gap = upper - lower
            self.least += gap if above % 2 else 0
            spare += 0 if above % 2 else 2 * gap  # one pair that crosses brings a second
            self.spare.append(spare)
        self.listed: dict[Levels, list[Pair]] = {}

    def start(self) -> list[Levels] | None:
        """Give near levels among whose pairs there is a round; None if there is no round at all.

        Neighbours without excess come first. Whoever that leaves alone brings along levels
        farther off: where they are all there already, nobody else can help.
        """
        size, count = len(self.field), len(self.groups)
        level = [0] * size
        for at, group in enumerate(self.groups):
            for who in group:
                level[who] = at
        reach = [0] * count
        while True:
            found = [*self._within(reach)]
            alone = stuck(_near(size, chain.from_iterable(map(self.pairs, found))), (1 << size) - 1)
            if not alone:
                return found
            blocked = {level[who] for who in members(alone)}
            if all(reach[at] >= count for at in blocked):
                return None
            for at in blocked:
                reach[at] = 2 * reach[at] or 1

    def _within(self, reach: Sequence[int]) -> Iterator[Levels]:
        for upper, own in enumerate(reach):
            for lower in range(upper, len(reach)):
                apart = lower - upper
                near = apart < 2 and self.spare[lower] == self.spare[upper]
                if near or apart <= max(own, reach[lower]):
                    yield upper, lower

    def levels(self, excess: int | None = None) -> Iterator[Levels]:
        """List the levels whose pairs have no greater excess; None: all."""
        spare = self.spare
        for upper, high in enumerate(spare):
            for lower in range(upper, len(spare)):
                if excess is not None and spare[lower] - high > excess:
                    break
                yield upper, lower

    def pairs(self, levels: Levels) -> list[Pair]:
        """List the pairs of two levels that may meet; it is worked out once."""
        known = self.listed.get(levels)
        if known is None:
            known = self.listed[levels] = [*self._pairs(*levels)]
        return known

    def bridges(self, start: Iterable[Levels]) -> Iterator[Pair]:
        """Give a few pairs between neighbouring levels that a start leaves apart.

        They tie the duals of one level to those of the next; without them the duals of the first
        round say little of the pairs across, and it is looked for several times over.
        """
        begun = set(start)
        for levels in pairwise(range(len(self.groups))):
            if levels not in begun:
                middle = {who for at in levels for who in _middle(self.groups[at])}
                yield from (each for each in self.pairs(levels) if middle.issuperset(each))

    def _pairs(self, upper: int, lower: int) -> Iterator[Pair]:
        met, held = self.field.met, self.held
        for at, one in enumerate(self.groups[upper]):
            seen = met[one]
            for two in self.groups[lower][at + 1 if upper == lower else 0 :]:
                if two in seen:
                    continue
                if held and (held.get(one, two) != two or held.get(two, one) != one):
                    continue
                yield (one, two) if one < two else (two, one)


def _middle(group: Sequence[int]) -> Sequence[int]:
    half = len(group) // 2
    return group[max(0, half - _BRIDGE) : half + _BRIDGE]


def _near(size: int, pairs: Iterable[Pair]) -> list[int]:
    near = [0] * size
    for a, b in pairs:
        near[a] |= 1 << b
        near[b] |= 1 << a
    return near

"""Every way to pair a small field, and whether the rounds to come can still be paired.

One round of ten players asks for millions of pairings. So entrants are counted in the order of the
field, and whom somebody may meet are the bits of a number; what was found impossible is remembered.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from qipan.kernel.ids import EntrantId

MOST_TRIES = 20_000
"""A search longer than this is given up; the round is then paired as it is."""
MOST_KEPT = 50_000
"""So many graphs without a way on are remembered, a few megabytes."""

Pair = frozenset[EntrantId]
Matching = tuple[Pair, ...]
Graph = tuple[int, ...]
"""Whom each may meet, as bits."""
_Places = tuple[tuple[int, int], ...]
"""A way to pair, by places in the field."""


class Search:
    """The ways to pair one field, whoever met in the meantime."""

    def __init__(self, field: Sequence[EntrantId]) -> None:
        """Begin with nothing found out."""
        self._field = field
        self._at = {who: at for at, who in enumerate(field)}
        self._all = (1 << len(field)) - 1
        self._failed: dict[tuple[Graph, int], int] = {}
        """How many tries it took to find out that a graph has no way through so many rounds."""

    def graph(self, pairs: set[Pair]) -> Graph:
        """Say whom each may meet; pairs with somebody outside the field are left out."""
        found = [0] * len(self._field)
        for pair in pairs:
            places = [self._at[who] for who in pair if who in self._at]
            if len(places) == 2:
                one, two = places
                found[one] |= 1 << two
                found[two] |= 1 << one
        return tuple(found)

    def matchings(self, pairs: set[Pair]) -> Iterator[Matching]:
        """Give every way to pair the field, in its order."""
        who = self._field
        for each in _ways(self._all, self.graph(pairs), set()):
            yield tuple([frozenset((who[one], who[two])) for one, two in each])

    def can_go_on(self, pairs: set[Pair], rounds: int) -> bool:
        """Say whether so many rounds can still be paired; True also if the search is given up."""
        return self._left_of(self.graph(pairs), rounds, MOST_TRIES) is None

    def finals_left(self, pairs: set[Pair], likely: Sequence[EntrantId]) -> int:
        """Count the finals among the likely finalists beside which the others can be paired."""
        graph, dead = self.graph(pairs), set[int]()
        return sum(
            next(_ways(self._all ^ (one | two), graph, dead), None) is not None
            for one, two in combinations([1 << self._at[who] for who in likely], 2)
        )

    def _left_of(self, graph: Graph, rounds: int, tries: int) -> int | None:
        """Give how many tries are left when all ways were tried in vain; None if one goes on."""
        if not rounds:
            return None
        if rounds == 1:  # the first way there is ends the search
            return tries if next(_ways(self._all, graph, set()), None) is None else None
        spent = self._failed.get((graph, rounds))
        if spent is not None:
            return tries - spent if spent <= tries else None
        left = tries
        for each in _ways(self._all, graph, set()):
            further = (
                None if not left else self._left_of(_without(graph, each), rounds - 1, left - 1)
            )
            if further is None:
                return None
            left = further
        if len(self._failed) < MOST_KEPT:
            self._failed[graph, rounds] = tries - left
        return left


def _ways(left: int, graph: Graph, dead: set[int]) -> Iterator[_Places]:
    """Pair those left, the first of them with everybody in turn; ``dead``: who cannot all be."""
    if not left:
        yield ()
        return
    bit = left & -left
    first, rest = bit.bit_length() - 1, left ^ bit
    others, found = graph[first] & rest, False
    while others:
        other = others & -others
        others ^= other
        if rest ^ other in dead:
            continue
        pair = first, other.bit_length() - 1
        for more in _ways(rest ^ other, graph, dead):
            found = True
            yield (pair, *more)
    if not found:
        dead.add(left)


def _without(graph: Graph, pairs: _Places) -> Graph:
    found = list(graph)
    for one, two in pairs:
        found[one] ^= 1 << two
        found[two] ^= 1 << one
    return tuple(found)

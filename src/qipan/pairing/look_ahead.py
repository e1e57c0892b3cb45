"""Looking ahead: can the rounds that are left be paired at all, nobody meeting anybody twice?

A field that is small for its rounds can be paired into a corner: each round for itself is legal,
and the last one has no pairing left. The rounds that are left can be played if the graph of those
who may still meet holds as many complete pairings that share no pair. In an odd field one more
vertex stands for the bye, next to everybody who has not rested.
"""

from collections.abc import Iterator, Sequence
from functools import cache

SMALL = 16
"""Larger fields are not looked at: the pairs that are left are many enough for usual events."""
_PATIENCE = 20_000
"""Pairings tried before the question is left open; an open one counts as yes."""

Graph = tuple[int, ...]
"""For each vertex the set of those it may still meet, as bits."""


def surely(graph: Graph, rounds: int) -> bool:
    """Say whether everybody has so many left to meet that nothing need be tried.

    Where everybody may meet at least half of the others there is a complete pairing, and each
    round takes one away from everybody.
    """
    size = len(graph)
    least = min((bits.bit_count() for bits in graph), default=0)
    return 2 * (least - rounds + 1) >= size


def can_be_paired(graph: Graph, rounds: int) -> bool:
    """Say whether so many rounds can be paired, no pair twice; the size is even."""
    if rounds <= 0 or surely(graph, rounds):
        return True
    if min(bits.bit_count() for bits in graph) < rounds:
        return False
    return _RoundsSearch().possible(graph, rounds)


class _RoundsSearch:
    """Tries complete pairings one after the other, and remembers graphs that lead nowhere."""

    def __init__(self) -> None:
        self.left = _PATIENCE
        self.dead: set[tuple[Graph, int]] = set()

    def possible(self, graph: Graph, rounds: int) -> bool:
        if rounds == 0:
            return True
        if (graph, rounds) in self.dead:
            return False
        if not _has_pairing(graph):
            return False
        if rounds == 1:
            return True
        if min(bits.bit_count() for bits in graph) < rounds:
            return False
        for pairs in _pairings(graph, (1 << len(graph)) - 1):
            self.left -= 1
            if self.left < 0:
                return True  # left open
            if self.possible(without(graph, pairs), rounds - 1):
                return True
        self.dead.add((graph, rounds))
        return False


def without(graph: Graph, pairs: Sequence[tuple[int, int]]) -> Graph:
    """Take pairs out of a graph: they have met."""
    left = list(graph)
    for a, b in pairs:
        left[a] &= ~(1 << b)
        left[b] &= ~(1 << a)
    return tuple(left)


def _pairings(graph: Graph, free: int) -> Iterator[list[tuple[int, int]]]:
    """Give all complete pairings of those who are free; who has fewest left chooses first."""
    if not free:
        yield []
        return
    who = min(_members(free), key=lambda each: (graph[each] & free).bit_count())
    for other in _members(graph[who] & free):
        for rest in _pairings(graph, free & ~(1 << who | 1 << other)):
            yield [(who, other), *rest]


def _members(bits: int) -> list[int]:
    return [at for at in range(bits.bit_length()) if bits >> at & 1]


def _has_pairing(graph: Graph) -> bool:
    @cache
    def ask(free: int) -> bool:
        if not free:
            return True
        low = (free & -free).bit_length() - 1
        return any(ask(free & ~(1 << low | 1 << other)) for other in _members(graph[low] & free))

    return ask((1 << len(graph)) - 1)

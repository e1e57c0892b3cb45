"""Looking ahead: can the rounds that are left be paired at all, nobody meeting anybody twice?

A field that is small for its rounds can be paired into a corner: each round for itself is legal,
and the last one has no pairing left. The rounds that are left can be played if the graph of those
who may still meet holds as many complete pairings that share no pair. In an odd field one more
vertex stands for the bye, next to everybody who has not rested.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, islice
from random import Random

SMALL = 16
"""Larger fields are not looked at: the pairs that are left are many enough for usual events."""
_PATIENCE = 400
"""Steps of one attempt before the search begins again in another order."""
_ATTEMPTS = 12
"""Attempts before the question is left open; an open one counts as yes."""

_WAYS = 30
"""So many choices of the pairs that never meet are looked at one by one."""

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
    if not _has_pairing(graph) or any(len(part) % 2 for part in _parts(graph)):
        return False
    spare = [bits.bit_count() - rounds for bits in graph]
    unplayed = list(islice(_left_over(graph, spare), _WAYS + 1))
    if not unplayed:
        return False
    if len(unplayed) > _WAYS:  # much is left over: which pairs never meet need not be said
        return _search(graph, rounds) is not False
    found = [_search(without(graph, pairs), rounds) for pairs in unplayed]
    return any(each is not False for each in found)


def _search(graph: Graph, rounds: int) -> bool | None:
    """Look for the rounds in one order after the other; None if patience was too short."""
    for attempt in range(_ATTEMPTS):
        found = _RoundsSearch(_shuffled(graph, attempt), rounds).found()
        if found is not None:
            return found
    return None


def _left_over(graph: Graph, spare: list[int]) -> Iterator[list[tuple[int, int]]]:
    """Give the pairs that never meet: everybody has so many to spare, no more and no fewer."""
    waiting = [who for who, count in enumerate(spare) if count]
    if not waiting:
        yield []
        return
    others = {
        who: [each for each in waiting if graph[who] >> each & 1 and each != who] for who in waiting
    }
    who = min(waiting, key=lambda each: (len(others[each]) - spare[each], each))
    if len(others[who]) < spare[who]:
        return
    for chosen in combinations(others[who], spare[who]):
        pairs = [(who, other) for other in chosen]
        left = list(spare)
        left[who] = 0
        for other in chosen:
            left[other] -= 1
        for more in _left_over(without(graph, pairs), left):
            yield [*pairs, *more]


class _RoundsSearch:
    """Gives everybody an opponent in every round; who has fewest choices in a round goes first."""

    def __init__(self, graph: Graph, rounds: int) -> None:
        self.graph = list(graph)
        self.open = [(1 << len(graph)) - 1] * rounds
        """For each round the set of those who have no opponent in it yet."""
        self.left = _PATIENCE

    def found(self) -> bool | None:
        """Say whether all rounds can be paired; None if patience was too short."""
        self.left -= 1
        if self.left < 0:
            return None
        choice = self._fewest()
        if choice is None:
            return True
        number, who, partners = choice
        given_up = False
        for other in _members(partners):
            self._meet(number, who, other)
            found = self.found()
            self._meet(number, who, other)
            if found:
                return True
            if found is None:
                given_up = True
                break
        return None if given_up else False

    def _meet(self, number: int, who: int, other: int) -> None:
        """Let two meet in a round, or take it back."""
        self.open[number] ^= 1 << who | 1 << other
        self.graph[who] ^= 1 << other
        self.graph[other] ^= 1 << who

    def _fewest(self) -> tuple[int, int, int] | None:
        """Find who has fewest partners left in a round; rounds not begun are all the same."""
        everybody = (1 << len(self.graph)) - 1
        best: tuple[int, int, int] | None = None
        least = len(self.graph) + 1
        fresh = False
        for number, free in enumerate(self.open):
            if free == everybody:
                if fresh:
                    continue
                fresh = True
            for who in _members(free):
                partners = self.graph[who] & free
                if partners.bit_count() < least:
                    best, least = (number, who, partners), partners.bit_count()
                    if least == 0:
                        return best
        return best


def _shuffled(graph: Graph, attempt: int) -> Graph:
    """Give the same graph with its vertices in another order, always the same one."""
    order = list(range(len(graph)))
    if attempt:
        Random(attempt).shuffle(order)
    at = {old: new for new, old in enumerate(order)}
    return tuple(sum(1 << at[other] for other in _members(graph[old])) for old in order)


def _parts(graph: Graph) -> Iterator[set[int]]:
    """Give the parts of a graph between which nobody may meet."""
    left = set(range(len(graph)))
    while left:
        part, edge = set[int](), {left.pop()}
        while edge:
            who = edge.pop()
            part.add(who)
            edge |= set(_members(graph[who])) - part
        left -= part
        yield part


def without(graph: Graph, pairs: Sequence[tuple[int, int]]) -> Graph:
    """Take pairs out of a graph: they have met."""
    left = list(graph)
    for a, b in pairs:
        left[a] &= ~(1 << b)
        left[b] &= ~(1 << a)
    return tuple(left)


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

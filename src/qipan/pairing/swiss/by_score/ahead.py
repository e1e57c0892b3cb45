"""The best pairing after which the rounds that are left can still be paired.

The pairings of a small field are asked for in the order of their cost, the best one first (each
time the rest is split by who is forced to meet and who must not), until one leaves a way through
all rounds that follow. Nearly always that is the first.
"""

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count

from qipan.kernel.rules import rule
from qipan.pairing.look_ahead import SMALL, Graph, can_be_paired, surely, without
from qipan.pairing.swiss.by_score.criteria import Pair, cost, places
from qipan.pairing.swiss.by_score.exact import best_pairs
from qipan.pairing.swiss.by_score.field import ScoreField

AHEAD = rule(
    "by-score.ahead", "A small field is paired so that the remaining rounds can be paired too."
)
_MOST = 2_000
"""Pairings asked for at most; then the best one stands."""


def graph_of(field: ScoreField, bye: int = -1) -> Graph:
    """Give who may meet whom in the rounds to come; who rests now has rested by then."""
    size = len(field)
    rows = [
        sum(1 << b for b in range(size) if a != b and b not in field.met[a]) for a in range(size)
    ]
    if size % 2 == 0:
        return tuple(rows)
    fresh = [who for who in range(size) if who not in field.rested and who != bye]
    for who in fresh:
        rows[who] |= 1 << size
    return (*rows, sum(1 << who for who in fresh))


def worth_looking(field: ScoreField, left: int) -> bool:
    """Say whether a field is so small for the rounds left that it might come to a dead end."""
    return left > 0 and 1 < len(field) <= SMALL and not surely(graph_of(field), left + 1)


def goes_on(graph: Graph, pairs: Sequence[Pair], left: int) -> bool:
    """Say whether the rounds left can be paired after these pairs have met."""
    return can_be_paired(without(graph, pairs), left)


def pairs_that_go_on(
    field: ScoreField, ranked: Sequence[int], bye: int, left: int
) -> list[Pair] | None:
    """Give the best pairing that leaves a way through; None if none was found."""
    graph = graph_of(field, bye)
    for asked, pairs in enumerate(_by_cost(field, ranked)):
        if goes_on(graph, pairs, left):
            return pairs
        if asked >= _MOST:
            break
    return None


def _by_cost(field: ScoreField, ranked: Sequence[int]) -> Iterator[list[Pair]]:
    """Give all complete pairings, the cheapest first."""
    place, turn = places(field, ranked), count()
    heap: list[tuple[object, int, list[Pair], list[Pair], frozenset[Pair]]] = []

    def add(forced: list[Pair], barred: frozenset[Pair]) -> None:
        seated = {who for pair in forced for who in pair}
        rest = [who for who in ranked if who not in seated]
        found = best_pairs(_barring(field, barred), rest)
        if 2 * len(found) == len(rest):
            pairs = [*forced, *found]
            heapq.heappush(heap, (cost(field, pairs, place), next(turn), pairs, forced, barred))

    add([], frozenset())
    while heap:
        _, _, pairs, forced, barred = heapq.heappop(heap)
        yield sorted(pairs)
        fixed = list(forced)
        for pair in pairs[len(forced) :]:
            add(list(fixed), barred | {pair})
            fixed.append(pair)


def _barring(field: ScoreField, barred: frozenset[Pair]) -> ScoreField:
    if not barred:
        return field
    rows = {who: frozenset(group) for who, group in field.barred.items()}
    for a, b in barred:
        rows[a] = rows.get(a, frozenset()) | {b}
        rows[b] = rows.get(b, frozenset()) | {a}
    return replace(field, barred=rows)

"""The best pairing of a small field: one weighted matching over all legal pairs."""

from collections.abc import Sequence

import rustworkx as rx

from qipan.pairing.swiss.by_score.criteria import Cost, Pair, pair_cost, places
from qipan.pairing.swiss.by_score.field import ScoreField

LIMIT = 400
"""Fields up to this size are paired exactly; the number of pairs grows with its square."""
_WIDEST = 120
"""Bits that the matching library can add up without overflow, with room to spare."""


def best_pairs(field: ScoreField, ranked: Sequence[int]) -> list[Pair] | None:
    """Give the pairing of least cost, or None if the weights are too wide for the library.

    The result may be incomplete if no complete one exists.
    """
    place = places(field, ranked)
    edges: list[tuple[int, int, Cost]] = []
    for i, a in enumerate(ranked):
        for j in range(i + 1, len(ranked)):
            b = ranked[j]
            if field.legal(a, b):
                edges.append((i, j, pair_cost(field, a, b, place)))
    if not edges:
        return []
    packed = _pack([each for _, _, each in edges], len(ranked) // 2)
    if packed is None:
        return None
    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(ranked)))
    graph.add_edges_from([(i, j, w) for (i, j, _), w in zip(edges, packed, strict=True)])
    found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((ranked[min(i, j)], ranked[max(i, j)]) for i, j in found)


def _pack(costs: Sequence[Cost], pairs: int) -> list[int] | None:
    """Put the criteria into one number each, first criterion highest; more is better."""
    shifts, width = [], 0
    for criterion in reversed(range(5)):
        shifts.append(width)
        width += (max(each[criterion] for each in costs) * pairs).bit_length()
    if width + pairs.bit_length() > _WIDEST:
        return None
    shifts.reverse()
    top = 1 << width
    return [
        top - sum(part << shift for part, shift in zip(each, shifts, strict=True)) for each in costs
    ]

"""The heaviest matching: as many pairs as there can be, and of these the greatest weight.

Compiled code (rustworkx) does the work: a few hundred players have tens of thousands of possible
pairs. Which of several equally heavy matchings is found is nobody's business but the library's:
whoever needs one answer makes the weights so that only one is best.
"""

from collections.abc import Iterable
from typing import Final

import rustworkx as rx

WIDEST: Final = 120
"""Bits that a weight may have, so that sums of weights cannot overflow."""

Pairs = list[tuple[int, int]]


def heaviest(size: int, edges: Iterable[tuple[int, int, int]]) -> Pairs:
    """Match the vertices 0 … size−1 by edges (one, other, weight), each pair named once.

    Gives the pairs in order, the smaller vertex first. Weights are integers, also negative ones.
    """
    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from(list(edges))
    found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in found)

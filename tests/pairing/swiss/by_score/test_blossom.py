"""The largest matching against a library, and the block it names against its definition."""

from random import Random

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from qipan.pairing.swiss.by_score.blossom import FREE, complete


def graph_of(size, density, seed):
    dice = Random(seed)
    graph = nx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from((a, b) for a in range(size) for b in range(a) if dice.random() < density)
    return graph


@given(st.integers(2, 14), st.floats(0.05, 0.9), st.integers(0, 10**6))
@settings(max_examples=300, deadline=None)
def test_it_completes_or_names_a_block(size, density, seed):
    graph = graph_of(size, density, seed)
    mate = [FREE] * size
    block = complete(mate, graph.has_edge)
    best = len(nx.max_weight_matching(graph, maxcardinality=True))
    if block is None:
        assert all(mate[mate[who]] == who and graph.has_edge(who, mate[who]) for who in mate)
        assert 2 * best == size
    else:
        assert 2 * best < size
        left = graph.subgraph(set(graph) - set(block.partners))
        odd = [part for part in nx.connected_components(left) if len(part) % 2]
        stuck = [part for part in odd if part <= set(block.stuck)]
        assert len(stuck) > len(block.partners)


def test_a_blossom_is_seen_through():
    # A triangle in the middle of a path: the only perfect matching needs the odd way round.
    edges = {(0, 1), (1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (2, 6), (6, 7)}
    mate = [FREE] * 8
    assert complete(mate, lambda a, b: (a, b) in edges or (b, a) in edges) is None
    assert mate[0] == 1
    assert mate[7] == 6

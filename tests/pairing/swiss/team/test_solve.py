"""The smallest identifier among the cheapest pairings, against all pairings."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from qipan.pairing.swiss.team.solve import cheapest, first_identifier


def all_pairings(nodes):
    if not nodes:
        yield []
        return
    head, *rest = nodes
    for other in rest:
        for pairs in all_pairings([node for node in rest if node != other]):
            yield [(head, other), *pairs]


def identifier(pairs):
    ordered = sorted(pairs)
    return [a for a, _ in ordered] + [b for _, b in ordered]


@given(st.sampled_from([2, 4, 6, 8]), st.floats(0.2, 1), st.integers(1, 4), st.integers(0, 10**6))
@settings(max_examples=150, deadline=None)
def test_it_is_the_first_of_the_cheapest(size, density, most, seed):
    dice = Random(seed)
    nodes = sorted(dice.sample(range(1, 30), size))
    edges = {
        (a, b): dice.randrange(most)
        for i, a in enumerate(nodes)
        for b in nodes[i + 1 :]
        if dice.random() < density
    }
    legal = [
        (sum(edges[pair] for pair in pairs), identifier(pairs), pairs)
        for pairs in all_pairings(nodes)
        if all(pair in edges for pair in pairs)
    ]
    found = first_identifier(nodes, edges)
    if not legal:
        assert found is None
        assert cheapest(nodes, edges) is None
    else:
        assert sorted(found) == min(legal)[2]
        assert cheapest(nodes, edges)[0] == min(legal)[0]


def test_nobody_is_paired_at_no_cost():
    assert cheapest([], {}) == (0, [])

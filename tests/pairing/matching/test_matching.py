"""Both matchers against networkx on random graphs, and the duals' promise."""

from itertools import combinations
from random import Random

import networkx
import pytest

from qipan.pairing.matching.bits import ALONE, augment, members, perfect
from qipan.pairing.matching.weighted import solve, total


def random_graph(dice):
    size = dice.choice([2, 4, 6, 8, 10, 14, 20])
    density = dice.choice([0.15, 0.3, 0.5, 0.9])
    return size, [pair for pair in combinations(range(size), 2) if dice.random() < density]


def bit_sets(size, edges):
    adj = [0] * size
    for one, two in edges:
        adj[one] |= 1 << two
        adj[two] |= 1 << one
    return adj


def is_perfect(adj, mate, mask):
    return all(
        mate[mate[v]] == v and adj[v] >> mate[v] & 1 and mask >> mate[v] & 1 for v in members(mask)
    )


@pytest.mark.parametrize("seed", range(40))
def test_perfect_matchings_on_bit_sets(seed):
    dice = Random(seed)
    for _ in range(25):
        size, edges = random_graph(dice)
        graph = networkx.Graph(edges)
        expected = 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == size
        adj, mate = bit_sets(size, edges), [ALONE] * size
        assert perfect(adj, (1 << size) - 1, mate) == expected
        if expected:
            assert is_perfect(adj, mate, (1 << size) - 1)


def test_a_failed_search_leaves_the_matching_alone():
    adj = bit_sets(4, [(0, 1), (1, 2), (1, 3)])
    mate = [1, 0, ALONE, ALONE]
    assert augment(adj, mate, 2, 0b1111, 0b1000) == ALONE
    assert mate == [1, 0, ALONE, ALONE]


def weighted_rows(size, edges, dice, span):
    rows = [{} for _ in range(size)]
    for one, two in edges:
        rows[one][two] = rows[two][one] = dice.randrange(span)
    return rows


@pytest.mark.parametrize("seed", range(60))
def test_the_greatest_weight_and_the_tight_graph(seed):
    dice = Random(seed)
    for _ in range(12):
        size, edges = random_graph(dice)
        rows = weighted_rows(size, edges, dice, dice.choice([2, 4, 30, 1 << 200]))
        graph = networkx.Graph()
        graph.add_weighted_edges_from((one, two, rows[one][two]) for one, two in edges)
        best = networkx.max_weight_matching(graph, maxcardinality=True)
        found = solve(rows)
        if 2 * len(best) < size:
            assert found is None
            continue
        assert found is not None
        assert is_perfect(found.tight, found.mate, (1 << size) - 1)
        assert found.total == total(rows, found.mate) == sum(rows[a][b] for a, b in best)


@pytest.mark.parametrize("seed", range(30))
def test_every_optimal_matching_is_tight_and_every_tight_one_optimal(seed):
    dice = Random(seed)
    for _ in range(12):
        size = dice.choice([4, 6, 8])
        _, edges = 0, [pair for pair in combinations(range(size), 2) if dice.random() < 0.7]
        rows = weighted_rows(size, edges, dice, 3)
        found = solve(rows)
        for mate in all_perfect(size, rows):
            tight = all(found.tight[v] >> mate[v] & 1 for v in range(size))
            optimal = total(rows, mate) == found.total
            assert tight or not optimal
            if not found.loose:
                assert tight == optimal


def all_perfect(size, rows, mate=None):
    mate = [ALONE] * size if mate is None else mate
    if ALONE not in mate:
        yield list(mate)
        return
    one = mate.index(ALONE)
    for two in rows[one]:
        if mate[two] == ALONE:
            mate[one], mate[two] = two, one
            yield from all_perfect(size, rows, mate)
            mate[one] = mate[two] = ALONE

"""Every matcher against all matchings of small graphs, and against networkx on larger ones."""

from random import Random

import networkx
import pytest

from dice import SEED
from pairing.matching.oracle import all_matchings, best, measure, pairs_of, random_edges
from qipan.pairing.matching import FREE, complete, heaviest
from qipan.pairing.matching.bits import ALONE, augment, greatest, members, perfect, reach, stuck
from qipan.pairing.matching.weighted import prove, solve, total

SMALL = (1, 2, 3, 4, 5, 6, 7, 8)
LARGE = (10, 14, 20, 31)


def graphs(seed, sizes, count, span=4):
    dice = Random(seed)
    for _ in range(count):
        size = dice.choice(sizes)
        yield size, random_edges(dice, size, span), dice


def by_networkx(edges):
    graph = networkx.Graph()
    graph.add_weighted_edges_from((one, two, weight) for (one, two), weight in edges.items())
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return measure(edges, {(min(pair), max(pair)) for pair in found})


def bit_sets(size, edges):
    adj = [0] * size
    for one, two in edges:
        adj[one] |= 1 << two
        adj[two] |= 1 << one
    return adj


def rows_of(size, edges):
    rows = [{} for _ in range(size)]
    for (one, two), weight in edges.items():
        rows[one][two] = rows[two][one] = weight
    return rows


def may(edges):
    return lambda one, two: (min(one, two), max(one, two)) in edges


# -- the heaviest ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_the_heaviest_has_most_pairs_and_then_most_weight(seed):
    for size, edges, dice in graphs(seed, SMALL, 25, span=6):
        listed = [(one, two, weight) for (one, two), weight in edges.items()]
        found = heaviest(size, listed)
        assert found == sorted(found)
        assert measure(edges, found) == best(size, edges)
        turned = [(two, one, weight) for one, two, weight in dice.sample(listed, len(listed))]
        assert measure(edges, heaviest(size, turned)) == best(size, edges)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("span", [3, 1 << 60, 1 << 118])
def test_the_heaviest_of_larger_graphs_and_wide_weights(seed, span):
    for size, edges, _ in graphs(seed, LARGE, 6, span):
        found = heaviest(size, [(one, two, weight) for (one, two), weight in edges.items()])
        assert measure(edges, set(found)) == by_networkx(edges)


# -- by asking who may meet -----------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_asking_completes_or_names_a_block(seed):
    for size, edges, _ in graphs(seed, (*SMALL, *LARGE), 20):
        mate = [FREE] * size
        block = complete(mate, may(edges))
        found = pairs_of(mate)
        assert found <= set(edges)
        assert len(found) == by_networkx(edges)[0]
        assert (block is None) == (2 * len(found) == size)
        if block is not None:
            assert not set(block.stuck) & set(block.partners)
            graph = networkx.Graph(edges.keys())
            graph.add_nodes_from(range(size))
            left = graph.subgraph(set(graph) - set(block.partners))
            odd = [part for part in networkx.connected_components(left) if len(part) % 2]
            assert sum(part <= set(block.stuck) for part in odd) > len(block.partners)


def test_asking_keeps_what_it_is_given_as_far_as_it_can():
    mate = [1, 0, FREE, FREE]
    assert complete(mate, may({(0, 1), (2, 3), (0, 2)})) is None
    assert pairs_of(mate) == {(0, 1), (2, 3)}
    mate = [1, 0, FREE, FREE]
    assert complete(mate, may({(0, 1), (0, 2), (1, 3)})) is None
    assert pairs_of(mate) == {(0, 2), (1, 3)}


def test_asking_sees_through_a_blossom():
    # A triangle in the middle of a path: the only perfect matching needs the odd way round.
    edges = {(0, 1), (1, 2), (2, 3), (1, 3), (3, 4), (4, 5), (2, 6), (6, 7)}
    mate = [FREE] * 8
    assert complete(mate, may(edges)) is None
    assert pairs_of(mate) == {(0, 1), (2, 3), (4, 5), (6, 7)}


def test_of_a_large_field_the_first_block_is_enough():
    # Four stars of four: each centre helps one of three. Up to 2000 all are named.
    def star(one, two):
        return one // 4 == two // 4 and (one % 4 == 0) != (two % 4 == 0)

    block = complete([FREE] * 16, star)
    assert block.partners == (0, 4, 8, 12)
    assert block.stuck == tuple(at for at in range(16) if at % 4)
    block = complete([FREE] * 2004, star)
    assert block.partners == (0,)
    assert block.stuck == (1, 2)


# -- on bit sets ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_bit_sets_find_a_perfect_matching_or_the_greatest(seed):
    for size, edges, dice in graphs(seed, (*SMALL, *LARGE), 20):
        adj, everybody = bit_sets(size, edges), (1 << size) - 1
        most = by_networkx(edges)[0]
        mate = [ALONE] * size
        assert perfect(adj, everybody, mate) == (2 * most == size)
        assert pairs_of(mate) <= set(edges)
        mate = [ALONE] * size
        alone = greatest(adj, everybody, mate)
        assert len(pairs_of(mate)) == most
        assert members(alone) == [at for at, other in enumerate(mate) if other == ALONE]
        some = sum(1 << at for at in range(size) if dice.random() < 0.7)
        mate = [ALONE] * size
        greatest(adj, some, mate)
        inside = {pair: 0 for pair in edges if all(some >> at & 1 for at in pair)}
        assert pairs_of(mate) <= set(inside)
        assert len(pairs_of(mate)) == by_networkx(inside)[0]


@pytest.mark.parametrize("seed", range(10))
def test_who_is_stuck_and_who_could_be_alone_instead(seed):
    for size, edges, _ in graphs(seed, SMALL, 15):
        adj, everybody = bit_sets(size, edges), (1 << size) - 1
        every = all_matchings(size, edges)
        most = max(map(len, every))
        left = [
            {at for at in range(size) if not any(at in pair for pair in pairs)}
            for pairs in every
            if len(pairs) == most
        ]
        assert set(members(stuck(adj, everybody))) == set().union(*left)
        mate = [ALONE] * size
        alone = greatest(adj, everybody, mate)
        for root in members(alone):
            others = alone ^ 1 << root
            instead = reach(adj, mate, root, everybody & ~others)
            wanted = {at for one in left if set(members(others)) <= one for at in one}
            assert set(members(instead)) == wanted - set(members(others))


def test_a_failed_search_leaves_the_matching_as_it_was():
    adj = bit_sets(4, [(0, 1), (1, 2), (1, 3)])
    mate = [1, 0, ALONE, ALONE]
    assert augment(adj, mate, 2, 0b1111, 0b1000) == ALONE
    assert mate == [1, 0, ALONE, ALONE]


def test_members_of_thin_and_full_sets():
    for mask in (0, 1, 0b1011, 1 << 200 | 1, (1 << 90) - 1):
        assert members(mask) == [at for at in range(mask.bit_length()) if mask >> at & 1]


# -- with duals -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_the_greatest_weight_with_weights_of_any_width(seed):
    span = (2, 4, 30, 1 << 200)[seed % 4]
    for size, edges, _ in graphs(seed, (*SMALL, *LARGE), 15, span):
        rows, (pairs, weight) = rows_of(size, edges), by_networkx(edges)
        found = solve(rows)
        if 2 * pairs < size:
            assert found is None
            continue
        assert measure(edges, pairs_of(found.mate)) == (pairs, weight)
        assert found.total == total(rows, found.mate) == weight
        assert all(found.tight[at] >> other & 1 for at, other in enumerate(found.mate))


@pytest.mark.parametrize("seed", range(20))
def test_every_optimal_matching_is_tight_and_every_tight_one_optimal(seed):
    for size, edges, _ in graphs(seed, (4, 6, 8), 15, span=2):
        found = solve(rows_of(size, edges))
        for pairs in all_matchings(size, edges):
            if 2 * len(pairs) < size:
                continue
            tight = all(found.tight[one] >> two & 1 for one, two in pairs)
            optimal = measure(edges, pairs)[1] == found.total
            assert tight or not optimal
            if not found.loose:
                assert tight == optimal


# -- all together ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_where_one_matching_is_best_all_find_the_same(seed):
    for size, edges, dice in graphs(seed, (4, 6, 8, 10, 20), 12):
        spread = {pair: dice.randrange(1 << 60) for pair in edges}
        listed = [(one, two, weight) for (one, two), weight in spread.items()]
        found, by_duals = heaviest(size, listed), solve(rows_of(size, spread))
        if by_duals is None:
            assert 2 * len(found) < size
        else:
            assert set(found) == pairs_of(by_duals.mate)


@pytest.mark.parametrize("seed", range(40))
def test_what_was_solved_before_is_a_beginning_and_changes_no_answer(seed):
    dice = Random(seed)
    size = 2 * dice.randint(2, 9)
    rows = [{} for _ in range(size)]

    def join(one, two):
        rows[one][two] = rows[two][one] = dice.randint(0, 10 ** dice.randint(1, 12))

    for at in range(0, size, 2):  # so that there is a perfect matching
        join(at, at + 1)
    for _ in range(size * 2):
        join(*dice.sample(range(size), 2))
    before = prove(rows)
    start = [before.flat(vertex) for vertex in range(size)]
    assert all(start[v] + start[w] >= 2 * far for v in range(size) for w, far in rows[v].items())
    for _ in range(size):  # more edges than before
        one, two = dice.sample(range(size), 2)
        if two not in rows[one]:
            join(one, two)
            start[one] += max(0, 2 * rows[one][two] - start[one] - start[two])
    again, afresh = prove(rows, start), prove(rows)
    assert total(rows, again.mate) == total(rows, afresh.mate)


# -- many who want the same few -------------------------------------------------------------------


def wanted_few(dice):
    """Make a graph in which all like a few best, and are much alike among themselves."""
    size = 2 * dice.randint(12, 30)
    few = dice.randint(1, 6)
    kinds = [dice.randint(0, 2) for _ in range(size)]
    edges = {}
    for one in range(size):
        for two in range(one + 1, size):
            if dice.random() < 0.9:
                liked = 1000 if one < few or two < few else 100
                edges[one, two] = liked + 7 * (kinds[one] != kinds[two]) + dice.choice((0, 0, 0, 1))
    return size, edges


@pytest.mark.parametrize("seed", range(12))
def test_all_who_are_alone_are_brought_nearer_together(seed):
    for number in range(4):
        size, edges = wanted_few(Random(f"{SEED}/{seed}/{number}"))
        rows = rows_of(size, edges)
        found, proof = solve(rows), prove(rows)
        assert found is not None
        assert proof is not None
        assert (size // 2, found.total) == by_networkx(edges)
        assert total(rows, proof.mate) == found.total
        for (one, two), weight in edges.items():
            slack = proof.dual[one] + proof.dual[two] + proof.shared(one, two) - 2 * weight
            assert slack >= 0
            assert slack == 0 or proof.mate[one] != two

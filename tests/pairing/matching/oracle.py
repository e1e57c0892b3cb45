"""Matchings found by trying all of them, and random graphs to try them on."""

from itertools import combinations


def random_edges(dice, size, span):
    """Give a random graph as {(smaller, larger): weight}."""
    density = dice.choice([0.15, 0.3, 0.5, 0.9])
    return {
        pair: dice.randrange(-span, span)
        for pair in combinations(range(size), 2)
        if dice.random() < density
    }


def all_matchings(size, edges):
    """List every matching as a set of pairs, the empty one included."""

    def grow(vertex, taken):
        if vertex == size:
            yield frozenset()
            return
        yield from grow(vertex + 1, taken)
        if vertex not in taken:
            for other in range(vertex + 1, size):
                if (vertex, other) in edges and other not in taken:
                    for rest in grow(vertex + 1, taken | {vertex, other}):
                        yield rest | {(vertex, other)}

    return list(grow(0, frozenset()))


def measure(edges, pairs):
    """Count the pairs and add up their weights: more pairs come first, then more weight."""
    return len(pairs), sum(edges[pair] for pair in pairs)


def best(size, edges):
    """Give the greatest measure of all matchings."""
    return max(measure(edges, pairs) for pairs in all_matchings(size, edges))


def pairs_of(mate):
    """Turn a list of partners (−1: none) into pairs; fail if it is no matching."""
    assert all(mate[other] == who for who, other in enumerate(mate) if other != -1)
    return {(who, other) for who, other in enumerate(mate) if who < other}

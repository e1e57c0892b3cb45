"""The cheapest complete matching of a few teams, and which of the equally cheap comes first."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from qipan.pairing.matching import Pairs, heaviest

Edges = Mapping[tuple[int, int], int]
"""The cost of each allowed pair, smaller index first."""


def cheapest(nodes: Sequence[int], edges: Edges) -> tuple[int, Pairs] | None:
    """Give the least cost of a complete matching and one that has it; None if there is none."""
    if not nodes:
        return 0, []
    at = {node: index for index, node in enumerate(nodes)}
    top = 1 + sum(sorted(edges.values(), reverse=True)[: len(nodes) // 2])
    found = heaviest(len(nodes), [(at[a], at[b], top - cost) for (a, b), cost in edges.items()])
    if 2 * len(found) != len(nodes):
        return None
    pairs = sorted(tuple(sorted((nodes[i], nodes[j]))) for i, j in found)
    return sum(edges[a, b] for a, b in pairs), [(a, b) for a, b in pairs]


def first_identifier(nodes: Sequence[int], edges: Edges) -> Pairs | None:
    """Give, of all cheapest matchings, the one with the smallest identifier; None if none exists.

    Its identifier lists the smaller members of all pairs in ascending order, then their partners.
    """
    best = cheapest(nodes, edges)
    if best is None:
        return None
    tops = _tops(sorted(nodes), edges, best[0])
    kept = {(a, b): cost for (a, b), cost in edges.items() if a in tops and b not in tops}
    pairs: Pairs = []
    for top in sorted(tops):
        for partner in sorted(b for a, b in kept if a == top):
            trial = {(a, b): cost for (a, b), cost in kept.items() if (a == top) == (b == partner)}
            if _costs(nodes, trial, best[0]):
                kept = trial
                pairs.append((top, partner))
                break
    return pairs


def _tops(order: Sequence[int], edges: Edges, best: int) -> set[int]:
    half = len(order) // 2
    tops, bottoms = set(order[:half]), set(order[half:])
    if _costs(order, _only(edges, tops, bottoms), best):
        return tops
    tops, bottoms = set(), set()
    for node in order:
        if len(tops) < half and _costs(order, _only(edges, tops | {node}, bottoms), best):
            tops.add(node)
        else:
            bottoms.add(node)
    return tops


def _only(edges: Edges, tops: set[int], bottoms: set[int]) -> Edges:
    # The smaller member of a pair is its top; whoever is not yet decided may be either.
    return {(a, b): cost for (a, b), cost in edges.items() if b not in tops and a not in bottoms}


def _costs(nodes: Sequence[int], edges: Edges, best: int) -> bool:
    found = cheapest(nodes, edges)
    return found is not None and found[0] == best


def edges_between(
    nodes: Iterable[int], cost: Callable[[int, int], int | None]
) -> dict[tuple[int, int], int]:
    """Collect the allowed pairs with their costs."""
    order = sorted(nodes)
    return {
        (a, b): price
        for i, a in enumerate(order)
        for b in order[i + 1 :]
        if (price := cost(a, b)) is not None
    }

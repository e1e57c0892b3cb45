"""Where a weighted matching begins: pairs without slack, and duals near the right ones.

Whoever asks too much stays alone. Where many do only because they all want the same few, all of
them are lowered at once; one tree at a time would change the same duals again for each of them.
"""

from collections.abc import Sequence

from qipan.pairing.matching.bits import greatest, members

_FEW = 8
"""So many who are alone are matched one after another."""
_TOGETHER = 6
"""How often all are lowered together at most."""

Rows = Sequence[Sequence[tuple[int, int]]]
"""The edges of every vertex: the other end and twice the weight."""


def match_tight(rows: Rows, dual: list[int], mate: list[int]) -> None:
    """Match as many as the edges without slack allow, with duals lowered where many are alone.

    ``dual`` and ``mate`` are changed; no slack becomes negative, and matched edges have none.
    """
    for _ in range(_TOGETHER):
        graph = _tight(rows, dual)
        alone = greatest(graph, (1 << len(graph)) - 1, mate)
        if alone.bit_count() <= _FEW or not _lower(rows, dual, graph, mate, alone):
            return


def _tight(rows: Rows, dual: Sequence[int]) -> list[int]:
    graph = []
    for vertex, row in enumerate(rows):
        mine = dual[vertex]
        graph.append(sum([1 << other for other, double in row if mine + dual[other] == double]))
    return graph


def _lower(
    rows: Rows, dual: list[int], graph: Sequence[int], mate: Sequence[int], alone: int
) -> bool:
    """Lower the duals of those who are alone, with their trees; false if nobody can be.

    Pairs inside a tree stay without slack. A tree with an odd cycle is left as it is.
    """
    even = odd = 0
    for root in members(alone):
        ends, between = _tree(graph, mate, 1 << root)
        if not (even | ends) & (odd | between):
            even |= ends
            odd |= between
    step = _room(rows, dual, even, odd)
    if step <= 0:
        return False
    for vertex in members(even):
        dual[vertex] -= step
    for vertex in members(odd):
        dual[vertex] += step
    return True


def _tree(graph: Sequence[int], mate: Sequence[int], root: int) -> tuple[int, int]:
    """Give the even and the odd vertices of a tree; they overlap if it has an odd cycle."""
    even, odd, fresh = root, 0, root
    while fresh and not even & odd:
        near = 0
        for vertex in members(fresh):
            near |= graph[vertex]
        fresh = 0
        for vertex in members(near & ~odd):
            fresh |= 1 << mate[vertex]
        odd |= near
        fresh &= ~even
        even |= fresh
    return even, odd


def _room(rows: Rows, dual: Sequence[int], even: int, odd: int) -> int:
    """Say how far the even vertices may be lowered and the odd ones raised; −1: no limit."""
    best = -1
    here = [bool(even >> vertex & 1) for vertex in range(len(dual))]
    for vertex in members(even):
        mine = dual[vertex]
        for other, double in rows[vertex]:
            gap = mine + dual[other] - double
            if here[other]:
                gap //= 2
            elif odd >> other & 1:
                continue
            if best < 0 or gap < best:
                best = gap
    return best

"""Perfect matchings on bit sets: Edmonds' search, a whole neighbourhood in one operation.

Vertices are small integers, a set of them is one ``int`` (bit v: vertex v is in it), and
``adj[v]`` is the set of v's neighbours. ``mate[v]`` is v's partner or −1. The search grows the
whole alternating tree first and contracts odd cycles only when nothing else is left to grow;
most searches end before they contract anything.
"""

from collections.abc import Sequence

ALONE = -1


def members(mask: int) -> list[int]:
    """List the vertices of a set, lowest first."""
    text = bin(mask)[:1:-1]
    if len(text) < 6 * mask.bit_count():
        return [at for at, bit in enumerate(text) if bit == "1"]
    found = []
    at = text.find("1")
    while at >= 0:
        found.append(at)
        at = text.find("1", at + 1)
    return found


def lowest(mask: int) -> int:
    """Give the lowest vertex of a set that is not empty."""
    return (mask & -mask).bit_length() - 1


def perfect(adj: Sequence[int], mask: int, mate: list[int]) -> bool:
    """Extend the matching ``mate`` to all of ``mask``, or say that it cannot be done.

    ``mate`` must hold only pairs inside ``mask``; after a failure it is still a matching.
    """
    free = _greedy(adj, mask, mate)
    while free:
        root = lowest(free)
        end = augment(adj, mate, root, mask, free ^ 1 << root)
        if end == ALONE:
            return False
        free ^= 1 << root | 1 << end
    return True


def greatest(adj: Sequence[int], mask: int, mate: list[int]) -> int:
    """Extend the matching ``mate`` as far as it goes; give those who stay alone."""
    free = _greedy(adj, mask, mate)
    alone = 0
    while free:
        root = lowest(free)
        free ^= 1 << root
        end = augment(adj, mate, root, mask & ~alone, free)
        if end == ALONE:
            alone |= 1 << root
        else:
            free ^= 1 << end
    return alone


def stuck(adj: Sequence[int], mask: int) -> int:
    """Give the vertices that some greatest matching of ``mask`` leaves alone; empty if none.

    They block a perfect matching: together they have too few others to be matched with.
    """
    mate = [ALONE] * len(adj)
    alone = greatest(adj, mask, mate)
    found = 0
    for root in members(alone):
        found |= reach(adj, mate, root, mask & ~(alone ^ 1 << root))
    return found


def reach(adj: Sequence[int], mate: list[int], root: int, alive: int) -> int:
    """Give every vertex that could be alone instead of ``root``, which is alone now."""
    search = _Search(adj, mate, root)
    search.run(alive, 0)
    return search.even


def _greedy(adj: Sequence[int], mask: int, mate: list[int]) -> int:
    """Match what can be matched at once; give those who are still alone."""
    free = 0
    for vertex in members(mask):
        if mate[vertex] == ALONE:
            free |= 1 << vertex
    for vertex in members(free):
        near = adj[vertex] & free
        if near and mate[vertex] == ALONE:
            other = lowest(near)
            mate[vertex], mate[other] = other, vertex
            free ^= 1 << vertex | 1 << other
    return free


def augment(adj: Sequence[int], mate: list[int], root: int, alive: int, free: int) -> int:
    """Look for an alternating path inside ``alive`` from ``root`` to a vertex of ``free``.

    Flips it and gives its end, or gives −1 and leaves ``mate`` as it was.
    """
    return _Search(adj, mate, root).run(alive, free)


class _Search:
    """One search tree. Even vertices are reached by a matched edge, odd ones by an unmatched."""

    __slots__ = ("adj", "base", "even", "group", "mate", "parent", "root")

    def __init__(self, adj: Sequence[int], mate: list[int], root: int) -> None:
        self.adj, self.mate, self.root = adj, mate, root
        self.parent: dict[int, int] = {}
        self.base: dict[int, int] = {}
        """Contracted cycle of a vertex, named by its base; a missing vertex is its own."""
        self.group: dict[int, int] = {}
        """Members of a contracted cycle, by its base."""
        self.even = 1 << root

    def run(self, alive: int, free: int) -> int:
        adj, mate, parent = self.adj, self.mate, self.parent
        unseen = alive & ~(1 << self.root)
        queue = [self.root]
        grown: list[int] = []
        while queue:
            even = self.even
            for vertex in queue:
                near = adj[vertex] & unseen
                if near & free:
                    end = lowest(near & free)
                    parent[end] = vertex
                    self._flip(end)
                    return end
                grown.append(vertex)
                while near:
                    low = near & -near
                    odd = low.bit_length() - 1
                    partner = mate[odd]
                    parent[odd] = vertex
                    bit = 1 << partner
                    # A matched pair enters the tree together, so both were unseen.
                    unseen ^= low | bit
                    near &= unseen
                    even |= bit
                    ends = adj[partner] & free
                    if ends:
                        # Look one step ahead: most paths are short.
                        end = lowest(ends)
                        parent[end] = partner
                        self._flip(end)
                        return end
                    queue.append(partner)
            self.even = even
            queue = self._contract(grown)
        return ALONE

    def _flip(self, end: int) -> None:
        mate, parent = self.mate, self.parent
        vertex = end
        while vertex != ALONE:
            before = parent[vertex]
            following = mate[before]
            mate[vertex], mate[before] = before, vertex
            vertex = following

    def _contract(self, grown: list[int]) -> list[int]:
        """Contract the next odd cycle that makes new vertices even; give these."""
        while grown:
            vertex = grown[-1]
            own = self.base.get(vertex, vertex)
            near = self.adj[vertex] & self.even & ~self.group.get(own, 1 << own)
            if not near:
                grown.pop()
                continue
            fresh = self._cycle(vertex, lowest(near))
            if fresh:
                return fresh
        return []

    def _cycle(self, one: int, two: int) -> list[int]:
        top = self._common(one, two)
        touched: set[int] = set()
        self._mark(one, top, two, touched)
        self._mark(two, top, one, touched)
        touched.discard(top)
        group = self.group.get(top, 1 << top)
        fresh = 0
        for name in touched:
            part = self.group.pop(name, 1 << name)
            group |= part
            fresh |= part & ~self.even
            for vertex in members(part):
                self.base[vertex] = top
        self.group[top] = group
        self.even |= fresh
        return members(fresh)

    def _common(self, one: int, two: int) -> int:
        base, mate, parent = self.base, self.mate, self.parent
        seen = set()
        at = base.get(one, one)
        while True:
            seen.add(at)
            if at == self.root:
                break
            above = parent[mate[at]]
            at = base.get(above, above)
        at = base.get(two, two)
        while at not in seen:
            above = parent[mate[at]]
            at = base.get(above, above)
        return at

    def _mark(self, vertex: int, top: int, child: int, touched: set[int]) -> None:
        base, mate, parent = self.base, self.mate, self.parent
        while base.get(vertex, vertex) != top:
            partner = mate[vertex]
            touched.add(base.get(vertex, vertex))
            touched.add(base.get(partner, partner))
            parent[vertex] = child
            child = partner
            vertex = parent[partner]

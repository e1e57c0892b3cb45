"""Choices among equally good pairings, each a yes/no question.

A ``Choice`` holds a graph that contains every good pairing, and one of them. ``restrict`` and
``force`` commit a decision if some good pairing survives it, else they change nothing. Where the
graph comes from weights and may hold worse pairings too, the weight is compared.
"""

from collections.abc import Mapping, Sequence

from qipan.pairing.matching.bits import ALONE, augment, lowest, members, perfect, reach
from qipan.pairing.matching.weighted import Solution, Weights, solve, total


class Choice:
    """A graph of good pairings with one of them, narrowed decision by decision."""

    def __init__(self, adj: Sequence[int], mate: Sequence[int]) -> None:
        """Start from a graph and a perfect matching of it."""
        self.adj = list(adj)
        self.mate = list(mate)
        self.alive = (1 << len(self.adj)) - 1
        self.weights: Weights | None = None
        self.best = 0
        self.loose = False

    @classmethod
    def of(cls, weights: Weights, solution: Solution) -> "Choice":
        """Start from the tight graph of a weighted solution."""
        made = cls(solution.tight, solution.mate)
        made.weights, made.best, made.loose = weights, solution.total, solution.loose
        return made

    def force(self, one: int, two: int) -> bool:
        """Let two vertices be a pair, if they can."""
        mate = self.mate
        both = 1 << one | 1 << two
        if mate[one] == two:
            self.alive &= ~both
            return True
        if not self.adj[one] >> two & 1 or not self.alive >> two & 1:
            return False
        kept = list(mate) if self.loose else None
        left, right = mate[one], mate[two]
        mate[one], mate[two] = two, one
        mate[left] = mate[right] = ALONE
        alive = self.alive & ~both
        if augment(self.adj, mate, left, alive, 1 << right) == right:
            if self._good(alive):
                self.alive = alive
                return True
            assert kept is not None
            self.mate = kept
            return False
        mate[one], mate[left], mate[two], mate[right] = left, one, right, two
        return False

    def first(self, one: int, among: int) -> int:
        """Force the lowest partner of ``one`` that is possible; give it, or −1."""
        among &= self.adj[one] & self.alive
        if among and self.force(one, lowest(among)):
            return self.mate[one]
        among &= among - 1
        if among and not self.loose:
            among &= self._partners(one)
        for two in members(among):
            if self.force(one, two):
                return two
        return ALONE

    def _partners(self, one: int) -> int:
        """Give every possible partner of a vertex in one search."""
        mate = self.mate
        other = mate[one]
        mate[other] = ALONE
        found = reach(self.adj, mate, other, self.alive & ~(1 << one))
        mate[other] = one
        return found

    def restrict(self, one: int, allowed: int) -> bool:
        """Let a vertex keep only some neighbours, if it can."""
        return self.reshape({one: allowed})

    def reshape(self, allowed: Mapping[int, int]) -> bool:
        """Let several vertices keep only some neighbours, if they all can at once.

        Between two vertices of ``allowed`` both must agree whether they may meet.
        """
        adj = self.adj
        kept: dict[int, int] = {}
        untouched = self.alive & ~sum(1 << vertex for vertex in allowed)
        for vertex, mask in allowed.items():
            dropped = adj[vertex] & ~mask
            if not dropped:
                continue
            kept.setdefault(vertex, adj[vertex])
            adj[vertex] &= mask
            bit = ~(1 << vertex)
            for other in members(dropped & untouched):
                kept.setdefault(other, adj[other])
                adj[other] &= bit
        if self._repair(allowed):
            return True
        for vertex, mask in kept.items():
            adj[vertex] = mask
        return False

    def _repair(self, touched: Mapping[int, int]) -> bool:
        broken = [v for v in touched if not self.adj[v] >> self.mate[v] & 1]
        if not broken:
            return True
        kept = list(self.mate)
        mate = self.mate
        for vertex in broken:
            other = mate[vertex]
            if other != ALONE:
                mate[vertex] = mate[other] = ALONE
        if perfect(self.adj, self.alive, mate) and self._good(self.alive):
            return True
        self.mate = kept
        return False

    def _good(self, alive: int) -> bool:
        """See that the matching is as good as the best; if not, look for one that is."""
        if not self.loose or self.weights is None:
            return True
        if total(self.weights, self.mate) == self.best:
            return True
        inside = members(alive)
        place = {vertex: at for at, vertex in enumerate(inside)}
        rows = [
            {place[w]: self.weights[v][w] for w in members(self.adj[v] & alive)} for v in inside
        ]
        done = sum(
            self.weights[v][self.mate[v]]
            for v in range(len(self.mate))
            if v < self.mate[v] and not alive >> v & 1
        )
        found = solve(rows)
        if found is None or found.total + done != self.best:
            return False
        for at, vertex in enumerate(inside):
            self.mate[vertex] = inside[found.mate[at]]
        return True

"""Perfect matchings of the greatest weight, with the duals that prove it.

Weights are integers of any size. The solver keeps a dual value for every vertex and every
contracted odd set (*cell*), so that an edge's slack is never negative; matched edges have none.
It grows one alternating tree at a time from an unmatched vertex. When it ends, the edges of slack
zero (the *tight graph*) contain every optimal matching: further choices among optimal matchings
are then yes/no questions. If ``loose`` is true, some odd set has a positive dual and a perfect
matching of tight edges need not be optimal: compare its weight.
"""

from collections.abc import Sequence

import msgspec

from qipan.pairing.matching.bits import ALONE
from qipan.pairing.matching.first_pairs import match_tight

Weights = Sequence[dict[int, int]]
"""``weights[v][w]`` for every edge, in both directions."""

_NONE, _EVEN, _ODD = 0, 1, 2


class Solution(msgspec.Struct, frozen=True):
    """An optimal perfect matching and the graph of all tight edges."""

    mate: list[int]
    tight: list[int]
    total: int
    loose: bool


def total(weights: Weights, mate: Sequence[int]) -> int:
    """Add up the weights of a perfect matching."""
    return sum(weights[vertex][other] for vertex, other in enumerate(mate) if vertex < other)


def solve(weights: Weights) -> Solution | None:
    """Find a perfect matching of the greatest weight, or None if there is no perfect matching."""
    if (search := _solved(weights)) is None:
        return None
    return Solution(search.mate, search.tight(), total(weights, search.mate), search.loose())


class Proof(msgspec.Struct, frozen=True):
    """An optimal perfect matching and the duals that prove it.

    No pair makes it better whose slack (both duals and ``shared``, less twice its weight) is >= 0.
    """

    mate: list[int]
    dual: list[int]
    above: list[dict[int, int]]
    """The contracted sets around every vertex, each with the sum of duals outwards."""

    def shared(self, one: int, other: int) -> int:
        """Add up the duals of the contracted sets that hold both."""
        around = self.above[one]
        return next((around[x] for x in around if x in self.above[other]), 0) if around else 0

    def flat(self, one: int) -> int:
        """Give a dual that needs no contracted sets: each vertex takes half of those around it."""
        around = next(iter(self.above[one].values()), 0)
        return self.dual[one] + (around + 1) // 2


def prove(weights: Weights, start: Sequence[int] = ()) -> Proof | None:
    """Find a perfect matching of the greatest weight with its duals; None if there is none.

    ``start``: duals to begin with, near the right ones if a problem much like this was solved;
    those of both ends of an edge must add up to twice its weight at least.
    """
    if (search := _solved(weights, start)) is None:
        return None
    return Proof(search.mate, search.dual, [*map(search.ancestors, range(len(weights)))])


def _solved(weights: Weights, start: Sequence[int] = ()) -> "_Solver | None":
    search = _Solver(weights, start)
    for vertex in range(len(weights)):
        if search.mate[vertex] == ALONE and not search.stage(vertex):
            return None
    return search


class _Cell:
    """A vertex, or an odd cycle of cells contracted into one."""

    __slots__ = ("base", "dual", "entry", "kids", "label", "leaves", "links", "parent")

    def __init__(self, base: int) -> None:
        self.base = base
        self.kids: list[_Cell] = []
        self.links: list[tuple[int, int]] = []
        """``links[i]`` joins kid i to the next: (vertex in kid i, vertex in the next)."""
        self.leaves = [base]
        self.dual = 0
        self.label = _NONE
        self.entry = (ALONE, ALONE)
        """The edge by which the tree reached the cell: (vertex outside, vertex inside)."""
        self.parent: _Cell | None = None


class _Solver:
    def __init__(self, weights: Weights, start: Sequence[int] = ()) -> None:
        size = len(weights)
        self.weights = weights
        self.mate = [ALONE] * size
        # Slacks are computed with doubled weights, so that halving a slack stays exact.
        self.dual = list(start) or [max(row.values(), default=0) for row in weights]
        self.doubled = [[(other, 2 * weight) for other, weight in row.items()] for row in weights]
        self.single = [_Cell(vertex) for vertex in range(size)]
        self.top = list(self.single)
        self.queue: list[int] = []
        self.near: list[int] = []
        self.slack: list[int | None] = []
        self.inner: dict[int, tuple[int, int]] = {}
        match_tight(self.doubled, self.dual, self.mate)

    # -- one stage: one more pair -----------------------------------------------------------

    def stage(self, root: int) -> bool:
        """Grow a tree from an unmatched vertex until it can be matched. False: it cannot."""
        size = len(self.mate)
        for cell in self.top:
            cell.label = _NONE
        self.near = [ALONE] * size
        self.slack = [None] * size
        self.inner = {}
        self.queue = []
        self._make_even(self.top[root], (ALONE, root))
        while True:
            while self.queue:
                if self._scan(self.queue.pop()):
                    self._tidy()
                    return True
            if not self._adjust():
                return False

    def _make_even(self, cell: _Cell, entry: tuple[int, int]) -> None:
        cell.label = _EVEN
        cell.entry = entry
        self.queue.extend(cell.leaves)

    def _scan(self, vertex: int) -> bool:
        """Look at every edge of an even vertex; true once the tree has reached its goal."""
        top, dual, slack, near = self.top, self.dual, self.slack, self.near
        own = top[vertex]
        mine = dual[vertex]
        best: int | None = None
        for other, double in self.doubled[vertex]:
            cell = top[other]
            if cell is own:
                continue
            gap = mine + dual[other] - double
            if cell.label == _EVEN:
                if gap == 0:
                    self._join(vertex, other)
                    own = top[vertex]
                elif best is None or gap < best:
                    best = gap
                    self.inner[vertex] = (gap, other)
                continue
            if gap == 0 and cell.label == _NONE:
                if self._grow(vertex, other):
                    return True
                continue
            known = slack[other]
            if known is None or gap < known:
                slack[other] = gap
                near[other] = vertex
        return False

    def _grow(self, vertex: int, other: int) -> bool:
        cell = self.top[other]
        partner = self.mate[cell.base]
        if partner == ALONE:
            self._augment(vertex, other)
            return True
        cell.label = _ODD
        cell.entry = (vertex, other)
        self._make_even(self.top[partner], (cell.base, partner))
        return False

    # -- duals --------------------------------------------------------------------------------

    def _adjust(self) -> bool:
        """Change the duals by as much as they allow; false if nothing limits them."""
        step, kind, where = self._limit()
        if kind == _NONE:
            return False
        self._shift(step)
        if kind == _ODD:
            self._open(self.top[where], within=True)
            return True
        # A new tight edge: scan its even end again.
        self.queue.append(where)
        return True

    def _limit(self) -> tuple[int, int, int]:
        """Find the smallest change that makes an edge tight or an odd cell's dual zero."""
        best: int | None = None
        kind, where = _NONE, ALONE
        for vertex, cell in enumerate(self.top):
            if cell.label == _EVEN:
                found = self._inner(vertex, cell)
                if found is not None and (best is None or found < 2 * best):
                    best, kind, where = found // 2, _EVEN, vertex
            elif cell.label == _NONE:
                known = self.slack[vertex]
                if known is not None and (best is None or known < best):
                    best, kind, where = known, _EVEN, self.near[vertex]
            elif cell.kids and cell.base == vertex and (best is None or cell.dual < 2 * best):
                best, kind, where = cell.dual // 2, _ODD, vertex
        return best or 0, kind, where

    def _inner(self, vertex: int, cell: _Cell) -> int | None:
        """Give the least slack from an even vertex to another even cell."""
        known = self.inner.get(vertex)
        if known is None:
            return None
        if self.top[known[1]] is not cell:
            return known[0]
        best: int | None = None
        mine = self.dual[vertex]
        for other, double in self.doubled[vertex]:
            there = self.top[other]
            if there.label == _EVEN and there is not cell:
                gap = mine + self.dual[other] - double
                if best is None or gap < best:
                    best = gap
                    self.inner[vertex] = (gap, other)
        if best is None:
            del self.inner[vertex]
        return best

    def _shift(self, step: int) -> None:
        if step == 0:
            return
        dual, slack, inner = self.dual, self.slack, self.inner
        for vertex, cell in enumerate(self.top):
            if cell.label == _EVEN:
                dual[vertex] -= step
                if vertex in inner:
                    gap, other = inner[vertex]
                    inner[vertex] = (gap - 2 * step, other)
            elif cell.label == _ODD:
                dual[vertex] += step
            else:
                known = slack[vertex]
                if known is not None:
                    slack[vertex] = known - step
            if cell.kids and cell.base == vertex:
                if cell.label == _EVEN:
                    cell.dual += 2 * step
                elif cell.label == _ODD:
                    cell.dual -= 2 * step

    # -- odd cycles -----------------------------------------------------------------------------

    def _join(self, one: int, two: int) -> None:
        """Contract the cycle closed by an edge between two even cells."""
        up, down = self._climb(one), self._climb(two)
        shared = {id(cell) for cell in up}
        at = next(index for index, cell in enumerate(down) if id(cell) in shared)
        common = down[at]
        left = up[: up.index(common)]
        right = down[:at]
        made = _Cell(common.base)
        made.kids = [common, *reversed(left), *right]
        made.links = [
            *(cell.entry for cell in reversed(left)),
            (one, two),
            *((cell.entry[1], cell.entry[0]) for cell in right),
        ]
        made.label, made.entry = _EVEN, common.entry
        made.leaves = []
        for kid in made.kids:
            kid.parent = made
            made.leaves.extend(kid.leaves)
            if kid.label == _ODD:
                self.queue.extend(kid.leaves)
        for leaf in made.leaves:
            self.top[leaf] = made

    def _climb(self, vertex: int) -> list[_Cell]:
        cell = self.top[vertex]
        path = [cell]
        while cell.entry[0] != ALONE:
            cell = self.top[cell.entry[0]]
            path.append(cell)
        return path

    def _open(self, cell: _Cell, *, within: bool) -> None:
        """Take a contracted cycle apart; ``within`` a stage its kids keep the tree together."""
        for kid in cell.kids:
            kid.parent = None
            kid.label = _NONE
            for leaf in kid.leaves:
                self.top[leaf] = kid
        if within:
            self._relabel(cell)

    def _relabel(self, cell: _Cell) -> None:
        kids, links, size = cell.kids, cell.links, len(cell.kids)
        at = kids.index(self.top[cell.entry[1]])
        step = 1 if at % 2 else -1
        kids[at].label, kids[at].entry = _ODD, cell.entry
        while at % size:
            for label in (_EVEN, _ODD):
                one, two = links[at % size] if step == 1 else links[at - 1][::-1]
                at += step
                kid = kids[at % size]
                if label == _EVEN:
                    self._make_even(kid, (one, two))
                else:
                    kid.label, kid.entry = _ODD, (one, two)

    def _augment(self, vertex: int, other: int) -> None:
        """Match the root: flip the path that ends with the edge (vertex, other)."""
        self._turn(self.top[other], other)
        self.mate[other] = vertex
        while True:
            even = self.top[vertex]
            self._turn(even, vertex)
            self.mate[vertex] = other
            above = even.entry[0]
            if above == ALONE:
                return
            odd = self.top[above]
            vertex, other = odd.entry
            self._turn(odd, other)
            self.mate[other] = vertex

    def _turn(self, cell: _Cell, vertex: int) -> None:
        """Make ``vertex`` the base of a cell, rematching the rest of it."""
        if not cell.kids:
            return
        kid = self.single[vertex]
        while kid.parent is not cell:
            assert kid.parent is not None
            kid = kid.parent
        self._turn(kid, vertex)
        kids, links, size = cell.kids, cell.links, len(cell.kids)
        first = at = kids.index(kid)
        step = 1 if at % 2 else -1
        while at % size:
            at += step
            one, two = links[at % size] if step == 1 else links[at - 1][::-1]
            self._turn(kids[at % size], one)
            at += step
            self._turn(kids[at % size], two)
            self.mate[one], self.mate[two] = two, one
        cell.kids = kids[first:] + kids[:first]
        cell.links = links[first:] + links[:first]
        cell.base = vertex

    def _tidy(self) -> None:
        """Take apart the cycles whose dual is zero: they bind nothing any more."""
        pending = [cell for cell in {id(cell): cell for cell in self.top}.values() if cell.kids]
        while pending:
            cell = pending.pop()
            if cell.dual == 0:
                self._open(cell, within=False)
                pending.extend(kid for kid in cell.kids if kid.kids)

    # -- the outcome ------------------------------------------------------------------------------

    def loose(self) -> bool:
        return any(cell.kids for cell in self.top)

    def tight(self) -> list[int]:
        """Give the graph of the edges without slack."""
        above = [self.ancestors(vertex) for vertex in range(len(self.mate))]
        graph = [0] * len(self.mate)
        for vertex, row in enumerate(self.doubled):
            mine, around = self.dual[vertex], above[vertex]
            for other, double in row:
                if other < vertex:
                    continue
                gap = mine + self.dual[other] - double
                if gap <= 0 and around:
                    gap += next((around[name] for name in around if name in above[other]), 0)
                if gap == 0:
                    graph[vertex] |= 1 << other
                    graph[other] |= 1 << vertex
        return graph

    def ancestors(self, vertex: int) -> dict[int, int]:
        """Give the cells around a vertex, innermost first, each with all duals from it outwards."""
        cells = []
        cell = self.single[vertex].parent
        while cell is not None:
            cells.append(cell)
            cell = cell.parent
        rest = sum(cell.dual for cell in cells)
        found = {}
        for cell in cells:
            found[id(cell)] = rest
            rest -= cell.dual
        return found

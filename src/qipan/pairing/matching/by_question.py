"""The largest matching, grown from one that is given by asking who may meet; and who blocks.

Edmonds' search for augmenting paths, blossoms shrunk by a base array. The graph is a question
(``may(a, b)``), not a list of edges: in a Swiss field of a hundred thousand nearly everybody may
meet nearly everybody, nobody could write the pairs down, and a search ends after a few steps.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

FREE = -1
_NEAR = 64
"""How far ahead the greedy start looks for a partner."""
_THOROUGH = 2000
"""Up to this size everybody who blocks is named; beyond, the first block found."""


@dataclass(frozen=True, slots=True)
class Blocked:
    """Why no complete matching exists: each of ``stuck`` can only be helped by ``partners``.

    Without the partners the stuck fall into more odd parts than there are partners.
    """

    stuck: tuple[int, ...]
    partners: tuple[int, ...]


def complete(mate: list[int], may: Callable[[int, int], bool]) -> Blocked | None:
    """Grow ``mate`` (−1 for free) in place until nobody is free. Give the block if impossible."""
    _greedy(mate, may)
    failed: list[int] = []
    for root in range(len(mate)):
        if failed and len(mate) > _THOROUGH:
            break
        if mate[root] == FREE:
            search = _Search(mate, may, root)
            end = search.run()
            if end is None:
                failed.append(root)
            else:
                search.flip(end)
    if not failed:
        return None
    stuck: set[int] = set()
    partners: set[int] = set()
    for root in failed:
        search = _Search(mate, may, root)
        search.run()
        block = search.block()
        stuck.update(block.stuck)
        partners.update(block.partners)
    return Blocked(tuple(sorted(stuck)), tuple(sorted(partners - stuck)))


def _greedy(mate: list[int], may: Callable[[int, int], bool]) -> None:
    """Match free players with the next free one they may meet: most of the work, cheaply."""
    free = [who for who, other in enumerate(mate) if other == FREE]
    for at, who in enumerate(free):
        if mate[who] != FREE:
            continue
        # The nearest first; where a whole stretch is forbidden, those half the list away.
        far = at + (len(free) - at) // 2
        for other in (*free[at + 1 : at + 1 + _NEAR], *free[far : far + _NEAR]):
            if mate[other] == FREE and may(who, other):
                mate[who], mate[other] = other, who
                break


class _Search:
    """One search from a free player: outer players are reached by an even number of steps."""

    def __init__(self, mate: list[int], may: Callable[[int, int], bool], root: int) -> None:
        self.mate, self.may, self.root = mate, may, root
        size = len(mate)
        self.parent = [FREE] * size
        self.base = list(range(size))
        self.outer = [False] * size
        self.queue = deque([root])
        self.outer[root] = True

    def run(self) -> int | None:
        """Give the free player at the end of an augmenting path, or None if there is none."""
        mate, base, parent = self.mate, self.base, self.parent
        while self.queue:
            here = self.queue.popleft()
            for there in range(len(mate)):
                if base[here] == base[there] or mate[here] == there or not self.may(here, there):
                    continue
                if self.outer[there]:
                    self._shrink(here, there)
                elif parent[there] == FREE:
                    parent[there] = here
                    if mate[there] == FREE:
                        return there
                    self.outer[mate[there]] = True
                    self.queue.append(mate[there])
        return None

    def flip(self, end: int) -> None:
        """Swap matched and unmatched edges along the path found."""
        mate = self.mate
        while end != FREE:
            before = self.parent[end]
            following = mate[before]
            mate[end], mate[before] = before, end
            end = following

    def block(self) -> Blocked:
        """Read the block off a search that found no path."""
        stuck = tuple(i for i, is_outer in enumerate(self.outer) if is_outer)
        partners = tuple(
            i for i, parent in enumerate(self.parent) if parent != FREE and not self.outer[i]
        )
        return Blocked(stuck, partners)

    def _shrink(self, a: int, b: int) -> None:
        top = self._meet(a, b)
        members: set[int] = set()
        self._mark(a, top, b, members)
        self._mark(b, top, a, members)
        for i, base in enumerate(self.base):
            if base in members:
                self.base[i] = top
                if not self.outer[i]:
                    self.outer[i] = True
                    self.queue.append(i)

    def _meet(self, a: int, b: int) -> int:
        seen = set()
        while True:
            a = self.base[a]
            seen.add(a)
            if self.mate[a] == FREE:
                break
            a = self.parent[self.mate[a]]
        while self.base[b] not in seen:
            b = self.parent[self.mate[self.base[b]]]
        return self.base[b]

    def _mark(self, v: int, top: int, child: int, members: set[int]) -> None:
        while self.base[v] != top:
            members.add(self.base[v])
            members.add(self.base[self.mate[v]])
            self.parent[v] = child
            child = self.mate[v]
            v = self.parent[self.mate[v]]

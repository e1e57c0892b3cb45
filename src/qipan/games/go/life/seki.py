"""Which living groups look like seki: shared liberties, and no two eyes of their own.

Chains of one colour that border the same own region, or share two liberties, are taken as one
group. A group lives by itself if its own regions leave room for two eyes. Two groups of different
colours that do not, and that share a neutral region, are proposed as seki.
"""

from collections.abc import Iterable, Sequence

import msgspec

from qipan.games.go.board import chain_at
from qipan.games.go.count import Region, regions
from qipan.games.go.grid import Grid
from qipan.games.go.life.shapes import fills_one_eye


class Groups:
    """A union of chains, named by one of their stones."""

    def __init__(self, cells: Sequence[int], on: Grid, dead: frozenset[int]) -> None:
        """Begin with every living chain on its own."""
        self.of: dict[int, int] = {}
        self._up: dict[int, int] = {}
        for at in on.points:
            if cells[at] and at not in dead and at not in self.of:
                self.of.update(dict.fromkeys(chain_at(cells, on.near, at), at))
                self._up[at] = at

    def find(self, stone: int) -> int:
        """Name the group of a stone."""
        root = self.of[stone]
        while self._up[root] != root:
            root = self._up[root]
        return root

    def join(self, stones: Iterable[int]) -> None:
        """Make one group of the groups of these stones."""
        roots = {self.find(stone) for stone in stones}
        if roots:
            first = min(roots)
            for root in roots:
                self._up[root] = first


class Weak(msgspec.Struct, frozen=True):
    """A living group without two eyes of its own, touching neutral points."""

    stones: tuple[int, ...]
    facing: bool
    """Whether it shares a neutral region with such a group of the other colour: seki."""


def weak_groups(cells: Sequence[int], on: Grid, dead: frozenset[int]) -> list[Weak]:
    """Find the groups that do not live by themselves once the dead are taken off."""
    found = regions(cells, on, dead)
    neutral = [region for region in found if region.colours == 3]
    if not neutral:
        return []
    groups = Groups(cells, on, dead)
    own = [region for region in found if region.colours in (1, 2)]
    for region in own:
        groups.join(region.border)
    _join_by_liberties(cells, on, dead, groups)
    alone = _independent(on, own, groups)
    weak = {groups.find(stone) for region in neutral for stone in region.border} - alone
    facing = _facing(cells, neutral, groups, weak)
    stones: dict[int, list[int]] = {group: [] for group in weak}
    for stone in groups.of:
        group = groups.find(stone)
        if group in stones:
            stones[group].append(stone)
    return [Weak(tuple(stones[group]), group in facing) for group in sorted(weak)]


def _join_by_liberties(
    cells: Sequence[int], on: Grid, dead: frozenset[int], groups: Groups
) -> None:
    """Join chains that share two liberties: the enemy can cut at one of them only."""
    shared: dict[tuple[int, int], int] = {}
    for at in on.points:
        if cells[at] and at not in dead:
            continue
        for colour in (1, 2):
            beside = sorted(
                {groups.of[by] for by in on.near[at] if cells[by] == colour and by not in dead}
            )
            for index, one in enumerate(beside):
                for other in beside[index + 1 :]:
                    shared[one, other] = shared.get((one, other), 0) + 1
    for (one, other), times in shared.items():
        if times > 1:
            groups.join((one, other))


def _independent(on: Grid, own: list[Region], groups: Groups) -> set[int]:
    """Name the groups with two own regions, or one that is large enough for two eyes."""
    eyes: dict[int, int] = {}
    for region in own:
        group = groups.find(min(region.border))
        # What was taken off inside leaves its shape behind: small ones make one eye.
        small = len(region.points) <= 6 and fills_one_eye(region.points, on.near)
        eyes[group] = eyes.get(group, 0) + (1 if small else 2)
    return {group for group, number in eyes.items() if number > 1}


def _facing(
    cells: Sequence[int], neutral: list[Region], groups: Groups, weak: set[int]
) -> set[int]:
    """Keep the weak groups that share a neutral region with a weak group of the other colour."""
    seki: set[int] = set()
    for region in neutral:
        sides: tuple[set[int], set[int]] = (set(), set())
        for stone in region.border:
            group = groups.find(stone)
            if group in weak:
                sides[cells[stone] - 1].add(group)
        if sides[0] and sides[1]:
            seki |= sides[0] | sides[1]
    return seki

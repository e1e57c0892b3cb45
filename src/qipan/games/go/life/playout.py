"""Random games to the end, for asking what becomes of stones. Plain Python, made to be fast.

A chain's liberties are one integer: every pseudo-liberty ``p`` adds ``1 + (p << 11) + (p² << 31)``,
so that the sum is 0 when there is none, and is ``k`` times the code of one point, k up to 4,
exactly when there is only one: a single look into ``ATARI`` finds it. No chain is ever walked to
count its liberties.

Both sides play at random but not blindly: nobody fills an own eye, nobody puts own stones into
atari for nothing, stones in atari are saved or taken when the last move made it so.
"""

from collections.abc import Callable, Sequence
from functools import cache

from qipan.games.go.grid import Grid
from qipan.games.go.life.shapes import fills_one_eye

LONGEST = 3
"""A playout stops after this many times the board's points, cycles or not."""


@cache
def codes(cells: int) -> tuple[tuple[int, ...], dict[int, int]]:
    """Give the liberty code of every cell, and the point of every sum that means one liberty."""
    code = tuple(1 + (at << 11) + (at * at << 31) for at in range(cells))
    return code, {times * code[at]: at for at in range(cells) for times in range(1, 5)}


class Playout:
    """A board for playouts: restart it from the same position again and again."""

    __slots__ = (
        "_start",
        "atari",
        "code",
        "colour",
        "corners",
        "empties",
        "grid",
        "head",
        "ko",
        "libs",
        "near",
        "next",
        "size",
        "slot",
        "work",
    )

    def __init__(self, cells: Sequence[int], on: Grid) -> None:
        """Take a position; stones without liberty must not stand on it."""
        self.grid, self.near, self.corners = on, on.near, on.corners
        self.code, self.atari = codes(len(cells))
        count = len(cells)
        self.colour = list(on.empty)
        self.head = list(range(count))
        self.next = list(range(count))
        self.size = [1] * count
        self.libs = [0] * count
        self.empties = list(on.points)
        self.slot = [0] * count
        for index, point in enumerate(self.empties):
            self.slot[point] = index
        self.ko = 0
        self.work = 0
        """What all playouts took together: four a move, and one a point tried for it."""
        for point in on.points:
            if cells[point]:
                # Liberties of neighbours still to come are set right by their own arrival.
                self.put(cells[point], point, capture=False)
        self._start = (
            self.colour,
            self.head,
            self.next,
            self.size,
            self.libs,
            self.empties,
            self.slot,
        )

    def restart(self) -> None:
        """Go back to the position given."""
        colour, head, after, size, libs, empties, slot = self._start
        self.colour, self.head, self.next = colour[:], head[:], after[:]
        self.size, self.libs, self.empties, self.slot = size[:], libs[:], empties[:], slot[:]
        self.ko = 0

    def put(self, mine: int, at: int, capture: bool = True) -> None:
        """Put a stone on an empty point and take what has no liberty left."""
        colour, head, libs, near, code = self.colour, self.head, self.libs, self.near, self.code
        empties, slot = self.empties, self.slot
        moved = empties.pop()
        if moved != at:
            index = slot[at]
            empties[index] = moved
            slot[moved] = index
        colour[at] = mine
        head[at] = at
        self.next[at] = at
        self.size[at] = 1
        lost = code[at]
        free = 0
        beside = near[at]
        for by in beside:
            if colour[by]:
                libs[head[by]] -= lost
            else:
                free += code[by]
        libs[at] = free
        taken = 0
        for by in beside:
            content = colour[by]
            if content == mine:
                if head[by] != head[at]:
                    self._join(head[at], head[by])
            elif content and capture and not libs[head[by]]:
                taken += self._take(head[by], by)
        self.ko = 0
        if taken == -1 and self.size[head[at]] == 1:
            self.ko = self.atari.get(libs[at], 0)

    def _join(self, one: int, other: int) -> None:
        head, after, size = self.head, self.next, self.size
        if size[one] < size[other]:
            one, other = other, one
        size[one] += size[other]
        self.libs[one] += self.libs[other]
        at = other
        while True:
            head[at] = one
            at = after[at]
            if at == other:
                break
        after[one], after[other] = after[other], after[one]

    def _take(self, chain: int, start: int) -> int:
        """Take a chain off; give −1 for a single stone, else 2, so that sums tell a ko."""
        colour, head, after, libs, near = self.colour, self.head, self.next, self.libs, self.near
        empties, slot, code = self.empties, self.slot, self.code
        at = start
        while True:
            colour[at] = 0
            slot[at] = len(empties)
            empties.append(at)
            gained = code[at]
            for by in near[at]:
                if colour[by]:
                    libs[head[by]] += gained
            at = after[at]
            if at == start:
                break
        return -1 if self.size[chain] == 1 else 2

    def sensible(self, mine: int, at: int) -> bool:
        """Say whether a playout may put a stone there: legal, no own eye filled, no waste."""
        colour, head, libs, atari = self.colour, self.head, self.libs, self.atari
        empty = friends = 0
        beside = self.near[at]
        for by in beside:
            content = colour[by]
            if not content:
                empty += 1
            elif content == mine:
                friends += 1
            elif libs[head[by]] in atari:
                return at != self.ko
        if empty > 1:
            return True
        if friends == len(beside) and self._is_eye(mine, at):
            return False
        return self._not_wasted(mine, at)

    def _is_eye(self, mine: int, at: int) -> bool:
        """All neighbours are own: it is an eye unless the other side holds the diagonals."""
        colour = self.colour
        corners = self.corners[at]
        other = 3 - mine
        against = 0
        for by in corners:
            if colour[by] == other:
                against += 1
        return against < 1 or (against < 2 and len(corners) == 4)

    def _not_wasted(self, mine: int, at: int) -> bool:
        """Refuse suicide, and self-atari that is more than a stone or a killing shape."""
        colour, head, libs = self.colour, self.head, self.libs
        code = self.code
        total = 0
        size = 1
        seen: list[int] = []
        lost = code[at]
        for by in self.near[at]:
            content = colour[by]
            if not content:
                total += code[by]
            elif content == mine:
                chain = head[by]
                total -= lost
                if chain not in seen:
                    seen.append(chain)
                    total += libs[chain]
                    size += self.size[chain]
        if not total:
            return False
        last = self.atari.get(total, 0)
        if not last:
            return True
        if size > 6:
            return False
        return size < 3 or (
            self._kills_at(mine, at, last) and fills_one_eye(self._with_chains(at, seen), self.near)
        )

    def _kills_at(self, mine: int, at: int, last: int) -> bool:
        """Say whether a neighbour breathes only here and at the last point: then it is killed."""
        colour, head, code = self.colour, self.head, self.code
        for by in self.near[at]:
            if colour[by] == 3 - mine:
                chain = head[by]
                inside = 0
                for point in (at, last):
                    for beside in self.near[point]:
                        if colour[beside] and head[beside] == chain:
                            inside += code[point]
                if inside == self.libs[chain]:
                    return True
        return False

    def _with_chains(self, at: int, chains: list[int]) -> list[int]:
        found = [at]
        for chain in chains:
            stone = chain
            while True:
                found.append(stone)
                stone = self.next[stone]
                if stone == chain:
                    break
        return found

    def reply(self, mine: int, last: int) -> int:
        """Give a point that answers the last move where it gave or suffered atari, or 0."""
        colour, head, libs, atari = self.colour, self.head, self.libs, self.atari
        target = atari.get(libs[head[last]], 0)
        if target and target != self.ko:
            return target
        for by in self.near[last]:
            if colour[by] == mine:
                escape = atari.get(libs[head[by]], 0)
                if escape:
                    answer = self._save(mine, head[by], escape)
                    if answer:
                        return answer
        return 0

    def _save(self, mine: int, chain: int, escape: int) -> int:
        """Save a chain in atari: by taking a neighbour in atari, or by running out."""
        colour, head, libs, atari, near = self.colour, self.head, self.libs, self.atari, self.near
        stone = chain
        while True:
            for by in near[stone]:
                content = colour[by]
                if content and content != mine:
                    target = atari.get(libs[head[by]], 0)
                    if target and target != self.ko:
                        return target
            stone = self.next[stone]
            if stone == chain:
                break
        total = 0
        seen: list[int] = []
        lost = self.code[escape]
        for by in near[escape]:
            content = colour[by]
            if not content:
                total += self.code[by]
            elif content == mine:
                total -= lost
                if head[by] not in seen:
                    seen.append(head[by])
                    total += libs[head[by]]
        return escape if total and total not in atari else 0

    def run(self, turn: int, random: Callable[[], float]) -> list[int]:
        """Play from the position to the end and give the cells; ``turn`` moves first."""
        self.restart()
        mine, last, passes = turn, 0, 0
        for _ in range(LONGEST * len(self.grid.points)):
            at = self.reply(mine, last) if last else 0
            if not at:
                at = self._anywhere(mine, random)
            self.work += 4
            if at:
                self.put(mine, at)
                passes = 0
            else:
                passes += 1
                if passes == 2:
                    break
                self.ko = 0
            mine, last = 3 - mine, at
        return self.colour

    def _anywhere(self, mine: int, random: Callable[[], float]) -> int:
        empties = self.empties
        count = len(empties)
        if not count:
            return 0
        start = int(random() * count)
        sensible = self.sensible
        for tried in range(count):
            at = empties[start - tried]
            if sensible(mine, at):
                self.work += tried
                return at
        self.work += count
        return 0

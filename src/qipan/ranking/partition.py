"""An order of keys at work: groups of the tied, parted key by key.

Every key is asked about those still tied by the keys before it, nobody else. A *memory* of the
run before lets a new result part again only the groups that it reached.
"""

from collections.abc import Mapping, Sequence

import msgspec

from qipan.kernel.ids import EntrantId
from qipan.kernel.lots import Draw
from qipan.kernel.rules import RuleKey
from qipan.ranking.field import Field
from qipan.ranking.keys import Cut, Key, NeedsLot, Number, Numbers, Void, find
from qipan.ranking.levels import Level
from qipan.ranking.notation import Spec, parse

Groups = list[list[int]]


class PendingLot(msgspec.Struct, frozen=True):
    """A lot somebody still has to draw."""

    key: str
    rule: RuleKey
    candidates: tuple[str, ...]
    tied: tuple[EntrantId, ...]
    place: int
    """The place these entrants share until then."""


class Memory:
    """What the run before found: for every level its numbers, and the parts of each group."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.start: list[int] | None = None
        self.levels: list[_Remembered] = []

    def level(self, number: int, spec: Spec) -> "_Remembered":
        """Give what is known of a level; nothing if another key stands there now."""
        if number >= len(self.levels):
            self.levels.append(_Remembered(spec))
        if self.levels[number].spec != spec:
            self.levels[number:] = [_Remembered(spec)]
        return self.levels[number]


class _Remembered:
    """One level of a memory. Groups are known by identity: who was not parted anew is the same."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.numbers: Numbers = ()
        self.parts: dict[int, tuple[list[int], Groups, Cut | Void | NeedsLot | None]] = {}

    def recall(
        self, group: list[int], touched: frozenset[int]
    ) -> tuple[Groups, Cut | Void | NeedsLot | None] | None:
        found = self.parts.get(id(group))
        if found is None or found[0] is not group or not touched.isdisjoint(group):
            return None
        return found[1], found[2]


class Partition:
    """One ranking on its way."""

    def __init__(self, field: Field, lots: Mapping[str, Draw], memory: Memory | None) -> None:
        """Begin with one group of all, in the order of their numbers."""
        self.field, self.lots, self.memory = field, lots, memory
        self.levels: list[Level] = []
        self.stuck: dict[int, tuple[Spec, Key, NeedsLot]] = {}
        """Groups that wait for a lot, by their first member."""
        start = memory.start if memory is not None else None
        if start is None:
            numbers = [(entry.number, i) for i, entry in enumerate(field.table.entries)]
            start = sorted(range(len(field)), key=numbers.__getitem__)
        if memory is not None:
            memory.start = start
        self.groups: Groups = [start] if start else []

    def apply(self, spec: Spec) -> None:
        """Part the groups by one key. Raises BadInput or Unknown if there is no such key."""
        key = find(spec)
        if key.expand is not None:
            keys = key.expand(self.field, spec, self.lots)
            if isinstance(keys, NeedsLot):
                self._wait(spec, key, keys)
            else:
                for text in keys:
                    self.apply(parse(text))
            return
        known = None if self.memory is None else self.memory.level(len(self.levels), spec)
        level = Level(spec, key)
        self.levels.append(level)
        if key.column is not None:
            column = key.column(self.field, spec)
            level.column = msgspec.structs.replace(column, numbers=list(column.numbers))
            self._by_column(level, level.column.numbers, known)
        else:
            level.numbers = [None] * len(self.field)
            self._by_split(level, known)

    def pending(self) -> list[PendingLot]:
        """Name the groups that wait for a lot."""
        waiting, place = [], 1
        for group in self.groups:
            if len(group) > 1 and group[0] in self.stuck:
                spec, key, lot = self.stuck[group[0]]
                tied = tuple(self.field.ids[i] for i in group)
                waiting.append(
                    PendingLot(spec.text, key.rule, lot.candidates or tuple(tied), tied, place)
                )
            place += len(group)
        return waiting

    def _wait(self, spec: Spec, key: Key, lot: NeedsLot) -> None:
        for group in self.groups:
            if len(group) > 1:
                self.stuck.setdefault(group[0], (spec, key, lot))

    def _by_column(self, level: Level, numbers: Numbers, known: _Remembered | None) -> None:
        touched = self._touched(numbers, known)
        parts: Groups = []
        fresh: dict[int, tuple[list[int], Groups, Cut | Void | NeedsLot | None]] = {}
        for group in self.groups:
            if len(group) == 1 or group[0] in self.stuck:
                parts.append(group)
                continue
            recalled = known.recall(group, touched) if known is not None else None
            if recalled is not None:
                mine = recalled[0]
            else:
                mine = part(group, [numbers[i] for i in group], level.higher)
            if known is not None:
                fresh[id(group)] = (group, mine, None)
            parts.extend(mine)
        if known is not None:
            known.numbers, known.parts = numbers, fresh
        self.groups = parts

    def _touched(self, numbers: Numbers, known: _Remembered | None) -> frozenset[int]:
        """Name those whose number is another than in the run before."""
        if known is None or len(known.numbers) != len(numbers):
            return frozenset()
        reached = self.field.reached
        if reached is None:
            reached = frozenset(range(len(numbers)))
        return frozenset(i for i in reached if numbers[i] != known.numbers[i])

    def _by_split(self, level: Level, known: _Remembered | None) -> None:
        assert level.key.split is not None
        reached = self.field.reached
        parts: Groups = []
        fresh: dict[int, tuple[list[int], Groups, Cut | Void | NeedsLot | None]] = {}
        for group in self.groups:
            if len(group) == 1 or group[0] in self.stuck:
                parts.append(group)
                continue
            recalled = None
            if known is not None and level.key.local and reached is not None:
                recalled = known.recall(group, reached)
            if recalled is not None and recalled[1] is not None:
                mine, found = recalled[0], recalled[1]
            else:
                found = level.key.split(self.field, level.spec, group, self.lots)
                mine = [group]
                if isinstance(found, Cut):
                    mine = part(group, found.numbers, found.higher != level.reversed)
            if known is not None:
                fresh[id(group)] = (group, mine, found)
            self._note(level, group, found)
            parts.extend(mine)
        if known is not None:
            known.parts = fresh
        self.groups = parts

    def _note(self, level: Level, group: Sequence[int], found: Cut | Void | NeedsLot) -> None:
        level.cuts[min(group)] = found
        if isinstance(found, NeedsLot):
            self.stuck[group[0]] = (level.spec, level.key, found)
        elif isinstance(found, Cut):
            level.higher, level.unit = found.higher != level.reversed, found.unit
            for i, number in zip(group, found.numbers, strict=True):
                level.numbers[i] = number


def part(group: Sequence[int], numbers: Numbers, higher: bool) -> list[list[int]]:
    """Part a group by its numbers, best first; who has none comes last. Order is kept inside."""
    listed = list(numbers)
    if listed.count(listed[0]) == len(listed):
        return [list(group)]
    buckets: dict[Number | None, list[int]] = {}
    for i, number in zip(group, numbers, strict=True):
        buckets.setdefault(number, []).append(i)
    without = buckets.pop(None, None)
    parts = [buckets[number] for number in sorted(buckets, reverse=higher)]  # type: ignore[type-var]
    return parts if without is None else [*parts, without]

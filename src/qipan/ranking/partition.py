"""An order of keys at work: groups of the tied, parted key by key.

Every key is asked about those still tied by the keys before it, nobody else. A *memory* of the
ranking before lets a new result part again only the groups that it reached: a group that is the
same object as before, with nobody in it touched, ends as it ended before.
"""

from bisect import bisect_left, insort
from collections.abc import Mapping, Sequence

import msgspec

from qipan.kernel.ids import EntrantId
from qipan.kernel.lots import Draw
from qipan.kernel.rules import RuleKey
from qipan.ranking.field import NOBODY, Field
from qipan.ranking.keys import Cut, Key, NeedsLot, Number, Numbers, Void, find
from qipan.ranking.levels import Level, LevelNumbers
from qipan.ranking.notation import Spec, parse

Group = list[int]
Groups = list[Group]


class PendingLot(msgspec.Struct, frozen=True):
    """A lot somebody still has to draw."""

    key: str
    rule: RuleKey
    candidates: tuple[str, ...]
    tied: tuple[EntrantId, ...]
    place: int
    """The place these entrants share until then."""


class Gate(msgspec.Struct, frozen=True):
    """A place in the order that a lot must open first."""

    spec: Spec
    key: Key
    lot: NeedsLot


class Ended(msgspec.Struct, frozen=True):
    """How a group was parted at one step, and which groups it ended in."""

    group: Group
    parts: Groups
    finals: Groups
    least: int = NOBODY
    """The smallest member, by which a split is remembered; NOBODY if the step is none."""


class Delta(msgspec.Struct, frozen=True):
    """How a group differs from one of the ranking before."""

    group: Group
    """Kept, so that nothing else is ever taken for it."""
    old: Group
    gone: set[int]
    come: Group


class Memory:
    """What the ranking before found; empty at first."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.start: Group | None = None
        self.rank: list[int] = []
        """Where everybody stands in that group."""
        self.steps: list[Level | Gate] = []
        self.ended: list[dict[int, Ended]] = []
        """For every step: groups by their first member."""
        self.stuck: dict[int, Gate] = {}
        """Groups that wait for a lot, by their first member."""


class Partition:
    """One ranking on its way."""

    def __init__(self, field: Field, lots: Mapping[str, Draw], memory: Memory | None) -> None:
        """Begin with one group of all, in the order of their numbers."""
        self.field, self.lots = field, lots
        self.memory = memory if memory is not None else Memory()
        self.keep = memory is not None
        self.warm = False
        """Whether there is a ranking before to build on."""
        self.steps: list[Level | Gate] = []
        self.groups: Groups = []
        self.deltas: dict[int, Delta] = {}
        """Of groups that a few left or joined, by the identity of the group."""

    @property
    def levels(self) -> list[Level]:
        """Give the keys that were applied."""
        return [step for step in self.steps if isinstance(step, Level)]

    def add(self, spec: Spec) -> None:
        """Add a key to the order. Raises BadInput or Unknown if there is no such key."""
        key = find(spec)
        if key.expand is not None:
            keys = key.expand(self.field, spec, self.lots)
            if isinstance(keys, NeedsLot):
                self.steps.append(Gate(spec, key, keys))
            else:
                for text in keys:
                    self.add(parse(text))
            return
        level = Level(spec, key)
        self.steps.append(level)
        if key.column is not None:
            level.column = key.column(self.field, spec)

    def run(self) -> None:
        """Part everybody by all keys."""
        memory, field = self.memory, self.field
        self._recall()
        if memory.start is None:
            numbers = [(entry.number, i) for i, entry in enumerate(field.table.entries)]
            memory.start = sorted(range(len(field)), key=numbers.__getitem__)
            memory.rank = sorted(range(len(field)), key=memory.start.__getitem__)
        start = memory.start
        here = list(self.touched)
        self.groups = self._settle(start, 0, {start[0]: start}, here) if start else []
        self.deltas = {}
        for step in self.levels if self.warm else ():
            if step.column is None and Cut not in map(type, step.cuts.values()):
                step.say_nothing()
        memory.steps = self.steps

    def _recall(self) -> None:
        """Find out who is touched since the ranking before, and from which step on that counts."""
        memory, field = self.memory, self.field
        known = [step.spec for step in memory.steps] == [step.spec for step in self.steps]
        if not known or field.reached is None:
            memory.ended = [{} for _ in self.steps]
            memory.stuck, memory.start = {}, None
            known = False
        self.warm = known
        self.touched: set[int] = set(field.changed)
        self.reusable = 0
        for number, step in enumerate(self.steps):
            old = memory.steps[number] if known else None
            if not isinstance(step, Level):
                continue
            before = old if isinstance(old, Level) else None
            if step.column is not None:
                step.numbers = self._numbers(step.column.numbers, before)
                step.column = msgspec.structs.replace(step.column, numbers=())
                self.touched |= step.numbers.replaced.keys()
                continue
            if before is None:
                step.numbers = LevelNumbers([None] * len(field))
            else:
                step.numbers, step.cuts = before.numbers.follow(), dict(before.cuts)
                step.higher, step.unit = before.higher, before.unit
            if not step.key.local(step.spec):
                self.reusable = number + 1

    def _numbers(self, now: Numbers, old: Level | None) -> LevelNumbers:
        """Keep the numbers of a column; those of the ranking before are changed where they can be.

        A list that follows the field has no other numbers than before but of those reached.
        """
        if old is None:
            return LevelNumbers(list(now))
        was, reached = old.numbers.listed, self.field.reached or ()
        if self.field.follows(now):
            numbers = old.numbers.follow()
            for i in reached:
                numbers.change(i, now[i])
            return numbers
        numbers = LevelNumbers(list(now))
        numbers.replaced = {i: was[i] for i in reached if now[i] != was[i]}
        return numbers

    def _settle(self, group: Group, number: int, known: Mapping[int, Group], here: Group) -> Groups:
        """Part a group by the keys from one on, and give the groups it ends in.

        ``known``: the groups beside it in the ranking before, by their first member. What is
        remembered of any other group is older than that ranking, and says nothing. ``here``: who
        of it is touched.
        """
        if len(group) == 1 or number == len(self.steps):
            self._rest(group, number)
            return [group]
        delta = self.deltas.get(id(group))
        first = group[0] if delta is None else delta.old[0]
        before = self.memory.ended[number].get(first) if self.warm else None
        if before is not None and before.group is not known.get(first):
            before = None
        if before is None or (delta is not None and before.group is not delta.old):
            delta = None
        if before is not None and number >= self.reusable and before.group is group and not here:
            return before.finals
        step = self.steps[number]
        moved = None if before is None else self._moved(number, group, before, delta, here)
        parts = self._parts(step, group, before, delta) if moved is None else moved
        if parts is None:
            self._rest(group, number + 1)
            lot = step if isinstance(step, Gate) else self._gate(step, group)
            self.memory.stuck[group[0]] = lot
            return [group]
        if before is not None and moved is None and delta is None:
            parts = _same_objects(parts, before.parts)
        beside = {} if before is None else {each[0]: each for each in before.parts}
        finals = self._finals(number, parts, beside, here)
        if self.keep:
            split = isinstance(step, Level) and step.column is None
            least = _least(group, before, delta) if split else NOBODY
            self.memory.ended[number][group[0]] = Ended(group, parts, finals, least)
        return finals

    def _finals(
        self, number: int, parts: Groups, beside: Mapping[int, Group], here: Group
    ) -> Groups:
        """Part the parts that one step made by the keys behind it, and give all they end in."""
        if len(parts) == 1:
            return self._settle(parts[0], number + 1, beside, here)
        finals: Groups = []
        shares = self._shares(self.steps[number], parts, here)
        for each, share in zip(parts, shares, strict=True):
            if len(each) == 1 and not share and beside.get(each[0]) is each:
                finals.append(each)  # as before: there is nothing to drop
            else:
                finals += self._settle(each, number + 1, beside, share)
        return finals

    def _shares(self, step: Level | Gate, parts: Groups, here: Group) -> Groups:
        """Say for every part who of it is touched."""
        if not here:
            return [here] * len(parts)
        if isinstance(step, Level) and step.column is not None:
            numbers, of = step.numbers.listed, dict[Number | None, Group]()
            for i in here:
                of.setdefault(numbers[i], []).append(i)
            return [of.get(numbers[each[0]], []) for each in parts]
        among = set(here)
        return [[*among.intersection(each)] for each in parts]

    def _moved(
        self, number: int, group: Group, before: Ended, delta: Delta | None, here: Group
    ) -> Groups | None:
        """Part a group again by moving those whose number changed; None if that cannot be told.

        Nobody else is looked at: one result moves a few of a hundred thousand.
        """
        step, old = self.steps[number], self.memory.steps[number]
        if not isinstance(step, Level) or not isinstance(old, Level):
            return None
        if before.group is not group and delta is None:
            return None
        if step.column is None or old.column is None or step.higher != old.higher:
            return None
        now, was = step.numbers.listed, step.numbers.replaced
        come = [] if delta is None else delta.come
        new = set(come)
        moving = [i for i in here if i in was and i not in new]
        leaving = moving if delta is None else [*moving, *delta.gone]
        if not leaving and not come:
            return before.parts
        first = before.parts[0][0]
        if delta is not None and len(before.parts) == 1 and before.parts[0] is delta.old:
            level = was.get(first, now[first])
            if not moving and all(now[i] == level for i in come):
                return [group]  # the key parts nobody, as before
        return moved(
            before.parts, leaving, [*moving, *come], (now, was), self.memory.rank,
            higher=step.higher, deltas=self.deltas,
        )  # fmt: skip

    def _parts(
        self, step: Level | Gate, group: Group, before: Ended | None, delta: Delta | None
    ) -> Groups | None:
        """Part a group by one key; None if it waits for a lot."""
        if isinstance(step, Gate):
            return None
        if step.column is not None:
            numbers = step.numbers.listed
            return part(group, [numbers[i] for i in group], step.higher)
        assert step.key.split is not None
        found = step.key.split(self.field, step.spec, group, self.lots)
        least = _least(group, before, delta)
        kept = before if delta is not None or (before and before.group is group) else None
        if isinstance(found, Void) and kept is not None and self._was_void(step, kept, delta):
            if delta is not None:
                self._clear(step, delta.come)  # of the others it said nothing before, either
        else:
            self._clear(step, group)
        step.cuts[least] = found
        if isinstance(found, NeedsLot):
            return None
        if isinstance(found, Void):
            return [group]
        step.higher, step.unit = found.higher != step.reversed, found.unit
        change = step.numbers.change if self.warm else step.numbers.listed.__setitem__
        for i, number in zip(group, found.numbers, strict=True):
            change(i, number)
        return part(group, found.numbers, step.higher)

    def _was_void(self, level: Level, before: Ended, delta: Delta | None) -> bool:
        """Say whether a key said nothing of the group before; what it said is dropped."""
        if before.least == NOBODY or not isinstance(level.cuts.get(before.least), Void):
            return False
        if delta is not None and before.least in delta.gone:
            return False
        del level.cuts[before.least]
        return True

    def _gate(self, level: Level, group: Group) -> Gate:
        found = level.cuts[min(group)]
        assert isinstance(found, NeedsLot)
        return Gate(level.spec, level.key, found)

    def _rest(self, group: Group, number: int) -> None:
        """Drop what keys from one on said of a group in the ranking before."""
        if not self.warm:
            return
        for i in group:
            self.memory.stuck.pop(i, None)
        for step in self.steps[number:]:
            if isinstance(step, Level) and step.column is None:
                self._clear(step, group)

    def _clear(self, level: Level, group: Group) -> None:
        if self.warm:
            numbers = level.numbers.listed
            for i in group:
                if numbers[i] is not None:
                    level.numbers.change(i, None)
            for i in level.cuts.keys() & set(group):
                del level.cuts[i]


def pending(
    field: Field, groups: Sequence[Sequence[int]], stuck: Mapping[int, Gate]
) -> tuple[PendingLot, ...]:
    """Name the groups that wait for a lot, best place first."""
    waiting, place = [], 1
    for group in groups:
        if len(group) > 1 and group[0] in stuck:
            gate = stuck[group[0]]
            tied = tuple(field.ids[i] for i in group)
            candidates = gate.lot.candidates or tied
            waiting.append(PendingLot(gate.spec.text, gate.key.rule, candidates, tied, place))
        place += len(group)
    return tuple(waiting)


def moved(
    parts: Groups,
    going: Group,
    coming: Group,
    numbers: tuple[Numbers, Mapping[int, Number | None]],
    rank: Sequence[int],
    *,
    higher: bool,
    deltas: dict[int, Delta],
) -> Groups | None:
    """Take some from the part of their number before, and put some to that of their number now.

    ``numbers``: all as they are now, and of some what they were before. Inside a part all stand by
    ``rank``. Parts that nobody leaves or joins are the same objects; of the others ``deltas`` is
    told how they differ. None if ``parts`` are not by the numbers before.
    """
    now, was = numbers
    by_number: dict[Number | None, Group] = {
        was[i] if (i := part[0]) in was else now[i]: part for part in parts
    }
    if len(by_number) != len(parts):
        return None
    leaving: dict[Number | None, set[int]] = {}
    joining: dict[Number | None, Group] = {}
    for i in going:
        leaving.setdefault(was.get(i, now[i]), set()).add(i)
    for i in coming:
        joining.setdefault(now[i], []).append(i)
    for number in leaving.keys() | joining.keys():
        gone = leaving.get(number, set())
        before = by_number.get(number, [])
        left = before.copy()
        for i in gone:
            at = bisect_left(left, rank[i], key=rank.__getitem__)
            if at == len(left) or left[at] != i:
                return None
            del left[at]
        stay = len(left)
        for i in joining.get(number, ()):
            insort(left, i, key=rank.__getitem__)
        if left:
            by_number[number] = left
            if stay:
                deltas[id(left)] = Delta(left, before, gone, joining.get(number, []))
        else:
            del by_number[number]
    without = by_number.pop(None, None)
    ordered = [by_number[number] for number in sorted(by_number, reverse=higher)]  # type: ignore[type-var]
    return ordered if without is None else [*ordered, without]


def _least(group: Group, before: Ended | None, delta: Delta | None) -> int:
    """Give the smallest member, from that of the group before where it is known."""
    if before is not None and before.least != NOBODY:
        if before.group is group:
            return before.least
        if delta is not None and before.least not in delta.gone:
            return min(before.least, *delta.come) if delta.come else before.least
    return min(group)


def _same_objects(parts: Groups, before: Groups) -> Groups:
    """Take groups that did not change from the ranking before, so that they are recognised."""
    known = {each[0]: each for each in before}
    return [
        old if (old := known.get(each[0])) is not None and old == each else each for each in parts
    ]


def part(group: Group, numbers: Numbers, higher: bool) -> Groups:
    """Part a group by its numbers, best first; who has none comes last. Order is kept inside."""
    listed = list(numbers)
    if listed.count(listed[0]) == len(listed):
        return [group]
    buckets: dict[Number | None, Group] = {}
    for i, number in zip(group, numbers, strict=True):
        buckets.setdefault(number, []).append(i)
    without = buckets.pop(None, None)
    parts = [buckets[number] for number in sorted(buckets, reverse=higher)]  # type: ignore[type-var]
    return parts if without is None else [*parts, without]

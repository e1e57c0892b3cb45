"""The standings: an order of keys applied to a cross table, group by tied group.

Whoever stays tied when the keys run out shares a place. A tie that needs a lot which nobody has
drawn yet shares its place, too, and is named in ``pending_lots``. Nothing here makes a choice of
its own.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

import msgspec

from qipan.kernel.crosstable import Crosstable
from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.ids import EntrantId
from qipan.kernel.lots import Draw
from qipan.kernel.rules import Facts, RuleKey
from qipan.ranking.field import Field, Options
from qipan.ranking.keys import Cut, NeedsLot, Void
from qipan.ranking.levels import Level, Value
from qipan.ranking.notation import Spec, parse
from qipan.ranking.partition import Gate, Memory, Partition, PendingLot, pending
from qipan.ranking.scores import Kind

MOST_KEYS = 64
_POINTS = ("PTS", "POINTS")
_GAME_POINTS = ("GP", "GPTS", "GAME-POINTS")
STARTS_WITH_POINTS = frozenset((*_POINTS, *_GAME_POINTS, "MP", "MPTS", "MATCH-POINTS"))


class Step(msgspec.Struct, frozen=True):
    """One key of a chain of reasons."""

    key: str
    rule: RuleKey
    tied: tuple[EntrantId, ...]
    """Who was level before this key was asked."""
    values: tuple[Value, ...]
    """Their values, in the same order."""
    broke: bool
    """Whether this key parted those asked about (for one entrant: from all others)."""
    draw: Draw | None = None
    facts: Facts = {}


class Row:
    """One line of the standings; values are made when somebody looks."""

    __slots__ = ("_index", "_levels", "entrant", "place")

    def __init__(self, entrant: EntrantId, place: int, levels: Sequence[Level], index: int) -> None:
        """Remember where to look."""
        self.entrant, self.place = entrant, place
        self._levels, self._index = levels, index

    @property
    def values(self) -> tuple[Value, ...]:
        """Give what every key says of this entrant, in the order's order."""
        return tuple(level.value(self._index) for level in self._levels)

    @property
    def written(self) -> dict[str, str]:
        """Give every key's value as exchange formats write it."""
        return {level.spec.text: level.written(self._index) for level in self._levels}

    def __eq__(self, other: object) -> bool:
        """Compare entrant, place and values."""
        if not isinstance(other, Row):
            return NotImplemented
        return (self.entrant, self.place, self.values) == (
            other.entrant,
            other.place,
            other.values,
        )

    def __hash__(self) -> int:
        """Hash by entrant and place."""
        return hash((self.entrant, self.place))

    def __repr__(self) -> str:
        """Write the row for a log."""
        shown = ", ".join(f"{value.key}={value.shown}" for value in self.values)
        return f"Row({self.place}. {self.entrant}: {shown})"


class Standings:
    """Who stands where, and why."""

    def __init__(
        self,
        field: Field,
        levels: Sequence[Level],
        groups: Sequence[Sequence[int]],
        stuck: Mapping[int, Gate],
    ) -> None:
        """Keep the groups, best first; members of a group share a place, some for want of a lot."""
        self.field, self.levels, self.groups = field, levels, groups
        self._stuck = stuck

    @cached_property
    def pending_lots(self) -> tuple[PendingLot, ...]:
        """Name the ties that wait for a lot."""
        return pending(self.field, self.groups, self._stuck)

    @property
    def order(self) -> tuple[str, ...]:
        """Give the keys as they were applied; a drawn order of keys is written out."""
        return tuple(level.spec.text for level in self.levels)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Give all lines, first place first; equals stand in the order of their numbers."""
        rows, place = [], 1
        for group in self.groups:
            for i in group:
                rows.append(Row(self.field.ids[i], place, self.levels, i))
            place += len(group)
        return tuple(rows)

    @cached_property
    def places(self) -> Mapping[EntrantId, int]:
        """Give everybody's place."""
        return {row.entrant: row.place for row in self.rows}

    def place(self, who: EntrantId) -> int:
        """Give one place. Raises Unknown if he does not take part."""
        self._find(who)
        return self.places[who]

    def row(self, who: EntrantId) -> Row:
        """Give one line. Raises Unknown if he does not take part."""
        return Row(who, self.place(who), self.levels, self.field.index[who])

    def why(self, a: EntrantId, b: EntrantId | None = None) -> tuple[Step, ...]:
        """Give the chain of keys that put ``a`` where he is, or that parted ``a`` from ``b``.

        The chain ends with the key that broke the tie; if none did, its last step says so.
        Raises Unknown if one of them does not take part.
        """
        mine = self._find(a)
        theirs = None if b is None else self._find(b)
        tied: list[int] = sorted(range(len(self.field)), key=self._number)
        steps: list[Step] = []
        if mine == theirs or len(tied) < 2:
            return ()
        for level in self.levels:
            step, tied, done = self._step(level, tied, mine, theirs)
            steps.append(step)
            if done:
                break
        return tuple(steps)

    def _step(
        self, level: Level, tied: list[int], mine: int, theirs: int | None
    ) -> tuple[Step, list[int], bool]:
        asked = level.cuts.get(min(tied)) if level.column is None else None
        value = level.raw(mine)
        left = [i for i in tied if level.raw(i) == value]
        broke = len(left) == 1 if theirs is None else theirs not in left
        step = Step(
            key=level.spec.text,
            rule=level.key.rule,
            tied=tuple(self.field.ids[i] for i in tied),
            values=tuple(level.value(i) for i in tied),
            broke=broke,
            draw=asked.draw if isinstance(asked, Cut) else None,
            facts=asked.facts if isinstance(asked, Cut | Void) else {},
        )
        return step, left, broke or isinstance(asked, NeedsLot)

    def _number(self, i: int) -> tuple[int, int]:
        return self.field.table.entries[i].number, i

    def _find(self, who: EntrantId) -> int:
        found = self.field.index.get(who)
        if found is None:
            raise Unknown("entrant", who)
        return found


def rank(
    table: Crosstable,
    order: Sequence[str],
    *,
    lots: Mapping[str, Draw] | None = None,
    options: Options | None = None,
) -> Standings:
    """Rank a cross table by an order of keys, as a book writes them.

    Raises BadInput or Unknown if a key cannot be read or does not exist.
    """
    field = Field(table, options)
    standings = rank_field(field, order, lots or {})
    field.forget_workings()
    return standings


def rank_field(
    field: Field, order: Sequence[str], lots: Mapping[str, Draw], memory: Memory | None = None
) -> Standings:
    """Rank a field that was built before. Raises as ``rank`` does."""
    specs = [parse(text) for text in order]
    if len(specs) > MOST_KEYS:
        raise BadInput(f"an order has at most {MOST_KEYS} keys", code="ranking.key-unreadable")
    field.begin(tuple(order), primary(specs))
    run = Partition(field, lots, memory)
    for spec in specs:
        run.add(spec)
    run.run()
    return Standings(field, run.levels, run.groups, dict(run.memory.stuck))


def primary(specs: Sequence[Spec]) -> Kind:
    """Say which score an order begins with: game points only if it says so first."""
    for spec in specs:
        name = spec.name.upper()
        if name in _GAME_POINTS or (name in _POINTS and "GP" in map(str.upper, spec.variants)):
            return "games"
        if name in STARTS_WITH_POINTS:
            return "points"
    return "points"

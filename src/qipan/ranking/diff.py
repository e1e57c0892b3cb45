"""What a corrected or annulled result changed: places before and after, with causes.

A difference is data: who moved, which of his values changed, whom he passed and who passed him.
"""

from collections.abc import Sequence
from functools import cached_property

import msgspec

from qipan.kernel.ids import EntrantId
from qipan.ranking.levels import Value
from qipan.ranking.standings import Standings, Step


class ValueChange(msgspec.Struct, frozen=True):
    """One key that says something else than before; None: the key was not there."""

    before: Value | None
    after: Value | None


class Moved(msgspec.Struct, frozen=True):
    """One entrant whose place or values changed; None: he was not there."""

    entrant: EntrantId
    before: int | None
    after: int | None
    values: tuple[ValueChange, ...]


class Passing(msgspec.Struct, frozen=True):
    """Two whose order changed, and the key that decides between them now."""

    ahead: EntrantId
    behind: EntrantId
    decided: Step | None
    """None if they are level now."""


class Difference:
    """Two standings side by side."""

    def __init__(self, before: Standings, after: Standings) -> None:
        """Keep both."""
        self.before, self.after = before, after

    @cached_property
    def moved(self) -> tuple[Moved, ...]:
        """Give all whose place changed, in their new order; those who left come last."""
        found = []
        for row in self.after.rows:
            old = self.before.places.get(row.entrant)
            if old != row.place:
                found.append(self._moved(row.entrant))
        gone = [row for row in self.before.rows if row.entrant not in self.after.places]
        found += [self._moved(row.entrant) for row in gone]
        return tuple(found)

    @cached_property
    def touched(self) -> tuple[Moved, ...]:
        """Give all with another value, whether or not it moved them."""
        both = [row.entrant for row in self.after.rows if row.entrant in self.before.places]
        return tuple(each for each in map(self._moved, both) if each.values)

    def passings(self, who: EntrantId) -> tuple[Passing, ...]:
        """Give everybody who changed order with one entrant, with the key that decides now.

        Raises Unknown if he is not in both standings.
        """
        old, new = self.before.place(who), self.after.place(who)
        found = []
        for row in self.after.rows:
            other = row.entrant
            was = self.before.places.get(other)
            if other == who or was is None:
                continue
            then, now = _sign(old - was), _sign(new - row.place)
            if then != now:
                pair = (who, other) if now < 0 or (now == 0 and then > 0) else (other, who)
                steps = self.after.why(who, other)
                decided = steps[-1] if steps and steps[-1].broke else None
                found.append(Passing(*pair, decided))
        return tuple(found)

    def _moved(self, who: EntrantId) -> Moved:
        old, new = self.before.places.get(who), self.after.places.get(who)
        mine = self.before.row(who).values if old is not None else ()
        now = self.after.row(who).values if new is not None else ()
        return Moved(who, old, new, _changes(mine, now) if mine and now else ())


def compare(before: Standings, after: Standings) -> Difference:
    """Set two standings side by side."""
    return Difference(before, after)


def _changes(before: Sequence[Value], after: Sequence[Value]) -> tuple[ValueChange, ...]:
    old = {value.key: value for value in before}
    new = {value.key: value for value in after}
    keys = dict.fromkeys((*old, *new))
    pairs = [(old.get(key), new.get(key)) for key in keys]
    return tuple(ValueChange(a, b) for a, b in pairs if _said(a) != _said(b))


def _said(value: Value | None) -> object:
    return None if value is None else (value.number, value.shown)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)

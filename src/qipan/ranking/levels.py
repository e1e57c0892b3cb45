"""One key applied to a field: a number for everybody it was asked about."""

import msgspec

from qipan.kernel.rules import RuleKey
from qipan.ranking.keys import Column, Cut, Key, NeedsLot, Number, Void
from qipan.ranking.notation import Spec


class Value(msgspec.Struct, frozen=True):
    """What one key says of one entrant."""

    key: str
    rule: RuleKey
    number: Number | None
    """In points; None: void, or the entrant was not tied when this key was asked."""
    shown: str
    higher_is_better: bool = True


class Level:
    """One key applied: a number for each entrant it was asked about."""

    def __init__(self, spec: Spec, key: Key) -> None:
        """Begin with nothing known about anybody."""
        self.spec, self.key = spec, key
        self.reversed = "R" in spec.modifiers
        self.column: Column | None = None
        self.numbers: list[Number | None] = []
        self.say_nothing()
        self.cuts: dict[int, Cut | Void | NeedsLot] = {}
        """What a split said, by the smallest member of the group."""

    def say_nothing(self) -> None:
        """Be as a key that parted nobody: what its numbers would mean is the key's own word."""
        self.higher, self.unit = self.key.higher != self.reversed, 1

    def value(self, i: int) -> Value:
        """Give the value of one entrant."""
        if self.column is not None:
            raw = self.column.numbers[i]
            number, shown = self.column.number(raw), self.column.show(raw)
        else:
            raw = self.numbers[i]
            plain = Column((), self.unit)
            number, shown = plain.number(raw), plain.show(raw)
        return Value(self.spec.text, self.key.rule, number, shown, self.higher)

    def written(self, i: int) -> str:
        """Write the value of one entrant as exchange formats do."""
        column = self.column or Column((), self.unit)
        return column.write(self.raw(i))

    def raw(self, i: int) -> Number | None:
        """Give the number that is compared."""
        return self.numbers[i] if self.column is None else self.column.numbers[i]

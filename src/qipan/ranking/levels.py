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


class LevelNumbers:
    """The numbers of a key, entrant by entrant, in one list for rankings that follow each other.

    A new result changes a few of a hundred thousand numbers: a ranking writes them into the list of
    the one before, and notes what stood there, by which the one before answers from then on.
    """

    __slots__ = ("_later", "listed", "replaced")

    def __init__(self, listed: list[Number | None]) -> None:
        """Begin with numbers of its own."""
        self.listed = listed
        """As the newest ranking that shares the list has them."""
        self.replaced: dict[int, Number | None] = {}
        """What the ranking before had, of those who had something else."""
        self._later: LevelNumbers | None = None

    def follow(self) -> "LevelNumbers":
        """Give the numbers of the next ranking, all as they are now."""
        self._later = LevelNumbers(self.listed)
        return self._later

    def change(self, i: int, number: Number | None) -> None:
        """Give one entrant a number, and note the one of the ranking before if it is another."""
        before = self.listed[i]
        if number != before:
            self.replaced.setdefault(i, before)
            self.listed[i] = number

    def __getitem__(self, i: int) -> Number | None:
        """Give the number of one entrant in this ranking, whatever became of it later.

        It is read before it is asked who replaced it: somebody may do so meanwhile in a thread of
        their own, and notes what stood there before writing.
        """
        number = self.listed[i]
        later = self._later
        while later is not None:
            if i in later.replaced:
                return later.replaced[i]
            later = later._later
        return number


class Level:
    """One key applied: a number for each entrant it was asked about."""

    def __init__(self, spec: Spec, key: Key) -> None:
        """Begin with nothing known about anybody."""
        self.spec, self.key = spec, key
        self.reversed = "R" in spec.modifiers
        self.column: Column | None = None
        """How the numbers of a column are read; they themselves are in ``numbers``."""
        self.numbers = LevelNumbers([])
        self.say_nothing()
        self.cuts: dict[int, Cut | Void | NeedsLot] = {}
        """What a split said, by the smallest member of the group."""

    def say_nothing(self) -> None:
        """Be as a key that parted nobody: what its numbers would mean is the key's own word."""
        self.higher, self.unit = self.key.higher != self.reversed, 1

    def value(self, i: int) -> Value:
        """Give the value of one entrant."""
        raw, column = self.numbers[i], self.column or Column((), self.unit)
        number, shown = column.number(raw), column.show(raw)
        return Value(self.spec.text, self.key.rule, number, shown, self.higher)

    def written(self, i: int) -> str:
        """Write the value of one entrant as exchange formats do."""
        column = self.column or Column((), self.unit)
        return column.write(self.raw(i))

    def raw(self, i: int) -> Number | None:
        """Give the number that is compared."""
        return self.numbers[i]

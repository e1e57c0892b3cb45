"""The cross table as arrays of integers, built once and shared by all tie-breaks.

Entrants are numbered 0 … n−1 in the order of the entries; opponent −1 is nobody. Points stay in
units of the table's scoring. Columns that several tie-breaks need (scores, adjusted scores,
Buchholz sums) are kept in ``shared`` by whoever computes them first.
"""

from collections.abc import Callable
from typing import Any, Final, Literal, TypeVar

import msgspec

from qipan.kernel.crosstable import Cell, Crosstable
from qipan.kernel.ids import EntrantId
from qipan.kernel.points import Scoring
from qipan.kernel.results import Bye, How

T = TypeVar("T")

# What a round was for one entrant. Small numbers, because there are a million of them.
PLAYED: Final = 0
FORFEIT_WIN: Final = 1
FORFEIT_LOSS: Final = 2
ALLOCATED: Final = 3
"""A bye given by the pairing."""
FULL_BYE: Final = 4
HALF_BYE: Final = 5
ZERO_BYE: Final = 6
ANNULLED: Final = 7

VOLUNTARY: Final = frozenset((FORFEIT_LOSS, HALF_BYE, ZERO_BYE))
"""Rounds that somebody missed by his own doing."""
NOBODY: Final = -1


class Options(msgspec.Struct, frozen=True):
    """What is the same for all keys of an order."""

    edition: str = "2026-03"
    """Which text the keys of the international tie-break rules follow."""
    system: str = "auto"
    """``swiss``, ``round-robin``, or ``auto``: round robin if all have been paired with all."""


class Line(msgspec.Struct, frozen=True, gc=False):
    """The rounds of one entrant, column by column.

    Tuples and bytes of numbers only, so that the garbage collector need not walk a million of
    them again and again.
    """

    points: tuple[int, ...]
    opponents: tuple[int, ...]
    kinds: bytes
    seats: tuple[int, ...]
    """0 first, 1 second, −1 no seat."""


class Field:
    """Everything the tie-breaks read."""

    def __init__(self, table: Crosstable, options: Options | None = None) -> None:
        """Number the entrants and flatten their rounds."""
        self.table = table
        self.options = options or Options()
        self.ids: list[EntrantId] = [entry.id for entry in table.entries]
        self.index: dict[EntrantId | None, int] = {who: i for i, who in enumerate(self.ids)}
        self.scoring: Scoring = table.scoring
        self.rounds = table.rounds
        self.lines: list[Line] = [self._line(table.row(who)) for who in self.ids]
        self.scores: list[int] = [sum(line.points) for line in self.lines]
        self.primary: Literal["points", "games"] = "points"
        """The score that keys mean when they do not say which: match points, or game points."""
        self.order: tuple[str, ...] = ()
        """The order being applied, for the key that looks at earlier rounds."""
        self._shared: dict[Any, Any] = {}

    def __len__(self) -> int:
        """Count the entrants."""
        return len(self.ids)

    def shared(self, name: Any, make: Callable[[], T]) -> T:
        """Give what is kept under a name, making it the first time."""
        if name not in self._shared:
            self._shared[name] = make()
        found: T = self._shared[name]
        return found

    @property
    def teams(self) -> bool:
        """Say whether a round is a match of several games."""
        return self.table.boards > 1 or self.shared("teams", self._any_games)

    def _any_games(self) -> bool:
        return any(cell.games for row in self.table.cells.values() for cell in row)

    @property
    def round_robin(self) -> bool:
        """Say whether all meet all."""
        if self.options.system != "auto":
            return self.options.system == "round-robin"
        return self.shared("round-robin", lambda: all_paired_with_all(self))

    def _line(self, row: tuple[Cell, ...]) -> Line:
        missing = self.rounds - len(row)
        known, played, nobody = self.index.get, How.PLAYED, (NOBODY,)
        return Line(
            points=tuple([cell.points for cell in row]) + (0,) * missing,
            opponents=tuple([known(cell.opponent, NOBODY) for cell in row]) + nobody * missing,
            kinds=bytes(
                [
                    PLAYED
                    if cell.how is played and cell.opponent is not None
                    else kind_of(cell, self.scoring)
                    for cell in row
                ]
            )
            + bytes((ZERO_BYE,)) * missing,
            seats=tuple([-1 if cell.seat is None else cell.seat for cell in row]) + (-1,) * missing,
        )


def kind_of(cell: Cell, scoring: Scoring) -> int:
    """Say what kind of round a cell is."""
    if cell.played:
        return PLAYED
    if cell.how is How.ANNULLED:
        return ANNULLED
    if cell.opponent is not None or cell.how is How.FORFEIT:
        return FORFEIT_LOSS if cell.points <= scoring.loss else FORFEIT_WIN
    if cell.bye is Bye.ALLOCATED:
        return ALLOCATED
    if cell.points >= scoring.win:
        return FULL_BYE
    return HALF_BYE if cell.points > max(scoring.loss, 0) else ZERO_BYE


def all_paired_with_all(field: Field) -> bool:
    """Say whether every two entrants were paired, all equally often.

    A field with exactly the rounds of a single round robin, in which no two met twice, is one
    even if withdrawals left pairings out.
    """
    others = len(field) - 1
    if others < 2 or field.rounds < others:
        return False
    times: set[int] = set()
    for line in field.lines:
        met = [other for other in line.opponents if other != NOBODY]
        counts = [met.count(other) for other in set(met)]
        times.update(counts)
        if len(counts) < others:
            times.add(0)
    if len(times) == 1:
        return times != {0}
    return times == {0, 1} and field.rounds == others + (len(field) % 2)

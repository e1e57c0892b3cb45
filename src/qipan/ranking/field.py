"""The cross table as arrays of integers, built once and shared by all tie-breaks.

Entrants are numbered 0 … n−1 in the order of the entries; opponent −1 is nobody. Points stay in
units of the table's scoring. What several tie-breaks need (scores, adjusted scores, Buchholz
sums) is kept by whoever computes it first:

- ``each``: a number for every entrant, with its *reach*: whose results it depends on: ``OWN``,
  ``OPPONENTS`` too, or ``THEIR_OPPONENTS`` too. ``update`` computes only those again that a new
  result reaches.
- ``premise``: one value for the whole field that such numbers rest on; if it changes, all do.
- ``shared``: anything else; forgotten at every update.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import compress, count
from operator import is_not
from typing import Any, Final, Literal, TypeVar

import msgspec

from qipan.kernel.crosstable import Cell, Crosstable
from qipan.kernel.errors import BadInput
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
_STRETCH: Final = 500
NOBODY: Final = -1

# How far a number reaches: whose results it depends on.
OWN: Final = 0
OPPONENTS: Final = 1
THEIR_OPPONENTS: Final = 2


EDITIONS: Final = ("2024-08", "2026-03")
SYSTEMS: Final = ("auto", "swiss", "round-robin")


class Options(msgspec.Struct, frozen=True):
    """What is the same for all keys of an order."""

    edition: str = "2026-03"
    """Which text the keys of the international tie-break rules follow."""
    system: str = "auto"
    """``swiss``, ``round-robin``, or ``auto``: round robin if all have been paired with all."""


class EntrantRounds(msgspec.Struct, frozen=True, gc=False):
    """The rounds of one entrant, column by column.

    Tuples and bytes of numbers only, so that the garbage collector need not walk a million of
    them again and again.
    """

    points: tuple[int, ...]
    opponents: tuple[int, ...]
    kinds: bytes
    seats: tuple[int, ...]
    """0 first, 1 second, −1 no seat."""


class _Each(msgspec.Struct):
    """Numbers of every entrant, and how to compute one of them again."""

    reach: int
    of: Callable[[int], Any]
    values: list[Any]


class Field:
    """Everything the tie-breaks read."""

    def __init__(self, table: Crosstable, options: Options | None = None) -> None:
        """Number the entrants and flatten their rounds. Raises BadInput on unknown options."""
        self.table = table
        self.options = options or Options()
        _check(self.options)
        self.ids: list[EntrantId] = [entry.id for entry in table.entries]
        self.index: dict[EntrantId | None, int] = {who: i for i, who in enumerate(self.ids)}
        self.scoring: Scoring = table.scoring
        self.rounds = table.rounds
        self._same: dict[Any, Any] = {}
        """Columns of rounds met while lines are made, by themselves: equal ones are one object."""
        self.lines: list[EntrantRounds] = [self._line(table.row(who)) for who in self.ids]
        self._same.clear()
        self.scores: list[int] = [sum(line.points) for line in self.lines]
        self.primary: Literal["points", "games"] = "points"
        """The score that keys mean when they do not say which: match points, or game points."""
        self.order: tuple[str, ...] = ()
        """The order being applied, for the key that looks at earlier rounds."""
        self._shared: dict[Any, Any] = {}
        self._each: dict[Any, _Each] = {}
        self._games: bool | None = None
        self._listed: tuple[Any, list[tuple[Cell, ...]]] | None = None
        """Cells that were seen to stand in the order of the entries, and their rows."""
        self._premises: dict[Any, tuple[Callable[[], Any], Any]] = {}
        self.changed: frozenset[int] = frozenset()
        """Whose results the last update changed."""
        self.reached: frozenset[int] | None = None
        """Who may have another number since the last update; None: anybody."""

    def __len__(self) -> int:
        """Count the entrants."""
        return len(self.ids)

    def shared(self, name: Any, make: Callable[[], T]) -> T:
        """Give what is kept under a name, making it the first time."""
        if name not in self._shared:
            self._shared[name] = make()
        found: T = self._shared[name]
        return found

    def begin(self, order: tuple[str, ...], primary: Literal["points", "games"]) -> None:
        """Get ready for an order; another primary score makes all that is kept void."""
        if primary != self.primary:
            self._each, self._shared = {}, {}
            self.reached = None
        self.order, self.primary = order, primary

    def forget_workings(self) -> None:
        """Let go of what the keys shared: it is large, and holds on to the field that holds it.

        What somebody asks for afterwards is worked out again.
        """
        self._each, self._shared, self._premises = {}, {}, {}
        self.reached = None

    def each(self, name: Any, reach: int, of: Callable[[int], T]) -> list[T]:
        """Give what is kept under a name for every entrant; the list follows every update."""
        found = self._each.get(name)
        if found is None:
            found = self._each[name] = _Each(reach, of, [of(i) for i in range(len(self.ids))])
        return found.values

    def follows(self, numbers: Sequence[Any]) -> bool:
        """Say whether a list is kept here and changes at an update only for those reached."""
        return numbers is self.scores or any(numbers is each.values for each in self._each.values())

    def premise(self, name: Any, make: Callable[[], T]) -> T:
        """Give one value that numbers of ``each`` rest on."""
        if name not in self._premises:
            self._premises[name] = (make, make())
        found: T = self._premises[name][1]
        return found

    def update(self, table: Crosstable) -> bool:
        """Take in a table with other results, computing again what they reach.

        Says False, and does nothing, if it is another field: other entries, scoring or rounds.
        """
        old = self.table
        same = (old.entries is table.entries or old.entries == table.entries) and (
            (old.scoring, old.boards, old.board) == (table.scoring, table.boards, table.board)
        )
        if not same:
            return False
        changed = self._changed_rows(table)
        rows = ((old.row(self.ids[i]), table.row(self.ids[i])) for i in changed)
        if any(len(one) != len(other) for one, other in rows) and self.rounds != table.rounds:
            return False
        self.table, self._shared = table, {}
        self.changed = frozenset(changed)
        near = set(changed)
        for i in changed:
            near.update(self.lines[i].opponents)
            self.lines[i] = self._line(table.row(self.ids[i]))
            self.scores[i] = sum(self.lines[i].points)
            near.update(self.lines[i].opponents)
        self._same.clear()
        near.discard(NOBODY)
        far = near.union(*(self.lines[i].opponents for i in near)) - {NOBODY}
        games = self._games is False and any(
            cell.games for i in changed for cell in table.row(self.ids[i])
        )
        if games or any(make() != value for make, value in self._premises.values()):
            self._games = None
            self._premises, self._each, self.reached = {}, {}, None
            return True
        for each in self._each.values():
            for i in (changed, near, far)[each.reach]:
                each.values[i] = each.of(i)
        self.reached = frozenset(far)
        return True

    def _changed_rows(self, table: Crosstable) -> list[int]:
        """Name those whose row is another object than before."""
        before, now = self.table.cells, table.cells
        was = self._listed if self._listed and self._listed[0] is before else self._in_order(before)
        self._listed = self._in_order(now)
        if was and self._listed:  # nothing is looked up
            return _other_objects(was[1], self._listed[1])
        return [i for i, who in enumerate(self.ids) if before.get(who) is not now.get(who)]

    def _in_order(
        self, cells: Mapping[EntrantId, tuple[Cell, ...]]
    ) -> tuple[Any, list[tuple[Cell, ...]]] | None:
        return (cells, list(cells.values())) if list(cells) == self.ids else None

    @property
    def teams(self) -> bool:
        """Say whether a round is a match of several games."""
        if self._games is None:
            self._games = self.table.boards > 1 or self._any_games()
        return self._games

    def _any_games(self) -> bool:
        return any(cell.games for row in self.table.cells.values() for cell in row)

    @property
    def round_robin(self) -> bool:
        """Say whether all meet all."""
        if self.options.system != "auto":
            return self.options.system == "round-robin"
        return self.premise("round-robin", lambda: all_paired_with_all(self))

    def _line(self, row: tuple[Cell, ...]) -> EntrantRounds:
        missing = self.rounds - len(row)
        known, played, nobody = self.index.get, How.PLAYED, (NOBODY,)
        kinds = bytes(
            [
                PLAYED
                if cell.how is played and cell.opponent is not None
                else kind_of(cell, self.scoring)
                for cell in row
            ]
        )
        opponents = [known(cell.opponent, NOBODY) for cell in row]
        if ANNULLED in kinds:  # what was annulled never took place
            opponents = [
                NOBODY if kind == ANNULLED else other
                for other, kind in zip(opponents, kinds, strict=True)
            ]
        points = tuple([cell.points for cell in row]) + (0,) * missing
        kinds += bytes((ZERO_BYE,)) * missing
        seats = tuple([-1 if cell.seat is None else cell.seat for cell in row]) + (-1,) * missing
        same = self._same.setdefault  # of a hundred thousand rows few columns differ
        return EntrantRounds(
            points=same(points, points),
            opponents=tuple(opponents) + nobody * missing,
            kinds=same(kinds, kinds),
            seats=same(seats, seats),
        )


def _other_objects(before: list[Any], now: list[Any]) -> list[int]:
    """Name the places with another value; whole stretches that are equal are passed over at once.

    Lists are compared by identity first, so an equal stretch of the same objects costs next to
    nothing.
    """
    found: list[int] = []
    for start in range(0, len(now), _STRETCH):
        end = start + _STRETCH
        one, other = before[start:end], now[start:end]
        if one != other:
            found += compress(count(start), map(is_not, one, other))
    return found


def _check(options: Options) -> None:
    for kind, word, known in (
        ("edition", options.edition, EDITIONS),
        ("system", options.system, SYSTEMS),
    ):
        if word not in known:
            there = ", ".join(known)
            raise BadInput(
                f"no such {kind}: {word[:40]!r} (there is: {there})", code="ranking.option-unknown"
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

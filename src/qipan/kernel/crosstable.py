"""The cross table: the one small view of a competition that pairing and ranking read.

A table has an entry for each entrant and, for each of them, a cell for every round so far. It is
a value: build a new one to change it. It knows no rules; it only says what happened.

- ``Cell.points`` are what was awarded, in units of ``scoring``.
- ``Cell.seat`` is who moved first: 0 first, 1 second, None if there was no game to speak of.
- A forfeited pairing keeps its opponent and seat: it was scheduled, but nobody moved.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property

import msgspec

from qipan.kernel.ids import EntrantId, RoundNo, Seat
from qipan.kernel.points import CHESS, Points, Scoring
from qipan.kernel.results import Bye, How


class Entry(msgspec.Struct, frozen=True):
    """Who takes part: the facts that pairing and ranking may look at. No names."""

    id: EntrantId
    number: int
    """Starting (pairing) number, from 1; smaller is stronger."""
    rating: int | None = None
    unit: str | None = None
    """State, country, club, school: whatever the book protects or adds up."""
    tags: frozenset[str] = frozenset()
    """Words a book filters by: ``women``, ``junior``, ``non-chinese``, ``filler`` …"""
    marks: Mapping[str, int] = {}
    """Counts a book ranks by: ``technical-foul``, ``conduct-foul`` …"""
    noted: tuple[tuple[int, str, int], ...] = ()
    """In which round marks came about, which, and how many; those without a round are not here."""

    def upto(self, last: int) -> "Entry":
        """Give the same with the marks that there were after a round."""
        later = [(mark, count) for number, mark, count in self.noted if number > last]
        if not later:
            return self
        marks = dict(self.marks)
        for mark, count in later:
            marks[mark] = marks.get(mark, 0) - count
        kept = tuple(each for each in self.noted if each[0] <= last)
        return msgspec.structs.replace(self, marks=marks, noted=kept)


class Cell(msgspec.Struct, frozen=True, gc=False):
    """What one entrant has from one round.

    It holds plain values only, so the garbage collector need not walk it: there may be a million.
    """

    points: Points
    how: How = How.PLAYED
    opponent: EntrantId | None = None
    seat: Seat | None = None
    bye: Bye | None = None
    games: tuple[Points, ...] = ()
    """Points of the single games or boards of a match, where a book counts them."""
    against: tuple[Points, ...] = ()
    """The opponent's points in the same games, in the same order."""
    seats: tuple[Seat | None, ...] = ()
    """The seat in each of those games; empty if there is one game, on ``seat``."""
    seconds: int = 0
    """Own clock time used."""
    handicap: int = 0
    """The handicap of the game, whoever was given it; 0: an even game."""

    @property
    def played(self) -> bool:
        """Say whether a game took place against an opponent."""
        return self.opponent is not None and self.how in (How.PLAYED, How.ADJUDGED)


class Crosstable(msgspec.Struct, frozen=True, dict=True):
    """Everything that happened so far, entrant by entrant and round by round."""

    entries: tuple[Entry, ...]
    cells: Mapping[EntrantId, tuple[Cell, ...]]
    """One cell for each round so far; a missing tail is an absence worth nothing."""
    scoring: Scoring = CHESS
    planned: int = 0
    """Rounds the event will have in all; 0 if unknown."""
    boards: int = 0
    """Boards of a match between teams; 0 if matches have one game, or unknown."""
    board: Scoring | None = None
    """What one board of a match is worth, in the same unit; None: 1, ½ and 0."""

    @cached_property
    def entry(self) -> Mapping[EntrantId, Entry]:
        """Find an entry by its id."""
        return {entry.id: entry for entry in self.entries}

    @cached_property
    def rounds(self) -> int:
        """Count the rounds so far."""
        return max((len(row) for row in self.cells.values()), default=0)

    @cached_property
    def scores(self) -> Mapping[EntrantId, Points]:
        """Add up everybody's awarded points."""
        return {entry.id: self.score(entry.id) for entry in self.entries}

    def row(self, who: EntrantId) -> tuple[Cell, ...]:
        """Give the cells of one entrant, round 1 first."""
        return self.cells.get(who, ())

    def score(self, who: EntrantId, upto: RoundNo | None = None) -> Points:
        """Add up the points of one entrant, all rounds or those up to ``upto``."""
        row = self.row(who)
        return Points(sum(cell.points for cell in (row if upto is None else row[:upto])))

    def upto(self, last: RoundNo) -> "Crosstable":
        """Give the same table as it stood after round ``last``."""
        cells = {who: row[:last] for who, row in self.cells.items()}
        entries = tuple([entry.upto(last) for entry in self.entries])
        return msgspec.structs.replace(self, cells=cells, entries=entries)

    def only(self, who: Iterable[EntrantId]) -> "Crosstable":
        """Keep the entries named; their cells stay as they are."""
        keep = frozenset(who)
        return msgspec.structs.replace(
            self, entries=tuple(entry for entry in self.entries if entry.id in keep)
        )


def absent(points: int = 0) -> Cell:
    """Make the cell of a round somebody was not there for."""
    return Cell(points=Points(points), how=How.BYE, bye=Bye.ABSENT)

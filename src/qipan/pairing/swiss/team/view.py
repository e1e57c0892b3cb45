"""What team pairing sees of a table: match points, game points, seats, floats, opponents.

A team's seat is that of its first board. The number of an entry is the team's pairing number.
"""

from collections.abc import Iterable

import msgspec

from qipan.kernel.crosstable import Cell, Crosstable
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId, RoundNo
from qipan.kernel.points import Points
from qipan.kernel.results import Bye


class Team(msgspec.Struct, frozen=True):
    """One team before a round."""

    id: EntrantId
    number: int
    score: int
    """Match points."""
    games: int
    """Game points; they only help to say which of two teams comes first for a seat."""
    seats: str
    """The seat of each match played, oldest first: ``F`` first, ``S`` second."""
    met: frozenset[EntrantId]
    floated: bool
    """Whether it met a team with another score in the round before."""
    may_rest: bool

    @property
    def difference(self) -> int:
        """Count matches moved first minus matches moved second."""
        return self.seats.count("F") - self.seats.count("S")


def teams_of(
    table: Crosstable, number: RoundNo, present: Iterable[EntrantId] | None = None
) -> list[Team]:
    """Read the teams of a table in the order of their numbers. Raises BadInput."""
    if number < 1:
        raise BadInput(f"rounds count from 1, not {number}")
    keep = {entry.id for entry in table.entries} if present is None else set(present)
    if unknown := keep - {entry.id for entry in table.entries}:
        raise BadInput(f"no entry for {', '.join(sorted(unknown)[:5])}")
    if len({entry.number for entry in table.entries}) != len(table.entries):
        raise BadInput("two entries have the same starting number")
    before = table.upto(RoundNo(number - 1))
    return [
        _team(before, entry.id, entry.number, number)
        for entry in sorted(table.entries, key=lambda entry: entry.number)
        if entry.id in keep
    ]


def _team(table: Crosstable, who: EntrantId, tpn: int, number: int) -> Team:
    row = table.row(who)
    return Team(
        id=who,
        number=tpn,
        score=table.score(who),
        games=sum(sum(cell.games) for cell in row),
        seats="".join("FS"[cell.seat] for cell in row if cell.played and cell.seat is not None),
        met=frozenset(cell.opponent for cell in row if cell.played and cell.opponent is not None),
        floated=_floated(table, who, RoundNo(number - 1)),
        may_rest=not any(_free_points(cell, table.scoring.win) for cell in row),
    )


def _floated(table: Crosstable, who: EntrantId, last: RoundNo) -> bool:
    row = table.row(who)
    if last < 1 or len(row) < last:
        return False
    cell = row[last - 1]
    if not cell.played or cell.opponent is None:
        return False
    earlier = RoundNo(last - 1)
    return table.score(who, earlier) != table.score(cell.opponent, earlier)


def _free_points(cell: Cell, win: Points) -> bool:
    return cell.bye is Bye.ALLOCATED or (not cell.played and cell.points >= win)

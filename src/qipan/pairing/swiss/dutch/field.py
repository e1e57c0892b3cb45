"""The field of one round: who is to be paired, and all that pairing may look at.

A ``DutchField`` is made from a cross table; nothing else is read. Players stand in pairing order:
score (with virtual points), then number.
"""

from collections.abc import Collection, Iterable, Mapping
from enum import IntEnum, StrEnum

import msgspec

from qipan.kernel.crosstable import Cell, Crosstable, Entry
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import FIRST, EntrantId, RoundNo, Seat
from qipan.kernel.points import Scoring
from qipan.kernel.results import Bye, How
from qipan.pairing.swiss.dutch.colours import Side


class Edition(StrEnum):
    """Which text of the system is in force."""

    DUTCH_2017 = "dutch-2017"
    DUTCH_2026 = "dutch-2026"


class Float(IntEnum):
    """How a player left the score group in a past round."""

    NONE = 0
    DOWN = 1
    UP = 2


class Player(msgspec.Struct, frozen=True):
    """One player to be paired."""

    id: EntrantId
    number: int
    score: int
    """In units, with the virtual points of this round."""
    side: Side
    met: tuple[EntrantId, ...] = ()
    floats: tuple[Float, Float] = (Float.NONE, Float.NONE)
    """In the last round and in the one before."""
    may_rest: bool = True
    games: int = 0
    """Games played against an opponent."""


class DutchField(msgspec.Struct, frozen=True):
    """Everybody to be paired in one round, in pairing order."""

    round: RoundNo
    players: tuple[Player, ...]
    edition: Edition = Edition.DUTCH_2026
    last: bool = False
    """Whether this is the last round of the event."""
    top: int = 0
    """Who has more than half of this many units is a topscorer in the last round."""
    initial: Seat = FIRST
    forbidden: tuple[frozenset[EntrantId], ...] = ()
    point: int = 2
    """One point in units."""


class Terms(msgspec.Struct, frozen=True):
    """What the cross table does not say about the round."""

    edition: Edition = Edition.DUTCH_2026
    initial: Seat | None = None
    """Seat drawn for the first player in round 1; None: as the table shows it, else first."""
    forbidden: tuple[frozenset[EntrantId], ...] = ()
    boosts: Mapping[EntrantId, tuple[int, ...]] = {}
    """Virtual points by round, in units."""


def field_of(
    table: Crosstable, pool: Collection[EntrantId] | None = None, terms: Terms | None = None
) -> DutchField:
    """Make the field of the next round; ``pool`` is who is to be paired (default: everybody).

    Raises BadInput if the pool names somebody who is not in the table.
    """
    terms = terms or Terms()
    chosen = frozenset(table.entry if pool is None else pool)
    unknown = sorted(chosen - table.entry.keys())
    if unknown:
        raise BadInput(f"not in the table: {', '.join(unknown[:5])}", where="pool")
    reader = _Reader(table, terms)
    odd = _odd_numbers(table, chosen)
    players = [
        reader.player(entry, entry.id in odd) for entry in table.entries if entry.id in chosen
    ]
    players.sort(key=lambda player: (-player.score, player.number, player.id))
    played = table.rounds
    initial = terms.initial if terms.initial is not None else initial_seat(table)
    return DutchField(
        round=RoundNo(played + 1),
        players=tuple(players),
        edition=terms.edition,
        last=table.planned > 0 and played + 1 >= table.planned,
        top=played * max(table.scoring.win, table.scoring.draw),
        initial=initial,
        forbidden=terms.forbidden,
        point=table.scoring.unit,
    )


class _Reader:
    """Reads rows of a table into players."""

    def __init__(self, table: Crosstable, terms: Terms) -> None:
        self.table, self.terms = table, terms
        self.rounds = table.rounds
        self.past = [self._scores(back) for back in (1, 2)]

    def _scores(self, back: int) -> dict[EntrantId, int]:
        """Give everybody's pairing score before the round ``back`` rounds ago."""
        before = self.rounds - back
        if before < 0:
            return {}
        upto = RoundNo(before)
        return {
            entry.id: self.table.score(entry.id, upto) + self.boost(entry.id, before + 1)
            for entry in self.table.entries
        }

    def boost(self, who: EntrantId, number: int) -> int:
        row = self.terms.boosts.get(who, ())
        return row[number - 1] if number <= len(row) else 0

    def player(self, entry: Entry, odd: bool) -> Player:
        row = self.table.row(entry.id)
        games = [cell for cell in row if cell.played]
        scoring = self.table.scoring
        return Player(
            id=entry.id,
            number=entry.number,
            score=sum(cell.points for cell in row) + self.boost(entry.id, self.rounds + 1),
            side=Side(tuple(cell.seat for cell in games if cell.seat is not None), odd),
            met=tuple(cell.opponent for cell in games if cell.opponent is not None),
            floats=(self._float(entry.id, row, 1), self._float(entry.id, row, 2)),
            may_rest=not any(_bars(cell, scoring, self.terms.edition) for cell in row),
            games=len(games),
        )

    def _float(self, who: EntrantId, row: tuple[Cell, ...], back: int) -> Float:
        at = self.rounds - back
        if at < 0:
            return Float.NONE
        cell = row[at] if at < len(row) else None
        if cell is None or not cell.played:
            if self.terms.edition is Edition.DUTCH_2017:
                return Float.DOWN
            gained = cell is not None and cell.points > self.table.scoring.loss
            return Float.DOWN if gained else Float.NONE
        scores = self.past[back - 1]
        mine, other = scores[who], scores.get(cell.opponent or who, 0)
        return Float.DOWN if mine > other else Float.UP if mine < other else Float.NONE


def _bars(cell: Cell, scoring: Scoring, edition: Edition) -> bool:
    """Say whether a past round keeps its player from a pairing-allocated bye."""
    if cell.played:
        return False
    if cell.bye is Bye.ALLOCATED:
        return True
    if edition is Edition.DUTCH_2017 and cell.how is not How.FORFEIT:
        return False
    return cell.points >= scoring.win


def took_part(cell: Cell) -> bool:
    """Say whether a player was in the pairing of a round."""
    return cell.opponent is not None or cell.bye is Bye.ALLOCATED


def _ranked(table: Crosstable) -> list[Entry]:
    return sorted(table.entries, key=lambda entry: (entry.number, entry.id))


def _odd_numbers(table: Crosstable, pool: Iterable[EntrantId]) -> frozenset[EntrantId]:
    """Give who has an odd effective number: the place among those who have taken part so far."""
    there = frozenset(pool)
    taking = [
        entry.id
        for entry in _ranked(table)
        if entry.id in there or any(map(took_part, table.row(entry.id)))
    ]
    return frozenset(taking[::2])


def initial_seat(table: Crosstable) -> Seat:
    """Read the colour drawn for the first player off the first round with colours."""
    firsts = (
        next((number for number, cell in enumerate(row) if cell.seat is not None), None)
        for row in table.cells.values()
    )
    first = min((number for number in firsts if number is not None), default=None)
    if first is None:
        return FIRST
    place = 0
    for entry in _ranked(table):
        row = table.row(entry.id)
        if not any(map(took_part, row[: first + 1])):
            continue
        seat = row[first].seat if first < len(row) else None
        if seat is not None:
            return Seat(1 - seat if place % 2 else seat)
        place += 1
    return FIRST

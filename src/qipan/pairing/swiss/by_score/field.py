"""A field of players in arrays: what score pairing reads, small enough for a million of them.

Players are indices 0 … n−1 in starting order; nobody has an object of their own. A colour history
is one integer: a leading 1, then a bit for each game played, latest last; 0 moved first, 1 second.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from qipan.kernel.crosstable import Cell, Crosstable
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId, RoundNo
from qipan.kernel.results import Bye
from qipan.pairing.protections.forbidden import NONE, Protections, Strength

NO_GAMES = 1
"""The history of somebody who has not played yet."""
NOBODY: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class ScoreField:
    """Everybody who is to be paired in a round. All sequences have the same length."""

    score: Sequence[int]
    met: Sequence[Collection[int]]
    """Whom each has been paired with, as indices."""
    history: Sequence[int]
    rested: Collection[int] = NOBODY
    """Who had a bye before."""
    order: Sequence[int] = ()
    """Position among equal scores, smaller first; the index itself if empty."""
    barred: Mapping[int, Collection[int]] = field(default_factory=dict)
    """Hard protections, only for those who have any; both ways. A group may be shared by its
    members and hold themselves."""
    avoided: Mapping[int, Collection[int]] = field(default_factory=dict)
    """Weak protections, the same way."""

    def __len__(self) -> int:
        """Count the players."""
        return len(self.score)

    def legal(self, a: int, b: int) -> bool:
        """Say whether two players may meet: no rematch, no hard protection."""
        return (
            a != b
            and b not in self.met[a]
            and not (self.barred and b in self.barred.get(a, NOBODY))
        )

    def ranked(self, without: int = -1) -> list[int]:
        """List the players by score, then by order among equals."""
        score = self.score
        if not self.order:
            # A stable sort keeps the starting order among equal scores.
            found = sorted(range(len(score)), key=score.__getitem__, reverse=True)
        else:
            order = self.order
            found = sorted(range(len(score)), key=order.__getitem__)
            found.sort(key=score.__getitem__, reverse=True)
        if without >= 0:
            found.remove(without)
        return found

    def check(self) -> None:
        """Raise BadInput if the sequences disagree with each other."""
        size = len(self.score)
        for name, rows in (("met", self.met), ("history", self.history)):
            if len(rows) != size:
                raise BadInput(f"{name} has {len(rows)} rows for {size} players")
        if self.order and len(self.order) != size:
            raise BadInput(f"order has {len(self.order)} rows for {size} players")


@dataclass(frozen=True, slots=True)
class Named:
    """A field together with the ids its indices stand for."""

    field: ScoreField
    ids: tuple[EntrantId, ...]
    index: Mapping[EntrantId, int]


def field_of(
    table: Crosstable,
    number: RoundNo,
    *,
    present: Iterable[EntrantId] | None = None,
    protections: Protections = NONE,
    order: Sequence[EntrantId] = (),
) -> Named:
    """Read a cross table into arrays, in starting order; ``order`` ranks equal scores if given.

    Raises BadInput if somebody present has no entry, two entries share a number, or there is no
    such round.
    """
    if number < 1:
        raise BadInput(f"rounds count from 1, not {number}")
    entries = sorted(table.entries, key=lambda entry: entry.number)
    if len({entry.number for entry in entries}) != len(entries):
        raise BadInput("two entries have the same starting number")
    if present is not None:
        keep = frozenset(present)
        if unknown := keep - {entry.id for entry in entries}:
            raise BadInput(f"no entry for {', '.join(sorted(unknown)[:5])}")
        entries = [entry for entry in entries if entry.id in keep]
    ids = tuple(entry.id for entry in entries)
    index = {who: place for place, who in enumerate(ids)}
    rows = [table.row(who)[: number - 1] for who in ids]
    place = {who: rank for rank, who in enumerate(order)}
    found = ScoreField(
        score=[sum(cell.points for cell in row) for row in rows],
        met=[frozenset(_met(row, index)) for row in rows],
        history=[_history(row) for row in rows],
        rested=frozenset(i for i, row in enumerate(rows) if _rested(row)),
        order=[place.get(who, len(place) + i) for i, who in enumerate(ids)] if place else (),
        barred=_indexed(protections.partners(number, Strength.HARD), index),
        avoided=_indexed(protections.partners(number, Strength.WEAK), index),
    )
    return Named(found, ids, index)


def _met(row: Sequence[Cell], index: Mapping[EntrantId, int]) -> Iterable[int]:
    # Whoever was paired has met, even if one of them never came: the pairing was published.
    return (
        index[cell.opponent] for cell in row if cell.opponent is not None and cell.opponent in index
    )


def _history(row: Sequence[Cell]) -> int:
    bits = NO_GAMES
    for cell in row:
        if cell.played and cell.seat is not None:
            bits = bits << 1 | (cell.seat & 1)
    return bits


def _rested(row: Sequence[Cell]) -> bool:
    return any(cell.bye is Bye.ALLOCATED for cell in row)


def _indexed(
    partners: Mapping[EntrantId, frozenset[EntrantId]], index: Mapping[EntrantId, int]
) -> dict[int, frozenset[int]]:
    # Groups are shared by their members, and stay so.
    known: dict[frozenset[EntrantId], frozenset[int]] = {}
    found: dict[int, frozenset[int]] = {}
    for who, group in partners.items():
        if who in index:
            if group not in known:
                known[group] = frozenset(index[other] for other in group if other in index)
            found[index[who]] = known[group]
    return found

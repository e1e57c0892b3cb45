"""A McMahon field in arrays: what pairing a round reads of a cross table.

Players are indices 0 … n−1 in the order of their numbers. A **score** is a McMahon score: what one
began with and what one won, in units of the table's scoring.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from qipan.kernel.crosstable import Cell, Crosstable
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId, RoundNo
from qipan.kernel.lots import Draw
from qipan.kernel.results import Bye
from qipan.pairing.swiss.mcmahon.terms import Within

START, GRADE = "start-score", "grade"
"""The marks of what somebody began with, in whole points, and of their rank."""


@dataclass(frozen=True, slots=True)
class McMahonField:
    """Everybody who is to be paired in a round. All sequences have the same length."""

    ids: tuple[EntrantId, ...]
    score: Sequence[int]
    started: Sequence[int]
    grade: Sequence[int | None]
    """Everybody's rank as a number, where known."""
    met: Sequence[frozenset[int]]
    seats: Sequence[str]
    """The seat of each even game played, oldest first: ``F`` first, ``S`` second."""
    balance: Sequence[int]
    """Even games moved first, less those moved second."""
    floats: Sequence[int]
    """How often one met a higher score, less how often a lower one."""
    rested: frozenset[int]
    unit: Sequence[str | None]
    state: Sequence[str | None]
    place: Sequence[int] = ()
    """Everybody's place in the order of their score group, from 0."""
    size: Sequence[int] = ()
    """How many are in everybody's score group."""

    def __len__(self) -> int:
        """Count the players."""
        return len(self.ids)

    def ranked(self) -> list[int]:
        """List the players by score, then by place in their group."""
        return sorted(range(len(self)), key=lambda i: (-self.score[i], self.place[i]))


def field_of(
    table: Crosstable,
    number: RoundNo,
    within: Within = Within.CROSS,
    *,
    present: Iterable[EntrantId] | None = None,
    states: Mapping[str, str] | None = None,
    lots: Draw | None = None,
) -> McMahonField:
    """Read a cross table before a round; ``states`` gives the state of a unit.

    Raises BadInput if somebody present has no entry, or there is no such round.
    """
    if number < 1:
        raise BadInput(f"rounds count from 1, not {number}")
    entries = sorted(table.entries, key=lambda entry: entry.number)
    keep = {entry.id for entry in entries} if present is None else set(present)
    if unknown := keep - {entry.id for entry in entries}:
        raise BadInput(f"no entry for {', '.join(sorted(unknown)[:5])}")
    unit = table.scoring.unit
    started = {each.id: each.marks.get(START, 0) * unit for each in entries}
    rows = {each.id: table.row(each.id)[: number - 1] for each in entries}
    totals = {who: start + sum(cell.points for cell in rows[who]) for who, start in started.items()}
    here = [entry for entry in entries if entry.id in keep]
    ids = tuple(entry.id for entry in here)
    index = {who: i for i, who in enumerate(ids)}
    known = states or {}
    seats = ["".join(_seats(rows[who])) for who in ids]
    field = McMahonField(
        ids=ids,
        score=[totals[who] for who in ids],
        started=[started[who] for who in ids],
        grade=[entry.marks.get(GRADE) for entry in here],
        met=[frozenset(_met(rows[who], index)) for who in ids],
        seats=seats,
        balance=[each.count("F") - each.count("S") for each in seats],
        floats=[_floats(who, rows, started) for who in ids],
        rested=frozenset(i for i, who in enumerate(ids) if _rested(rows[who])),
        unit=[entry.unit for entry in here],
        state=[known.get(entry.unit or "") or None for entry in here],
    )
    return placed(field, _order(field, within, rows, totals, lots))


def _met(row: Sequence[Cell], index: Mapping[EntrantId, int]) -> Iterable[int]:
    """Whoever was paired has met, even if one of them never came: the pairing was public."""
    return (index[cell.opponent] for cell in row if cell.opponent in index and cell.opponent)


def _seats(row: Sequence[Cell]) -> Iterable[str]:
    return (
        "FS"[cell.seat]
        for cell in row
        if cell.played and cell.seat is not None and not cell.handicap
    )


def _rested(row: Sequence[Cell]) -> bool:
    return any(cell.bye is Bye.ALLOCATED for cell in row)


def _floats(
    who: EntrantId,
    rows: Mapping[EntrantId, Sequence[Cell]],
    started: Mapping[EntrantId, int],
) -> int:
    found, mine = 0, started[who]
    for at, cell in enumerate(rows[who]):
        if cell.opponent is not None and cell.opponent in rows:
            before = rows[cell.opponent][:at]
            theirs = started[cell.opponent] + sum(each.points for each in before)
            found += (theirs > mine) - (theirs < mine)
        mine += cell.points
    return found


def _order(
    field: McMahonField,
    within: Within,
    rows: Mapping[EntrantId, Sequence[Cell]],
    totals: Mapping[EntrantId, int],
    lots: Draw | None,
) -> list[int]:
    """Give everybody's rank for the order inside a score group, smaller first."""
    size = len(field)
    if within is Within.RANDOM:
        if lots is None:
            raise BadInput("a random order needs its lot")
        drawn = {who: at for at, who in enumerate(lots.order)}
        return [drawn.get(who, size + i) for i, who in enumerate(field.ids)]
    if within is not Within.SOS:
        return list(range(size))

    def opponents(i: int) -> int:
        row = rows[field.ids[i]]
        return sum(
            field.started[i] if cell.opponent is None else totals.get(cell.opponent, 0)
            for cell in row
        )

    sums = [opponents(i) for i in range(size)]
    ranked = sorted(range(size), key=lambda i: (-sums[i], i))
    found = [0] * size
    for at, i in enumerate(ranked):
        found[i] = at
    return found


def placed(field: McMahonField, order: Sequence[int]) -> McMahonField:
    """Give the same field with everybody's place in their score group, by an order."""
    groups: dict[int, list[int]] = {}
    for i in sorted(range(len(field)), key=order.__getitem__):
        groups.setdefault(field.score[i], []).append(i)
    place, size = [0] * len(field), [0] * len(field)
    for members in groups.values():
        for at, i in enumerate(members):
            place[i], size[i] = at, len(members)
    return replace(field, place=place, size=size)


def without(field: McMahonField, gone: int) -> tuple[McMahonField, list[int]]:
    """Take one player out; give the smaller field and what each index of it was before."""
    kept = [i for i in range(len(field)) if i != gone]
    now = {before: i for i, before in enumerate(kept)}
    smaller = McMahonField(
        ids=tuple(field.ids[i] for i in kept),
        score=[field.score[i] for i in kept],
        started=[field.started[i] for i in kept],
        grade=[field.grade[i] for i in kept],
        met=[frozenset(now[j] for j in field.met[i] if j != gone) for i in kept],
        seats=[field.seats[i] for i in kept],
        balance=[field.balance[i] for i in kept],
        floats=[field.floats[i] for i in kept],
        rested=frozenset(now[i] for i in field.rested if i != gone),
        unit=[field.unit[i] for i in kept],
        state=[field.state[i] for i in kept],
    )
    return placed(smaller, [field.place[i] for i in kept]), kept

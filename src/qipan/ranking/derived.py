"""Tables made from standings: filtered ones, units by the sum of places, best players.

A derived table never ranks games again: it takes the places that stand.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol

import msgspec

from qipan.kernel.crosstable import Crosstable, Entry
from qipan.kernel.ids import EntrantId
from qipan.kernel.rules import RuleKey, rule

FILTERED = rule("ranking.filtered", "A table of some entrants keeps the order of the full one.")
PLACE_SUM = rule(
    "ranking.sum-of-places", "The unit with the smaller sum of its best places is ahead."
)
BEST_PLACE = rule("ranking.best-place", "Of units with equal sums the better best place is ahead.")
TIE_SECTION = rule(
    "ranking.best-place-in-section", "Of units with equal sums the better place in a section wins."
)
TOO_FEW = rule("ranking.too-few-for-unit", "A unit with too few entrants is not ranked.")
BEST_PLAYER = rule("ranking.best-player", "The highest score, then the better team.")


class TableBehind(Protocol):
    """What stands behind a table."""

    @property
    def table(self) -> Crosstable:
        """Give the cross table."""


class PlacedRow(Protocol):
    """A line of a table."""

    @property
    def entrant(self) -> EntrantId:
        """Give who it is."""

    @property
    def place(self) -> int:
        """Give the place."""


class Ranked(Protocol):
    """What a derived table reads: standings, or final places that games decided."""

    @property
    def rows(self) -> Sequence[PlacedRow]:
        """Give the lines, first place first."""

    @property
    def field(self) -> TableBehind:
        """Give what stands behind it."""

    def place(self, who: EntrantId) -> int:
        """Give one place. Raises Unknown."""


class FilteredPlace(msgspec.Struct, frozen=True):
    """A line of a filtered table."""

    entrant: EntrantId
    place: int
    overall: int


class UnitRow(msgspec.Struct, frozen=True):
    """A unit in a table by places; ``place`` is None if it is not ranked."""

    unit: str
    place: int | None
    total: int | None
    counted: tuple[tuple[str, EntrantId, int], ...]
    """Section, entrant and place of everybody who counts."""
    rule: RuleKey


class Scored(msgspec.Struct, frozen=True):
    """Somebody who may be best player: his score in units and his team."""

    entrant: EntrantId
    score: int
    team: EntrantId


def filtered(standings: Ranked, keep: Callable[[Entry], bool]) -> tuple[FilteredPlace, ...]:
    """Place some entrants among themselves; the level stay level [ranking.filtered]."""
    entry = standings.field.table.entry
    found: list[FilteredPlace] = []
    for row in standings.rows:
        if keep(entry[row.entrant]):
            level = found and found[-1].overall == row.place
            place = found[-1].place if level else len(found) + 1
            found.append(FilteredPlace(row.entrant, place, row.place))
    return tuple(found)


def tagged(
    standings: Ranked, *, have: Collection[str] = (), lack: Collection[str] = ()
) -> tuple[FilteredPlace, ...]:
    """Place those who have all of some tags and none of others [ranking.filtered]."""
    must, never = frozenset(have), frozenset(lack)
    return filtered(standings, lambda entry: must <= entry.tags and not never & entry.tags)


def by_best_places(
    standings: Ranked, count: int, *, leave_out: Collection[str] = ()
) -> tuple[UnitRow, ...]:
    """Rank units by the sum of their ``count`` best places [ranking.sum-of-places].

    Equal sums: the better best place, then the next best. A unit with fewer entrants is listed
    without a place [ranking.too-few-for-unit]. Entrants with a tag of ``leave_out`` do not count
    and the places are counted without them.
    """
    mine: dict[str, list[FilteredPlace]] = {}
    for each in tagged(standings, lack=leave_out):
        unit = standings.field.table.entry[each.entrant].unit
        if unit is not None:
            mine.setdefault(unit, []).append(each)
    ranked: list[tuple[tuple[int, ...], UnitRow]] = []
    unranked: list[UnitRow] = []
    for unit, all_ in mine.items():
        best = all_[:count]
        counted = tuple(("", each.entrant, each.place) for each in best)
        places = sorted(each.place for each in best)
        if len(best) < count:
            unranked.append(UnitRow(unit, None, None, counted, TOO_FEW))
        else:
            ranked.append(
                ((sum(places), *places), UnitRow(unit, 0, sum(places), counted, PLACE_SUM))
            )
    return (*_placed(ranked, BEST_PLACE), *sorted(unranked, key=lambda row: row.unit))


def by_sections(
    sections: Mapping[str, Ranked],
    *,
    decider: str | None = None,
    leave_out: Collection[str] = ("filler",),
) -> tuple[UnitRow, ...]:
    """Rank units by the sum of their best place in each section [ranking.sum-of-places].

    Equal sums: the better place in the section ``decider`` [ranking.best-place-in-section]. A
    unit that lacks a section is listed without a place. Fillers do not count: places are counted
    without them.
    """
    best: dict[str, dict[str, FilteredPlace]] = {}
    for name, standings in sections.items():
        for each in tagged(standings, lack=leave_out):
            unit = standings.field.table.entry[each.entrant].unit
            if unit is not None:
                best.setdefault(unit, {}).setdefault(name, each)
    ranked: list[tuple[tuple[int, ...], UnitRow]] = []
    unranked: list[UnitRow] = []
    for unit, found in best.items():
        counted = tuple((name, each.entrant, each.place) for name, each in found.items())
        if len(found) < len(sections):
            unranked.append(UnitRow(unit, None, None, counted, TOO_FEW))
            continue
        total = sum(each.place for each in found.values())
        tie = found[decider].place if decider is not None else 0
        ranked.append(((total, tie), UnitRow(unit, 0, total, counted, PLACE_SUM)))
    return (*_placed(ranked, TIE_SECTION), *sorted(unranked, key=lambda row: row.unit))


def best_players(players: Sequence[Scored], teams: Ranked) -> tuple[FilteredPlace, ...]:
    """Rank players by score, then by their team's place [ranking.best-player]; the level share."""
    ordered = sorted(players, key=lambda each: (-each.score, teams.place(each.team)))
    found: list[FilteredPlace] = []
    last: tuple[int, int] | None = None
    for number, each in enumerate(ordered, 1):
        key = (each.score, teams.place(each.team))
        place = found[-1].place if key == last else number
        found.append(FilteredPlace(each.entrant, place, key[1]))
        last = key
    return tuple(found)


def _placed(
    ranked: list[tuple[tuple[int, ...], UnitRow]], tie_rule: RuleKey
) -> tuple[UnitRow, ...]:
    ranked.sort(key=lambda each: (each[0], each[1].unit))
    sums = [row.total for _, row in ranked]
    found: list[UnitRow] = []
    for number, (key, row) in enumerate(ranked, 1):
        level = bool(found) and ranked[number - 2][0] == key
        place = found[-1].place if level else number
        by = tie_rule if sums.count(row.total) > 1 else row.rule
        found.append(msgspec.structs.replace(row, place=place, rule=by))
    return tuple(found)

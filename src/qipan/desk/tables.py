"""Cross tables and standings of a stage, from its rounds and the book's list of keys."""

import hashlib
from collections.abc import Collection, Iterable

import msgspec

from qipan.desk.stages import Standing, match_rule_of
from qipan.journal.competition import Round
from qipan.kernel.crosstable import Cell, Crosstable, Entry, absent
from qipan.kernel.ids import EntrantId, Seat
from qipan.kernel.points import Points
from qipan.kernel.results import How
from qipan.ranking import Options, Standings, rank

TIE = "tie-"
"""How the names of lots between entrants who are level begin."""
_UNITS_PER_GAME = 2


def stage_crosstable(
    standing: Standing, rounds: Iterable[Round] | None = None, only: Collection[EntrantId] = ()
) -> Crosstable:
    """Build the cross table of the published rounds of the section, or of those given.

    A board without a result leaves an empty cell. ``only`` keeps some of the entrants.
    """
    section = standing.section
    order = section.order or tuple(section.entrants)
    wanted = [who for who in order if not only or who in only]
    entries = []
    for number, who in enumerate(order, 1):
        if only and who not in only:
            continue
        known = section.entrants[who]
        marks = section.marks.get(who, {})
        entries.append(Entry(who, number, known.rating, known.unit, known.tags, marks))
    cells: dict[EntrantId, list[Cell]] = {who: [] for who in wanted}
    counted = 0
    for found in section.rounds if rounds is None else rounds:
        if found.published:
            counted += 1
            _add_round(standing, found, cells, counted)
            _take_points(standing, found, cells)
    rows = {who: tuple(row) for who, row in cells.items()}
    return Crosstable(tuple(entries), rows, standing.scoring)


def _add_round(
    standing: Standing, found: Round, cells: dict[EntrantId, list[Cell]], counted: int
) -> None:
    scoring = standing.scoring
    several = match_rule_of(standing, found).games > 1
    for table in found.tables:
        if len(table.seats) != 2:
            continue
        result = found.results.get(table.board)
        games = found.games.get(table.board, ()) if several else ()
        regular = [game for game in games if not game.playoff]
        for index, who in enumerate(table.seats):
            if who not in cells:
                continue
            other = table.seats[1 - index]
            seconds = sum(game.seconds[index] for game in games if len(game.seconds) > index)
            single = found.taken.get((table.board, 1)) if not several else None
            if single is not None and len(single.seconds) > index:
                seconds = single.seconds[index]
            if result is None:
                cells[who].append(Cell(Points(0), How.ANNULLED, other, Seat(index)))
                continue
            mine = tuple(game.result.score.seats[index] for game in regular)
            theirs = tuple(game.result.score.seats[1 - index] for game in regular)
            seats = tuple(
                None if game.first is None else Seat(0 if game.first == who else 1)
                for game in regular
            )
            points = result.score.seats[index]
            cells[who].append(
                Cell(
                    points,
                    result.how,
                    other,
                    Seat(index),
                    games=mine,
                    against=theirs,
                    seats=seats,
                    seconds=seconds,
                )
            )
    for rest in found.resting:
        if rest.entrant in cells:
            cells[rest.entrant].append(Cell(scoring.bye, How.BYE, bye=rest.bye))
    for row in cells.values():
        if len(row) < counted:
            row.append(absent())


def _take_points(standing: Standing, found: Round, cells: dict[EntrantId, list[Cell]]) -> None:
    """Take away the points of penalties, in the round they belong to."""
    for (number, who), units in standing.section.deductions.items():
        if number == found.number and who in cells:
            last = cells[who][-1]
            points = Points(last.points - units)
            cells[who][-1] = msgspec.structs.replace(last, points=points)


def stage_standings(
    standing: Standing, only: Collection[EntrantId] = (), rounds: Iterable[Round] | None = None
) -> Standings:
    """Rank by the keys of the book that are in force in this stage."""
    ranking = standing.rules.ranking
    order = ranking.order_of(standing.index, len(standing.rules.stage) - 1)
    table = stage_crosstable(standing, rounds, only)
    lots = {
        name: draw
        for name, draw in standing.section.lots.items()
        if name.startswith(TIE) or name in ORDER_LOTS
    }
    return rank(table, order, lots=lots, options=Options(edition=ranking.edition))


ORDER_LOTS = ("finalists", "final-table")
"""Lots that draw the order of keys: for choosing finalists, and for the final table."""


def tie_lot(place: int, tied: tuple[EntrantId, ...]) -> str:
    """Name the lot between entrants who share a place; the same people give the same name."""
    people = hashlib.sha256("\n".join(sorted(tied)).encode()).hexdigest()[:8]
    return f"{TIE}{place}-{people}"

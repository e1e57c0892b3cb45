"""Cross table and standings of a section, from its state and the book's list of keys."""

import hashlib

from qipan.desk.found import event_of
from qipan.journal.competition import Competition, Round, Section
from qipan.kernel.crosstable import Cell, Crosstable, Entry, absent
from qipan.kernel.ids import EntrantId, RoundNo, Seat
from qipan.kernel.points import Points, Scoring
from qipan.kernel.results import How
from qipan.ranking import Standings, rank

TIE = "tie-"
"""How the names of lots between entrants who are level begin."""


def crosstable(state: Competition, section: Section) -> Crosstable:
    """Build the cross table of the published rounds; a board without a result leaves no cell."""
    scoring = event_of(state, section).scoring.scoring()
    order = section.order or tuple(section.entrants)
    entries = tuple(
        Entry(
            who,
            number,
            rating=section.entrants[who].rating,
            unit=section.entrants[who].unit,
            tags=section.entrants[who].tags,
        )
        for number, who in enumerate(order, 1)
    )
    cells: dict[EntrantId, list[Cell]] = {who: [] for who in order}
    for found in section.rounds:
        if found.published:
            _add_round(found, cells, scoring)
    return Crosstable(entries, {who: tuple(row) for who, row in cells.items()}, scoring)


def _add_round(found: Round, cells: dict[EntrantId, list[Cell]], scoring: Scoring) -> None:
    for table in found.tables:
        result = found.results.get(table.board)
        for index, who in enumerate(table.seats):
            others = [other for other in table.seats if other != who]
            opponent = others[0] if len(others) == 1 else None
            if result is None:
                cells[who].append(Cell(Points(0), How.ANNULLED, opponent, Seat(index)))
                continue
            points = result.score.seats[index]
            cells[who].append(Cell(points, result.how, opponent, Seat(index)))
    for rest in found.resting:
        cells[rest.entrant].append(Cell(scoring.bye, How.BYE, bye=rest.bye))
    for row in cells.values():
        if len(row) < found.number:
            row.append(absent())


def standings(state: Competition, section: Section, upto: RoundNo | None = None) -> Standings:
    """Rank a section by the book's keys, after all published rounds or those up to ``upto``."""
    table = crosstable(state, section)
    if upto is not None:
        table = table.upto(upto)
    lots = {name: draw for name, draw in section.lots.items() if name.startswith(TIE)}
    return rank(table, event_of(state, section).ranking.order, lots=lots)


def pending_lots(state: Competition, section: Section) -> dict[str, tuple[EntrantId, ...]]:
    """Name the lots that must be drawn before the standings are complete, with who is level."""
    return {
        tie_lot(pending.place, pending.tied): pending.tied
        for pending in standings(state, section).pending_lots
    }


def tie_lot(place: int, tied: tuple[EntrantId, ...]) -> str:
    """Name the lot between entrants who share a place; the same people give the same name."""
    people = hashlib.sha256("\n".join(sorted(tied)).encode()).hexdigest()[:8]
    return f"{TIE}{place}-{people}"

"""States as plain values, for templates and for the API alike. No HTML, no sentences."""

from collections.abc import Mapping
from typing import Any

import msgspec

from qipan.desk.found import event_of
from qipan.desk.standings import crosstable, standings
from qipan.desk.systems import rounds_planned
from qipan.journal.competition import Competition, Round, Section
from qipan.journal.people import Person
from qipan.kernel.crosstable import Cell, Crosstable
from qipan.kernel.ids import EntrantId
from qipan.kernel.points import Scoring
from qipan.kernel.results import How
from qipan.ranking import Standings

Names = Mapping[EntrantId, Person]


class Seated(msgspec.Struct, frozen=True):
    """An entrant at a board."""

    entrant: str
    number: int
    name: str
    latin: str
    points: str
    """Points before this round."""


class Board(msgspec.Struct, frozen=True):
    """A board of a round."""

    board: int
    seats: tuple[Seated, ...]
    result: str | None
    how: str | None
    corrected: tuple[str, ...] = ()
    """Earlier results that were replaced."""


class RoundView(msgspec.Struct, frozen=True):
    """A round as people see it."""

    number: int
    published: bool
    boards: tuple[Board, ...]
    resting: tuple[Seated, ...]
    done: int


class Line(msgspec.Struct, frozen=True):
    """A line of the standings."""

    place: int
    entrant: str
    number: int
    name: str
    latin: str
    unit: str
    withdrawn: bool
    keys: tuple[tuple[str, str], ...]


class SectionView(msgspec.Struct, frozen=True):
    """A section with everything public about it."""

    id: str
    title: str
    event: str
    entries_open: bool
    rounds_planned: int
    rounds: tuple[RoundView, ...]
    lines: tuple[Line, ...]
    order: tuple[str, ...]
    """The keys of the standings."""
    cross: tuple[tuple[str, ...], ...]
    """The cross table, a row for each entrant in the order of the standings."""
    cross_by: str
    """``opponent``: a column for each entrant; ``round``: a column for each round."""
    approved: bool
    lots: tuple[dict[str, Any], ...]


def section_view(
    state: Competition, section: Section, names: Names, *, staff: bool = False
) -> SectionView:
    """Build the view of a section; unpublished pairings are for the staff only."""
    rules = event_of(state, section)
    table = crosstable(state, section)
    ranked = standings(state, section)
    by_opponent = rules.stage[0].system == "round-robin"
    return SectionView(
        id=section.id,
        title=section.title,
        event=section.under,
        entries_open=not section.closed,
        rounds_planned=rounds_planned(state, section) if len(section.entrants) > 1 else 0,
        rounds=tuple(
            _round(section, found, table, names)
            for found in section.rounds
            if found.published or staff
        ),
        lines=tuple(_line(section, table, ranked, names, row.entrant) for row in ranked.rows),
        order=ranked.order,
        cross=(_against if by_opponent else _by_round)(table, ranked),
        cross_by="opponent" if by_opponent else "round",
        approved=section.approved is not None,
        lots=tuple(
            {
                "lot": lot,
                "commitment": commitment,
                "draw": msgspec.to_builtins(section.lots[lot]) if lot in section.lots else None,
            }
            for lot, commitment in section.commitments.items()
        ),
    )


def _seated(table: Crosstable, names: Names, who: EntrantId, before: int) -> Seated:
    points = sum(cell.points for cell in table.row(who)[:before])
    person = names[who]
    number = table.entry[who].number
    return Seated(who, number, person.name, person.latin, halves(table.scoring.show(points)))


def _round(section: Section, found: Round, table: Crosstable, names: Names) -> RoundView:
    def board(index: int) -> Board:
        here = found.tables[index]
        result = found.results.get(here.board)
        before = found.number - 1
        return Board(
            board=here.board,
            seats=tuple(_seated(table, names, who, before) for who in here.seats),
            result=shown_score(result.score.seats, table.scoring, result.how) if result else None,
            how=result.how if result else None,
            corrected=tuple(
                shown_score(old.score.seats, table.scoring, old.how)
                for old in found.corrected.get(here.board, ())
            ),
        )

    return RoundView(
        number=found.number,
        published=found.published,
        boards=tuple(board(index) for index in range(len(found.tables))),
        resting=tuple(
            _seated(table, names, rest.entrant, found.number - 1) for rest in found.resting
        ),
        done=len(found.results),
    )


def shown_score(seats: tuple[int, ...], scoring: Scoring, how: How) -> str:
    """Write a result: ``1–0``, ``½–½``; a forfeit with signs."""
    if how is How.FORFEIT:
        return "–".join("+" if each == scoring.win else "−" for each in seats)
    return "–".join(halves(scoring.show(each)) for each in seats)


def halves(decimal: str) -> str:
    """Write .5 as ½."""
    return decimal.replace("0.5", "½") if decimal == "0.5" else decimal.replace(".5", "½")


def _line(
    section: Section, table: Crosstable, ranked: Standings, names: Names, who: EntrantId
) -> Line:
    row = ranked.row(who)
    return Line(
        place=row.place,
        entrant=who,
        number=table.entry[who].number,
        name=names[who].name,
        latin=names[who].latin,
        unit=section.entrants[who].unit or "",
        withdrawn=section.entrants[who].withdrawn,
        keys=tuple((value.key, halves(value.shown)) for value in row.values),
    )


def _mark(table: Crosstable, cell: Cell) -> str:
    if cell.how is How.ANNULLED:
        return ""
    if cell.how is How.FORFEIT:
        return "+" if cell.points == table.scoring.win else "−"
    return halves(table.scoring.show(cell.points))


def _against(table: Crosstable, ranked: Standings) -> tuple[tuple[str, ...], ...]:
    order = [row.entrant for row in ranked.rows]
    met = {
        (who, cell.opponent): _mark(table, cell)
        for who in order
        for cell in table.row(who)
        if cell.opponent is not None
    }
    return tuple(
        tuple("×" if who == other else met.get((who, other), "") for other in order)
        for who in order
    )


def _by_round(table: Crosstable, ranked: Standings) -> tuple[tuple[str, ...], ...]:
    places = ranked.places

    def one(cell: Cell) -> str:
        opponent = str(places[cell.opponent]) if cell.opponent is not None else "–"
        side = "" if cell.seat is None else ("●" if cell.seat == 0 else "○")
        return f"{_mark(table, cell)} {side}{opponent}"

    return tuple(tuple(one(cell) for cell in table.row(row.entrant)) for row in ranked.rows)

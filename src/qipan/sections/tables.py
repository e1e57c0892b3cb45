"""Cross tables and standings of a stage, from its rounds and the book's list of keys."""

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar

import msgspec

from qipan.journal.state import Entrant, PlayedGame, Round, Section
from qipan.kernel.crosstable import Cell, Crosstable, Entry, absent
from qipan.kernel.ids import BoardNo, EntrantId, Seat
from qipan.kernel.points import Points
from qipan.kernel.ranks import grade_known
from qipan.kernel.results import How, Result
from qipan.ranking import Options, Standings, rank
from qipan.rulebooks.schema import StartScores
from qipan.sections.stages import Standing, match_rule_of
from qipan.sections.start_scores import begins_with

V = TypeVar("V")
_NUMBERS = tuple(range(3_600))
TIE = "tie-"
"""How the names of lots between entrants who are level begin."""
ABSENT = absent()
START_SCORE = "start-score"
"""The mark of the points somebody began with, in whole points."""
GRADE = "grade"
"""The mark of somebody's rank, as a number (``kernel.ranks``)."""


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
    noted = _noted(section) if section.marks else {}
    start = next((each.start for each in standing.rules.stage if each.start), None)
    for number, who in enumerate(order, 1):
        if only and who not in only:
            continue
        known = section.entrants[who]
        marks = section.marks.get(who, {})
        if start is not None:
            marks = {**marks, **_begun_with(start, section, known)}
        entry = Entry(who, number, known.rating, known.unit, known.tags, marks, noted.get(who, ()))
        entries.append(entry)
    counted = [each for each in (section.rounds if rounds is None else rounds) if each.published]
    columns = [_taken(standing, found, _cells_of(standing, found)) for found in counted]
    missed = _missed(standing)
    rows = {
        who: tuple(
            [
                column.get(who) or missed(who, found.number)
                for found, column in zip(counted, columns, strict=True)
            ]
        )
        for who in wanted
    }
    return Crosstable(tuple(entries), rows, standing.scoring)


def _begun_with(start: StartScores, section: Section, known: Entrant) -> dict[str, int]:
    """Give the marks of a McMahon entrant: what they began with, and their grade if known."""
    grade = grade_known(known.rank, known.rating)
    begun = {START_SCORE: begins_with(start, section, known)}
    return begun if grade is None else {**begun, GRADE: grade}


def scores_with_start(table: Crosstable) -> Mapping[EntrantId, Points]:
    """Give everybody's points, and in a McMahon event those begun with."""
    if not any(START_SCORE in entry.marks for entry in table.entries[:1]):
        return table.scores
    unit, entry = table.scoring.unit, table.entry
    return {
        who: Points(points + entry[who].marks.get(START_SCORE, 0) * unit)
        for who, points in table.scores.items()
    }


def _missed(standing: Standing) -> Callable[[EntrantId, int], Cell]:
    """Say what a round is worth that somebody missed; nothing once they have withdrawn."""
    worth = int(Fraction(standing.stage.missed) * standing.scoring.unit)
    if not worth:
        return lambda who, number: ABSENT
    cell, entrants = absent(worth), standing.section.entrants

    def of(who: EntrantId, number: int) -> Cell:
        known = entrants[who]
        return ABSENT if known.withdrawn and number > known.after else cell

    return of


def _noted(section: Section) -> dict[EntrantId, tuple[tuple[int, str, int], ...]]:
    """Say in which round everybody's fouls came about."""
    found: dict[EntrantId, tuple[tuple[int, str, int], ...]] = {}
    for each in section.penalties:
        for penalty in each.penalties:
            kind = penalty.kind.value
            if each.round is not None and kind in section.marks.get(each.entrant, {}):
                mine = found.get(each.entrant, ())
                found[each.entrant] = (*mine, (each.round, kind, penalty.amount))
    return found


def marks_upto(section: Section, last: int) -> dict[EntrantId, dict[str, int]]:
    """Give the counts that rank as they were after a round."""
    noted = _noted(section)
    return {
        who: dict(Entry(who, 1, marks=marks, noted=noted.get(who, ())).upto(last).marks)
        for who, marks in section.marks.items()
    }


def _cells_of(standing: Standing, found: Round) -> Mapping[EntrantId, Cell]:
    """Give everybody's cell of a round; made once, and again when the round has changed."""
    if found.cells is None:
        found.cells = dict(_cells(standing, found))
    return found.cells


def _cells(standing: Standing, found: Round) -> Iterator[tuple[EntrantId, Cell]]:
    elsewhere = standing.section.taken_over
    if elsewhere is None or elsewhere.seats_known or found.number > elsewhere.rounds:
        return _cells_with_seats(standing, found)
    return (
        (who, msgspec.structs.replace(cell, seat=None))
        for who, cell in _cells_with_seats(standing, found)
    )


def _cells_with_seats(standing: Standing, found: Round) -> Iterator[tuple[EntrantId, Cell]]:
    several = match_rule_of(standing, found).games > 1
    for table in found.tables:
        if len(table.seats) != 2:
            continue
        waits = table.board in found.reported  # a player's word that nobody confirmed
        result = None if waits else found.results.get(table.board)
        games = found.games.get(table.board, ()) if several else ()
        one, two = table.seats
        if result is None:
            yield one, Cell(Points(0), How.ANNULLED, two, Seat(0))
            yield two, Cell(Points(0), How.ANNULLED, one, Seat(1))
        elif not games:
            points, spent = result.score.seats, _seconds_of_one_game(found, table.board, several)
            stones = table.handicap
            yield one, Cell(points[0], result.how, two, Seat(0), seconds=spent[0], handicap=stones)
            yield two, Cell(points[1], result.how, one, Seat(1), seconds=spent[1], handicap=stones)
        else:
            yield from _of_match(table.seats, result, games)
    for rest in found.resting:
        worth = standing.scoring.bye if rest.units is None else Points(rest.units)
        yield rest.entrant, Cell(worth, How.BYE, bye=rest.bye)


def _seconds_of_one_game(found: Round, board: BoardNo, several: bool) -> tuple[int, int]:
    """Give the time that a live table says both used in a match of one game."""
    single = None if several else found.taken.get((board, 1))
    if single is None or len(single.seconds) != 2:
        return 0, 0
    return single.seconds[0], single.seconds[1]


def _of_match(
    seats: tuple[EntrantId, ...], result: Result, games: tuple[PlayedGame, ...]
) -> Iterator[tuple[EntrantId, Cell]]:
    """Give the cells of a match of several games; a play-off adds time, nothing else."""
    regular = sorted((game for game in games if not game.playoff), key=lambda game: game.number)
    scores = [game.result.score.seats for game in regular]
    mine = _shared(tuple(each[0] for each in scores))
    theirs = _shared(tuple(each[1] for each in scores))
    for index, who in enumerate(seats):
        yield (
            who,
            Cell(
                result.score.seats[index],
                result.how,
                seats[1 - index],
                Seat(index),
                games=theirs if index else mine,
                against=mine if index else theirs,
                seats=_shared(
                    tuple(
                        [
                            None if game.first is None else Seat(0 if game.first == who else 1)
                            for game in regular
                        ]
                    )
                ),
                seconds=_one_number(
                    sum([game.seconds[index] for game in games if len(game.seconds) > index])
                ),
            ),
        )


def _one_number(seconds: int) -> int:
    """Give a number that is one object for all cells that have it."""
    return _NUMBERS[seconds] if 0 <= seconds < len(_NUMBERS) else seconds


@lru_cache(maxsize=4096)
def _shared(few: tuple[V, ...]) -> tuple[V, ...]:
    """Give a tuple that is one object for all cells that have the same."""
    return few


def _taken(
    standing: Standing, found: Round, cells: Mapping[EntrantId, Cell]
) -> Mapping[EntrantId, Cell]:
    """Take away the points of penalties, in the round they belong to."""
    less = {
        who: units
        for (number, who), units in standing.section.deductions.items()
        if number == found.number
    }
    if not less:
        return cells
    changed = dict(cells)
    for who, units in less.items():
        cell = changed.get(who, ABSENT)
        changed[who] = msgspec.structs.replace(cell, points=Points(cell.points - units))
    return changed


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

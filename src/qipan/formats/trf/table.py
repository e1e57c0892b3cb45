"""A report as a cross table, in units fine enough for every value of its point system."""

from math import lcm

from qipan.formats.trf.model import CODES, FORFEITED, PLAYED, TrfCell, TrfFile, TrfPlayer
from qipan.kernel.crosstable import Cell, Crosstable, Entry
from qipan.kernel.ids import FIRST, SECOND, EntrantId
from qipan.kernel.points import Points, Scoring
from qipan.kernel.results import Bye, How


def entrant(number: int) -> EntrantId:
    """Give the id of the player with a pairing number."""
    return EntrantId(str(number))


def scoring(file: TrfFile) -> Scoring:
    """Give the point system in whole units."""
    points = file.setup.points
    unit = _unit(file)

    def units(code: str) -> Points:
        return Points(int(points.worth(code) * unit))

    return Scoring(units("W"), units("D"), units("L"), units("PAB"), unit)


def crosstable_of(file: TrfFile, upto: int | None = None) -> Crosstable:
    """Give the cross table after round ``upto``, or after all rounds that were played.

    A forfeit keeps its opponent and seat; a game of less than a move counts as played.
    Players are entrants named by their number; the federation is the unit.
    """
    last = file.played if upto is None else upto
    worth = _worths(file)
    byes = planned_byes(file)
    return Crosstable(
        entries=tuple(_entry(file, player) for player in file.players),
        cells={
            entrant(player.number): tuple(
                worth[_kept(player, number, byes)] for number in range(1, last + 1)
            )
            for player in file.players
        },
        scoring=scoring(file),
        planned=file.setup.planned or 0,
    )


def planned_byes(file: TrfFile) -> dict[tuple[int, int], str]:
    """Give the byes announced beside the cells, by player and round."""
    return {(number, bye.round): bye.kind for bye in file.setup.byes for number in bye.numbers}


def _kept(player: TrfPlayer, number: int, byes: dict[tuple[int, int], str]) -> TrfCell:
    cell = player.cell(number)
    if cell.blank and (player.number, number) in byes:
        return TrfCell(result=byes[player.number, number])
    return cell


def _entry(file: TrfFile, player: TrfPlayer) -> Entry:
    by_rank = file.setup.by_rank and player.rank is not None
    return Entry(
        id=entrant(player.number),
        number=player.rank if by_rank and player.rank else player.number,
        rating=player.rating,
        unit=player.federation or None,
    )


def _unit(file: TrfFile) -> int:
    points = file.setup.points
    worths = [points.worth(code) for code in {*CODES.values(), *points.said}]
    worths += [boost.points for boost in file.setup.boosts]
    return lcm(2, *(worth.denominator for worth in worths))


class _worths(dict[TrfCell, Cell]):  # noqa: N801 - a mapping that fills itself
    """Translate cells, each kind once."""

    def __init__(self, file: TrfFile) -> None:
        unit, points = _unit(file), file.setup.points
        self.units = {
            (result, seat): Points(int(points.of(TrfCell(0, seat, result)) * unit))
            for result in CODES
            for seat in (None, FIRST, SECOND)
        }

    def __missing__(self, cell: TrfCell) -> Cell:
        made = _cell(cell, self.units[cell.result, cell.seat])
        self[cell] = made
        return made


def _cell(cell: TrfCell, points: Points) -> Cell:
    if cell.result in PLAYED or cell.result in FORFEITED:
        return Cell(
            points=points,
            how=How.PLAYED if cell.result in PLAYED else How.FORFEIT,
            opponent=entrant(cell.opponent) if cell.opponent else None,
            seat=cell.seat,
        )
    kind = {"U": Bye.ALLOCATED, "": Bye.ABSENT}.get(cell.result, Bye.REQUESTED)
    return Cell(points=points, how=How.BYE, bye=kind)

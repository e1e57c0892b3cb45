"""What the rating files of Go share: lines in the order of places, games with stones given."""

from fractions import Fraction

import msgspec

from qipan.kernel.errors import BadInput
from qipan.kernel.points import decimal
from qipan.kernel.ranks import grade_known, rank_of
from qipan.views.report import Report
from qipan.views.report_sheet import ReportSheet, SheetHandicap, SheetLine


class GoGame(msgspec.Struct, frozen=True):
    """A round of a player."""

    opponent: int
    seat: int
    sign: str
    stones: int = 0
    komi: str = ""


class GoLine(msgspec.Struct, frozen=True):
    """A player, in the order of places."""

    number: int
    called: str
    rank: str
    federation: str
    unit: str
    licence: str
    points: str
    games: tuple[GoGame, ...]


def require_go(report: Report) -> ReportSheet:
    """Give the sheet of a Go event. Raises BadInput for another game, or for teams."""
    sheet = report.sheet
    if sheet is None or report.game != "go" or sheet.teams:
        raise BadInput(
            "the rating files of Go are for Go events of players",
            where=report.section,
            code="report.not-go",
        )
    return sheet


def go_lines(report: Report, sheet: ReportSheet) -> list[GoLine]:
    """Give the players in the order of places, who has none last."""
    given = {(each.round, each.first): each for each in sheet.handicaps}
    usual = str(sheet.rules.get("komi", "6.5"))
    by_number = {line.number: line for line in sheet.lines}
    order = sorted(
        report.lines, key=lambda line: (line.place is None, line.place or 0, line.number)
    )
    return [_line(by_number[each.number], given, usual) for each in order]


def _line(line: SheetLine, given: dict[tuple[int, int], SheetHandicap], usual: str) -> GoLine:
    person = line.people[0]
    grade = grade_known(line.rank, line.rating)
    games = []
    for number, cell in enumerate(line.cells, 1):
        first = line.number if cell.seat == 0 else cell.opponent
        here = given.get((number, first), SheetHandicap(number, first, 0))
        komi = here.komi or ("0" if here.stones else usual)
        games.append(GoGame(cell.opponent, cell.seat or 0, cell.sign, here.stones, komi))
    return GoLine(
        line.number,
        person.name,
        line.rank or ("" if grade is None else rank_of(grade)),
        person.federation,
        line.unit,
        person.licence,
        decimal(Fraction(line.points), 2),
        tuple(games),
    )

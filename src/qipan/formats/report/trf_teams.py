"""The team part of a report: every player with their boards, rosters, byes, forfeits."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from qipan.formats.trf.model import TrfCell, TrfPlayer, TrfRecord
from qipan.formats.trf.write import Dialect
from qipan.kernel.ids import Seat
from qipan.views.report_sheet import ReportSheet

_WORTH = {"1": Fraction(1), "+": Fraction(1), "=": Fraction(1, 2)}


def numbers_of(sheet: ReportSheet) -> dict[tuple[int, int], int]:
    """Number the players of all teams, team by team: from team and place to number."""
    pairs = [(line.number, at) for line in sheet.lines for at in range(len(line.people))]
    return {pair: number for number, pair in enumerate(pairs, 1)}


def team_players(sheet: ReportSheet, ranks: Mapping[int, int]) -> tuple[TrfPlayer, ...]:
    """Give a line for every player, with the boards they played; ranks are by points."""
    numbers, cells = numbers_of(sheet), _cells(sheet)
    rounds = max((len(line.cells) for line in sheet.lines), default=0)
    found = []
    for line in sheet.lines:
        for at, person in enumerate(line.people):
            row = tuple(
                cells.get((line.number, at, number), TrfCell(result="Z"))
                for number in range(1, rounds + 1)
            )
            points = sum((_WORTH.get(cell.result, Fraction(0)) for cell in row), Fraction(0))
            found.append(
                TrfPlayer(
                    number=numbers[line.number, at],
                    name=person.name,
                    federation=person.federation[:3],
                    sex="w" if person.female else "",
                    title=person.title[:3],
                    fide_id=person.licence if person.licence.isdigit() else "",
                    birth=_birth(person.birth),
                    points=points,
                    cells=row,
                )
            )
    order = sorted(found, key=lambda each: (-(each.points or 0), each.number))
    places = {each.number: place for place, each in enumerate(order, 1)}
    return tuple(_ranked(each, places[each.number]) for each in found)


def _ranked(player: TrfPlayer, place: int) -> TrfPlayer:
    return msgspec.structs.replace(player, rank=place)


def _birth(birth: str) -> str:
    return f"{birth}/00/00" if len(birth) == 4 else birth.replace("-", "/")


def _cells(sheet: ReportSheet) -> dict[tuple[int, int, int], TrfCell]:
    """Give everybody's cell, by team, place in it and round."""
    numbers = numbers_of(sheet)
    found: dict[tuple[int, int, int], TrfCell] = {}
    for board in sheet.games:
        for side in (0, 1):
            mine, theirs = board.players[side], board.players[1 - side]
            if mine is None:
                continue
            opponent = 0 if theirs is None else numbers[board.teams[1 - side], theirs]
            sign = board.signs[side]
            if not opponent:
                sign = {"1": "+", "0": "-", "=": "H"}.get(sign, sign)
            seat = Seat(side ^ board.first) if opponent else None
            found[board.teams[side], mine, board.round] = TrfCell(opponent, seat, sign)
    return found


def team_records(
    sheet: ReportSheet, ranks: Mapping[int, int], dialect: Dialect
) -> Iterator[TrfRecord]:
    """Give the rosters, and in TRF-2026 what matches are worth, byes and forfeits."""
    if not sheet.teams:
        return
    numbers = numbers_of(sheet)
    for line in sheet.lines:
        members = [numbers[line.number, at] for at in range(len(line.people))]
        row = " ".join(f"{each:4}" for each in members)
        if dialect is Dialect.TRF16:
            yield TrfRecord("013", f"{line.called[:32]:32}{row}")
            continue
        unit = next((each.federation for each in line.people if each.federation), "")
        games = _game_points(sheet, line.number)
        head = (
            f"{line.number:3} {line.called[:32]:32} {unit[:5]:5} {line.rating or '':>6} "
            f"{_shown(Fraction(line.points)):>6} {_shown(games):>6} {ranks[line.number]:3}  "
        )
        yield TrfRecord("310", head + row)
    if dialect is Dialect.TRF16:
        return
    yield from _rests(sheet)
    pattern = "".join("WB"[at % 2] for at in range(sheet.boards))
    yield TrfRecord("352", pattern)
    win, draw, loss, _ = (_shown(Fraction(each)) for each in sheet.points)
    yield TrfRecord("362", f"TW {win}   TD {draw}   TL {loss}")


def _rests(sheet: ReportSheet) -> Iterator[TrfRecord]:
    rounds = max((len(line.cells) for line in sheet.lines), default=0)
    given = {
        at: line.number
        for line in sheet.lines
        for at, cell in enumerate(line.cells, 1)
        if cell.sign == "U"
    }
    if given:
        worth = f"{_shown(Fraction(sheet.points[3])):>4}      "
        row = "".join(f"{given.get(at, ''):>3} " for at in range(1, rounds + 1))
        yield TrfRecord("320", f"{worth}{row}".rstrip())
    for number in range(1, rounds + 1):
        for line in sheet.lines:
            cell = line.cells[number - 1]
            if cell.sign in "+-" and cell.seat == 0:
                other = next(each for each in sheet.lines if each.number == cell.opponent)
                signs = cell.sign + other.cells[number - 1].sign
                yield TrfRecord("330", f"{signs} {number:3} {line.number:3} {cell.opponent:3}")


def _game_points(sheet: ReportSheet, team: int) -> Fraction:
    return sum(
        (
            _WORTH.get(board.signs[board.teams.index(team)], Fraction(0))
            for board in sheet.games
            if team in board.teams
        ),
        Fraction(0),
    )


def _shown(points: Fraction) -> str:
    return f"{float(points):.1f}"

"""Results of a Go tournament for the American ratings: players by their id, then games by round.

Who has no id gets a number from 90001 on, which the rating office puts right. Games are White,
Black, who won, handicap and komi; what nobody played, and a drawn game, is left out. Komi is that
of the regulation, or of the table where it is another, in whole points: the half that decides a
game is not written. One stone is the first move without komi, so it is written as none.
"""

from decimal import Decimal

from qipan.formats.report.go_results import go_lines, require_go
from qipan.views.report import Report
from qipan.views.report_sheet import ReportSheet

TEMPORARY = 90_000


def write_aga(report: Report) -> bytes:
    """Write the results. Raises BadInput for another game, or a table of several seats."""
    sheet = require_go(report)
    said = report.particulars
    found = go_lines(report, sheet)
    ids = {
        line.number: line.licence if line.licence.isdigit() else str(TEMPORARY + line.number)
        for line in found
    }
    place = f", {said.place}" if said and said.place else ""
    lines = [f"TOURNEY {report.title}, {report.section}{place}"]
    if said and said.starts:
        lines += [
            f"     start={_day(said.starts)}",
            f"     finish={_day(said.ends or said.starts)}",
        ]
    lines += [f"     rules={_rules(sheet)}", "", "PLAYERS"]
    lines += [f"{ids[line.number]} {line.called} {line.rank or '0k'}" for line in found]
    rounds = max((len(line.games) for line in found), default=0)
    for number in range(1, rounds + 1):
        lines += ["", f"GAMES {number}"]
        for line in found:
            game = line.games[number - 1]
            if game.seat == 1 and game.opponent and game.sign in "10":
                won = "W" if game.sign == "1" else "B"
                stones = game.stones if game.stones > 1 else 0
                pair = f"{ids[line.number]} {ids[game.opponent]}"
                lines.append(f"{pair} {won} {stones} {int(Decimal(game.komi))}")
    lines += ["", "END"]
    return ("\n".join(lines) + "\n").encode()


def _rules(sheet: ReportSheet) -> str:
    """Name the way of counting, as the regulation sets it."""
    if sheet.rules.get("counting", "area") != "area":
        return "Japanese"
    return "AGA" if sheet.rules.get("odds") == "stones-less-one" else "Chinese"


def _day(iso: str) -> str:
    year, month, day = iso.split("-")
    return f"{month}/{day}/{year}"

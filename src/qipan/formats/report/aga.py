"""Results of a Go tournament for the American ratings: players by their id, then games by round.

Who has no id gets a number from 90001 on, which the rating office puts right. Games are White,
Black, who won, handicap and komi; what nobody played, and a drawn game, is left out.
"""

from qipan.formats.report.go_results import go_lines, require_go
from qipan.views.report import Report

TEMPORARY = 90_000
EVEN, GIVEN = "7", "0"
"""Komi of an even game, and with stones given."""


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
    lines += ["     rules=AGA", "", "PLAYERS"]
    lines += [f"{ids[line.number]} {line.called} {line.rank or '0k'}" for line in found]
    rounds = max((len(line.games) for line in found), default=0)
    for number in range(1, rounds + 1):
        lines += ["", f"GAMES {number}"]
        for line in found:
            game = line.games[number - 1]
            if game.seat == 1 and game.opponent and game.sign in "10":
                won = "W" if game.sign == "1" else "B"
                komi = GIVEN if game.stones else EVEN
                lines.append(f"{ids[line.number]} {ids[game.opponent]} {won} {game.stones} {komi}")
    return ("\n".join(lines) + "\n").encode()


def _day(iso: str) -> str:
    year, month, day = iso.split("-")
    return f"{month}/{day}/{year}"

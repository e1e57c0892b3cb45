"""Results of a Go tournament for the European ratings: one line a player, in the order of places.

After semicolons stand the event, place, days and how handicaps are told; opponents are named by
their line. ``12+/w2``: won against line 12 with White, who gave two stones; ``0+`` a free win,
``0=`` half a point for a round asked off, ``0-`` nothing. A game nobody played is written as free.
Who has a pin of eight figures has it at the end, after a bar. ``go_checks`` says what stands out.
"""

from qipan.formats.report.go_checks import PIN, club_code, country_code
from qipan.formats.report.go_results import GoGame, go_lines, require_go
from qipan.views.report import Report

_SIGN = {"1": "+", "=": "=", "0": "-"}
_FREE = {"U": "0+", "F": "0+", "+": "0+", "H": "0=", "=": "0="}


def write_h9(report: Report) -> bytes:
    """Write the results. Raises BadInput for another game, or a table of several seats."""
    sheet = require_go(report)
    said = report.particulars
    lines = [
        "; CL[A]",
        f"; EV[{report.title}, {report.section}]",
        f"; PC[{said.place if said else ''}]",
        f"; DT[{said.starts if said else ''},{said.ends if said else ''}]",
        "; HA[h9]",
        f"; TM[{said.rate_of_play if said else ''}]",
        ";",
    ]
    found = go_lines(report, sheet)
    place = {line.number: at for at, line in enumerate(found, 1)}
    width = max((len(line.called) for line in found), default=1)
    for line in found:
        cells = " ".join(f"{_cell(game, place):>8}" for game in line.games)
        club = club_code(line.unit) or "xxxx"
        country = country_code(line.federation) or "xx"
        pin = f" |{line.licence}" if PIN.fullmatch(line.licence) else ""
        who = f"{place[line.number]:4} {line.called:{width}} {line.rank or '-':>3}"
        lines.append(f"{who} {country:2} {club:4} {line.points:>5} {cells}".rstrip() + pin)
    return ("\n".join(lines) + "\n").encode()


def _cell(game: GoGame, place: dict[int, int]) -> str:
    if not game.opponent or game.sign not in _SIGN:
        return _FREE.get(game.sign, "0-")
    return f"{place[game.opponent]}{_SIGN[game.sign]}/{'bw'[game.seat]}{game.stones}"

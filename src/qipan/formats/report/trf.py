"""The report as a tournament report file, where such a file can carry it.

A TRF knows two seats, and wins, draws and losses worth the same for everybody. The journal's hash
stands in a comment line.
"""

from fractions import Fraction

from qipan.formats.trf.model import TrfCell, TrfFile, TrfPlayer, TrfRecord, TrfSetup
from qipan.formats.trf.write import MOST, write_trf
from qipan.journal.state import Particulars
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import Seat
from qipan.views.report import Report, ReportLine

SIGNS = {"1": "1", "0.5": "=", "0": "0"}
FORFEITS = {"1": "+", "0": "-"}


def write_report_trf(report: Report) -> bytes:
    """Write a TRF. Raises BadInput if the event has results that a TRF has no sign for."""
    if len(report.lines) > MOST:
        raise BadInput(f"a TRF has room for {MOST} players", where=report.section)
    players = tuple(sorted((_player(each) for each in report.lines), key=lambda each: each.number))
    records = (
        TrfRecord("012", f"{report.title}, {report.section}"),
        *_particulars(report.particulars),
        TrfRecord("062", str(len(players))),
        TrfRecord("092", report.event.get("en", "")),
        TrfRecord("###", f"official: {'yes' if report.official else 'no'}"),
        TrfRecord("###", f"journal {report.journal}"),
    )
    file = TrfFile(report.competition, players, TrfSetup(planned=report.rounds), records)
    return write_trf(file).encode()


def _particulars(said: Particulars | None) -> tuple[TrfRecord, ...]:
    """Say where and when it was held, by whom it was judged, and how fast it was played."""
    if said is None:
        return ()
    names = [each.name for each in said.officials]
    found = (
        ("022", said.place),
        ("042", said.starts.replace("-", "/")),
        ("052", said.ends.replace("-", "/")),
        ("102", names[0] if names else ""),
        ("112", ", ".join(names[1:])),
        ("122", said.rate_of_play),
    )
    return tuple(TrfRecord(code, text) for code, text in found if text)


def _player(line: ReportLine) -> TrfPlayer:
    cells = tuple(_cell(text, line.name) for text in line.rounds)
    points = line.values[0] if line.values else "0"
    return TrfPlayer(
        number=line.number,
        name=line.latin or line.name,
        rating=line.rating,
        federation=line.unit[:3],
        points=Fraction(points),
        rank=line.place,
        cells=cells,
    )


def _cell(text: str, name: str) -> TrfCell:
    if text == "bye":
        return TrfCell(0, None, "U")
    if text == "–":
        return TrfCell(0, None, "Z")
    for seat, mark in enumerate("wb"):
        other, found, rest = text.partition(mark)
        if found and other.isdigit():
            forfeit = rest.endswith("f")
            sign = (FORFEITS if forfeit else SIGNS).get(rest.rstrip("f"))
            if sign is not None:
                return TrfCell(int(other), Seat(seat), sign)
    raise BadInput(
        f"a TRF has no sign for the result {text!r} of {name}; use .pdf or .json",
        where=".trf",
        code="report.not-in-trf",
    )

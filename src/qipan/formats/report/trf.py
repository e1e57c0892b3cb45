"""The report as a tournament report file, TRF16 or TRF-2026, where such a file can carry it.

Of teams there is a line for every player with the boards they played, and the roster of each team
(013, or 310 and on). Who has no place any more stands behind all others, and a comment says so; the
journal's hash stands in a comment too.
"""

from collections.abc import Iterator
from fractions import Fraction

from qipan.formats.report.trf_teams import team_players, team_records
from qipan.formats.trf.model import (
    Boost,
    PointSystem,
    TrfCell,
    TrfFile,
    TrfPlayer,
    TrfRecord,
    TrfSetup,
)
from qipan.formats.trf.write import MOST, Dialect, points_of_older_programs, write_trf
from qipan.journal.state import Particulars
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import Seat
from qipan.ranking.keys import registry
from qipan.ranking.notation import parse
from qipan.views.report import Report
from qipan.views.report_sheet import ReportSheet, SheetCell, SheetLine

DUTCH = ("FIDE_DUTCH_2026", "FIDE_DUTCH_2025")
"""Two names of one edition: by the year it is in force from, and by the year of its text."""
USUAL = (Fraction(1), Fraction(1, 2), Fraction(0), Fraction(1))
SYSTEMS = {"dutch-2017": "FIDE_DUTCH_2017", "team-swiss": "FIDE_TEAM"}


def write_report_trf(
    report: Report, dialect: Dialect = Dialect.TRF26, dutch: str = DUTCH[0]
) -> bytes:
    """Write a TRF. Raises BadInput if the event has results that a TRF has no sign for."""
    sheet = report.sheet
    if sheet is None:
        raise BadInput("the report has no sheet", where=report.section, code="report.not-in-trf")
    if min(Fraction(each) for each in sheet.points) < 0:
        raise BadInput(
            "a TRF has no sign for a loss that takes points away; use .pdf or .json",
            where=".trf",
            code="report.not-in-trf",
        )
    ranks = _ranks(report)
    if sheet.teams:
        players = team_players(sheet, ranks)
    else:
        players = tuple(_player(line, ranks[line.number]) for line in sheet.lines)
    if len(players) > MOST:
        raise BadInput(f"a TRF has room for {MOST} players", where=report.section)
    records = (*_records(report, sheet, players, dialect), *team_records(sheet, ranks, dialect))
    setup = _setup(sheet, dutch)
    text = write_trf(TrfFile(report.competition, players, setup, records), dialect)
    if dialect is Dialect.TRF26:  # older programs look for the rounds and the points here
        older = [f"XXR {sheet.planned}"] if sheet.planned else []
        text = "\n".join([*older, *points_of_older_programs(setup.points), text])
    return text.encode()


def _ranks(report: Report) -> dict[int, int]:
    """Give everybody's place; who has none comes after all others."""
    placed = {line.number: line.place for line in report.lines if line.place is not None}
    last = max([len(placed), *placed.values()])  # several may share the last place
    known = report.sheet.lines if report.sheet is not None else ()
    numbers = (*(line.number for line in report.lines), *(line.number for line in known))
    without = [number for number in dict.fromkeys(numbers) if number not in placed]
    return {**placed, **{number: last + at for at, number in enumerate(without, 1)}}


def _setup(sheet: ReportSheet, dutch: str) -> TrfSetup:
    win, draw, loss, bye = (Fraction(each) for each in sheet.points)
    said: dict[str, Fraction] = {}
    if not sheet.teams and (win, draw, loss, bye) != USUAL:
        said = {"W": win, "D": draw, "L": loss, "PAB": bye, "ZPB": Fraction(0), "FL": loss}
    return TrfSetup(
        planned=sheet.planned or None,
        top_seat=Seat(sheet.first_seat) if sheet.first_seat is not None else None,
        points=PointSystem(said),
        boosts=tuple(_boosts(sheet)),
        system=_system(sheet.system, dutch),
    )


def _boosts(sheet: ReportSheet) -> Iterator[Boost]:
    for who, row in sheet.virtual.items():
        for number, points in enumerate(row, 1):
            if Fraction(points):
                yield Boost(Fraction(points), number, number, who, who)


def _system(system: str, dutch: str) -> str:
    if system == "dutch-2026":
        return dutch
    return SYSTEMS.get(system, "")


def _records(
    report: Report, sheet: ReportSheet, players: tuple[TrfPlayer, ...], dialect: Dialect
) -> Iterator[TrfRecord]:
    yield TrfRecord("012", f"{report.title}, {report.section}")
    yield from _particulars(report.particulars)
    yield TrfRecord("062", str(len(players)))
    yield TrfRecord("072", str(sum(each.rating is not None for each in players)))
    if sheet.teams:
        yield TrfRecord("082", str(len(sheet.lines)))
    yield TrfRecord("092", report.event.get("en", ""))
    if any(sheet.dates):
        row = "".join(f"{day.replace('-', '/')[2:]:8}  " for day in sheet.dates)
        yield TrfRecord("132", f"{'':87}{row}".rstrip())
    keys = tie_breaks(report.keys)
    if keys and dialect is Dialect.TRF26:
        yield TrfRecord("212", ",".join(keys))
    if dialect is Dialect.TRF26:
        yield TrfRecord("###", f"official: {'yes' if report.official else 'no'}")
        annulled = [str(line.number) for line in report.lines if line.place is None]
        if annulled:
            yield TrfRecord("###", f"place annulled: {' '.join(annulled)}")
        yield TrfRecord("###", f"journal {report.journal}")


def tie_breaks(keys: tuple[str, ...]) -> tuple[str, ...]:
    """Give the keys under the short names that federations use, where they have one."""
    found = []
    for key in keys:
        spec = parse(key)
        known = registry().get(spec.name) or registry().get(spec.name.upper())
        short = next((name for name in known.names if name.isupper()), "") if known else ""
        if short and short not in ("LOT",):
            found.append(str(spec).replace(spec.name, short, 1))
    return tuple(found)


def _particulars(said: Particulars | None) -> Iterator[TrfRecord]:
    """Say where and when it was held, by whom it was judged, and how fast it was played."""
    if said is None:
        return
    names = [each.name for each in said.officials]
    found = [
        ("022", said.place),
        ("032", said.federation),
        ("042", said.starts.replace("-", "/")),
        ("052", said.ends.replace("-", "/")),
        ("102", names[0] if names else ""),
        *(("112", name) for name in names[1:]),
        ("122", said.rate_of_play),
    ]
    for code, text in found:
        if text:
            yield TrfRecord(code, text)


def _player(line: SheetLine, rank: int) -> TrfPlayer:
    person = line.people[0]
    return TrfPlayer(
        number=line.number,
        name=line.called,
        rating=line.rating if line.rating and line.rating < 10_000 else None,
        federation=person.federation[:3],
        sex="w" if person.female else "",
        title=person.title[:3],
        fide_id=person.licence if person.licence.isdigit() else "",
        birth=birth_text(person.birth),
        points=Fraction(line.points),
        rank=rank,
        cells=tuple(_cell(cell, line.called) for cell in line.cells),
    )


def birth_text(birth: str) -> str:
    """Write a date of birth, or a year, as reports have it."""
    return f"{birth}/00/00" if len(birth) == 4 else birth.replace("-", "/")


def _cell(cell: SheetCell, name: str) -> TrfCell:
    if not cell.sign:
        raise BadInput(
            f"a TRF has no sign for a result of {name}; use .pdf or .json",
            where=".trf",
            code="report.not-in-trf",
        )
    seat = None if cell.seat is None else Seat(cell.seat)
    return TrfCell(cell.opponent, seat, cell.sign)

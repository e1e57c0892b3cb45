"""Tournament reports as others read them: two strict readers take every one that is written."""

import io
import os
from contextlib import suppress
from fractions import Fraction

import msgspec
import pytest
import trf as other_reader
from py4swiss.trf import TrfParser

from formats.foreign.samples import TRF, team_report
from qipan.formats.report import write_report
from qipan.formats.report.trf import DUTCH, tie_breaks
from qipan.formats.trf import read_trf
from qipan.formats.trf.faults import faults
from qipan.formats.trf.model import PointSystem, TrfCell, TrfFile, TrfPlayer, TrfSetup
from qipan.formats.trf.walk import edition_of
from qipan.formats.trf.write import Dialect, points_of_older_programs, write_trf
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import Seat, SectionId
from qipan.office.reports import make_report
from qipan.office.take_over.event import TakeOverAsked, take_over
from qipan.pairing.swiss.dutch.field import Edition
from qipan.rulebooks import all_books
from qipan.simulation.event import HOME, simulate
from qipan.simulation.field_size import check_field
from qipan.wiring import simulated_office

LONG = bool(os.environ.get("QIPAN_ORACLES"))
EVENTS = [
    ("my-2018", "individual", 13),
    ("my-2018", "team", 9),
    ("wx-14", "men", 15),
    ("wx-14", "women", 5),
    ("gm-2025", "qualifier", 4),
]


def fields(book, event):
    """Give an even and an odd number of entrants that the event holds, for as many as it can."""
    rules = book.event[event]
    if rules.game == "chinese-checkers":
        return (18,)
    found = []
    for entries in (14, 13, 12, 11, *range(15, 80)):
        if {entries % 2} & {each % 2 for each in found}:
            continue
        with suppress(Refused):
            check_field(book, event, entries)
            found.append(entries)
    return tuple(found)


if LONG:
    EVENTS = [
        (book.id, event, entries)
        for book in all_books().values()
        for event in book.event
        for entries in fields(book, event)
    ]


def read_by_others(text, tmp_path):
    path = tmp_path / "report.trf"
    path.write_text(text, "utf-8")
    TrfParser.parse(path)
    other_reader.load(io.StringIO(text))


def carried(report):
    """Say whether a TRF has signs for it: two seats, and no loss below nothing."""
    signs = all(cell.sign for line in report.sheet.lines for cell in line.cells)
    return signs and not report.sheet.points[2].startswith("-")


@pytest.mark.parametrize(("book", "event", "entries"), EVENTS)
def test_strict_readers_take_every_report(book, event, entries, tmp_path):
    office = simulated_office(3)
    simulate(office, book, event, entries=entries, seed=3)
    report = make_report(office, HOME, SectionId(event))
    for ending in ("trf", "trf16"):
        if not carried(report):
            with pytest.raises(BadInput, match="no sign"):
                write_report(report, f"x.{ending}")
            continue
        text = write_report(report, f"x.{ending}").decode()
        assert list(faults(read_trf(text))) == []
        read_by_others(text, tmp_path)


@pytest.mark.parametrize("dialect", Dialect)
@pytest.mark.parametrize("loss", ["0", "1"])
def test_points_of_every_kind_are_read_as_they_were_meant(dialect, loss, tmp_path):
    worth = {"W": "3", "D": "3/2", "L": loss, "PAB": "2", "ZPB": "0", "FL": loss}
    points = PointSystem({code: Fraction(value) for code, value in worth.items()})
    rows = (("1", "=", "+", "U"), ("0", "=", "-", "Z"))
    players = tuple(
        TrfPlayer(
            number=number,
            name=f"P{number}",
            points=sum((points.of(TrfCell(None, None, sign)) for sign in signs), Fraction(0)),
            rank=number,
            cells=tuple(
                TrfCell(None, None, sign)
                if sign in "UZ"
                else TrfCell(3 - number, Seat(number - 1), sign)
                for sign in signs
            ),
        )
        for number, signs in enumerate(rows, 1)
    )
    setup = TrfSetup(planned=4, top_seat=Seat(0), points=points, by_rank=True)
    text = write_trf(TrfFile("x", players, setup, ()), dialect)
    if dialect is Dialect.TRF26:
        text = "\n".join(["XXR 4", *points_of_older_programs(points), text])
    assert list(faults(read_trf(text))) == []
    read_by_others(text, tmp_path)


def taken(text, home="cup"):
    office = simulated_office(1)
    report = take_over(office, "t", text.encode(), "x.trf", TakeOverAsked(competition=home))
    return make_report(office, home, SectionId(report.section))


@pytest.mark.parametrize("ending", ["trf", "trf16"])
def test_a_report_says_of_everybody_what_the_file_said(ending, tmp_path):
    text = write_report(taken(TRF), f"x.{ending}").decode()
    read_by_others(text, tmp_path)
    before, after = read_trf(TRF), read_trf(text)
    for one, two in zip(before.players, after.players, strict=True):
        for field in ("name", "rating", "federation", "title", "fide_id", "birth", "points"):
            assert getattr(one, field) == getattr(two, field), field
        assert one.cells == two.cells
    heads = {"022": "Melaka", "032": "MAS", "042": "2026/11/14", "102": "IA Tan"}
    heads["122"] = "60 min + 30 s"
    assert {code: after.head(code) for code in heads} == heads
    assert after.setup.planned == 5
    if ending == "trf":
        assert after.head("212") == "PTS,BH/C1,SB,WIN"
        assert after.setup.system == "FIDE_DUTCH_2026"


def test_a_report_of_teams_goes_there_and_back(tmp_path):
    text = write_report(taken(team_report()), "x.trf").decode()
    read_by_others(text, tmp_path)
    before, after = read_trf(team_report()), read_trf(text)
    assert [team.name for team in after.teams.teams] == [team.name for team in before.teams.teams]
    assert [player.cells for player in after.players] == [p.cells for p in before.players]
    assert taken(text, "again").sheet.games == taken(team_report()).sheet.games


@pytest.mark.parametrize("name", DUTCH)
def test_both_names_of_the_dutch_system_are_written_and_read(name):
    text = write_report(taken(TRF), "x.trf", dutch=name).decode()
    assert read_trf(text).setup.system == name
    assert edition_of(read_trf(text)) is Edition.DUTCH_2026


def test_keys_have_the_names_of_federations():
    keys = ("points", "BH/C1", "progressive", "conduct-foul", "median-opponents-score", "lot")
    assert tie_breaks(keys) == ("PTS", "BH/C1", "PS", "MBH")


def test_births_and_ids_stay_out_of_the_json():
    report = taken(TRF)
    assert b"100000001" not in write_report(report, "x.json")
    assert b"1990-01-02" not in write_report(report, "x.json")
    assert msgspec.json.decode(write_report(report, "x.json"))["sheet"] is None

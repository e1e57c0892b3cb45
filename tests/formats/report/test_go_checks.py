"""What the rating sites of Go would send back, told before the file is sent."""

import pytest
from msgspec.structs import replace

from formats.foreign.samples import GOTHA, TRF
from formats.report.test_trf_readers import taken
from qipan.formats.report import write_report
from qipan.formats.report.go_checks import club_code, country_code, findings
from qipan.kernel.errors import BadInput, Unknown
from qipan.views.report_sheet import SheetHandicap


def codes(report, form):
    return {
        (each.code.removeprefix("rating-file."), each.number) for each in findings(report, form)
    }


def with_people(report, **changed):
    """Change the first player of the report."""
    sheet = report.sheet
    first, *rest = sheet.lines
    person = replace(
        first.people[0], **{k: v for k, v in changed.items() if k not in ("rank", "unit")}
    )
    own = {k: v for k, v in changed.items() if k in ("rank", "unit")}
    line = replace(first, people=(person,), **own)
    return replace(report, sheet=replace(sheet, lines=(line, *rest)))


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ("CZ", "CZ"),
        ("POL", "PL"),
        ("AUT", "AT"),
        ("GER", "DE"),
        ("SUI", "CH"),
        ("Berlin", ""),
        ("", ""),
    ],
)
def test_two_letters_of_a_country(told, code):
    assert country_code(told) == code


def test_a_club_is_four_letters():
    assert [club_code(each) for each in ("Praha 3", "Go-Klub", "北京", "")] == [
        "Prah",
        "GoKl",
        "",
        "",
    ]


def test_ids_ranks_names_countries_and_clubs_are_asked_about():
    report = taken(GOTHA)
    number = report.sheet.lines[0].number
    good = with_people(report, licence="10254318", federation="FR", unit="Rive", rank="3d")
    assert not {code for code, who in codes(good, "h9") if who == number} - {"name"}
    bad = with_people(
        report, licence="12", federation="Francia", unit="Rive Gauche", rank="", name="Ada1"
    )
    found = {code for code, who in codes(replace(bad), "h9") if who == number}
    assert {"id-h9", "country", "club", "name"} <= found
    nobody = with_people(report, licence="")
    assert ("no-id", number) in codes(nobody, "h9")
    assert ("id-aga", number) in codes(with_people(report, licence="1025431a"), "aga")
    other = report.sheet.lines[1].people[0].licence
    assert ("id-twice", number) in codes(with_people(report, licence=other), "aga")


def test_days_and_place_are_needed_and_stones_bounded():
    report = taken(GOTHA)
    assert ("no-dates", 0) in codes(replace(report, particulars=None), "h9")
    assert ("no-place", 0) in codes(replace(report, particulars=None), "aga")
    first = next(line for line in report.sheet.lines if line.cells[0].seat == 0).number
    many = replace(report, sheet=replace(report.sheet, handicaps=(SheetHandicap(1, first, 12),)))
    assert any(code == "stones" for code, _ in codes(many, "h9"))


def test_the_pin_is_written_and_what_stops_comes_first():
    report = with_people(taken(GOTHA), licence="10254318", federation="POL")
    text = write_report(report, "x.h9").decode()
    assert "|10254318" in text
    assert " PL " in text
    found = findings(replace(report, particulars=None), "h9")
    assert [each.stops for each in found] == sorted((each.stops for each in found), reverse=True)


def test_another_game_or_form_is_refused():
    with pytest.raises(BadInput):
        findings(taken(TRF), "h9")
    with pytest.raises(Unknown):
        findings(taken(GOTHA), "sgf")

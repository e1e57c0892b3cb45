"""Results of Go for the rating offices: h9 and AGA, made of a tournament taken over."""

import pytest
from msgspec.structs import replace

from formats.foreign.samples import GOTHA, TRF
from formats.report.test_trf_readers import taken
from qipan.formats.report import write_report
from qipan.kernel.errors import BadInput
from qipan.views.report_sheet import SheetHandicap


def test_h9_names_opponents_by_their_line_with_colour_and_stones():
    text = write_report(taken(GOTHA), "x.h9").decode()
    rows = [line.split() for line in text.splitlines() if not line.startswith(";")]
    heads = {row[1]: row[2:6] for row in rows}
    assert heads["Aube"] == ["Ada", "3d", "FR", "Rive"]
    assert heads["Cime"] == ["Cy", "1k", "CH", "Lac"]
    cells = {row[1]: row[-2:] for row in rows}
    place = {row[1]: row[0] for row in rows}
    assert cells["Aube"] == [f"{place['Cime']}+/w0", "0+"]
    assert cells["Bise"] == ["0+", "0-"]
    assert cells["Cime"] == [f"{place['Aube']}-/b0", "0+"]
    assert "; EV[Lake Cup, Open]" in text


def test_aga_lists_players_and_games():
    text = write_report(taken(GOTHA), "x.aga").decode()
    assert text.startswith("TOURNEY Lake Cup, Open, Lausanne\n     start=11/14/2026\n")
    assert "11 Aube Ada 3d" in text
    assert "GAMES 1\n11 13 W 0 6\n" in text
    assert text.endswith("\nEND\n")


def test_komi_is_the_regulations_or_the_tables_in_whole_points():
    report = taken(GOTHA)
    sheet = report.sheet
    rules = {**sheet.rules, "komi": "7.5", "counting": "area", "odds": "stones-less-one"}
    first = next(line for line in sheet.lines if line.cells[0].seat == 0).number

    def told(*given):
        made = replace(report, sheet=replace(sheet, rules=rules, handicaps=given))
        text = write_report(made, "x.aga").decode()
        return text.partition("rules=")[2].split()[0], text.partition("GAMES 1\n")[2].split("\n")[0]

    assert told() == ("AGA", "11 13 W 0 7")
    assert told(SheetHandicap(1, first, 0, "-5.5"))[1] == "11 13 W 0 -5"
    assert told(SheetHandicap(1, first, 1, "0.5"))[1] == "11 13 W 0 0"
    assert told(SheetHandicap(1, first, 3))[1] == "11 13 W 3 0"


def test_other_games_are_refused():
    for ending in ("h9", "aga"):
        with pytest.raises(BadInput, match="Go"):
            write_report(taken(TRF), f"x.{ending}")


def test_countries_are_those_of_the_standard():
    from qipan.formats.report.go_checks import country_code

    asked = {
        "POL": "PL",
        "MAS": "MY",
        "MYS": "MY",
        "GER": "DE",
        "DEU": "DE",
        "jp": "JP",
        "QAT": "QA",
    }
    assert {name: country_code(name) for name in asked} == asked
    assert [country_code(name) for name in ("XXX", "ZZZ", "QQQ", "AAA", "DDR", "", "Poland")] == [
        ""
    ] * 7

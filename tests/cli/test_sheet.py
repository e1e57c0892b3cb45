"""``qipan sheet`` as a scorer uses it."""

import json

import pytest

from qipan.formats.documents import DOCUMENTS

AT = ("--round", 1, "--board", 1)


@pytest.fixture
def dealing(run):
    """Four pairs in the first round of a knockout."""
    assert run("new", "un-games", "shengji", "--id", "cards")[0] == 0
    for number, unit in enumerate("ABCD"):
        assert run("enter", "cards", f"P{number} / Q{number}", "--unit", unit)[0] == 0
    assert run("pair", "cards")[0] == 0
    return run


def test_a_match_is_scored_deal_by_deal(dealing):
    run = dealing
    code, out, _ = run("sheet", "deal", "cards", *AT, "--banker", 0, "--points", 0)
    assert (code, "levels 5 and 2" in out) == (0, True)
    words = ("--banker", 2, "--points", 60, "--bottom", 10, "--last-pairs", 1)
    code, out, _ = run(
        *("sheet", "deal", "cards", *AT, *words, "--defenders-won-last"),
        *("--penalty", "0:failed-throw:2", "--json"),
    )
    assert (code, json.loads(out)["levels"]) == (0, [5, 3])
    code, _, err = run("sheet", "deal", "cards", *AT, "--banker", 0, "--points", 0)
    assert (code, "sheet.wrong" in err) == (3, True)
    assert (
        run("sheet", "deal", "cards", *AT, "--banker", 3, "--points", 0, "--penalty", "x")[0] == 2
    )
    change = ("--deal", 2, "--because", "miscounted", "--banker", 2, "--points", 80)
    assert "levels 5 and 2" in run("sheet", "correct", "cards", *AT, *change)[1]
    out = run("sheet", "time", "cards", *AT)[1]
    assert "wins: " in out
    assert "shengji.match" not in out
    assert "wins: " in run("sheet", "show", "cards", *AT)[1]


def test_the_sheets_of_a_round_are_printed(dealing, tmp_path):
    run = dealing
    run("sheet", "deal", "cards", *AT, "--banker", 0, "--points", 45)
    assert DOCUMENTS["scoresheets"].of_deals
    code, _, err = run("document", "cards", "scoresheets", "-o", "sheets.csv")
    assert code == 0, err
    text = (tmp_path / "sheets.csv").read_text("utf-8-sig")
    assert "45" in text
    assert "3–2" in text

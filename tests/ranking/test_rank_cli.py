"""``qipan rank`` as somebody at a terminal meets it."""

import json

import pytest
from typer.testing import CliRunner

from qipan.cli import build
from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.lots import draw

LINE = "001 {:4} m    {:<33} {:4} {:3} {:11} {:10} {:4} {:4}  {}"
RUN = CliRunner()


def player(number, rating, points, cells):
    rounds = "  ".join(f"{opponent:4} {colour} {result}" for opponent, colour, result in cells)
    return LINE.format(number, f"Player {number}", rating, "", "", "", points, number, rounds)


REPORT = "\n".join(
    [
        "012 Three",
        "042 2026/05/01",
        "092 Individual: Swiss",
        "202 BH,SB",
        player(1, 2000, "1.5", [(2, "w", "1"), (3, "b", "=")]),
        player(2, 1900, "1.0", [(1, "b", "0"), (0, "-", "U")]),
        player(3, 1800, "1.5", [(0, "-", "U"), (1, "w", "=")]),
    ]
)


@pytest.fixture
def report(tmp_path):
    path = tmp_path / "three.trf"
    path.write_text(REPORT)
    return path


def run(*words):
    found = RUN.invoke(build(), ["rank", *map(str, words)])
    if found.exception is not None and not isinstance(found.exception, SystemExit):
        raise found.exception
    return found.stdout


def test_json_has_exact_decimals_under_the_names_that_were_asked(report):
    found = json.loads(run(report, "--order", "PTS,BH/C1,WIN,DE", "--json"))
    assert {each["id"]: each["keys"] for each in found} == {
        1: {"PTS": "1.5", "BH/C1": "1.5", "WIN": "1", "DE": "0"},
        2: {"PTS": "1.0", "BH/C1": "1.5", "WIN": "1", "DE": "0"},
        3: {"PTS": "1.5", "BH/C1": "1.5", "WIN": "1", "DE": "0"},
    }
    assert [(each["id"], each["rank"]) for each in found] == [(1, 1), (3, 1), (2, 3)]


def test_the_order_of_the_file_is_the_default(report):
    found = json.loads(run(report, "--json"))
    assert set(found[0]["keys"]) == {"PTS", "BH", "SB"}


def test_an_earlier_round(report):
    found = json.loads(run(report, "--order", "PTS", "--after", 1, "--json"))
    assert {each["id"]: each["keys"]["PTS"] for each in found} == {1: "1.0", 2: "0.0", 3: "1.0"}


def test_a_table_for_people_names_the_lot_that_is_missing(report):
    text = run(report, "--order", "PTS,lot")
    assert "Player 1" in text
    assert "lot needed: lot for place 1: 1, 3" in text


def test_a_lot_from_a_file(report, tmp_path):
    path = tmp_path / "lot.json"
    drawn = draw("place 1", ["1", "3"], bytes(32))
    path.write_text(
        json.dumps(
            {
                "label": drawn.label,
                "candidates": drawn.candidates,
                "commitment": drawn.commitment,
                "secret": drawn.secret,
                "order": drawn.order,
            }
        )
    )
    found = json.loads(run(report, "--order", "PTS,lot", "--lots", path, "--json"))
    assert str(found[0]["id"]) == drawn.order[0]
    path.write_text(path.read_text().replace(drawn.secret, "11" * 32))
    with pytest.raises(BadInput):
        run(report, "--order", "PTS,lot", "--lots", path)


def test_why(report):
    text = run(report, "--order", "PTS,WIN", "--why", "1,2")
    assert "1: place 1" in text
    assert "PTS [ranking.points] among 3: 1: 1.5, 2: 1; decides" in text
    steps = json.loads(run(report, "--order", "PTS,WIN", "--why", 1, "--why", 3, "--json"))
    assert steps["places"] == {"1": 1, "3": 1}
    assert [step["broke"] for step in steps["steps"]] == [False, False]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("--order", "NOPE"), Unknown),
        (("--order", "BH/Q"), BadInput),
        (("--order", "PTS", "--edition", "1999"), BadInput),
        (("--order", "PTS", "--system", "ladder"), Unknown),
        (("--order", "PTS", "--why", "9"), Unknown),
        (("--order", ","), BadInput),
    ],
)
def test_mistakes_are_named(report, words, error):
    with pytest.raises(error):
        run(report, *words)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(BadInput):
        run(tmp_path / "none.trf", "--order", "PTS")


TEAMS = "\n".join(
    [
        "012 Two teams",
        "042 2026/05/01",
        player(1, 2000, "1.0", [(3, "w", "1"), (0, "-", "-")]),
        player(2, 1900, "0.5", [(4, "b", "="), (0, "-", "-")]),
        player(3, 1900, "0.0", [(1, "b", "0"), (0, "-", "-")]),
        player(4, 1900, "0.5", [(2, "w", "="), (0, "-", "-")]),
        "310   1 Reds                             RED     2000    4.0    3.5   1     1    2",
        "310   2 Blues                            BLU     1900    0.0    0.5   2     3    4",
        "330 +-   2   1   2",
        "352 WB",
        "362 TW 2.0   TD 1.0   TL 0.0",
    ]
)


def test_teams(tmp_path):
    path = tmp_path / "teams.trf"
    path.write_text(TEAMS)
    found = json.loads(run(path, "--order", "MP,GP", "--system", "swiss", "--json"))
    assert found == [
        {"id": 1, "rank": 1, "keys": {"MP": "4.0", "GP": "3.5"}},
        {"id": 2, "rank": 2, "keys": {"MP": "0.0", "GP": "0.5"}},
    ]
    people = json.loads(run(path, "--order", "PTS", "--players", "--json"))
    assert len(people) == 4


@pytest.mark.parametrize(
    "line",
    [
        "310   x Wrong",
        "330 ?-   2   1   2",
        "330 +-   2   a   2",
        "320  1.0  x.0   1",
        "300   1   x",
    ],
)
def test_a_wrong_team_record_is_named_by_its_line(tmp_path, line):
    path = tmp_path / "teams.trf"
    path.write_text(f"{TEAMS}\n{line}")
    with pytest.raises(BadInput) as caught:
        run(path, "--order", "MP")
    assert caught.value.line == 12

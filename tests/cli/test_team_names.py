"""A team that has a name besides its unit's keeps it: two teams of one unit are told apart."""

import json

import pytest

LIST = """单位,队名,姓名
槟城,槟城一队,甲
槟城,槟城一队,乙
槟城,槟城一队,丙
槟城,槟城一队,丁
槟城,槟城二队,戊
槟城,槟城二队,己
槟城,槟城二队,庚
槟城,槟城二队,辛
雪兰莪,,壬
雪兰莪,,癸
雪兰莪,,子
雪兰莪,,丑
"""


@pytest.fixture
def teams(run, tmp_path):
    path = tmp_path / "teams.csv"
    path.write_text(LIST, "utf-8")
    assert run("new", "my-2018", "team", "--id", "c", "--set", "entry_checks=false")[0] == 0
    code, out, error = run("entries", "import", "c", str(path), "--json")
    assert (code, len(json.loads(out)["report"]["added"])) == (0, 3), error
    return run


def names(run):
    return {row["name"] for row in json.loads(run("standings", "c", "--json")[1])["rows"]}


def test_two_teams_of_one_unit_have_their_own_names_everywhere(teams):
    boards = json.loads(teams("pair", "c", "--json")[1])
    shown = {*boards["boards"][0]["names"], *boards["resting"]}
    assert {"槟城一队", "槟城二队"} < shown
    assert {"槟城一队", "槟城二队"} < names(teams)
    out = teams("foul", "give", "c", "槟城二队", "dress", "--person", "己", "--json")[1]
    assert json.loads(out)[0]["entrant"] == "e2"
    listed = json.loads(teams("foul", "list", "c", "--json")[1])
    assert [each["person_name"] for each in listed] == ["己"]


def test_a_team_is_called_otherwise_and_the_act_is_undone(teams):
    teams("pair", "c")
    assert teams("amend", "c", "槟城二队", "--called", "槟城青年队", "--because", "wish")[0] == 0
    assert "槟城青年队" in names(teams)
    assert teams("undo", "c", "--because", "no")[0] == 0
    assert "槟城二队" in names(teams)

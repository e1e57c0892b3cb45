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


def test_papers_call_a_team_as_the_pages_do(teams, tmp_path):
    assert teams("pair", "c")[0] == 0
    for name in ("standings", "pairings", "entries"):
        path = tmp_path / f"{name}.csv"
        code, _, error = teams("document", "c", name, "--out", str(path))
        assert code == 0, error
        text = path.read_text("utf-8-sig")
        assert all(each in text for each in ("槟城一队", "槟城二队", "雪兰莪")), name


def test_a_person_is_not_called_like_a_team(run):
    assert run("new", "wx-14", "women", "--id", "w")[0] == 0
    assert run("enter", "w", "A", "B", "C")[0] == 0
    code, _, error = run("amend", "w", "A", "--called", "甲队")
    assert (code, "entry.not-a-team" in error) == (3, True)
    assert run("amend", "w", "A", "--unit", "GER")[0] == 0


def test_a_team_is_named_by_its_unit_too(teams):
    assert teams("pair", "c")[0] == 0
    given = teams("foul", "give", "c", "雪兰莪", "dress", "--person", "癸", "--json")[1]
    assert json.loads(given)[0]["entrant"] == "e3"
    code, _, error = teams("withdraw", "c", "槟城")  # two teams are of that unit
    assert (code, "槟城一队" in error, "槟城二队" in error) == (2, True, True)

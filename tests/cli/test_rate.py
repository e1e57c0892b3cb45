"""``qipan rate``: a stored event, a report, every method, every game."""

import json

import pytest


@pytest.fixture
def rated(run):
    """Three rounds of four rated players: the higher rated always wins."""
    assert run("new", "wx-14", "women", "--id", "cup")[0] == 0
    for name, rating in (("Mei", 2000), ("Lan", 1900), ("Zhu", 1800), ("Ju", 1700)):
        assert run("enter", "cup", name, "--rating", rating)[0] == 0
    strength = {"Mei": 4, "Lan": 3, "Zhu": 2, "Ju": 1}
    for _ in range(3):
        for board in json.loads(run("pair", "cup", "--json")[1])["boards"]:
            one, two = (strength[name] for name in board["names"])
            assert run("result", "cup", board["board"], "1-0" if one > two else "0-1")[0] == 0
    return run


def test_elo_is_exact_for_a_known_event(rated):
    changes = json.loads(rated("rate", "cup", "--method", "elo", "--k", 20, "--json")[1])
    found = {each["name"]: each for each in changes}
    # Mei beats 1900, 1800 and 1700; the table expects .64, .76 and .85 of her.
    expected = sorted(game["expected"] for game in found["Mei"]["games"])
    assert expected == ["0.6400", "0.7600", "0.8500"]
    assert found["Mei"]["change"] == "15.00"
    assert found["Ju"]["change"] == "-15.00"
    assert sum(float(each["change"]) for each in changes) == 0


@pytest.mark.parametrize("method", ["fide", "elo", "egf", "glicko-2"])
def test_every_method_rewards_who_wins(rated, method):
    found = {
        each["name"]: each
        for each in json.loads(rated("rate", "cup", "--method", method, "--json")[1])
    }
    assert float(found["Mei"]["change"]) > 0 > float(found["Ju"]["change"])
    assert [len(each["games"]) for each in found.values()] == [3] * 4


def test_tables_and_files(rated, tmp_path):
    assert "Mei" in rated("rate", "cup")[1]
    assert rated("rate", "cup", "--games")[1].count("Mei") == 6
    assert rated("rate", "cup", "-o", "games.csv")[0] == 0
    lines = (tmp_path / "games.csv").read_text("utf-8-sig").splitlines()
    assert len(lines) == 13
    assert rated("rate", "cup", "-o", "games.xlsx")[0] == 0
    assert rated("rate", "cup", "-o", "games.doc")[0] == 2


def test_a_report_is_rated_like_the_event_it_tells(rated, tmp_path):
    made = rated("report", "cup", "--out", "cup.trf")
    assert made[0] == 0, made[2]
    by_file = json.loads(rated("rate", "cup.trf", "--method", "elo", "--json")[1])
    by_event = json.loads(rated("rate", "cup", "--method", "elo", "--json")[1])
    keys = ("before", "after", "change")
    assert sorted([each[key] for key in keys] for each in by_file) == sorted(
        [each[key] for key in keys] for each in by_event
    )


def test_teams_have_no_rating(run):
    assert run("new", "th-maklom-2024", "league", "--id", "go")[0] == 0
    assert run("rate", "go")[0] == 2
    assert run("rate", "none")[0] == 2

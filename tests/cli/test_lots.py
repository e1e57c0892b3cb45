"""``qipan lot``: lots on the command line; no cross round before they are drawn (MY 6.3–6.6)."""

import json

import pytest


@pytest.fixture
def elite(run):
    """Twelve invited players whose group games all end drawn but for what a test says."""
    assert run("new", "my-2018", "open", "--id", "cup")[0] == 0
    fields = ("section=elite", "title=Elite", "under=elite", 'options={"entry_checks": false}')
    assert run("do", "cup", "OpenSection", *fields)[0] == 0
    for number in range(1, 13):
        code, _, err = run(
            "enter", "cup", f"P{number:02}", "--rating", 2000 - number, "-s", "elite"
        )
        assert code == 0, err

    def command(verb, *words):
        parts = verb.split()
        return run(*parts, "cup", *words, "-s", "elite")

    return command


def play_groups(elite, decide):
    for _ in range(5):
        boards = json.loads(elite("pair", "--json")[1])["boards"]
        for board in boards:
            score = decide(*board["names"])
            assert elite("result", board["board"], score)[0] == 0


def all_drawn(one, two):
    return "0.5-0.5"


def by_number(one, two):
    return "1-0" if one < two else "0-1"


def test_my_iii_6_no_cross_round_while_a_place_in_a_group_depends_on_a_lot(elite):
    play_groups(elite, all_drawn)
    code, _, err = elite("pair")
    assert (code, "lots-pending" in err, "MY" in err) == (3, True, True)
    assert json.loads(elite("standings", "--json")[1])["pending_lots"]
    drawn = json.loads(elite("lot draw", "--entropy", "rain at noon", "--json")[1])
    assert drawn["drawn"]
    assert elite("pair")[0] == 0


def test_my_iii_6_points_and_games_that_decide_need_no_lot(elite):
    play_groups(elite, by_number)
    assert json.loads(elite("standings", "--json")[1])["pending_lots"] == []
    assert json.loads(elite("lot draw", "--json")[1]) == {"drawn": []}
    assert elite("pair")[0] == 0


def test_my_6_5_lots_are_drawn_within_a_group_only(elite):
    play_groups(elite, all_drawn)
    groups = ({1, 4, 5, 8, 9, 12}, {2, 3, 6, 7, 10, 11})
    names = {f"P{number:02}": number for number in range(1, 13)}
    rows = json.loads(elite("standings", "--json")[1])
    who = {row["entrant"]: names[row["name"]] for row in rows["rows"]}
    for tied in rows["pending_lots"]:
        assert any({who[each] for each in tied if each in who} <= group for group in groups)
    assert json.loads(elite("lot draw", "finalists", "--json")[1])["drawn"] == ["finalists"]
    for lot in json.loads(elite("lot list", "--json")[1])["lots"]:
        if lot["waits"]:
            assert any({who[each] for each in lot["candidates"]} <= group for group in groups)


def test_my_6_6_committed_then_public_words_then_drawn(elite):
    play_groups(elite, all_drawn)
    made = json.loads(elite("lot commit", "finalists", "--json")[1])["committed"]
    assert len(made["finalists"]) == 64
    code, _, err = elite("lot commit", "finalists")
    assert (code, "lot.committed" in err, "MY 6.6" in err) == (3, True, True)
    assert "committed" in elite("lot list")[1]
    code, out, _ = elite("lot draw", "finalists", "--entropy", "thunder")
    assert (code, out.startswith("finalists: ")) == (0, True)
    code, _, err = elite("lot draw", "finalists")
    assert (code, "lot.no-tie" in err) == (3, True)


def test_my_6_6_an_approval_that_is_too_early_draws_nothing(elite):
    play_groups(elite, all_drawn)
    code, _, err = elite("approve")
    assert (code, "section.incomplete" in err) == (3, True)
    assert not any(each["drawn"] for each in json.loads(elite("lot list", "--json")[1])["lots"])

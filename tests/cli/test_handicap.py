"""Handicap everywhere: paired, set, counted, recorded, printed."""

import json

import pytest

RANKS = {"Ann": "5d", "Bob": "5k", "Cid": "10k", "Dan": "13k"}


@pytest.fixture
def club(run):
    assert run("book", "new", "mm", "--from", "mcmahon-handicap")[0] == 0
    assert run("book", "publish", "mm")[0] == 0
    assert run("new", "mm", "open", "--id", "cup", "--set", "rounds=3")[0] == 0
    for name, rank in RANKS.items():
        assert run("enter", "cup", name, "--rank", rank)[0] == 0
    assert run("pair", "cup")[0] == 0
    return run


def test_the_weaker_takes_the_stones_of_the_difference_less_one(club, tmp_path):
    file = tmp_path / "pairings.csv"
    code, _, err = club("document", "cup", "pairings", "-o", file)
    assert code == 0, err
    head, *rows = file.read_text("utf-8-sig").splitlines()[-3:]
    assert "Handicap" in head
    assert [row.rpartition(",")[2] for row in rows] == ["–", "2"]
    told = [cell for cell in rows[1].split(",") if cell]
    assert told == ["2", "Dan", "7", "10", "Cid", "2"]  # points with what they began with
    code, _, err = club("do", "cup", "SetHandicap", "round=1", "board=2", "handicap=2")
    assert (code, "already has this handicap" in err) == (3, True)


def test_a_count_uses_the_komi_of_its_table(club):
    code, out, err = club("count", "cup", 2, "180", "179", "--black", "Dan", "--json")
    assert code == 0, err
    assert json.loads(out)["totals"] == ["179.5", "179"]


def test_another_handicap_is_set_before_play_and_not_after(club):
    code, out, err = club("handicap", "cup", 2, 4, "--because", "agreed", "--json")
    assert code == 0, err
    assert json.loads(out) == {"board": 2, "handicap": 4, "komi": "0.5"}
    assert club("handicap", "cup", 1, 3, "--komi", "-5.5")[0] == 0
    for words in ((9, 1), (2, 10), (2, 4), (1, 3, "--komi", "much")):
        assert club("handicap", "cup", *words)[0] in (2, 3), words
    assert club("result", "cup", 2, "1-0")[0] == 0
    code, _, err = club("handicap", "cup", 2, 1)
    assert (code, "Clear the result first" in err) == (3, True)
    assert club("undo", "cup", "--because", "typed wrongly")[0] == 0
    assert club("handicap", "cup", 2, 1)[0] == 0


SGF = "(;GM[1]FF[4]SZ[19]KM[{komi}]{more};W[qd];B[dd];W[pq];B[dp])"


def test_a_record_begins_with_the_stones(club, tmp_path):
    stones = "HA[2]AB[pd][dp]"
    file = tmp_path / "game.sgf"
    for komi, more, code in (("0.5", "", 3), ("6.5", stones, 3), ("0.5", "HA[2]AB[pd][dp]", 0)):
        moves = SGF.format(komi=komi, more=more).replace("B[dp]", "B[cp]")
        file.write_text(moves, "utf-8")
        found = club("record", "attach", "cup", file, "--round", 1, "--board", 2)
        assert found[0] == code, found


def test_a_bar_is_tried_out_before_it_is_set(run):
    run("book", "new", "mm", "--from", "mcmahon")
    run("book", "publish", "mm")
    run("new", "mm", "open", "--id", "cup")
    for name, rank in (*RANKS.items(), ("Eve", "2d"), ("Fay", "")):
        assert run("enter", "cup", name, *(("--rank", rank) if rank else ()))[0] == 0

    def groups(*words):
        found = json.loads(run("start-groups", "cup", *words, "--json")[1])
        return found, [(each["points"], len(each["entrants"])) for each in found["groups"]]

    assert groups()[1] == [(23, 1), (21, 1), (15, 1), (10, 1), (7, 1), (0, 1)]
    tried, sizes = groups("--bar", "1 dan", "--floor", "12k")
    assert (tried["bar"], sizes) == ("1d", [(12, 2), (7, 1), (2, 1), (0, 2)])
    assert (tried["groups"][0]["at_bar"], tried["groups"][0]["ranks"]) == (True, ["5d", "2d"])
    assert groups()[0]["bar"] == "4d"
    assert run("options", "cup", "--set", "bar=1d", "--set", "floor=12k")[0] == 0
    assert groups()[1] == sizes
    assert run("start-groups", "cup", "--bar", "20k")[0] == 2
    assert run("start-groups", "cup", "--bar", "strong")[0] == 2
    assert "neither rank nor rating: Fay" in run("start-groups", "cup")[1]
    assert run("pair", "cup")[0] == 0
    assert run("options", "cup", "--set", "bar=3d")[0] == 3


def test_egf_ratings_mind_the_handicap_and_begin_by_rank(club):
    for board in (1, 2):
        assert club("result", "cup", board, "1-0")[0] == 0
    code, out, err = club("rate", "cup", "--method", "egf", "--json")
    assert code == 0, err
    rated = {each["name"]: each for each in json.loads(out)}
    assert rated["Dan"]["before"] in ("800", 800)
    (game,) = rated["Dan"]["games"]
    assert float(game["expected"]) == 0.3866  # 800 and 150 for two stones, against 1100

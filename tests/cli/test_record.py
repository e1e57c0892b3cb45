"""``qipan record`` as an arbiter uses it."""

import json

import pytest

MATE = "b2d2 b7b5 d2a2 i6i5 h2h4 b5c5 a2a1 h7c7 a1e1 c5c0"


@pytest.fixture
def playing(run, tmp_path):
    """Round 1 of four players, and a file in which the second mover mates."""
    assert run("new", "wx-14", "women", "--id", "cup")[0] == 0
    assert run("enter", "cup", "Mei", "Lan", "Zhu", "Ju")[0] == 0
    assert run("pair", "cup")[0] == 0
    (tmp_path / "game.pgn").write_text(f'[Red "R"]\n[Black "B"]\n\n{MATE} 0-1\n')
    return run


AT = ("--round", 1, "--board", 1)


def test_a_record_is_attached_listed_and_written_out(playing):
    run = playing
    assert run("result", "cup", 1, "0-1")[0] == 0
    code, out, _ = run("record", "attach", "cup", "game.pgn", *AT)
    assert (code, "10 moves replayed; agrees" in out) == (0, True)
    (listed,) = json.loads(run("record", "list", "cup", "--json")[1])
    assert (listed["verdict"], listed["rule"]) == ("agrees", "xiangqi.mate")
    assert "agrees" in run("record", "list", "cup")[1]
    written = run("record", "show", "cup", *AT, "--format", "pgn")[1]
    assert "0-1" in written
    assert any(f'[Red "{name}"]' in written for name in ("Mei", "Lan", "Zhu", "Ju"))
    assert run("record", "show", "cup", *AT, "-o", "out.json")[0] == 0
    assert run("record", "attach", "cup", "out.json", *AT, "--replace", "again")[0] == 0


def test_a_record_that_differs_ends_with_one_and_is_settled(playing):
    run = playing
    assert run("result", "cup", 1, "1-0")[0] == 0
    code, out, _ = run("record", "attach", "cup", "game.pgn", *AT, "--json")
    assert (code, json.loads(out)["verdict"]) == (1, "differs")
    assert run("record", "settle", "cup", *AT, "--because", "ruled lost: phone")[0] == 0
    (listed,) = json.loads(run("record", "list", "cup", "--json")[1])
    assert listed["settled"] == "ruled lost: phone"


def test_mistakes_are_named(playing, tmp_path):
    run = playing
    assert run("record", "attach", "cup", "none.pgn", *AT)[0] == 2
    assert run("record", "attach", "cup", "game.pgn", *AT, "--number", 2)[0] == 2
    assert run("record", "show", "cup", *AT)[0] == 2
    (tmp_path / "bad.json").write_text('{"game": "xiangqi", "moves": ["h2e2", "e9e7"]}')
    code, _, err = run("record", "attach", "cup", "bad.json", *AT)
    assert (code, "record.illegal-move" in err, "ply=2" in err) == (3, True, True)
    code, _, err = run("record", "attach", "cup", "bad.json", *AT, "--by", "Nobody")
    assert code == 2

"""``qipan game`` with Go and gomoku records, as a user calls it."""

import json

import pytest
from typer.testing import CliRunner

from qipan.cli import build
from qipan.kernel.errors import BadInput, Refused, Unknown

SPLIT = (
    b"(;GM[1]FF[4]SZ[5]KM[0.5]RU[Japanese]AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de][ac]"
    b";B[ca];W[cb];B[cc];W[cd];B[ce];W[])"
)


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.sgf").write_bytes(SPLIT)
    (tmp_path / "g.psq").write_bytes(b"Piskvorky 15x15, 7:7, 0\n8,8,0\n9,9,10\nx\ny\n0\n")

    def call(*words):
        found = CliRunner().invoke(build(), ["game", *words])
        if found.exception and not isinstance(found.exception, SystemExit):
            raise found.exception
        return found.stdout

    return call


def test_score_with_dead_stones_told(run):
    found = json.loads(run("score", "a.sgf", "--dead", "A3", "--json"))
    assert (found["result"], found["dead"]) == ("B+0.5", ["A3"])
    assert found["black_parts"]["dead"] == 1


def test_score_with_a_proposal(run):
    for words in ((), ("--suggest",), ("--suggest", "--dead", "A3")):
        found = json.loads(run("score", "a.sgf", "--json", *words))
        assert (found["result"], found["dead"]) == ("B+0.5", ["A3"])
        assert found["proposed_by"] == "qipan"


def test_score_by_area(run):
    found = json.loads(run("score", "a.sgf", "--dead", "A3", "--rules", "chinese", "--json"))
    assert found["result"] == "B+0.5"


def test_score_refuses_an_open_boundary_and_shows_it(run):
    with pytest.raises(Refused) as caught:
        run("score", "a.sgf", "--no-suggest")
    assert caught.value.facts == {"gaps": [["A2"], ["A4"]]}


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("score", "missing.sgf"), BadInput),
        (("score", "g.psq"), BadInput),
        (("score", "a.sgf", "--rules", "martian"), Unknown),
        (("score", "a.sgf", "--dead", "Z9"), BadInput),
        (("score", "a.sgf", "--dead", "A1"), Refused),
        (("perft", "go", "--depth", "1", "--fen", "x"), BadInput),
        (("perft", "gomoku", "--depth", "1", "--players", "3"), BadInput),
        (("rule", "gomoku", "--ruleset", "x"), BadInput),
    ],
)
def test_mistakes_are_named(run, words, error):
    with pytest.raises(error):
        run(*words)


def test_replay_and_convert(run, tmp_path):
    found = json.loads(run("replay", "a.sgf", "--json"))
    assert (found["moves"], found["view"]["phase"]) == (6, "play")
    run("convert", "g.psq", "g.sgf")
    assert b";B[hh]" in (tmp_path / "g.sgf").read_bytes()
    again = json.loads(run("replay", "g.sgf", "--json"))
    assert again["view"]["moves"] == ["h8", "i7"]


def test_perft(run):
    assert run("perft", "go", "--depth", "2").strip() == "600"
    assert run("perft", "gomoku", "--depth", "2", "--fen", "5").strip() == "600"

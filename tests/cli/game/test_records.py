"""``qipan game replay`` and ``convert`` on xiangqi records, as a user runs them."""

import msgspec
import pytest
from typer.testing import CliRunner

from qipan.cli import build
from qipan.kernel.errors import BadInput, Unknown
from xiangqi_files import cbr, xqf

OPENING = ["h2e2", "h9g7", "h0g2", "i9h9"]
AFTER = "rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 4 3"
PGN = '[Red "甲"]\n1. 炮二平五 马8进7 2. 马二进三 车9平8 1-0\n'
EXPOSED = '[FEN "4k4/9/9/9/4C4/9/9/9/9/4K4 w"]\n1. 炮五平四 将5进1\n'
MATED = '[FEN "3k5/R8/9/9/9/9/9/9/9/1R2K4 w"]\n1. 车八进九 1-0\n'


def run(*words):
    return CliRunner().invoke(build(), ["game", *map(str, words)])


def lines(result):
    return [msgspec.json.decode(line) for line in result.stdout.splitlines()]


@pytest.fixture
def files(tmp_path):
    made = {
        "good.pgn": PGN.encode(),
        "exposed.pgn": EXPOSED.encode(),
        "mated.pgn": MATED.encode("gb18030"),
        "broken.pgn": b"1. nonsense",
        "game.xqf": xqf(OPENING, version=18, keys=(1, 2, 3, 4), mask=255, comments={1: "好"}),
        "game.cbr": cbr(OPENING, comments={1: "好"}),
    }
    for name, data in made.items():
        (tmp_path / name).write_bytes(data)
    return {name: tmp_path / name for name in made} | {"folder": tmp_path}


def test_replay_prints_position_and_outcome(files):
    found = run("replay", files["good.pgn"], files["mated.pgn"])
    assert found.exit_code == 0
    first, second = found.stdout.splitlines()
    assert AFTER in first
    assert "recorded as 1-0" in first
    assert "places 1-2: " in second
    assert "xiangqi.mate" not in second


def test_replay_goes_on_after_what_is_wrong(files):
    found = run("replay", files["broken.pgn"], files["exposed.pgn"], files["good.pgn"], "--json")
    assert found.exit_code == 1
    broken, exposed, good = lines(found)
    assert broken["error"].startswith("broken.pgn:1:4: ")
    assert (exposed["moves"], "xiangqi.exposed-king" in exposed["error"]) == (0, True)
    assert (good["moves"], good["view"]["fen"]) == (4, AFTER)


def test_replay_reads_every_format(files):
    found = run("replay", files["game.xqf"], files["game.cbr"], "--json")
    assert [line["view"]["fen"] for line in lines(found)] == [AFTER, AFTER]


@pytest.mark.parametrize("source", ["good.pgn", "game.xqf", "game.cbr"])
def test_convert_there_and_back(files, source):
    middle, last = files["folder"] / "a.dhtmlxq", files["folder"] / "b.pgn"
    assert run("convert", files[source], middle).exit_code == 0
    assert run("convert", middle, last, "--notation", "wxf").exit_code == 0
    text = last.read_text("utf-8")
    assert "C2=5" in text
    assert '[Format "WXF"]' in text
    (line,) = lines(run("replay", last, "--json"))
    assert line["view"]["fen"] == AFTER
    if source != "good.pgn":
        assert "{好}" in text


def test_convert_gathers_files(files):
    target = files["folder"] / "all.pgn"
    result = run("convert", files["good.pgn"], files["mated.pgn"], files["game.xqf"], target)
    assert result.exit_code == 0
    assert len(lines(run("replay", target, "--json"))) == 3


def test_convert_refuses_what_it_cannot_do(files):
    assert isinstance(run("convert", files["good.pgn"], "a.xqf").exception, Unknown)
    assert isinstance(run("convert", files["good.pgn"], "a.doc").exception, Unknown)
    wrong = run("convert", files["good.pgn"], files["folder"] / "a.ubb", "--notation", "wxf")
    assert isinstance(wrong.exception, BadInput)
    wrong = run("convert", files["good.pgn"], files["folder"] / "no" / "a.pgn")
    assert isinstance(wrong.exception, BadInput)

"""The game commands for shengji and Chinese checkers, as a user types them."""

import json

import pytest
from typer.testing import CliRunner

from qipan.cli import build
from qipan.kernel.errors import BadInput, Unknown

run = CliRunner()


def asked(*words):
    return run.invoke(build(), ["game", *words])


QUESTIONS = [
    ({"kind": "decompose", "trump": "H", "level": "5", "cards": ["S4", "S6", "S4", "S6"]}, "shape"),
    ({"kind": "nonsense"}, "error"),
    ({"kind": "follow", "trump": 4, "level": "5"}, "error"),
    ({"kind": "follow", "trump": "H", "level": "5", "hand": "S4", "lead": ["S3"]}, "error"),
    ({"kind": "trick", "trump": "H", "level": "5", "plays": [["S4"], ["S5", "S6"]]}, "error"),
    ({"kind": "trick", "trump": "H", "level": "5", "plays": []}, "error"),
    ({"kind": "levels", "defender_points": "80"}, "error"),
    ({"kind": "levels", "defender_points": 10**30}, "error"),
    ({"kind": "decompose", "trump": "H", "level": "5", "cards": ["S4"] * 5000}, "error"),
    ({"kind": "decompose", "trump": "H", "level": "5", "cards": []}, "error"),
    ({"kind": "bottom", "bottom_points": 20}, "error"),
    ({"kind": "match", "deals": [{"banker": 0, "trick_points": 7}]}, "error"),
    ({"kind": "match", "deals": [], "time_up": True, "lot": 1}, "winner"),
]


def test_each_question_gets_one_line_in_order(tmp_path):
    batch = tmp_path / "batch.jsonl"
    lines = [json.dumps({"id": number, **ask}) for number, (ask, _) in enumerate(QUESTIONS)]
    batch.write_text("\n".join([*lines, ""]), "utf-8")
    found = asked("rule", "shengji", "--batch", str(batch))
    answers = [json.loads(line) for line in found.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == list(range(len(QUESTIONS)))
    for answer, (ask, field) in zip(answers, QUESTIONS, strict=True):
        assert field in answer, ask
    assert found.exit_code == 2


@pytest.mark.parametrize("content", [None, b"\xff\xfe", b"[1]", b"{"])
def test_a_file_that_cannot_be_read_is_named(tmp_path, content):
    batch = tmp_path / "batch.jsonl"
    if content is not None:
        batch.write_bytes(content)
    found = asked("rule", "shengji", "--batch", str(batch))
    assert isinstance(found.exception, BadInput)
    assert "batch.jsonl" in str(found.exception)


def test_counting_moves():
    assert asked("perft", "chinese-checkers", "--players", "6", "--depth", "3").stdout == "2828\n"
    for words in (("--players", "1"), ("--fen", "x 0"), ("--fen", f"{'.' * 121} 9")):
        found = asked("perft", "chinese-checkers", "--depth", "1", *words)
        assert isinstance(found.exception, BadInput)


def test_selfplay():
    found = asked("selfplay", "chinese-checkers", "--seed", "5", "--games", "2", "--json")
    games = [json.loads(line) for line in found.stdout.splitlines()]
    assert [sorted(game["places"])[0] for game in games] == [1, 1]
    again = asked("selfplay", "chinese-checkers", "--seed", "5", "--games", "2", "--json")
    assert again.stdout == found.stdout
    short = asked("selfplay", "shengji", "--longest", "5", "--json")
    assert json.loads(short.stdout)["places"] is None
    assert isinstance(asked("selfplay", "chess").exception, Unknown)
    assert isinstance(asked("selfplay", "gomoku", "--players", "3").exception, BadInput)


def test_what_a_seat_may_see_is_printed_as_a_schema():
    found = json.loads(asked("schema", "shengji").stdout)
    assert found["$ref"] == "#/$defs/ShengjiView"
    assert found["$defs"]["DealView"]["properties"]["hand"]["anyOf"][1] == {"type": "null"}
    typed = asked("schema", "chinese-checkers", "--types").stdout
    assert "export interface StarView {\n  board: string;\n  corners: string[];\n" in typed

"""``qipan game perft`` and ``qipan game rule`` for xiangqi."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from qipan.cli import build
from qipan.cli.tools.game.xiangqi import rule
from qipan.kernel.errors import BadInput, QipanError

FEN = "4ka3/4a4/9/9/9/c8/9/9/1R7/3K5 w - - 0 1"
CHASE = "b1a1 a4b4 a1b1 b4a4"


def run(*words):
    return CliRunner().invoke(build(), ["game", *words])


def test_perft_counts():
    assert run("perft", "xiangqi", "--depth", "2").stdout.strip() == "1920"
    found = json.loads(run("perft", "xiangqi", "--depth", "1", "--fen", FEN, "--json").stdout)
    assert (found["game"], found["depth"]) == ("xiangqi", 1)


def test_one_question_gets_one_line():
    done = run("rule", "xiangqi", "--ruleset", "axf", "--fen", FEN, "--moves", f"{CHASE} {CHASE}")
    found = json.loads(done.stdout)
    assert (found["verdict"], found["must_vary"]) == ("black_wins", "red")


def test_a_batch_gets_a_line_each(tmp_path):
    questions = [
        {"id": "12", "ruleset": "axf", "occurrences": 2, "fen": FEN, "moves": CHASE.split()},
        {"id": 7, "ruleset": "cxa-2020", "occurrences": 3, "fen": FEN, "moves": CHASE},
        {"id": None, "ruleset": "cxa-2011", "occurrences": 2, "fen": FEN, "moves": CHASE},
        {"id": "x", "ruleset": "fide", "fen": FEN, "moves": []},
    ]
    file = tmp_path / "questions.jsonl"
    file.write_text("\n".join(map(json.dumps, questions)) + "\n\n", "utf-8")
    done = run("rule", "xiangqi", "--batch", str(file))
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line.get("id") for line in found] == ["12", 7, None, "x"]
    assert [line.get("verdict") for line in found] == ["black_wins", "none", "black_wins", None]
    assert "fide" in found[3]["error"]
    assert done.exit_code == 2


def test_overrides_change_the_ruling():
    asked = {"ruleset": "axf", "occurrences": 2, "fen": FEN, "moves": CHASE}
    assert rule(asked)["verdict"] == "black_wins"
    assert rule(asked | {"overrides": {"1": "idle"}})["verdict"] == "draw"


@pytest.mark.parametrize(
    "wrong",
    [
        {"moves": 5},
        {"moves": ["h2e2", 3]},
        {"moves": "h2e2 " * 3000},
        {"fen": ["x"]},
        {"occurrences": 1},
        {"occurrences": "two"},
        {"overrides": {"one": "idle"}},
        {"overrides": {"1": "lazy"}},
        {"overrides": {"99": "idle"}, "fen": FEN, "moves": CHASE, "occurrences": 2},
    ],
)
def test_wrong_questions_are_explained(wrong):
    with pytest.raises(BadInput):
        rule(wrong)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@settings(max_examples=150)
@given(
    st.dictionaries(
        st.sampled_from(["ruleset", "fen", "moves", "occurrences", "id", "overrides", "more"]),
        VALUES,
    )
)
def test_any_question_is_answered_or_refused(question):
    try:
        found = rule(question)
    except QipanError:
        return
    assert found["verdict"] == "none"

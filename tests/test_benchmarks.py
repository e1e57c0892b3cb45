"""Every measurement is in the one command that writes the page of figures."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "benchmarks"


def _module(name, file):
    spec = importlib.util.spec_from_file_location(name, FOLDER / file)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.fixture
def parts(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    return _module("all_benchmarks", "all.py").PARTS


def test_every_program_is_part_of_the_page(parts):
    named = {words.split()[0] for _, *both in parts for words in both}
    programs = [*FOLDER.glob("*.py"), *(each.parent for each in FOLDER.glob("*/__main__.py"))]
    assert named == {path.name for path in programs} - {"all.py"}


def test_the_page_has_what_was_measured(tmp_path):
    page = tmp_path / "page.md"
    done = subprocess.run(
        [sys.executable, FOLDER / "all.py", "--quick", "--only", "matching", "--page", page],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    text = page.read_text("utf-8")
    assert "`python benchmarks/open_matching.py --arrivals 1000`" in text
    assert "immediate rematches 0" in text


def test_parts_that_are_not_measured_stay_on_the_page(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "# Figures\n\n## Goals\n\n| old |\n"
        "\n## A part of another time\n\n`gone`\n"
        "\n## Open matching\n\n```text\nold figures\n```\n"
        "\n## Ranking\n\n`python benchmarks/ranking.py 1000 10000 100000`\n"
        "\n```text\nMY: one more result: 0.0190 s\n```\n"
        "\n## Start of commands\n\n`python benchmarks/start_up.py --runs 2`\n"
        "\n```text\n--help  0.1 s\n```\n",
        "utf-8",
    )
    words = ["--quick", "--only", "matching", "--page", page]
    for more, kept in (([], True), (["--anew"], False)):
        done = subprocess.run(
            [sys.executable, FOLDER / "all.py", *words, *more],
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        text = page.read_text("utf-8")
        assert "old figures" not in text
        assert "A part of another time" not in text
        assert text.count("## Open matching") == text.count("## Goals") == 1
        assert ("MY: one more result: 0.0190 s" in text) is kept
        met = "| one more result of 100,000 (MY) | 0.118 | 0.019 s CPU | at most 0.02 | met |"
        assert (met in text) is kept
        assert "`--help`" not in text  # of quick sizes: no goal is set for them


def test_a_number_of_several_runs_is_the_middle_one():
    joined, spread = _module("three_runs", "figures/three_runs.py").middle(
        ["a  1,200 /s  p99 3.10", "a  1,100 /s  p99 3.20", "a    900 /s  p99 3.00"]
    )
    assert joined == "a  1,100 /s  p99 3.10"
    assert round(spread, 3) == round(300 / 1100, 3)


def test_lines_with_other_words_are_those_of_the_first_run():
    joined, _ = _module("three_runs", "figures/three_runs.py").middle(
        ["seed 4\nerrors none", "seed 7\nerrors 3 lost", "seed 9\nerrors none"]
    )
    assert joined == "seed 7\nerrors none"


def test_every_goal_is_of_a_part_of_the_page(parts):
    goals = _module("goals", "figures/goals.py")
    assert {each.part for each in goals.GOALS} <= {title for title, *_ in parts}


def test_every_goal_is_found_in_a_page_of_figures():
    """The page in the tree shows what every part prints: a goal that misses it measures nothing."""
    goals = _module("goals", "figures/goals.py")
    text = (ROOT / "docs/benchmarks.md").read_text("utf-8")
    said = dict(part.split("\n", 1) for part in text.split("\n## ")[1:])
    missing = [
        goal.what
        for goal in goals.GOALS
        if "```text" in said.get(goal.part, "")
        and goals.found(goal._replace(found_by=re.sub(r"\b10+,\?000", "[0-9,]+", goal.found_by)),
                        said[goal.part]) is None
    ]  # fmt: skip
    assert missing == []


def test_a_goal_is_met_on_its_side_of_the_bound():
    goals = _module("goals", "figures/goals.py")
    said = {"Live play, one process": "server CPU 0.240 ms a move",
            "Live play, one process, as much as goes": "2,900 durable moves/s"}  # fmt: skip
    rows = goals.table(said).splitlines()[2:]
    assert rows == [
        "| a move, one process | 0.36 | 0.24 ms CPU | at most 0.25 | met |",
        "| durable moves, one process | – | 2,900 a second | at least 3,000 | **missed** |",
    ]


def test_a_ratio_is_of_two_numbers_in_one_place():
    goals = _module("goals", "figures/goals.py")
    goal = next(each for each in goals.GOALS if each.what == "SGF read, to sgfmill")
    text = "qipan games read  12 in 0.01 s  900 /s\nsgfmill games read  12 in 0.01 s  1,800 /s"
    assert goals.found(goal, text) == 0.5

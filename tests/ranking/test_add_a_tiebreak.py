"""A new tie-break is one file: done here in a copy of the package, with nothing else touched."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import qipan

PACKAGE = Path(qipan.__file__).parent
ROOT = Path(__file__).parents[2]
UNBEATEN = '''"""Unbeaten: whoever lost no game at the board stands ahead."""

from qipan.kernel.rules import rule
from qipan.ranking.field import PLAYED, Field
from qipan.ranking.keys import Column, DecidingCase, Key
from qipan.ranking.modifiers import check
from qipan.ranking.notation import Spec

UNBEATEN = rule(
    "tiebreak.unbeaten",
    "Whoever lost no game at the board ranks higher.",
    zh="实际对局未负者列前。",
)


def unbeaten(field: Field, spec: Spec) -> Column:
    """Mark whoever lost no game at the board [tiebreak.unbeaten]."""
    check(spec, "R")
    draw = field.scoring.draw

    def of(i: int) -> int:
        line = field.lines[i]
        both = zip(line.points, line.kinds, strict=True)
        return int(all(points >= draw for points, kind in both if kind == PLAYED))

    return Column(field.each(spec, 0, of))


KEYS = (
    Key(
        ("unbeaten",),
        UNBEATEN,
        unbeaten,
        called={"zh": "不败", "en": "Unbeaten", "th": "ไม่แพ้", "ms": "Tidak kalah"},
        cases=(
            DecidingCase(
                "unbeaten",
                """
                A: +C1 -D2
                B: =D1 =C2
                C: -A2 =B1
                D: =B2 +A1
                """,
                "A=0 B=1 C=0 D=1",
                "D B A C",
            ),
        ),
    ),
)
'''
CUP = [
    "new club-swiss evening --id cup",
    *(f"enter cup {name} --rating {rating}" for name, rating in zip("ABCD", "9876", strict=True)),
    "pair cup",
    "result cup 1 1-0",
    "result cup 2 0.5-0.5",
    "pair cup",
    "result cup 1 1-0",
    "result cup 2 0.5-0.5",
    "standings cup --why A --why D --json",
    "document cup standings --language zh -o zh.csv",
    "document cup standings --language en -o en.csv",
    "document cup report -o cup.trf",
    "rank cup.trf --order PTS,unbeaten --json",
    "rank cup.trf --order PTS,unbeaten --why 1,4 --json",
]
RUN = """
import contextlib, io, json, sys
from qipan.cli import main

said = []
for line in json.loads(sys.argv[1]):
    sys.argv = ["qipan", *line.split()]
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.suppress(SystemExit):
        main()
    said.append(out.getvalue())
sys.stdout.write(json.dumps(said))
"""


@pytest.fixture
def copy(tmp_path):
    """The package with one room copied, and a club that ranks by the new key."""
    inside = tmp_path / "src" / "qipan"
    inside.mkdir(parents=True)
    for each in PACKAGE.iterdir():
        if each.name in ("ranking", "rulebooks"):
            shutil.copytree(each, inside / each.name)
        elif each.name != "__pycache__":
            (inside / each.name).symlink_to(each)
    club = inside / "rulebooks" / "books" / "club-swiss" / "book.toml"
    order = '["points", "opponents-score", "wins", "lot"]'
    text = club.read_text("utf-8")
    assert order in text
    club.write_text(text.replace(order, '["points", "unbeaten", "lot"]'), "utf-8")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def add(copy, text=UNBEATEN):
    (copy / "src" / "qipan" / "ranking" / "tiebreaks" / "unbeaten.py").write_text(text, "utf-8")


def run(copy, *words):
    return subprocess.run(
        [sys.executable, *words],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def check_keys(copy):
    """Run the test of every key in the copy; give its exit code and what it printed."""
    tests = copy / "tests" / "ranking"
    tests.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "tests" / "ranking" / "test_every_key.py", tests)
    found = run(copy, "-m", "pytest", "-q", "-rf", "tests/ranking/test_every_key.py")
    return found.returncode, found.stdout + found.stderr


def test_one_file_adds_a_key_that_ranks_and_explains_itself(copy):
    add(copy)
    found = run(copy, "-c", RUN, json.dumps(CUP))
    assert found.returncode == 0, found.stderr
    *_, why, _, _, _, ranked, reasons = json.loads(found.stdout)
    # A won and lost, D drew twice: level on points.
    step = json.loads(why)[-1]
    assert (step["key"], step["broke"]) == ("unbeaten", True)
    assert step["citation"] == "House tiebreak.unbeaten"
    assert step["text"] == {
        "en": "Whoever lost no game at the board ranks higher.",
        "zh": "实际对局未负者列前。",
    }
    assert {value for _, value in step["values"]} == {"0", "1"}
    zh, en = ((copy / name).read_text("utf-8-sig").splitlines()[0] for name in ("zh.csv", "en.csv"))
    assert "不败" in zh.split(",")
    assert "Unbeaten" in en.split(",")
    rows = {row["id"]: (row["rank"], row["keys"]) for row in json.loads(ranked)}
    assert rows[1] == (3, {"PTS": "1.0", "unbeaten": "0"})
    assert rows[4] == (2, {"PTS": "1.0", "unbeaten": "1"})
    assert json.loads(reasons)["steps"][-1]["rule"] == "tiebreak.unbeaten"


def test_the_new_key_is_whole_and_its_case_notices_a_turned_comparison(copy):
    add(copy)
    code, said = check_keys(copy)
    assert code == 0, said
    assert "points >= draw" in UNBEATEN
    add(copy, UNBEATEN.replace("points >= draw", "points < draw"))
    code, said = check_keys(copy)
    assert code == 1
    failed = [line for line in said.splitlines() if line.startswith("FAILED")]
    assert len(failed) == 1
    assert "as_worked_by_hand[unbeaten-1]" in failed[0]
    assert "unbeaten: it decides nothing" in said


def test_what_the_new_file_leaves_out_is_named(copy):
    bare = UNBEATEN.replace('    zh="实际对局未负者列前。",\n', "").replace('"th": "ไม่แพ้", ', "")
    head, _, tail = bare.partition("        cases=(")
    add(copy, head + "    ),\n)\n")
    assert tail
    code, said = check_keys(copy)
    assert code == 1
    for missing in (
        "unbeaten has no name in th",
        "unbeaten has no house clause in zh for tiebreak.unbeaten",
        "unbeaten has no deciding case",
    ):
        assert missing in said

"""``make mutants`` on a toy: which changes there are, and whether a test notices them."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

MUTANTS = Path(__file__).parents[2] / "scripts" / "mutants"
sys.path.insert(0, str(MUTANTS))
from changes import changed, changes_of  # noqa: E402

sys.path.remove(str(MUTANTS))

CHANGES = [
    # source                                   what becomes of it
    ("x = a == b", ["a == b → a != b"]),
    ("x = a < b", ["a < b → a <= b", "a < b → a >= b"]),
    ("x = a in b", ["a in b → a not in b"]),
    ("x = a and b", ["a and b → a or b", "a and b → b", "a and b → a"]),
    (
        "x = a or b or c",
        [
            "a or b or c → a and b and c",
            *("a or b or c → b or c", "a or b or c → a or c", "a or b or c → a or b"),
        ],
    ),
    ("x = not a", ["not a → a"]),
    ("if a:\n    b = c", ["if a → if True", "if a → if False"]),
    (
        "x = a if b else c",
        ["… if b else … → … if True else …", "… if b else … → … if False else …"],
    ),
    ("x = [a for a in b if a]", ["for … if a → for …"]),
    ("match a:\n    case b if c:\n        pass", ["case … if c → case …"]),
    ("raise a", ["raise a → pass"]),
    ("tell(a)", ["tell(a) → pass"]),
    ("x = tell(a)", []),
    ("x = 3", ["3 → 4", "3 → 2"]),
    ("x = True", []),
    ("x = min(a, b)", ["min(a, b) → max(a, b)"]),
    ("x = sorted(a)", ["sorted(a) → a"]),
    ("x = a + b", ["a + b → a - b"]),
    ("x -= a", ["x -= a → x += a"]),
    ("x: tuple[3, 4]", []),
    ("def f(a: Is[1]) -> Is[2]:\n    'At most 3.'", []),
    ("@kept(5)\ndef f(): ...", []),
    ("assert a == 1", []),
    ("X = rule('a.b', 'One' + 'two')", []),
    ("class A(B, frozen=1): ...", []),
    ("if TYPE_CHECKING:\n    x = 1", []),
]


@pytest.mark.parametrize(("source", "expected"), CHANGES, ids=[each for each, _ in CHANGES])
def test_every_change_there_is(source, expected):
    found = changes_of(source)
    assert [each.text for each in found] == expected
    assert [each.number for each in found] == list(range(len(found)))
    texts = {ast.unparse(changed(source, each.number)) for each in found}
    assert len(texts) == len(found)
    assert ast.unparse(ast.parse(source)) not in texts


def test_a_change_knows_its_line_and_what_is_around_it():
    source = "class A:\n    def f(self):\n        return 0\n\nB = 1\n"
    assert [(each.line, each.where) for each in changes_of(source)] == [
        *[(3, "A.f")] * 2,
        *[(5, "module")] * 2,
    ]


TOY = """
LIMIT = 3


def fits(number):
    return number <= LIMIT


def loops(number):
    while number > 1:
        number -= 1
    return number


def unseen(number):
    return number + number


def same(number):
    return number if number >= 0 else -number
"""
TESTS = """
import toy


def test_fits():
    assert toy.fits(3)
    assert not toy.fits(4)


def test_loops():
    assert toy.loops(5) == 1
    assert toy.loops(1) == 1


def test_same():
    assert [toy.same(each) for each in (-1, 0, 1)] == [1, 0, 1]
"""
EQUIVALENT = """
[[equivalent]]
module = "toy.py"
where = "same"
change = "0 → 1"
because = "The opposite of nothing is nothing."

[[equivalent]]
module = "toy.py"
where = "same"
change = "number >= 0 → number > 0"
because = "Nothing is its own opposite."
"""


@pytest.fixture
def mutants(tmp_path):
    """Run the tool on the toy; give its exit code and what it printed."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "toy.py").write_text(TOY)
    (tmp_path / "test_toy.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "targets.toml").write_text(
        '[[target]]\nmodule = "toy.py"\ntests = ["test_toy.py"]\n'
    )
    (tmp_path / "equivalents.toml").write_text(EQUIVALENT)

    def run(*options):
        done = subprocess.run(
            [
                *(sys.executable, MUTANTS, "--root", tmp_path, "--source", "src"),
                *("--targets", tmp_path / "targets.toml", "--jobs", "2"),
                *("--patience", "2"),
                *("--equivalents", tmp_path / "equivalents.toml", *options),
            ],
            env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    return run


def test_what_nobody_would_notice_is_listed(mutants):
    code, out, err = mutants("--per-module", "100")
    survivors = out.partition("Nobody noticed:\n")[2].partition("\n\n")[0]
    assert survivors.splitlines() == [
        "  toy.py:11 in loops: 1 → 2",
        "  toy.py:16 in unseen: number + number → number - number",
    ], out + err
    assert "toy.py:20 in same: number >= 0 → number > 0\n      Nothing is its own" in out
    assert "all                                    14/16    87.5 %  (2 alter nothing)" in out
    assert code == 1  # the goal is 90


def test_tests_that_fail_unchanged_are_named(mutants, tmp_path):
    (tmp_path / "test_toy.py").write_text("def test_wrong():\n    assert False\n")
    code, _, err = mutants()
    assert code != 0
    assert "toy.py: its tests fail unchanged" in err


def test_the_same_seed_tries_the_same(mutants):
    first, again = (mutants("--per-module", "3", "--seed", "5", "--goal", "0") for _ in range(2))
    assert first == again
    assert first[0] == 0
    assert "/3 " in first[1] or "/2 " in first[1]

"""A test that fails beside others is looked at again, alone; one that fails alone fails the run."""

import subprocess
import sys
from pathlib import Path

import pytest

RUN = Path(__file__).parents[2] / "scripts" / "run_tests.py"

CALM = "def test_calm():\n    pass\n"
ONCE = """
from pathlib import Path

def test_once():
    mark = Path(__file__).with_name("seen")
    seen = mark.exists()
    mark.touch()
    assert seen
"""
BROKEN = (
    "import pytest\n\n@pytest.mark.parametrize('n', range({}))\ndef test_broken(n):\n    assert 0\n"
)


@pytest.mark.parametrize(
    ("content", "code", "said"),
    [
        (CALM, 0, "1 passed"),
        (
            CALM + ONCE,
            0,
            "Failed beside others and passed alone (look for the race):\n  test_it.py",
        ),
        (BROKEN.format(1), 1, "A second look, alone, at 1"),
        (CALM + ONCE + BROKEN.format(2), 1, "2 failed, 1 passed"),
        (BROKEN.format(6), 1, "6 failed"),
    ],
)
def test_a_second_look(tmp_path, content, code, said):
    # of the plug-ins installed only one is used, as in the run that this one is a test of
    addopts = "--disable-plugin-autoload -p xdist"
    (tmp_path / "pytest.ini").write_text(f"[pytest]\naddopts = {addopts}\n")
    (tmp_path / "test_it.py").write_text(content)
    found = subprocess.run(
        [sys.executable, str(RUN), "2", "-p", "no:cacheprovider"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert (found.returncode, said in found.stdout) == (code, True), found.stdout + found.stderr
    assert ("second look" in found.stdout) == (said != "1 passed" and "6" not in said)

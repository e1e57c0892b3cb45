"""Every measurement is in the one command that writes the page of figures."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "benchmarks"


def test_every_program_is_part_of_the_page():
    spec = importlib.util.spec_from_file_location("all_benchmarks", FOLDER / "all.py")
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    named = {words.split()[0] for _, *both in found.PARTS for words in both}
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

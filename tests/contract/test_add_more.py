"""A storage, a record format and a verb are one file each: done here in a copy of the package."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import qipan

PACKAGE = Path(qipan.__file__).parent
TESTS = Path(__file__).parents[1]
STORAGE = '''"""A log that is a list, for a rehearsal."""

from pathlib import Path

from qipan.store.memory import MemoryLog


class ListLog(MemoryLog):
    """Keeps what the memory log keeps."""


def trial_log(folder: Path) -> ListLog:
    """Open an empty log."""
    del folder
    return ListLog()
'''
FORMAT = '''"""Moves of gomoku, one a line, for a rehearsal."""

from qipan.formats.record import Record

ENDINGS = (".lines",)


def read(data: bytes, name: str) -> list[Record]:
    """Read the one game of a file."""
    return [Record("gomoku", tuple(data.decode().split()))]


def write(record: Record) -> bytes:
    """Write one game."""
    return "\\n".join(record.moves).encode()
'''
VERB = '''"""``qipan greet``: a verb, for a rehearsal."""

import typer


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(greet)


def greet() -> None:
    """Say hello to the hall."""
    print("hello, hall")
'''


@pytest.fixture
def copy(tmp_path):
    """Give a folder with a copy of the package."""
    home = tmp_path / "copy"
    shutil.copytree(PACKAGE, home / "qipan")
    return home


def run(copy, *words):
    environment = {**os.environ, "PYTHONPATH": f"{copy}{os.pathsep}{TESTS}"}
    done = subprocess.run(
        [sys.executable, *map(str, words)],
        env=environment,
        cwd=copy,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def qipan_of(copy, *words):
    return run(copy, "-c", "from qipan.cli import main; main()", *words)


def test_a_storage_is_tried_by_the_contract_suite(copy):
    (copy / "qipan/store/list_log.py").write_text(STORAGE)
    suite = TESTS / "contract/test_logs.py"
    plain = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--import-mode=importlib")
    plain += ("--disable-plugin-autoload",)  # loading them takes longer than the tests
    told = run(copy, *plain, "-rA", "-k", "list_log", f"--rootdir={TESTS}", "-c", os.devnull, suite)
    assert "[list_log]" in told
    assert "test_an_outdated_version_is_a_conflict_and_stores_nothing" in told


def test_a_record_format_is_found_by_its_ending(copy, tmp_path):
    (copy / "qipan/formats/lines.py").write_text(FORMAT)
    record = tmp_path / "game.lines"
    record.write_text("h8\na1\ni8\na2\nj8\na3\nk8\na4\nl8\n")
    told = qipan_of(copy, "game", "replay", record, "--json")
    assert "gomoku.five" in told


def test_a_verb_is_listed(copy):
    (copy / "qipan/cli/tools/greet.py").write_text(VERB)
    assert "Say hello to the hall." in qipan_of(copy, "--help")
    assert qipan_of(copy, "greet") == "hello, hall\n"

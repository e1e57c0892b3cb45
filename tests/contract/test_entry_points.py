"""Books, games and tie-breaks of another package: installed beside ours, found, used and tested."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import qipan

SOURCE = Path(qipan.__file__).parents[1]
NOUGHTS = Path(__file__).parent / "noughts"
ENTRIES = """
[qipan.books]
harbour = harbour_books

[qipan.games]
tictac = tictac_game

[qipan.tiebreaks]
harbour = harbour_ranking
"""
METADATA = "Metadata-Version: 2.1\nName: harbour\nVersion: 1.0\n"
TIEBREAK = '''"""Rounds won in the harbour."""

from qipan.kernel.rules import rule
from qipan.ranking.keys import Column, DecidingCase, Key

RULE = rule("ranking.harbour-rounds", "More rounds won rank higher.", zh="胜轮多者列前。")


def rounds_won(field, spec):
    win = field.scoring.win
    return Column([sum(points >= win for points in line.points) for line in field.lines])


KEYS = (
    Key(
        ("harbour-rounds",),
        RULE,
        column=rounds_won,
        called={"zh": "胜轮", "en": "Rounds won", "th": "รอบที่ชนะ", "ms": "Pusingan menang"},
        cases=(
            DecidingCase(
                "harbour-rounds",
                "A: +C1 -D2\\nB: =D1 =C2\\nC: -A2 =B1\\nD: =B2 +A1",
                "A=1 B=0 C=0 D=1",
                "D A B C",
            ),
        ),
    ),
)
'''


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Install a package into a folder, as an installer would leave it there."""
    root = tmp_path_factory.mktemp("site")
    about = root / "harbour-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(METADATA, "utf-8")
    (about / "entry_points.txt").write_text(ENTRIES, "utf-8")
    (root / "harbour_ranking.py").write_text(TIEBREAK, "utf-8")
    game = root / "tictac_game"
    game.mkdir()
    for path in (NOUGHTS / "game").iterdir():
        if path.is_file():
            text = path.read_text("utf-8").replace("qipan.games.noughts", "tictac_game")
            (game / path.name).write_text(text.replace("noughts", "tictac"), "utf-8")
    board = (NOUGHTS / "noughts.js").read_text("utf-8").replace('"./', '"/static/boards/')
    (game / "board.js").write_text(board, "utf-8")
    book = root / "harbour_books" / "dock-cup"
    book.mkdir(parents=True)
    (root / "harbour_books" / "__init__.py").write_text("", "utf-8")
    club = SOURCE / "qipan" / "rulebooks" / "books" / "club-swiss" / "book.toml"
    text = club.read_text("utf-8").replace("club-swiss", "dock-cup").replace("gomoku", "tictac")
    text = text.replace('"wins", "lot"] }', '"harbour-rounds", "lot"] }')
    (book / "book.toml").write_text(text, "utf-8")
    return root


def command(site, *words, code=0, **environment):
    """Run the command with the package installed."""
    env = {**os.environ, "PYTHONPATH": f"{site}{os.pathsep}{SOURCE}", "COLUMNS": "200"}
    env |= {"PYTHONDONTWRITEBYTECODE": "1", "QIPAN_DATA": str(site / "none.sqlite"), **environment}
    done = subprocess.run(
        [sys.executable, "-c", "from qipan.cli import main; main()", *map(str, words)],
        env=env,
        cwd=site,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == code, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout if code == 0 else done.stdout + done.stderr


def test_what_another_package_adds_is_listed(site):
    assert "dock-cup evening" in command(site, "book", "list", "--events", "--plain").splitlines()
    assert "tictac" in json.loads(command(site, "game", "list", "--json"))


def test_its_book_is_held_to_what_every_book_promises(site):
    found = json.loads(command(site, "book", "test", "dock-cup", "--json"))
    tried = {each["what"]: each["wrong"] for each in found["tried"]}
    assert (found["wrong"], tried["tie-break harbour-rounds"]) == (0, [])
    assert {"no faults", "evening with 7", "evening with 21"} <= set(tried)


def test_its_game_is_held_to_what_every_game_promises(site):
    found = json.loads(command(site, "game", "test", "tictac", "--json"))
    assert (found["wrong"], len(found["tried"]) > 30) == (0, True)
    words = site / "tictac_game" / "words.toml"
    kept = words.read_text("utf-8")
    try:
        words.write_text(kept.replace('th = "', 'xx = "', 1), "utf-8")
        said = command(site, "game", "test", "tictac", code=1)
    finally:
        words.write_text(kept, "utf-8")
    assert "WRONG" in said


def test_a_competition_is_held_under_its_book(site, tmp_path):
    made = ("new", "dock-cup", "evening", "--id", "dc", "--data", tmp_path / "j.sqlite", "--json")
    assert json.loads(command(site, *made))["book"] == "dock-cup"
    shown = command(site, "rule", "ranking.harbour-rounds", "--book", "dock-cup")
    assert "More rounds won rank higher." in shown


def test_a_package_that_cannot_be_loaded_is_named(site):
    ranking = site / "harbour_ranking.py"
    kept = ranking.read_text("utf-8")
    try:
        ranking.write_text("import no_such_module_anywhere\n", "utf-8")
        said = command(site, "book", "list", code=2)
    finally:
        ranking.write_text(kept, "utf-8")
    assert "harbour" in said
    assert "Traceback" not in said


def test_a_folder_of_books_is_named_on_the_line_or_in_the_environment(site, tmp_path):
    folder = tmp_path / "shelf" / "quay-cup"
    folder.mkdir(parents=True)
    text = command(site, "book", "export", "club-swiss").replace("club-swiss", "quay-cup")
    (folder / "book.toml").write_text(text, "utf-8")
    shelf = ("--books", folder.parent)
    assert "quay-cup" in command(site, "book", "list", "--plain", *shelf).split()
    assert "quay-cup" not in command(site, "book", "list", "--plain").split()
    assert "quay-cup" in command(site, "book", "list", "--plain", QIPAN_BOOKS=str(folder.parent))
    held = ("--data", tmp_path / "j.sqlite")
    command(site, "new", "quay-cup", "evening", "--id", "qc", *held, *shelf)
    assert "Club evening" in command(site, "standings", "qc", *held)
    (folder.parent / "my-2018").mkdir()
    (folder.parent / "my-2018" / "book.toml").write_text(text, "utf-8")
    assert "two books are called" in command(site, "book", "list", *shelf, code=2)
    assert "no such folder" in command(site, "book", "list", "--books", "none", code=2)

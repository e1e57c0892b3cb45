"""A competition is read under the edition of its book it was created with, whatever comes later."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import qipan

PACKAGE = Path(qipan.__file__).parent


def qipan_in(copy, *words, code=0):
    """Run the command of a copy of the package; give what it printed."""
    run = [sys.executable, "-c", "from qipan.cli import main; main()", *map(str, words)]
    done = subprocess.run(
        run, env={"PYTHONPATH": str(copy)}, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


SEVERAL = """
import sys
from qipan.cli import main
for sys.argv in {given}:
    try: main()
    except SystemExit as left:
        if left.code: raise
    print(chr(30), flush=True)
"""


def several_in(copy, data, *lines):
    """Give commands one after the other in one process; give what each printed."""
    given = [["qipan", *map(str, words), "--data", str(data)] for words in lines]
    done = subprocess.run(
        [sys.executable, "-c", SEVERAL.format(given=given)],
        env={"PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.split("\x1e\n")[:-1]


@pytest.fixture
def copy(tmp_path):
    """Give a folder with a copy of the package whose books may be edited."""
    home = tmp_path / "copy"
    shutil.copytree(PACKAGE, home / "qipan")
    return home


def club(copy, data, *words, **more):
    return qipan_in(copy, *words, "--data", data, **more)


def evening(copy, data, name, won="1-0", drawn="0.5-0.5"):
    """Play a first round under the club's book."""
    several_in(
        copy,
        data,
        ("new", "club-swiss", "evening", "--id", name),
        ("enter", name, "A", "B", "C", "D"),
        ("pair", name),
        ("result", name, "1", won),
        ("result", name, "2", drawn),
    )


def change_book(copy):
    """Let a win count three and change the order of keys, as a later release might."""
    book = copy / "qipan/rulebooks/books/club-swiss/book.toml"
    text = book.read_text("utf-8")
    before = text
    scoring = 'scoring = { win = "3", draw = "1", loss = "0", bye = "3" }\n'
    text = text.replace(
        'ranking = { order = ["points", "opponents',
        scoring + 'ranking = { order = ["points", "opponents',
    )
    assert text != before
    book.write_text(text, "utf-8")


def roads(copy, data, name):
    """Give what every road of the command line says of a competition."""
    found = several_in(
        copy,
        data,
        ("standings", name, "--json"),
        ("standings", name, "--why", "A", "--json"),
        ("prizes", name, "--json"),
        ("report", name, "--json"),
    )
    assert len(set(found)) == 4
    return found


def test_a_later_change_of_a_book_changes_no_existing_competition(copy, tmp_path):
    data = tmp_path / "data.sqlite"
    evening(copy, data, "old")
    before = roads(copy, data, "old")
    change_book(copy)
    assert roads(copy, data, "old") == before
    evening(copy, data, "new", "3-0", "1-1")
    first = json.loads(club(copy, data, "standings", "new", "--json"))["rows"][0]
    assert first["keys"]["points"] == "3"
    told = json.loads(qipan_in(copy, "verify", data, "--json"))
    assert told["valid"] is True
    shown = {each["competition"]: each for each in told["editions"]}
    assert (shown["old"]["current"], shown["new"]["current"]) == (False, True)
    assert shown["old"]["edition"] != shown["new"]["edition"]
    words = qipan_in(copy, "verify", data)
    assert any("old" in line and shown["old"]["edition"][:8] in line for line in words.splitlines())


def test_a_section_is_moved_to_another_edition_only_with_a_reason(copy, tmp_path):
    data = tmp_path / "data.sqlite"
    evening(copy, data, "cup")
    before = json.loads(club(copy, data, "standings", "cup", "--json"))["rows"]
    change_book(copy)
    seen = json.loads(club(copy, data, "edition", "adopt", "cup", "--preview", "--json"))
    assert any("scoring" in each["path"] for each in seen["differences"]["rules"])
    assert json.loads(club(copy, data, "standings", "cup", "--json"))["rows"] == before
    club(copy, data, "edition", "adopt", "cup", code=2)
    club(copy, data, "edition", "adopt", "cup", "--because", "agreed by all")
    after = json.loads(club(copy, data, "standings", "cup", "--json"))["rows"]
    won = after[0]["keys"]["points"]
    assert won == "3"  # a win is a win, not two halves of a point
    assert [row["entrant"] for row in after] == [row["entrant"] for row in before]
    club(copy, data, "edition", "adopt", "cup", "--because", "again", code=3)
    told = json.loads(qipan_in(copy, "verify", data, "--json"))
    assert {each["section"]: each["current"] for each in told["editions"]} == {
        "": False,
        "evening": True,
    }


def test_a_result_says_what_it_means_without_any_book(copy, tmp_path):
    from qipan.journal.events import opened
    from qipan.wiring import open_log

    data = tmp_path / "data.sqlite"
    evening(copy, data, "cup")
    log = open_log(str(data), read_only=True)
    events = [opened(each) for each in log.read("competition/cup", 0)]
    log.close()
    told = [(each.points, each.outcome) for each in events if hasattr(each, "outcome")]
    assert told == [(("1", "0"), ("win", "loss")), (("1/2", "1/2"), ("draw", "draw"))]


def test_a_stored_edition_that_was_tampered_with_is_noticed(tmp_path, copy):
    import sqlite3

    data = tmp_path / "data.sqlite"
    evening(copy, data, "cup")
    with sqlite3.connect(data) as base:
        tables = [row[0] for row in base.execute("select name from sqlite_master")]
        events = next(each for each in tables if each in ("event", "events"))
        base.execute(
            f"update {events} set payload = replace(payload, 'Club', 'Klub') "
            "where stream like 'edition/%'"
        )
    assert qipan_in(copy, "verify", data, code=1).startswith("BROKEN")

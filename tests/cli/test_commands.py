"""The command as a newcomer uses it: a whole event, clear errors, exit codes, JSON."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

from qipan.cli import output
from qipan.cli.output import print_table
from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.results.commands import RecordResult
from qipan.desk.rounds.commands import PublishRound
from qipan.journal.people import Person
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.kernel.results import Score
from qipan.wiring import open_house

CUP = CompetitionId("cup")


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A journal with one event whose three rounds are played; copied by the tests."""
    path = tmp_path_factory.mktemp("finished") / "j.sqlite"
    house = open_house(str(path))
    office, women = house.office, SectionId("women")
    office.create(CUP, "t", "Cup", "wx-14")
    office.carry_out(CUP, "t", OpenSection(section=women, title="Women", under="women"))
    for name in ("Mei", "Lan", "Zhu", "Ju"):
        office.enter(CUP, women, "t", Newcomer(Person(name=name)))
    office.carry_out(CUP, "t", CloseEntries(section=women))
    office.commit_lot(CUP, women, "t")
    office.draw_numbers(CUP, women, "t")
    for number in (1, 2, 3):
        office.pair(CUP, women, "t")
        place = {"section": women, "round": number}
        office.carry_out(CUP, "t", PublishRound(**place))
        for board, seats in ((1, (2, 0)), (2, (1, 1))):
            office.carry_out(CUP, "t", RecordResult(**place, board=board, score=Score(seats)))
    house.close()
    return path


@pytest.fixture
def played_event(finished, tmp_path):
    """Put the finished event where the command looks."""
    shutil.copy(finished, tmp_path / "j.sqlite")


def test_a_whole_event_from_the_first_entry_to_the_approval(run, tmp_path):
    code, out, _ = run("new", "wx-14", "women", "--id", "cup")
    assert (code, "open for entries" in out) == (0, True)
    assert run("enter", "cup", "Mei", "Lan", "Zhu", "Ju")[0] == 0
    code, out, _ = run("pair", "cup", "--json", "--entropy", "rain")
    first = json.loads(out)
    assert (code, first["round"], len(first["boards"])) == (0, 1, 2)
    assert run("result", "cup", 1, "1-0")[0] == 0
    assert json.loads(run("result", "cup", 2, "½-½", "--json")[1])["missing"] == []
    for _ in range(2):
        run("pair", "cup")
        run("result", "cup", 1, "+-")
        assert run("result", "cup", 2, "0-1")[0] == 0
    code, out, _ = run("standings", "cup", "--json")
    rows = json.loads(out)["rows"]
    assert (code, len(rows)) == (0, 4)
    leader = rows[0]["name"]
    code, out, _ = run("standings", "cup", "--why", leader)
    assert (code, "WX 6.1(2)" in out) == (0, True)
    assert run("standings", "cup", "--why", leader, "--why", rows[1]["name"])[0] == 0
    code, out, _ = run("approve", "cup", "--json")
    assert (code, json.loads(out)["closed"]) == (0, True)
    code, out, _ = run("verify", tmp_path / "j.sqlite")
    assert (code, "correct" in out) == (0, True)


def test_the_same_seed_prints_the_same_bytes(run):
    words = ("simulate", "wx-14", "women", "--entries", 12, "--seed", 1, "--json")
    first, second = run(*words), run(*words)
    assert first[:2] == second[:2]  # beside them, peak memory goes to standard error
    final = json.loads(first[1])
    assert [line["place"] for line in final["lines"]] == list(range(1, 13))
    other = run("simulate", "wx-14", "women", "--entries", 12, "--seed", 2, "--json")
    assert other[1] != first[1]


REFUSED = [
    # words, exit code, what the message names
    (("enter", "cup", "Mei"), 3, "entry.closed"),
    (("result", "cup", 9, "1-0"), 3, "result.no-such-board"),
    (("result", "cup", 1, "1-0", "--round", 7), 3, "result.no-such-round"),
    (("result", "cup", 1, "1-1", "--correct", "x"), 3, "result.not-in-book"),
    (("result", "cup", 1, "banana"), 2, "banana"),
    (("result", "cup", 1, "0-1"), 3, "result.recorded"),
    (("pair", "cup"), 3, "round.last-played"),
    (("standings", "none"), 2, "none"),
    (("standings", "cup", "--section", "men"), 2, "men"),
    (("standings", "cup", "--why", "Nobody"), 2, "Nobody"),
    (("new", "no-book", "x", "--id", "y"), 2, "wx-14"),
    (("new", "wx-14", "giants", "--id", "z"), 3, "giants"),
    (("simulate", "wx-14", "giants"), 2, "women"),
    (("rule", "no.such-rule", "--book", "wx-14"), 2, "no.such-rule"),
    (("verify", "missing.sqlite"), 2, "no such journal"),
    (("--data", "postgres://x", "standings", "cup"), 2, ""),
    (("standings", "cup", "--data", "mongo://x/y"), 2, "mongo"),
    (("game", "perft", "ludo", "--depth", 1), 2, "gomoku"),
]


@pytest.mark.parametrize(("words", "code", "named"), REFUSED, ids=lambda value: str(value)[:40])
@pytest.mark.usefixtures("played_event")
def test_a_mistake_is_one_clear_line_and_an_exit_code(run, words, code, named):
    before = run("standings", "cup", "--json")[1]
    found, _, err = run(*words)
    assert found == code
    assert named in err
    assert "Traceback" not in err
    assert run("standings", "cup", "--json")[1] == before


@pytest.mark.usefixtures("played_event")
def test_a_correction_is_visible_in_the_standings(run):
    before = json.loads(run("standings", "cup", "--json")[1])
    assert run("result", "cup", 1, "0-1", "--round", 1, "--correct", "swapped")[0] == 0
    assert json.loads(run("standings", "cup", "--json")[1]) != before


@pytest.mark.usefixtures("played_event")
def test_verify_names_the_first_broken_event(run, tmp_path):
    raw = sqlite3.connect(tmp_path / "j.sqlite")
    raw.execute("UPDATE event SET payload = replace(payload, '[2,0]', '[0,2]') WHERE version = 13")
    raw.commit()
    raw.close()
    code, out, _ = run("verify", tmp_path / "j.sqlite", "--json")
    found = json.loads(out)
    assert (code, found["valid"], found["version"]) == (1, False, 13)
    assert "does not match its hash" in found["why"]


def test_a_lot_is_verified_from_a_file(run, tmp_path):
    import msgspec

    from qipan.kernel.lots import draw

    honest = msgspec.to_builtins(draw("colours", ("a", "b", "c"), bytes(32)))
    (tmp_path / "lot.json").write_text(json.dumps(honest))
    assert run("lot", "verify", "lot.json")[0] == 0
    (tmp_path / "lot.json").write_text(json.dumps(honest | {"order": ["a", "a", "a"]}))
    code, out, _ = run("lot", "verify", "lot.json", "--json")
    assert (code, json.loads(out)["valid"]) == (1, False)
    (tmp_path / "lot.json").write_text("{")
    assert run("lot", "verify", "lot.json")[0] == 2


def test_a_rule_is_shown_in_both_languages(run):
    assert "WX 1" in run("rule", "round-robin.everybody", "--book", "wx-14")[1]
    assert "单循环" in run("rule", "round-robin.everybody", "--book", "wx-14", "-l", "zh")[1]


def test_accounts_are_made_and_linked(run):
    words = ("account", "create", "mei", "--role", "arbiter", "--password", "long enough")
    assert run(*words)[0] == 0
    assert run("account", "create", "lan", "--role", "arbiter", "--password", "short")[0] == 2
    assert "/sign-in/" in run("account", "link", "mei")[1]
    assert run("account", "link", "nobody")[0] == 2


def test_help_lists_every_command(run):
    out = run("--help")[1]
    for command in ("serve", "new", "enter", "pair", "result", "standings", "simulate", "verify"):
        assert command in out


def test_a_size_the_event_does_not_hold_is_said_in_one_line(run):
    code, out, err = run("simulate", "my-2018", "elite", "--entries", 14)
    assert (code, out) == (3, "")
    assert err == "error: my-2018 elite takes at most 12 entries, not 14 (MY-III 6).\n"


def test_a_table_in_a_pipe_is_as_wide_as_it_needs(capsys, monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    names = [f"a name of some length {at}" for at in range(8)]
    print_table("", names, [names])
    assert "…" not in (out := capsys.readouterr().out)
    assert any(all(name in line for name in names) for line in out.splitlines())


def test_a_table_on_a_narrow_screen_keeps_names_whole(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(output, "console", output.made_console())
    keys = [f"A-long-key-of-an-order-{at}" for at in range(8)]
    print_table("", ["place", "name", *keys], [[1, "陈长长长长长长长长", *(["3"] * 8)]])
    lines = capsys.readouterr().out.splitlines()
    end = next(at for at, line in enumerate(lines) if line.startswith("└"))
    table, told = lines[:end], " ".join(each.strip() for each in lines[end + 1 :])
    assert max(cell_len(line) for line in lines) <= 80
    assert "陈长长长长长长长长" in "".join(table)
    assert "…" not in "".join(table)
    assert all(f"{letter}: {key}" in told for letter, key in zip("ABCDEFGH", keys, strict=True))


def test_a_shell_completes_verbs():
    asked = {"_QIPAN_COMPLETE": "complete_bash", "COMP_WORDS": "qipan stand", "COMP_CWORD": "1"}
    command = [Path(sys.executable).with_name("qipan")]
    done = subprocess.run(
        command, env={**os.environ, **asked}, capture_output=True, text=True, timeout=60
    )
    assert done.stdout.split() == ["standings"]

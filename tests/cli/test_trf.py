"""``qipan trf`` as a user types it."""

import json

import pytest
from typer.testing import CliRunner

from qipan.cli import build
from qipan.formats.trf.generate import Recipe, generate
from qipan.formats.trf.write import write_trf
from qipan.kernel.errors import BadInput, Impossible


@pytest.fixture
def run():
    def call(*words, fails=None):
        found = CliRunner().invoke(build(), ["trf", *map(str, words)], catch_exceptions=True)
        if fails is not None:
            assert isinstance(found.exception, fails), found.output
            return found
        if found.exception and not isinstance(found.exception, SystemExit):
            raise found.exception
        return found

    return call


@pytest.fixture
def report(tmp_path):
    path = tmp_path / "cup.trf"
    path.write_text(write_trf(generate(Recipe(players=13, rounds=5, seed=4))))
    return path


def test_a_generated_report_checks(run, report):
    found = run("check", report)
    assert found.exit_code == 0
    assert "1 files, 5 rounds, 0 differ" in found.output


def test_a_changed_round_is_found(run, report):
    text = report.read_text()
    rows = [line for line in text.split("\n") if line.startswith("001")]
    two = [row for row in rows if row[91:].split()[1:2] in (["w"], ["b"])][:2]
    assert len(two) == 2
    swapped = text
    for row in rows:
        first = row[91:99]
        colour = {"w": "b", "b": "w"}.get(first[5], first[5])
        swapped = swapped.replace(row, row[:96] + colour + row[97:])
    report.write_text(swapped)
    found = run("check", report, "--json")
    assert found.exit_code == 1
    answer = json.loads(found.output)
    assert answer["differ"] >= 1
    assert answer["files"][0]["differences"][0]["round"] == 1


def test_pairing_speaks_the_usual_protocol(run, tmp_path):
    file = generate(Recipe(players=7, rounds=5, seed=2, late=0, byes=0, withdrawals=0))
    path = tmp_path / "cup.trf"
    path.write_text(write_trf(file))
    lines = run("pair", path, "--round", 3).output.split("\n")
    assert lines[0] == "4"
    assert lines[4].endswith(" 0")
    assert sorted(int(n) for line in lines[1:5] for n in line.split()) == [0, 1, 2, 3, 4, 5, 6, 7]
    target = tmp_path / "out.txt"
    run("pair", path, "--round", 3, "-o", target)
    assert target.read_text().split("\n") == lines
    older = run("pair", path, "--round", 3, "--system", "dutch-2017")
    assert older.output.startswith("4\n")
    assert json.loads(run("pair", path, "--round", 3, "--json").output)["brackets"]


def test_rounds_that_cannot_be_paired_are_refused(run, tmp_path, report):
    run("pair", report, fails=BadInput)
    run("pair", report, "--round", 9, fails=BadInput)
    full = tmp_path / "four.trf"
    recipe = Recipe(players=4, rounds=9, late=0, byes=0, withdrawals=0, forfeits=0)
    full.write_text(write_trf(generate(recipe)))
    run("pair", full, fails=Impossible)


def test_bad_files_are_named_and_the_others_still_checked(run, report, tmp_path):
    bad = tmp_path / "bad.trf"
    bad.write_text("001    x\n")
    found = run("check", report, bad)
    assert found.exit_code == 2
    assert "5 rounds, 0 differ" in found.output
    run("pair", tmp_path / "missing.trf", fails=BadInput)


def test_generate_is_repeatable_and_convert_keeps_the_games(run, tmp_path):
    words = ("generate", "--players", 20, "--rounds", 4, "--seed", 8, "--points", "3,1")
    assert run(*words).output == run(*words).output
    one, two = tmp_path / "one.trf", tmp_path / "two.trf"
    run(*words, "-o", one)
    run("convert", one, two, "--dialect", "trf16")
    assert "XXR 4" in two.read_text()
    assert run("check", one, two).exit_code == 0
    run("generate", "--players", 4, "--rounds", 1, "--points", "x", fails=BadInput)


def test_why_answers_in_data(run, report):
    first = json.loads(run("why", report, 1, 2, "--round", 1).output)
    assert first["rule"].startswith("swiss.")
    lines = [json.loads(line) for line in run("why", report, 1, "--round", 2).output.splitlines()]
    assert "1" in lines[0]["seats"]

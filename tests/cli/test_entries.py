"""Entries from a file on the command line."""

import json

import pytest

from qipan.cli import main


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Run the command; give exit code and output."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")

    def command(*words):
        data = ["--data", str(tmp_path / "j.sqlite")]
        monkeypatch.setattr("sys.argv", ["qipan", *words, *data])
        with pytest.raises(SystemExit) as end:
            main()
        printed = capsys.readouterr()
        return end.value.code or 0, printed.out + printed.err

    return command


def test_a_list_is_imported_with_a_report(run, tmp_path):
    run("new", "un-games", "xiangqi", "--id", "staff")
    file = tmp_path / "list.csv"
    file.write_text("name,unit,rating\nA,MBA,\nB,MBA,x\nC,MBA,\nD,MBA,\nE,,\n", "utf-8")
    code, out = run("entries", "import", "staff", str(file), "--dry-run")
    assert (code, "2 added" in out) == (1, True)
    code, out = run("entries", "import", "staff", str(file), "--json")
    found = json.loads(out)
    assert code == 1
    assert [each["name"] for each in found["report"]["added"]] == ["A", "C"]
    assert [each["citation"] for each in found["report"]["blocked"]] == ["UN-X 2", "UN-X 2"]
    assert [each["cell"] for each in found["failed"]] == ["C3"]


def test_a_missing_file_is_bad_input(run):
    run("new", "un-games", "xiangqi", "--id", "staff")
    assert run("entries", "import", "staff", "none.csv")[0] == 2


def test_columns_are_mapped_cells_repaired_and_doubles_named(run, tmp_path):
    run("new", "un-games", "xiangqi", "--id", "staff")
    file = tmp_path / "list.csv"
    file.write_text("x,y,备注\nAnn,MBA,\nBob,BBA,\n", "utf-8")
    code, out = run("entries", "columns", "staff", str(file), "--json")
    assert json.loads(out)["mapping"]["columns"] == ["name", "unit", ""]
    code, out = run(
        "entries", "import", "staff", str(file), "--heading-row", "1", "--map", "x=name",
        "--map", "B=unit", "--fix", "A3=Cid", "--json",
    )  # fmt: skip
    found = json.loads(out)
    assert (code, [each["name"] for each in found["report"]["added"]]) == (0, ["Ann", "Cid"])
    assert found["unused"] == ["备注"]
    file.write_text("name,unit,birth\nD,LAW,1990\nD,ART,1980\n合计,,\n", "utf-8")
    code, out = run("entries", "import", "staff", str(file), "--dry-run")
    assert "--same 3" in out
    assert "A line of totals" in out
    code, out = run("entries", "import", "staff", str(file), "--same", "3", "--json")
    assert [len(json.loads(out)["report"][each]) for each in ("added", "updated")] == [1, 1]
    assert run("entries", "import", "staff", str(file), "--map", "zzz=name")[0] == 2


def test_an_empty_list_for_an_event_is_written(run, tmp_path):
    run("new", "my-2018", "team", "--id", "cup")
    code, _ = run("entries", "template", "cup", "t.xlsx", "--language", "zh")
    assert code == 0
    code, out = run("entries", "columns", "cup", "t.xlsx", "--json")
    assert {"team", "name", "role", "birth"} <= set(json.loads(out)["mapping"]["columns"])

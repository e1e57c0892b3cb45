"""What a competition says of itself, on the command line."""

import json

import pytest

from qipan.cli import main


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Run the command; give exit code and output."""
    monkeypatch.chdir(tmp_path)

    def command(*words):
        monkeypatch.setattr("sys.argv", ["qipan", *words, "--data", str(tmp_path / "j.sqlite")])
        with pytest.raises(SystemExit) as end:
            main()
        return end.value.code or 0, capsys.readouterr().out

    return command


def test_what_is_not_said_stays_as_it_was(run):
    run("new", "wx-14", "men", "--id", "cup")
    code, _ = run("describe", "cup", "--from", "2026-11-13", "--place", "Munich")
    assert code == 0
    code, out = run("describe", "cup", "--official", "Chief arbiter=Tan", "--json")
    found = json.loads(out)
    assert (found["starts"], found["place"]) == ("2026-11-13", "Munich")
    assert found["officials"] == [{"role": "Chief arbiter", "name": "Tan"}]
    assert run("describe", "cup", "--from", "tomorrow")[0] == 3

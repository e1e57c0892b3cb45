"""Running the command as a user does."""

import sys

import pytest

from qipan.cli import main


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Run the command; give exit code, output and errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QIPAN_DATA", str(tmp_path / "j.sqlite"))
    monkeypatch.setenv("COLUMNS", "200")

    def command(*words):
        monkeypatch.setattr(sys, "argv", ["qipan", *map(str, words)])
        with pytest.raises(SystemExit) as end:
            main()
        printed = capsys.readouterr()
        return end.value.code or 0, printed.out, printed.err

    return command

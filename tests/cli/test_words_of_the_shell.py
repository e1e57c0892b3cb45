"""What the shell says to a person: headings in words, and progress on a terminal alone."""

import io
import sys

import pytest

from qipan.cli.desk.standings import INCIDENTS, incidents_in_words
from qipan.cli.progress import progress
from qipan.simulation.tally import Incidents

KEYS = ("SB", "DE", "PTS", "conduct-foul", "wins-as-second", "head-to-head")


@pytest.fixture
def cup(run, tmp_path):
    data = str(tmp_path / "cup.sqlite")
    run("new", "wx-14", "women", "--id", "cup", "--title", "Cup", "--data", data)
    run("enter", "cup", "Mei", "Lan", "Zhu", "Ju", "--data", data)
    return data


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ("Place", "Name", "Points")), ("zh", ("名次", "姓名", "积分"))],
)
def test_headings_are_words_of_the_language(run, cup, language, words):
    run("pair", "cup", "--data", cup)
    _, told, _ = run("standings", "cup", "--language", language, "--data", cup)
    head = told.splitlines()[2]
    assert [word for word in words if word not in head] == []
    assert [key for key in KEYS if key in head] == []


def test_an_empty_section_is_told_in_words(run, tmp_path):
    data = str(tmp_path / "cup.sqlite")
    run("new", "wx-14", "women", "--id", "cup", "--title", "Cup", "--data", data)
    assert run("standings", "cup", "--data", data)[1].endswith("nobody has entered yet\n")


def test_incidents_are_counted_in_words():
    assert set(INCIDENTS) == set(Incidents.__struct_fields__)
    assert incidents_in_words(Incidents(fouls=1, absent=2)) == "1 foul, 2 absences"
    assert incidents_in_words(Incidents()) == "none"


class Screen(io.StringIO):
    """A stream that says whether it is a terminal."""

    def __init__(self, terminal):
        super().__init__()
        self.terminal = terminal

    def isatty(self):
        return self.terminal


@pytest.mark.parametrize("terminal", [True, False])
def test_progress_is_shown_on_a_terminal_alone(monkeypatch, terminal):
    screen = Screen(terminal)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with progress("checking every event") as tell:
        tell(3, 10)
    assert ("checking every event" in screen.getvalue()) is terminal

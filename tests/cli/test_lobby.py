"""``qipan lobby``: a period is opened by the book, listed and shown."""

import json

import pytest
from typer.testing import CliRunner

from qipan.cli import build


@pytest.fixture
def run(tmp_path):
    def asked(*words):
        done = CliRunner().invoke(build(), [*words, "--data", str(tmp_path / "j.sqlite")])
        return done.exit_code, done.output, done.exception

    return asked


def test_a_period_is_opened_by_verb(run):
    words = ("--book", "gm-2025", "--begins", "2025-08-01T00:00", "--ends", "2025-08-29T20:00")
    code, out, _ = run("lobby", "open", "period-1", *words, "--title", "海选", "--json")
    assert code == 0
    told = json.loads(out)
    assert (told["target"], told["event"]) == (20, "qualifier")
    assert told["ends"] == "2025-08-29T12:00:00+00:00"  # 20:00 at +08:00
    listed = json.loads(run("lobby", "list", "--json")[1])
    assert [(each["lobby"], each["title"]) for each in listed] == [("period-1", "海选")]
    shown = json.loads(run("lobby", "show", "period-1", "--json")[1])
    assert shown == {"lobby": "period-1", "target": 20, "players": []}
    assert run("lobby", "list")[0] == run("lobby", "show", "period-1")[0] == 0
    assert run("lobby", "open", "period-1", "--book", "gm-2025")[0] != 0


@pytest.mark.parametrize(
    "words",
    [
        ("Period 1", "--book", "gm-2025"),
        ("p", "--book", "wx-14"),
        ("p", "--book", "gm-2025", "--event", "final"),
        ("p", "--book", "gm-2025", "--begins", "soon"),
    ],
)
def test_what_is_no_period_is_refused(run, words):
    assert run("lobby", "open", *words)[0] != 0

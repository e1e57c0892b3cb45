"""``qipan contest open``: how a section is played, and how late spectators see it."""

import json

from cli.test_lobby import run

__all__ = ["run"]


def test_a_contest_is_opened_by_verb_and_what_is_not_said_stays(run):
    assert run("new", "gm-2025", "entry", "--id", "cup", "--title", "Cup")[0] == 0
    code, out, _ = run("contest", "open", "cup", "--zone", "+08:00", "--delay", "300", "--json")
    assert code == 0, out
    told = json.loads(out)
    assert (told["zone"], told["mode"], told["delay"], told["automatic"]) == (
        *("+08:00", "online", 300, True),
    )
    told = json.loads(run("contest", "open", "cup", "--mode", "hall", "--json")[1])
    assert (told["zone"], told["mode"], told["delay"]) == ("+08:00", "hall", 300)
    assert "spectators see the boards 300 seconds later" in run("contest", "open", "cup")[1]
    code, _, error = run("contest", "open", "cup", "--delay", "99999")
    assert (code, getattr(error, "code", "")) == (1, "contest.delay")  # main() says it in words
    assert json.loads(run("contest", "open", "cup", "--json")[1])["delay"] == 300

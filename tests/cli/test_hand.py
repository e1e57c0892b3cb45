"""``qipan hand`` as an arbiter uses it."""

import json

import pytest


@pytest.fixture
def paired(run):
    """Six players, the first round paired but held back."""
    assert run("new", "club-swiss", "evening", "--id", "club")[0] == 0
    assert run("enter", "club", "Ah", "Be", "Ce", "De", "Eh", "Fu")[0] == 0
    return json.loads(run("pair", "club", "--hold", "--json")[1])["boards"]


def test_a_held_round_is_changed_published_and_taken_back(run, paired):
    one, two = paired[0]["names"][0], paired[1]["names"][0]
    words = ("hand", "change", "club", f"swap:{one}:{two}", "--because", "the lift is broken")
    code, out, _ = run(*words, "--preview")
    assert (code, "Would change" in out) == (0, True)
    shown = json.loads(run(*words, "--json")[1])
    assert (shown["done"], shown["missing"]) == (True, [])
    published = json.loads(run("pair", "club", "--json")[1])["boards"]
    assert published[0]["names"] == [two, paired[0]["names"][1]]
    code, _, err = run(*words)
    assert (code, "manual.published" in err) == (3, True)
    assert run("hand", "undo", "club", "--because", "wrong list")[0] == 0
    assert run("result", "club", 1, "1-0")[0] == 3


def test_a_preview_of_the_next_round_writes_nothing(run, paired):
    assert run("pair", "club")[0] == 0
    for board in paired:
        assert run("result", "club", board["board"], "1-0")[0] == 0
    code, out, _ = run("hand", "preview", "club")
    assert (code, "as it would be" in out) == (0, True)
    assert len(json.loads(run("hand", "preview", "club", "--json")[1])["tables"]) == 3
    met = paired[0]["names"]
    assert run("pair", "club", "--hold")[0] == 0
    words = ("hand", "change", "club", f"meet:{met[0]}:{met[1]}", "--because", "x")
    code, _, err = run(*words)
    assert (code, "swiss.no-rematch" in err) == (3, True)


def test_a_whole_round_only_where_the_system_cannot(run, paired):
    assert run("hand", "undo", "club", "--because", "x")[0] == 0
    words = ("hand", "pair", "club", "1:2", "3:4", "5:6", "--because", "x")
    code, _, err = run(*words, "--preview")
    assert (code, "manual.system-can" in err) == (3, True)
    assert run("hand", "pair", "club", "1-2", "--because", "x")[0] == 2

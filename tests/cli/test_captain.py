"""A captain who fixes matches is barred by name, though no player (MY 7.6)."""

import json


def test_my_7_6_a_captain_is_punished_by_name_and_refused_elsewhere(run):
    run("new", "my-2018", "individual", "--id", "cup", "--set", "entry_checks=false")
    for name in ("Alpha", "Beta"):
        assert run("enter", "cup", name, "--rating", 1700)[0] == 0
    code, _, error = run("foul", "give", "cup", "Alpha", "match-fixing", "--captain", "Chan",
                         "--grave", "--preview")  # fmt: skip
    assert code == 0, error
    code, out, error = run("foul", "give", "cup", "Alpha", "match-fixing", "--captain", "Chan",
                           "--grave", "--json")  # fmt: skip
    assert code == 0, error
    assert "Chan" in out
    listed = json.loads(run("foul", "list", "cup", "--json")[1])
    assert "Chan" in json.dumps(listed)
    rows = json.loads(run("standings", "cup", "--json")[1])
    assert "Alpha" in json.dumps(rows)  # the player is still in
    run("new", "my-2018", "open", "--id", "other", "--set", "entry_checks=false")
    code, _, error = run("enter", "other", "Chan", "--rating", 1700)
    assert (code, "MY 7.6" in error) == (3, True), error
    assert run("enter", "other", "Alpha", "--rating", 1700)[0] == 0

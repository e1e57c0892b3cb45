"""Nigiri, drawn and recorded (TH 3)."""

import json

import pytest


@pytest.mark.parametrize(("hidden", "guess", "right"), [(7, 1, True), (8, 2, True), (8, 1, False)])
def test_th_3_a_right_guess_has_black(run, hidden, guess, right):
    assert run("new", "th-maklom-2024", "league", "--id", "lg")[0] == 0
    assert run("enter", "lg", "Alpha", "Beta")[0] == 0
    assert run("pair", "lg")[0] == 0
    at = ("nigiri", "lg", 1, "--hides", "Alpha", "--game", 2)
    code, out, error = run(*at, "--hidden", hidden, "--guess", guess, "--json")
    assert code == 0, error
    assert json.loads(out)["black"] == ("Beta" if right else "Alpha")
    code, _, error = run(*at)
    assert (code, "TH 3" in error) == (3, True)  # once
    drawn = json.loads(run("nigiri", "lg", 1, "--hides", "Beta", "--game", 1, "--json")[1])
    same = drawn["hidden"] % 2 == drawn["guess"] % 2
    assert drawn["black"] == ("Alpha" if same else "Beta")


def test_th_3_what_is_drawn_is_a_committed_lot_that_anybody_can_check(run):
    run("new", "th-maklom-2024", "league", "--id", "lg")
    run("enter", "lg", "Alpha", "Beta")
    run("pair", "lg")
    said = json.loads(
        run("nigiri", "lg", 1, "--hides", "Beta", "--entropy", "rain at noon", "--json")[1]
    )
    assert said["lot"] == "nigiri-1-1-1"
    listed = json.loads(run("lot", "list", "lg", "--json")[1])["lots"]
    (lot,) = (each for each in listed if each["lot"] == said["lot"])
    assert (len(lot["commitment"]), len(lot["drawn"])) == (64, 2)
    names = {"e1": "Alpha", "e2": "Beta"}
    assert said["black"] == names[lot["drawn"][0]]  # whom the lot names first
    half = json.loads(
        run("nigiri", "lg", 1, "--hides", "Beta", "--game", 3, "--hidden", 7, "--json")[1]
    )
    assert (half["black"] == "Alpha") == (half["guess"] == 1)

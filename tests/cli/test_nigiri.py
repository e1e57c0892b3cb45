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

"""A stone that fell, and a clock that stands while stones are taken off (TH 25, 27)."""

import json

import pytest


@pytest.fixture
def league(run):
    run("new", "th-maklom-2024", "league", "--id", "lg")
    run("enter", "lg", "Alpha", "Beta")
    assert run("pair", "lg")[0] == 0
    return run


def test_th_25_a_dropped_stone_is_placed_anew_if_the_opponent_agrees(league):
    code, out, error = league("stone", "lg", 1, "Alpha", "--agreed", "--game", 2, "--json")
    assert code == 0, error
    assert json.loads(out) == {"board": 1, "game": 2, "agreed": True, "anew": True}


def test_th_25_else_all_three_technical_referees_decide(league):
    code, _, error = league("stone", "lg", 1, "Alpha")
    assert (code, "TH 25" in error, "Traceback" in error) == (3, True, False)
    named = ("R1", "R2", "R3", "R4", "R5")
    online = ("--online", "R4", "--online", "R5")
    code, _, error = league("committee", "lg", "--body", "referees", *named, *online)
    assert code == 0, error
    two = ("--referee", "R1", "--referee", "R2")
    for wrong in (two, (*two, "--referee", "R2"), (*two, "--referee", "R3", "--referee", "R4")):
        code, _, error = league("stone", "lg", 1, "Alpha", *wrong)
        assert (code, "TH 25" in error) == (3, True), error
    assert league("stone", "lg", 1, "Alpha", *two, "--referee", "Nobody")[0] != 0
    said = league("stone", "lg", 1, "Alpha", *two, "--referee", "R3", "--stays", "--json")[1]
    assert json.loads(said)["anew"] is False
    league("conflict", "lg", "R3", "--entrant", "Beta", "--because", "pupil")
    code, _, error = league("stone", "lg", 1, "Alpha", *two, "--referee", "R3")
    assert (code, "TH 39" in error) == (3, True), error


def test_th_27_the_clock_stands_for_five_stones_in_ones_own_last_ten_minutes(league):
    ask = ("pause", "lg", 1, "Beta", "--game", 1)
    code, _, error = league(*ask, "--stones", 4, "--left", 30)
    assert (code, "TH 27" in error) == (3, True), error
    for words in ((), ("--left", 601)):
        code, _, error = league(*ask, "--stones", 5, *words)
        assert (code, "TH 27" in error) == (3, True), error
    code, out, error = league(*ask, "--stones", 5, "--left", 600, "--json")
    assert (code, json.loads(out)) == (0, {"board": 1, "game": 1, "stones": 5}), error
    code, _, error = league(*ask, "--stones", 5, "--overtime")  # this season has none
    assert (code, "TH 27" in error) == (3, True), error
    league("result", "lg", 1, "1-0", "--game", 1)
    code, _, error = league(*ask, "--stones", 9, "--left", 10)
    assert (code, "TH 27" in error) == (3, True), error


def test_th_27_where_there_is_overtime_only_in_it(run):
    run("new", "th-maklom-2024", "league", "--id", "lg", "--set", "clock=45+3x30")
    run("enter", "lg", "Alpha", "Beta")
    assert run("pair", "lg")[0] == 0
    code, _, error = run("pause", "lg", 1, "Alpha", "--stones", 8, "--left", 30)
    assert (code, "TH 27" in error) == (3, True), error
    assert run("pause", "lg", 1, "Alpha", "--stones", 8, "--overtime")[0] == 0

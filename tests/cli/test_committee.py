"""Committees of distinct persons, and conflicts that stay (A1; TH 15, 20, 39)."""

import json

import pytest


@pytest.fixture
def league(run):
    """Four teams of the Thai league, the first round paired."""
    assert run("new", "th-maklom-2024", "league", "--id", "lg")[0] == 0
    assert run("enter", "lg", "Alpha", "Beta", "Gamma", "Delta")[0] == 0
    run.boards = json.loads(run("pair", "lg", "--json")[1])["boards"]
    return run


def members(answer):
    code, out, error = answer
    assert code == 0, error
    return json.loads(out)["members"]


def named(run, *words):
    return members(run("committee", "lg", *words, "--json"))


@pytest.mark.parametrize("names", [("R1", "R1", "R1"), ("R1", "R2", "r1"), ("R1", "R2", " R1")])
def test_th_20_one_person_is_no_committee_of_three(league, names):
    code, _, error = league("committee", "lg", *names)
    assert (code, "committee.twice" in error) == (3, True)
    assert league("committee", "lg", "R1", "R2")[0] == 3


def test_a1_named_again_it_is_the_same_member(league):
    first = named(league, "R1", "R2", "R3")
    again = named(league, "R3", "R4", "R1")
    assert len(set(first) & set(again)) == 2
    assert named(league, "R2", "R3", "R1") == first


def test_th_15_online_marks_members_or_adds_them_but_nobody_twice(league):
    referees = ("T1", "T2", "T3", "T4", "--body", "referees")
    found = named(league, *referees, "--online", "T3", "--online", "T4")
    assert sorted(found.values()) == [False, False, True, True]
    found = named(league, "T1", "T2", "--body", "referees", "--online", "T3", "--online", "T4")
    assert sorted(found.values()) == [False, False, True, True]
    code, _, error = league("committee", "lg", "T1", "T2", "--body", "referees")
    assert (code, "TH 15" in error) == (3, True)


def test_th_39_a_conflict_stays_when_the_committee_is_named_again(league):
    named(league, "R1", "R2", "R3")
    assert league("conflict", "lg", "R1", "--entrant", "Alpha", "--because", "pupil")[0] == 0
    lodged = league(
        "appeal", "lodge", "lg", "Alpha", "-r", 1, "--text", "x", "--at", "2026-01-01T10:00"
    )
    assert lodged[0] == 0, lodged[2]
    assert league("appeal", "accept", "lg", "a1")[0] == 0
    decide = ("appeal", "decide", "lg", "a1", "--upheld", "--reasons", "seen")
    named(league, "R1", "R2", "R3")
    code, _, error = league(*decide)
    assert (code, "committee.conflict" in error, "TH 39" in error) == (3, True, True)
    named(league, "R2", "R3", "R4")
    assert league(*decide)[0] == 0


def test_th_39_a_referee_close_to_either_side_of_the_board_uses_no_discretion(league):
    named(league, "T1", "T2", "T3", "T4", "--body", "referees", "--online", "T3", "--online", "T4")
    assert league("conflict", "lg", "T1", "--entrant", "Alpha", "--because", "own team")[0] == 0
    table = next(row for row in league.boards if "Alpha" in row["names"])
    other = next(name for name in table["names"] if name != "Alpha")
    give = ("foul", "give", "lg", other, "disturbance", "-r", 1, "-b", table["board"], "--game", 1)
    code, _, error = league(*give, "--by", "T1")
    assert (code, "TH 39" in error) == (3, True)
    ruling = ("ruling", "lg", "draw", "-r", 1, "-b", table["board"], "-g", 1, "--because", "x")
    assert league(*ruling, "--by", "T1")[0] == 3
    assert league(*give, "--by", "T2")[0] == 0


def test_a1_an_official_who_plays_is_the_player(league):
    named(league, "Alpha", "R2", "R3")
    league("appeal", "lodge", "lg", "Alpha", "-r", 1, "--text", "x", "--at", "2026-01-01T10:00")
    league("appeal", "accept", "lg", "a1")
    code, _, error = league("appeal", "decide", "lg", "a1", "--upheld", "--reasons", "seen")
    assert (code, "committee.conflict" in error) == (3, True)

"""A pair is two persons (UN-S 1): entered by both names, replaced by the clause, never silent."""

import json

import pytest


@pytest.fixture
def cards(run):
    """Two pairs of 双升."""
    assert run("new", "un-games", "shengji", "--id", "g")[0] == 0
    assert run("enter", "g", "甲/乙", "--unit", "A")[0] == 0
    assert run("enter", "g", "丙 & 丁", "--unit", "B")[0] == 0
    return run


def names(run):
    return [row["name"] for row in json.loads(run("standings", "g", "--json")[1])["rows"]]


def test_un_s_1_a_pair_of_one_person_is_refused(cards):
    code, _, error = cards("enter", "g", "独", "--unit", "C")
    assert (code, "UN-S 1" in error) == (3, True)
    code, _, error = cards("enter", "g", "一/二/三", "--unit", "C")
    assert (code, "entry.team" in error) == (3, True)


def test_a_lost_member_is_replaced_after_closing_with_a_reason(cards):
    assert cards("pair", "g")[0] == 0
    code, out, error = cards("replace", "g", "甲", "乙", "戊", "--reason", "ill", "--json")
    assert code == 0, error
    shown = json.loads(out)["name"]
    assert ("甲" in shown, "戊" in shown, "乙" in shown) == (True, True, False)
    assert cards("replace", "g", "甲", "乙", "己", "--reason", "again")[0] != 0
    assert cards("replace", "g", "甲", "戊", "己", "--reason", " ")[0] == 3


def test_where_no_clause_says_so_nobody_is_replaced(run):
    assert run("new", "th-maklom-2024", "league", "--id", "lg")[0] == 0
    assert run("enter", "lg", "Alpha", "Beta")[0] == 0
    code, _, error = run("replace", "lg", "Alpha", "Alpha", "Other", "--reason", "ill")
    assert (code, "entry.member-final" in error) == (3, True)

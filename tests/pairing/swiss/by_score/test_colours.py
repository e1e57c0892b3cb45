"""Seat claims and who moves first, case by case. F moved first, S moved second; oldest first."""

import pytest

from qipan.pairing.swiss.by_score.colours import balance, clash, due, higher_first

DUE = [
    # history  claim
    ("", 0),
    ("F", -2),
    ("S", 2),
    ("FS", 1),
    ("SF", -1),
    ("FF", -3),
    ("SS", 3),
    ("FSS", 3),
    ("FSF", -2),
    ("FFSS", 3),
    ("FFSF", -3),
]


def bits(text):
    return int("1" + text.replace("F", "0").replace("S", "1"), 2)


@pytest.mark.parametrize(("text", "claim"), DUE)
def test_claims(text, claim):
    assert due(bits(text)) == claim
    assert balance(bits(text)) == text.count("F") - text.count("S")


SEATS = [
    # higher  lower   board  higher moves first   rule
    ("F", "S", 1, False, "colour.both-granted"),
    ("S", "F", 1, True, "colour.both-granted"),
    ("", "F", 1, True, "colour.both-granted"),
    ("", "", 1, True, "colour.by-table"),
    ("", "", 2, False, "colour.by-table"),
    ("SS", "FSS", 1, True, "colour.stronger-due"),
    ("SFS", "SS", 1, False, "colour.stronger-due"),
    ("FSFS", "SFFS", 1, True, "colour.alternate"),
    ("SFFS", "FSFS", 1, False, "colour.alternate"),
    ("FS", "FS", 1, True, "colour.higher-ranked"),
    ("SF", "SF", 1, False, "colour.higher-ranked"),
]


@pytest.mark.parametrize(("higher", "lower", "board", "first", "rule"), SEATS)
def test_who_moves_first(higher, lower, board, first, rule):
    decided, reason = higher_first(bits(higher), bits(lower), board)
    assert (decided, reason.rule) == (first, rule)


def test_claims_at_odds_weigh_by_the_weaker():
    assert [clash(3, 2), clash(-3, -3), clash(3, -3), clash(0, 3)] == [4, 9, 0, 0]

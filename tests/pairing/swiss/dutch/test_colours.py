"""Colour preferences and who moves first."""

import pytest

from qipan.kernel.ids import Seat
from qipan.pairing.swiss.dutch.colours import Side, Strength, allocate, preference
from qipan.pairing.swiss.dutch.criteria import clashes


def seats(text):
    return tuple(Seat("wb".index(letter)) for letter in text)


PREFERENCES = [
    # history, due, strength, difference
    ("", None, Strength.NONE, 0),
    ("w", 1, Strength.STRONG, 1),
    ("wb", 0, Strength.MILD, 0),
    ("bw", 1, Strength.MILD, 0),
    ("wwb", 1, Strength.STRONG, 1),
    ("wbb", 0, Strength.ABSOLUTE, 1),
    ("wwbb", 0, Strength.ABSOLUTE, 0),
    ("bwbwbb", 0, Strength.ABSOLUTE, 2),
    ("wwwbwb", 1, Strength.ABSOLUTE, 2),
    ("wwwbb", 0, Strength.ABSOLUTE, 1),
]


@pytest.mark.parametrize(("history", "due", "strength", "difference"), PREFERENCES)
def test_preference(history, due, strength, difference):
    found = preference(seats(history))
    assert (found.seat, found.strength, found.difference) == (due, strength, difference)


ALLOCATIONS = [
    # higher, lower, odd number, seat of the higher, rule
    ("w", "b", True, 1, "grant-both"),
    ("", "w", True, 0, "grant-both"),
    ("b", "", True, 0, "grant-both"),
    ("wb", "b", True, 1, "grant-stronger"),
    ("wbb", "bwb", True, 0, "grant-stronger"),
    ("bbwbb", "bwwbb", True, 0, "grant-stronger"),
    ("wbwb", "bwwb", True, 0, "alternate"),
    ("wbwb", "wbwb", True, 0, "grant-higher"),
    ("", "", True, 0, "initial"),
    ("", "", False, 1, "initial"),
]


@pytest.mark.parametrize(("high", "low", "odd", "seat", "rule"), ALLOCATIONS)
def test_allocation(high, low, odd, seat, rule):
    found = allocate(Side(seats(high), odd), Side(seats(low), True), Seat(0))
    assert found == (seat, f"swiss.colour.{rule}")


CLASHES = [
    # one, two, (difference, repeat, preference, strong)
    ("w", "b", (False, False, False, False)),
    ("", "w", (False, False, False, False)),
    ("wb", "wb", (False, False, True, False)),
    ("b", "b", (False, False, True, True)),
    ("b", "wb", (False, False, True, False)),
    ("wbb", "b", (False, False, True, True)),
    ("wbb", "wbb", (False, True, True, False)),
    ("bwbwbb", "bwbwbb", (True, True, True, False)),
    ("bwbb", "wbb", (False, True, True, False)),
    ("bwbb", "bbwwbwb", (False, False, True, True)),
]


@pytest.mark.parametrize(("one", "two", "expected"), CLASHES)
def test_clashes(one, two, expected):
    for pair in ((one, two), (two, one)):
        assert clashes(*(preference(seats(text)) for text in pair)) == expected

"""Seats of teams by nine steps; F moved first, S second, oldest first."""

import pytest

from qipan.kernel.ids import EntrantId
from qipan.pairing.swiss.team.colours import preference, seated
from qipan.pairing.swiss.team.view import Team


def team(number, seats="", score=0, games=0):
    return Team(EntrantId(str(number)), number, score, games, seats, frozenset(), False, True)


PREFERENCES = [
    # seats  simple  with strong and mild
    ("", 0, 0),
    ("F", 0, -1),
    ("S", 0, 1),
    ("FS", 0, 1),
    ("SF", 0, -1),
    ("FF", -2, -2),
    ("SS", 2, 2),
    ("FSS", 2, 2),
    ("FFSS", 2, 2),
    ("FFFSS", 0, -1),
    ("FFSF", -2, -2),
    ("SFS", 0, 1),
]


@pytest.mark.parametrize(("seats", "simple", "strong"), PREFERENCES)
def test_preferences(seats, simple, strong):
    assert preference(team(1, seats)) == simple
    assert preference(team(1, seats), strong=True) == strong


STEPS = [
    # one               two               strong  first  rule
    (team(1), team(2), False, 1, "team.colour.initial"),
    (team(2), team(3), False, 3, "team.colour.initial"),
    (team(1, "FF"), team(2, "F"), False, 2, "team.colour.only-one"),
    (team(1, "FF"), team(2, "SS"), False, 2, "team.colour.opposite"),
    (team(1, "FSF"), team(2, "FF"), True, 1, "team.colour.strong"),
    (team(1, "FSF"), team(2, "FS"), False, 2, "team.colour.lower-difference"),
    (team(1, "FS"), team(2, "SF"), False, 1, "team.colour.alternate"),
    (team(1, "SS"), team(2, "SS"), False, 1, "team.colour.first-team"),
    (team(1, "FS"), team(2, "FS", score=1), False, 2, "team.colour.first-swaps"),
    (team(1, "FS"), team(2, "FS", games=1), False, 2, "team.colour.first-swaps"),
    (team(1), team(2, "FS"), False, 2, "team.colour.other-swaps"),
]


@pytest.mark.parametrize(("one", "two", "strong", "first", "rule"), STEPS)
def test_steps(one, two, strong, first, rule):
    seats, reason = seated(one, two, strong=strong)
    assert (seats[0].number, reason.rule) == (first, rule)
    assert seated(two, one, strong=strong)[0] == seats


def test_the_drawn_seat_of_round_one():
    assert seated(team(1), team(2), odd_first=False)[0][0].number == 2

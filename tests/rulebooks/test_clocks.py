"""The clocks of the regulations, as they stand at the live tables of their events."""

import pytest

from desk.clauses.play import clock_at_table

MY = "my-2018"


@pytest.mark.parametrize(("rounds", "time"), [(7, (35, 20)), (8, (30, 20))])
def test_my_i_2_clocks_by_rounds(rounds, time):
    for event in ("individual", "women"):
        assert clock_at_table(MY, event, rounds=rounds) == time


@pytest.mark.parametrize(("rounds", "time"), [(7, (40, 20)), (8, (30, 20))])
def test_my_ii_2_clocks_by_rounds(rounds, time):
    assert clock_at_table(MY, "open", rounds=rounds) == time


def test_my_iii_2_forty_and_twenty():
    assert clock_at_table(MY, "elite", 12) == (40, 20)


def test_my_iv_3_thirty_and_twenty():
    assert clock_at_table(MY, "youth") == clock_at_table(MY, "junior") == (30, 20)


def test_my_vi_2_1_seniors_forty_and_ten():
    for event in ("school-senior", "school-junior"):
        assert clock_at_table(MY, event) == (40, 10)


def test_my_vi_2_2_primary_thirty_and_ten():
    assert clock_at_table(MY, "school-primary") == (30, 10)

"""The clocks of the regulations are data of their books."""

import pytest

from qipan.rulebooks import book_named


def clock(event, rounds=None):
    """Give minutes and seconds a move of an event."""
    rules = book_named("my-2018").event[event]
    found = rules.clocks.get(str(rounds), rules.clock) if rounds else rules.clock
    return found.minutes, found.increment


@pytest.mark.parametrize(("rounds", "time"), [(7, (35, 20)), (8, (30, 20))])
def test_my_i_2_clocks_by_rounds(rounds, time):
    assert clock("individual", rounds) == clock("women", rounds) == time


@pytest.mark.parametrize(("rounds", "time"), [(7, (40, 20)), (8, (30, 20))])
def test_my_ii_2_clocks_by_rounds(rounds, time):
    assert clock("open", rounds) == time


def test_my_iii_2_forty_and_twenty():
    assert clock("elite") == (40, 20)


def test_my_iv_3_thirty_and_twenty():
    assert clock("youth") == clock("junior") == (30, 20)


def test_my_v_2_forty_and_twenty():
    assert clock("team") == (40, 20)


def test_my_vi_2_1_seniors_forty_and_ten():
    assert clock("school-senior") == clock("school-junior") == (40, 10)


def test_my_vi_2_2_primary_thirty_and_ten():
    assert clock("school-primary") == (30, 10)


def test_gm_6_1_1_5_twenty_points_qualify():
    assert [stage.target for stage in book_named("gm-2025").event["qualifier"].stage] == ["20"]

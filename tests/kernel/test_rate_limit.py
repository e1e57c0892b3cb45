"""Allowances: a burst, then so many in a period, exactly; keys apart; full ones forgotten."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qipan.kernel.rate_limit import FEWEST_SWEPT, Allowance, Allowances, Rate

RATES = [
    # id, rate, seconds between two tries, how many of the first hundred are let through
    ("all at once", Rate(10, 60_000), 0, 10),
    ("a burst beyond the rate", Rate(10, 1_000, 30), 0, 30),
    ("just as fast as it fills", Rate(10, 60_000), 6, 100),
    ("twice as fast as it fills", Rate(10, 60_000), 3, 10 + 49),
    ("a burst of one", Rate(1, 1_000, 1), 0.5, 50),
    ("never quite a third", Rate(3, 1_000, 1), 0.333, 50),
]


@pytest.mark.parametrize(
    ("rate", "pause", "through"), [row[1:] for row in RATES], ids=[row[0] for row in RATES]
)
def test_how_many_are_let_through(rate, pause, through):
    allowance = Allowance(rate, 7)
    tried = [allowance.spend(7 + round(number * pause * 1000)) for number in range(100)]
    assert sum(tried) == through
    assert allowance.excess == 100 - through


@given(
    st.integers(1, 50),
    st.integers(1, 100_000),
    st.integers(1, 60),
    st.lists(st.integers(0, 5_000), min_size=1, max_size=80),
)
def test_looking_often_neither_gives_nor_takes(times, period, burst, pauses):
    """The sum of what was let through never exceeds the burst and what time has brought."""
    looked, plain = (Allowance(Rate(times, period, burst), 0) for _ in range(2))
    now, through = 0, 0
    for pause in pauses:
        for moment in range(now, now + pause, 997):
            looked.is_full(moment)
        now += pause
        spent = plain.spend(now)
        assert looked.spend(now) == spent
        through += spent
        assert through <= burst + now * times // period


def test_a_clock_that_goes_back_gives_nothing():
    allowance = Allowance(Rate(1, 1_000), 5_000)
    assert allowance.spend(5_000)
    assert not allowance.spend(1_000)
    assert not allowance.spend(5_999)
    assert allowance.spend(6_000)


class Clock:
    now = 0

    def __call__(self):
        return self.now


def test_keys_are_apart_and_one_may_be_forgiven():
    allowances, rate = Allowances(Clock()), Rate(2, 60_000)
    assert [allowances.spend("a", rate) for _ in range(3)] == [True, True, False]
    assert allowances.spend("b", rate)
    allowances.forget("a")
    assert allowances.spend("a", rate)
    allowances.spend("b", rate)
    assert not allowances.spend("b", rate)
    allowances.forget()
    assert allowances.spend("b", rate)


def test_those_who_have_everything_again_are_not_remembered():
    clock = Clock()
    allowances, rate = Allowances(clock), Rate(1, 1_000)
    for number in range(FEWEST_SWEPT):
        allowances.spend(f"early {number}", rate)
    clock.now = 999
    allowances.spend("late", rate)  # nobody is full yet: all are kept
    assert len(allowances) == FEWEST_SWEPT + 1
    for number in range(FEWEST_SWEPT - 1):
        allowances.spend(f"more {number}", rate)
    clock.now = 1_500
    assert not allowances.spend("late", rate)
    assert len(allowances) == FEWEST_SWEPT

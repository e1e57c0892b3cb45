"""The clocks of the regulations, as they stand at the live tables of their events."""

import pytest

from desk.clauses.play import clock_at_table
from qipan.kernel.clock import (
    ByoYomi,
    Control,
    Entered,
    Increment,
    PerMove,
    Untimed,
    checked,
    control_text,
)
from qipan.rulebooks.clocks import clock_text, control_of
from qipan.rulebooks.schema import Clock

MY = "my-2018"
CLOCKS = [
    # what a book says, what a table runs, what people read
    ({"minutes": 40, "increment": 20}, Increment(2_400_000, 20_000), "40′ + 20″"),
    ({"minutes": 15}, Increment(900_000), "15′ + 0″"),
    ({"minutes": 15, "move_seconds": 180}, PerMove(900_000, 180_000), "15′ (≤ 3′)"),
    (
        {"minutes": 60, "periods": 3, "period_seconds": 30},
        ByoYomi(3_600_000, 30_000, 3),
        "60′ + 3 × 30″",
    ),
    (
        {"minutes": 0, "periods": 5, "period_seconds": 90},
        ByoYomi(0, 90_000, 5),
        "0″ + 5 × 1′30″",
    ),
]


@pytest.mark.parametrize(("said", "run", "read"), CLOCKS, ids=[each[2] for each in CLOCKS])
def test_a_clock_of_a_book_is_one_of_a_table(said, run, read):
    clock = Clock(**said)
    assert checked(control_of(clock)) == run
    assert clock_text(clock) == read
    assert control_of(clock, at_board=True) == Entered(said["minutes"] * 60_000)


def test_a_book_without_a_clock_has_no_limit():
    assert control_of(None) == control_of(None, at_board=True) == Untimed()
    assert clock_text(None) == ""
    assert control_text(Entered(90_000)) == "1′30″"


def test_a_book_can_say_every_clock_that_a_table_can_run():
    said = {type(run) for _, run, _ in CLOCKS} | {Entered, Untimed}
    assert said == set(Control.__args__)


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

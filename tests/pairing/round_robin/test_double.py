"""The double round robin, and leaving one."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId, RoundNo
from qipan.pairing.round_robin import (
    double_round_robin,
    single_round_robin,
    why_not,
    withdraw,
    without,
)


def names(size):
    return [EntrantId(str(number)) for number in range(1, size + 1)]


def text(plan):
    return " ".join("-".join(meeting.seats) for meeting in plan.meetings)


def test_four_twice():
    expected = "1-4 2-3|2-4 3-1|4-3 1-2|4-1 3-2|3-4 2-1|4-2 1-3"
    assert [text(plan) for plan in double_round_robin(names(4))] == expected.split("|")


@given(st.integers(2, 40))
def test_everybody_meets_twice_with_seats_reversed(size):
    plans = double_round_robin(names(size))
    assert [plan.round for plan in plans] == list(range(1, 2 * (size - 1 + size % 2) + 1))
    met = Counter(meeting.seats for plan in plans for meeting in plan.meetings)
    assert len(met) == size * (size - 1)
    assert set(met.values()) == {1}


@given(st.integers(2, 20).map(lambda half: 2 * half))
def test_nobody_has_one_seat_three_times_running_in_an_even_field(size):
    seats = dict.fromkeys(names(size), "")
    for plan in double_round_robin(names(size)):
        for meeting in plan.meetings:
            for seat, who in enumerate(meeting.seats):
                seats[who] += str(seat)
    assert all("000" not in row and "111" not in row for row in seats.values())


def test_leaving_early_annuls():
    plans = single_round_robin(names(6))
    left = withdraw(plans, EntrantId("6"), RoundNo(2))
    assert left.consequence == "annulled"
    assert left.annulled == ((1, "1"), (2, "4"))
    assert left.dropped == ((3, "2"), (4, "5"), (5, "3"))
    assert left.reason.rule == "round-robin.early-withdrawal"
    after = without(plans, left)
    assert after[:2] == plans[:2]
    assert [rest.entrant for plan in after for rest in plan.rests] == ["2", "5", "3"]
    assert all(len(plan.meetings) == 2 for plan in after[2:])


def test_leaving_late_forfeits():
    plans = single_round_robin(names(6))
    left = withdraw(plans, EntrantId("6"), RoundNo(3))
    assert (left.consequence, left.annulled) == ("forfeited", ())
    assert left.forfeited == ((4, "5"), (5, "3"))
    assert without(plans, left) == plans
    assert withdraw(plans, EntrantId("6"), RoundNo(3), Fraction(2, 3)).consequence == "annulled"


def test_exactly_half_counts():
    left = withdraw(single_round_robin(names(5)), EntrantId("1"), RoundNo(3))
    assert (left.reason.facts["played"], left.consequence) == (2, "forfeited")


def test_a_stranger_cannot_leave():
    with pytest.raises(BadInput):
        withdraw(single_round_robin(names(4)), EntrantId("x"), RoundNo(1))


def test_why_not():
    plans = double_round_robin(names(4))
    assert why_not(plans, RoundNo(2), ("1", "4")).facts == {"rounds": [1, 4]}
    for number, pair in ((1, ("1", "4")), (1, ("1", "9"))):
        with pytest.raises(BadInput):
            why_not(plans, RoundNo(number), pair)

"""Berger tables: published rounds, and what holds for every size."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId
from qipan.pairing.round_robin import berger, single_round_robin

SIX = "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1"


def test_the_published_table_for_six():
    assert " | ".join(" ".join(f"{a}-{b}" for a, b in pairs) for pairs in berger(6)) == SIX


@given(st.integers(2, 60))
def test_everybody_meets_everybody_once(size):
    rounds = berger(size)
    even = size + size % 2
    assert len(rounds) == even - 1
    assert all(sorted(sum(pairs, ())) == list(range(1, even + 1)) for pairs in rounds)
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
    assert set(met.values()) == {1}
    assert len(met) == even * (even - 1) // 2


@given(st.integers(2, 60))
def test_first_moves_differ_by_at_most_one(size):
    plans = single_round_robin([EntrantId(str(number)) for number in range(size)])
    first = Counter(meeting.seats[0] for plan in plans for meeting in plan.meetings)
    second = Counter(meeting.seats[1] for plan in plans for meeting in plan.meetings)
    assert all(abs(first[who] - second[who]) <= 1 for who in first | second)


def test_an_odd_field_rests_each_entrant_once():
    plans = single_round_robin([EntrantId(name) for name in "abcde"])
    assert [len(plan.meetings) for plan in plans] == [2] * 5
    assert sorted(rest.entrant for plan in plans for rest in plan.rests) == list("abcde")
    assert plans[0].rests[0].reasons[0].rule == "round-robin.odd-rests"


@pytest.mark.parametrize("size", [0, 1])
def test_too_few_is_refused(size):
    with pytest.raises(BadInput, match="at least two"):
        berger(size)

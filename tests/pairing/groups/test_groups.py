"""Two groups of six, five rounds, then two cross rounds that give twelve places."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import EntrantId, RoundNo
from qipan.pairing.groups import (
    by_lot,
    cross_round,
    crossing,
    group_rounds,
    places_round,
    played_for,
    snake,
)

A = [EntrantId(f"A{n}") for n in range(1, 7)]
B = [EntrantId(f"B{n}") for n in range(1, 7)]


def names(size):
    return [EntrantId(f"{number:02d}") for number in range(1, size + 1)]


def pairs(plan):
    return ["-".join(sorted(meeting.seats)) for meeting in plan.meetings]


def test_a_snake_of_twelve():
    groups = snake(names(12), 2)
    assert groups["A"] == ("01", "04", "05", "08", "09", "12")
    assert groups["B"] == ("02", "03", "06", "07", "10", "11")


@given(st.integers(1, 6), st.integers(0, 30), st.integers(0, 1000))
def test_groups_are_even_and_hold_everybody(count, more, seed):
    entrants = names(2 * count + more)
    for groups in (
        snake(entrants, count),
        by_lot(entrants, count, Random(seed)),
        by_lot(entrants, count, Random(seed), pots=False),
    ):
        sizes = [len(members) for members in groups.values()]
        assert max(sizes) - min(sizes) <= 1
        assert sorted(who for members in groups.values() for who in members) == entrants


def test_pots_keep_one_of_each_row_in_each_group():
    groups = by_lot(names(12), 2, Random(3))
    for row in range(6):
        assert {groups["A"][row], groups["B"][row]} == set(names(12)[2 * row : 2 * row + 2])


def test_both_groups_play_five_rounds_side_by_side():
    plans = group_rounds({"A": tuple(A), "B": tuple(B)})
    assert len(plans) == 5
    assert pairs(plans[0]) == ["A1-A6", "A2-A5", "A3-A4", "B1-B6", "B2-B5", "B3-B4"]
    assert [meeting.board for meeting in plans[0].meetings] == [1, 2, 3, 4, 5, 6]
    assert plans[0].meetings[3].reasons[0].facts == {"group": "B"}


def test_groups_of_different_size_rest():
    plans = group_rounds(snake(names(5), 2))
    assert [len(plan.meetings) for plan in plans] == [2, 1, 1]
    assert sum(len(plan.rests) for plan in plans) == 3


def test_round_six():
    plan = cross_round(crossing(A, B), RoundNo(6), {})
    assert [meeting.seats for meeting in plan.meetings] == [
        ("A1", "B2"),
        ("B1", "A2"),
        ("A3", "B4"),
        ("B3", "A4"),
        ("A5", "B6"),
        ("B5", "A6"),
    ]
    assert plan.meetings[0].reasons[1].rule == "colour.better-place"


def decided(meetings, winners):
    """List everybody, the winner of each meeting for two places before the loser."""
    return tuple(
        who
        for _, pair in meetings
        for who in sorted(pair, key=lambda each: each != winners[frozenset(pair)])
    )


def test_seats_balance_first():
    plan = cross_round(crossing(A, B), RoundNo(6), {A[0]: 1, B[1]: -1})
    assert plan.meetings[0].seats == ("B2", "A1")


def test_round_seven_and_all_twelve_places():
    found = crossing(A, B)
    six = {frozenset(m.seats): m.seats[0] for m in cross_round(found, RoundNo(6), {}).meetings}
    six[frozenset((B[2], A[3]))] = A[3]
    plan = places_round(found, RoundNo(7), six, {}, Random(1))
    assert pairs(plan) == ["A1-B1", "A2-B2", "A3-A4", "B3-B4", "A5-B5", "A6-B6"]
    spans = [meeting.reasons[0].facts["places"] for meeting in plan.meetings]
    assert spans == [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10], [11, 12]]
    # A3 and A4 have different places, so no lot is needed there.
    assert plan.meetings[2].seats == ("A3", "A4")
    assert plan.meetings[0].reasons[1].rule == "colour.by-lot"
    seven = {frozenset(m.seats): max(m.seats) for m in plan.meetings}
    order = decided(played_for(found, six), seven)
    assert order == ("B1", "A1", "B2", "A2", "A4", "A3", "B4", "B3", "B5", "A5", "B6", "A6")


def test_everybody_gets_a_place_whoever_wins():
    found = crossing(A[:2], B[:2])
    meetings = [m.seats for m in cross_round(found, RoundNo(6), {}).meetings]
    for choice in product((0, 1), repeat=4):
        six = {frozenset(pair): pair[choice[at]] for at, pair in enumerate(meetings)}
        seven_pairs = [
            m.seats for m in places_round(found, RoundNo(7), six, {}, Random(0)).meetings
        ]
        seven = {frozenset(p): sorted(p)[choice[2 + at]] for at, p in enumerate(seven_pairs)}
        order = decided(played_for(found, six), seven)
        assert sorted(order) == ["A1", "A2", "B1", "B2"]
        assert set(order[:2]) == set(six.values())


def test_an_undecided_meeting_stops_the_next_round():
    found = crossing(A, B)
    with pytest.raises(Refused) as caught:
        places_round(found, RoundNo(7), {}, {})
    assert caught.value.code == "cross.undecided"
    assert caught.value.facts == {"pair": ["A1", "B2"]}


def test_equal_places_need_a_lot():
    found = crossing(A[:2], B[:2])
    six = {frozenset((A[0], B[1])): A[0], frozenset((B[0], A[1])): B[0]}
    with pytest.raises(BadInput, match="by lot"):
        places_round(found, RoundNo(7), six, {})


@pytest.mark.parametrize(("a", "b"), [(A, B[:4]), (A[:3], B[:3]), ([], []), (A, A)])
def test_wrong_groups_are_refused(a, b):
    with pytest.raises(BadInput):
        crossing(a, b)


@pytest.mark.parametrize(("size", "count"), [(3, 2), (4, 0), (60, 27)])
def test_wrong_splits_are_refused(size, count):
    with pytest.raises(BadInput):
        snake(names(size), count)

"""Round 1: by lot, by halves, by neighbours; protections with the smallest change."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.events import fresh, shuffled
from qipan.kernel.errors import BadInput, Impossible
from qipan.kernel.ids import EntrantId
from qipan.kernel.lots import draw
from qipan.pairing.protections.forbidden import NONE, Protections, protect
from qipan.pairing.swiss.by_score import (
    halves_round,
    neighbours_round,
    numbers_from_groups,
    random_round,
)


def names(count):
    return [EntrantId(str(number)) for number in range(1, count + 1)]


def text(plan):
    return " ".join("-".join(meeting.seats) for meeting in plan.meetings)


def countries(*groups):
    return Protections(
        tuple(protect([EntrantId(x) for x in group.split()], kind="country") for group in groups)
    )


def test_neighbours_with_seats_by_table():
    assert text(neighbours_round(names(8))) == "1-2 4-3 5-6 8-7"


def test_the_last_number_of_an_odd_field_rests():
    plan = neighbours_round(names(5))
    assert text(plan) == "1-2 4-3"
    assert plan.rests[0].entrant == "5"
    assert plan.rests[0].reasons[0].rule == "first-round.last-rests"


CHANGES = [
    # protected          round
    ("1 2", "1-3 4-2 5-6 8-7"),
    ("3 4", "1-2 5-3 4-6 8-7"),
    ("1 2|3 4", "1-3 4-2 5-6 8-7"),
    ("7 8", "1-2 4-3 5-7 8-6"),
]


@pytest.mark.parametrize(("groups", "expected"), CHANGES)
def test_a_protected_pair_is_parted_by_the_smallest_change(groups, expected):
    plan = neighbours_round(names(8), countries(*groups.split("|")))
    assert text(plan) == expected
    changed = [
        meeting.seats
        for meeting in plan.meetings
        if any(reason.rule == "first-round.changed" for reason in meeting.reasons)
    ]
    assert len(changed) == 2


def test_protections_that_end_before_round_one_do_not_hold():
    later = Protections((protect(names(2), first=2),))
    assert text(neighbours_round(names(4), later)) == "1-2 4-3"


def test_too_many_of_one_country_block():
    with pytest.raises(Impossible) as caught:
        neighbours_round(names(4), countries("1 2 3"))
    assert caught.value.refusal.rule == "protection.hard"
    assert set(caught.value.refusal.facts["stuck"]) == {"1", "2", "3"}
    assert caught.value.refusal.facts["partners"] == ["4"]


@given(st.integers(1, 60), st.integers(2, 8), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_countries_are_parted_with_the_fewest_changes(half, count, seed):
    dice = Random(seed)
    ids = names(2 * half)
    groups = {}
    for who in ids:
        groups.setdefault(dice.randrange(count), []).append(who)
    held = Protections(tuple(protect(group) for group in groups.values() if len(group) > 1))
    country = {who: name for name, group in groups.items() for who in group}
    crowded = any(2 * len(group) > len(ids) for group in groups.values())
    if crowded:
        with pytest.raises(Impossible):
            neighbours_round(ids, held)
        return
    plan = neighbours_round(ids, held)
    everybody = sorted((who for m in plan.meetings for who in m.seats), key=int)
    assert everybody == ids
    assert all(country[m.seats[0]] != country[m.seats[1]] for m in plan.meetings)
    wrong = sum(country[a] == country[b] for a, b in zip(ids[::2], ids[1::2], strict=True))
    changed = sum(any(r.rule == "first-round.changed" for r in m.reasons) for m in plan.meetings)
    # Each wrong pair must change, and no more than one good pair with each of them need do so.
    assert wrong <= changed <= 2 * wrong


def test_a_long_line_changes_only_where_it_must():
    ids = names(30_000)
    held = countries("1 2", "15001 15002", "29999 30000")
    changed = [
        meeting.board
        for meeting in neighbours_round(ids, held).meetings
        if any(reason.rule == "first-round.changed" for reason in meeting.reasons)
    ]
    assert changed == [1, 2, 7501, 7502, 14999, 15000]


def test_a_long_line_of_two_countries_one_after_the_other():
    ids = names(2000)
    held = Protections((protect(ids[:1000]), protect(ids[1000:])))
    plan = neighbours_round(ids, held)
    low = set(ids[:1000])
    assert all(len(low & set(meeting.seats)) == 1 for meeting in plan.meetings)


def test_numbers_from_two_groups():
    one, two = names(9)[:4], names(9)[4:]
    numbers = numbers_from_groups(one, two)
    assert [numbers[who] for who in one] == [1, 3, 5, 7]
    assert [numbers[who] for who in two] == [2, 4, 6, 8, 9]
    with pytest.raises(BadInput):
        numbers_from_groups(one, one)


def test_halves_in_order_and_by_lot():
    assert text(halves_round(fresh(6))) == "p001-p004 p005-p002 p003-p006"
    plan = halves_round(fresh(7), lots=Random(5))
    upper = {f"p00{n}" for n in range(1, 8)} - {plan.rests[0].entrant}
    low = set(sorted(upper)[3:])
    assert all(len(low & set(meeting.seats)) == 1 for meeting in plan.meetings)
    assert plan.rests[0].reasons[0].rule == "bye.by-lot"
    assert {meeting.reasons[-1].rule for meeting in plan.meetings} == {"colour.first-drawn"}
    assert halves_round(shuffled(fresh(7), 3), lots=Random(5)) == plan


def test_halves_stay_halves_around_a_protected_pair():
    family = NONE.plus(protect([EntrantId("p001"), EntrantId("p004")]))
    pairs = [set(meeting.seats) for meeting in halves_round(fresh(6), protections=family).meetings]
    low = {"p004", "p005", "p006"}
    assert {"p001", "p004"} not in pairs
    assert all(len(low & pair) == 1 for pair in pairs)


@given(st.integers(2, 40), st.integers(0, 1000), st.integers(0, 1000))
@settings(max_examples=50, deadline=None)
def test_a_random_round_holds_everybody_once_whatever_the_order_of_the_list(size, seed, other):
    ids = names(size)
    plan = random_round(ids, Random(seed))
    everybody = [who for m in plan.meetings for who in m.seats] + [r.entrant for r in plan.rests]
    assert sorted(everybody) == sorted(ids)
    mixed = list(ids)
    Random(other).shuffle(mixed)
    assert random_round(mixed, Random(seed)) == plan


def test_a_random_round_follows_a_checkable_draw():
    lot = draw("round 1", names(4), bytes(32))
    plan = random_round(names(4), lot)
    assert [who for meeting in plan.meetings for who in meeting.seats] == list(lot.order)
    assert plan.meetings[0].reasons[1].rule == "colour.first-drawn"

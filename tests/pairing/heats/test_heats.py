"""Heats: sizes, units apart, play-offs, until a final."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import EntrantId
from qipan.pairing.heats import (
    advancing,
    make_heats,
    next_stage,
    plan,
    record,
    record_play_off,
    sizes,
    to_play_off,
)


def names(size):
    return [EntrantId(f"{number:02d}") for number in range(1, size + 1)]


SIZES = [(2, [2]), (6, [6]), (7, [4, 3]), (9, [5, 4]), (12, [6, 6]), (13, [5, 4, 4]), (18, [6] * 3)]


@pytest.mark.parametrize(("count", "expected"), SIZES)
def test_sizes(count, expected):
    assert sizes(count, 6) == expected


def in_order(heat):
    return {who: place for place, who in enumerate(heat.entrants, 1)}


def play_stage(heats, dice, ties=0.0):
    for heat in heats.now:
        order = list(heat.entrants)
        dice.shuffle(order)
        places, place = {}, 0
        for at, who in enumerate(order, 1):
            place = place if place and dice.random() < ties else at
            places[who] = place
        heats = record(heats, heat.number, places)
        while off := to_play_off(heats, heat.number):
            heats = record_play_off(
                heats, heat.number, {who: dice.randrange(1, len(off) + 1) for who in off}
            )
    return heats


def test_eighteen_become_nine_become_six_become_a_final():
    dice = Random(1)
    heats = make_heats(names(18), dice)
    counts = []
    while True:
        counts.append([len(heat.entrants) for heat in heats.now])
        heats = play_stage(heats, dice)
        if heats.final:
            break
        heats = next_stage(heats, dice)
    assert counts == [[6, 6, 6], [5, 4], [6]]


@given(st.integers(2, 80), st.integers(0, 12), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_every_event_ends_in_a_final(size, units, seed):
    dice = Random(seed)
    unit = {who: str(int(who) % units) for who in names(size)} if units else {}
    heats = make_heats(names(size), dice, units=unit)
    while True:
        seated = [who for heat in heats.now for who in heat.entrants]
        assert len(set(seated)) == len(seated)
        lengths = [len(heat.entrants) for heat in heats.now]
        assert max(lengths) <= 6
        assert max(lengths) - min(lengths) <= 1
        for name in set(unit.values()):
            spread = Counter(
                heat.number for heat in heats.now for who in heat.entrants if unit[who] == name
            )
            counts = [spread[heat.number] for heat in heats.now]
            assert max(counts) - min(counts) <= 1
        assert [len(m.seats) for m in plan(heats).meetings] == lengths
        heats = play_stage(heats, dice, ties=0.3)
        if heats.final:
            break
        assert len(advancing(heats)) == sum(min(3, length) for length in lengths)
        heats = next_stage(heats, dice, unit)


def test_the_order_of_the_list_does_not_matter():
    assert make_heats(names(20), Random(4)) == make_heats(names(20)[::-1], Random(4))


def first_table(**places):
    heats = make_heats(names(12), Random(2))
    letters = dict(zip("abcdef", heats.now[0].entrants, strict=True))
    heats = record(heats, 1, {letters[letter]: place for letter, place in places.items()})
    return heats, letters


def test_a_tie_for_third_is_played_off():
    heats, who = first_table(a=1, b=2, c=3, d=3, e=5, f=6)
    assert to_play_off(heats, 1) == (who["c"], who["d"])
    table = plan(heats).meetings[-1]
    assert (table.seats, table.reasons[0].rule) == ((who["c"], who["d"]), "heats.play-off")
    with pytest.raises(Refused) as caught:
        advancing(heats)
    assert caught.value.code == "heats.still-open"
    heats = record_play_off(heats, 1, {who["c"]: 2, who["d"]: 1})
    heats = record(heats, 2, in_order(heats.now[1]))
    assert advancing(heats)[:3] == (who["a"], who["b"], who["d"])


def test_a_wide_tie_is_played_off_until_it_is_clear():
    heats, who = first_table(a=1, b=2, c=2, d=2, e=2, f=6)
    assert set(to_play_off(heats, 1)) == {who[x] for x in "bcde"}
    heats = record_play_off(heats, 1, {who["b"]: 2, who["c"]: 1, who["d"]: 2, who["e"]: 2})
    assert set(to_play_off(heats, 1)) == {who[x] for x in "bde"}
    heats = record_play_off(heats, 1, {who["b"]: 2, who["d"]: 1, who["e"]: 2})
    heats = record(heats, 2, in_order(heats.now[1]))
    assert advancing(heats)[:3] == (who["a"], who["c"], who["d"])


def test_a_tie_elsewhere_needs_no_play_off():
    heats, _ = first_table(a=1, b=1, c=3, d=4, e=4, f=4)
    assert to_play_off(heats, 1) == ()


def test_a_table_where_nobody_goes_out_is_noted():
    rules = [[r.rule for r in m.reasons] for m in plan(make_heats(names(7), Random(1))).meetings]
    assert rules == [["heats.sizes"], ["heats.sizes", "heats.nobody-out"]]


def test_a_final_may_share_places():
    heats = make_heats(names(4), Random(1))
    heats = record(heats, 1, dict.fromkeys(names(4), 1))
    assert to_play_off(heats, 1) == ()
    with pytest.raises(Refused):
        next_stage(heats, Random(1))


@pytest.mark.parametrize(
    ("size", "most", "advance"), [(1, 6, 3), (8, 6, 0), (8, 6, 6), (8, 6, 4), (8, 2, 2)]
)
def test_senseless_heats_are_refused(size, most, advance):
    with pytest.raises(BadInput):
        make_heats(names(size), Random(1), most=most, advance=advance)


def test_refusals():
    heats, who = first_table(a=1, b=2, c=3, d=4, e=5, f=6)
    for act in (
        lambda: record(heats, 1, in_order(heats.now[0])),
        lambda: record(heats, 9, {}),
        lambda: record(heats, 2, {who["a"]: 1}),
        lambda: record(heats, 2, dict.fromkeys(heats.now[1].entrants, 0)),
        lambda: record_play_off(heats, 1, {who["c"]: 1, who["d"]: 2}),
        lambda: next_stage(heats, Random(1)),
    ):
        with pytest.raises(Refused):
            act()

"""Open matching: nobody twice in a row, nobody starves, every opponent equally likely."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId
from qipan.pairing.open_matching import match_waiting, may_meet, why_not


def names(size):
    return [EntrantId(f"{number:03d}") for number in range(size)]


@given(st.integers(0, 30), st.integers(0, 10**6))
@settings(max_examples=150, deadline=None)
def test_everybody_once_and_nobody_left_who_could_be_matched(size, seed):
    dice = Random(seed)
    ids = names(size)
    last = {who: dice.choice(ids) for who in ids if dice.random() < 0.7} if ids else {}
    found = match_waiting(ids, last, Random(seed))
    seated = [who for meeting in found.meetings for who in meeting.seats]
    assert sorted([*seated, *found.left]) == ids
    assert all(may_meet(last, *meeting.seats) for meeting in found.meetings)
    assert not any(may_meet(last, a, b) for a in found.left for b in found.left)
    if size > 12:
        assert len(found.left) <= 1 + size % 2
    assert match_waiting(ids, last, Random(seed)) == found
    assert [meeting.board for meeting in found.meetings] == list(range(1, len(found.meetings) + 1))


def test_two_who_just_met_wait_and_a_third_frees_one():
    a, b, c = names(3)
    last = {a: b, b: a}
    found = match_waiting([a, b], last, Random(1))
    assert found.left == (a, b)
    assert found.reasons[0].rule == "open-matching.alone"
    found = match_waiting([a, b, c], last, Random(1))
    assert set(found.meetings[0].seats) == {a, c}
    assert found.left == (b,)


def test_four_in_two_pairs_who_just_met_are_exchanged():
    a, b, c, d = names(4)
    last = {a: b, b: a, c: d, d: c}
    for seed in range(20):
        assert len(match_waiting([a, b, c, d], last, Random(seed)).meetings) == 2


def test_every_pairing_of_four_is_equally_likely():
    count = Counter(
        frozenset(frozenset(m.seats) for m in match_waiting(names(4), {}, Random(seed)).meetings)
        for seed in range(3000)
    )
    assert len(count) == 3
    assert all(900 < times < 1100 for times in count.values())
    first = sum(
        meeting.seats[0] == "000"
        for seed in range(1000)
        for meeting in match_waiting(names(4), {}, Random(seed)).meetings
    )
    assert 430 < first < 570


def test_ten_thousand_arrivals_are_fair():
    dice = Random(11)
    ids = names(60)
    queue, last, since, waits = [], {}, {}, []
    met = Counter()
    arrivals = tick = 0
    idle = set(ids)
    busy = []
    while arrivals < 10_000:
        tick += 1
        for who in dice.sample(sorted(idle), min(len(idle), dice.randrange(1, 8))):
            idle.remove(who)
            queue.append(who)
            since[who] = tick
            arrivals += 1
        found = match_waiting(queue, last, dice)
        for meeting in found.meetings:
            a, b = meeting.seats
            assert last.get(a) != b
            assert last.get(b) != a
            last[a], last[b] = b, a
            met[frozenset(meeting.seats)] += 1
            waits += [tick - since[a], tick - since[b]]
            busy.append((tick + dice.randrange(1, 6), meeting.seats))
        queue = list(found.left)
        for end, seats in [row for row in busy if row[0] <= tick]:
            busy.remove((end, seats))
            idle.update(seats)
    assert len(queue) < 3
    assert max(waits) <= 3
    # 1,770 pairs share some 5,000 meetings: nobody is anybody's favourite.
    assert max(met.values()) <= 14
    per_player = Counter(who for pair, times in met.items() for who in list(pair) * times)
    assert max(per_player.values()) < 1.35 * min(per_player.values())


def test_why_not():
    a, b, c = names(3)
    assert why_not([a], {}, a, b).facts == {"not-waiting": [b]}
    assert why_not([a, b], {a: b}, a, b).rule == "open-matching.not-at-once"
    assert why_not([a, b, c], {}, a, b).rule == "open-matching.random"


def test_nobody_waits_twice():
    with pytest.raises(BadInput):
        match_waiting(names(2) * 2, {}, Random(1))

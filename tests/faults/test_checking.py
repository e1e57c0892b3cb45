"""The checker of clocks itself: it must find a clock that is wrong, and no other."""

import pytest

from faults.checking import Silence, Suspension, judge, silence_before, suspensions

RIGHT = [
    # id                              before,  at, charged, down, silent, gain
    ("up to the last sign of life", 100, 109, 2.5, 6.5, 103.0, 0.5),
    ("a renewal still under way", 100, 109, 3.4, 5.6, 103.0, -0.4),
    ("no sign since the last move", 100, 105, 0.0, 5.0, 100.4, 0.4),
]
WRONG = [
    ("all of the down time charged", 100, 109, 9.0, 0.0, 103.0),
    ("some of it charged", 100, 109, 5.0, 4.0, 103.0),
    ("time that nobody has", 100, 109, 2.5, 2.0, 103.0),
    ("more than there was", 100, 109, 2.5, 9.0, 103.0),
]


@pytest.mark.parametrize(("before", "at", "charged", "down", "silent", "gain"), [
    pytest.param(*each[1:], id=each[0]) for each in RIGHT
])  # fmt: skip
def test_a_clock_that_was_credited_passes(before, at, charged, down, silent, gain):
    (found,) = judge("t", Suspension(before, at, charged, down), silent)
    assert found == pytest.approx(gain)


@pytest.mark.parametrize(("before", "at", "charged", "down", "silent"), [
    pytest.param(*each[1:], id=each[0]) for each in WRONG
])  # fmt: skip
def test_a_clock_that_was_not_credited_is_found(before, at, charged, down, silent):
    with pytest.raises(AssertionError):
        judge("t", Suspension(before, at, charged, down), silent)


def test_a_takeover_is_judged_by_the_owner_it_took_from_and_no_other():
    silences = [Silence(103.0, {7: 4}), Silence(140.0, {7: 5, 8: 1})]
    assert silence_before(silences, 7, 5) == 103.0
    assert silence_before(silences, 7, 6) == 140.0
    assert silence_before(silences, 7, 7) is None  # handed over, or lost by itself
    assert silence_before(silences, 9, 5) is None
    assert silence_before(silences, 7, None) is None
    # An owner that lived on for 36 s before it lost the shard by itself owes nothing to a kill.
    assert judge("t", Suspension(100, 142, 36.4, 5.6), None) == []


def test_only_clocks_that_ran_are_judged():
    events = [
        {"event": "game-begun/1"},
        {"event": "play-suspended/1", "why": "crash"},
        {"event": "play-suspended/1", "why": "crash"},
        {"event": "play-resumed/1"},
        {"event": "play-suspended/1", "why": "outage"},
        {"event": "play-suspended/1", "why": "crash"},
        {"event": "play-resumed/1"},
        {"event": "play-suspended/1", "why": "crash"},
    ]
    assert list(suspensions(events)) == [1, 7]

"""Times of rounds: what the books allow, clashes, who is affected."""

import pytest

from desk.conduct import FIRST, Cup, refused
from qipan.desk.schedule import affected, check_schedule, clashes
from qipan.desk.schedule.commands import EndRound, ScheduleRound
from qipan.kernel.errors import BadInput


def at(cup, number, start, **more):
    return cup.give(ScheduleRound, round=number, start=start, **more)


def test_my_2_3_the_first_round_not_before_one_o_clock():
    cup = Cup("my-2018", "individual", 4)
    error = refused("schedule.too-early", lambda: at(cup, 1, "2026-03-01T12:59"))
    assert error.rule == "schedule.earliest"
    at(cup, 1, "2026-03-01T13:00")
    at(cup, 2, "2026-03-02T09:00")


def test_my_2_3_two_and_a_half_hours_between_rounds():
    cup = Cup("my-2018", "individual", 4)
    at(cup, 1, "2026-03-01T13:00")
    error = refused("schedule.too-close", lambda: at(cup, 2, "2026-03-01T15:29"))
    assert (error.facts["minutes"], error.facts["least"]) == (149, 150)
    at(cup, 2, "2026-03-01T15:30")
    refused("schedule.order", lambda: at(cup, 3, "2026-03-01T11:00"))


def test_my_2_3_at_most_four_rounds_a_day():
    cup = Cup("my-2018", "individual", 4)
    at(cup, 1, "2026-03-01T13:00")
    for number, hour in ((2, "08:00"), (3, "10:30"), (4, "13:00"), (5, "15:30")):
        at(cup, number, f"2026-03-02T{hour}")
    error = refused("schedule.too-many", lambda: at(cup, 6, "2026-03-02T18:00"))
    assert error.facts["most"] == 4
    at(cup, 6, "2026-03-02T18:00", despite="the hall is free for one day only")
    assert [each.code for each in check_schedule(cup.state, cup.section)] == ["schedule.too-many"]


WINDOWS = [
    (1, "2025-08-30T14:00", True),
    (1, "2025-08-30T13:59", False),
    (1, "2025-08-30T15:00", False),
    (1, "2025-08-31T14:00", False),
    (5, "2025-08-31T09:00", True),
    (8, "2025-08-31T15:30", True),
    (8, "2025-08-30T15:30", False),
]


@pytest.mark.parametrize(("number", "start", "right"), WINDOWS)
def test_gm_6_1_2_3_rounds_keep_their_windows(number, start, right):
    cup = Cup("gm-2025", "entry", 4, period=1)
    if right:
        at(cup, number, start)
    else:
        assert refused("schedule.window", lambda: at(cup, number, start)).rule == "schedule.window"


def test_a_round_is_moved_with_a_reason_and_tells_who_is_affected():
    cup = Cup("my-2018", "individual", 4)
    at(cup, 1, "2026-03-01T13:00")
    refused("schedule.no-reason", lambda: at(cup, 1, "2026-03-01T14:00"))
    at(cup, 1, "2026-03-01T14:00", reason="a late train")
    assert cup.section.times[1].start == "2026-03-01T14:00"
    assert len(affected(cup.state, cup.section, 1)) == 4
    table = cup.round(FIRST).tables[0]
    assert set(table.seats) <= set(affected(cup.state, cup.section, 1))
    refused("schedule.ends-before", lambda: at(cup, 2, "2026-03-02T14:00", end="2026-03-02T13:00"))
    refused("schedule.no-such-round", lambda: at(cup, 0, "2026-03-02T14:00"))
    with pytest.raises(BadInput):
        at(cup, 2, "after lunch")


def test_a_round_ends_once_when_all_results_are_in():
    cup = Cup("my-2018", "individual", 4)
    cup.round()
    refused("round.results-missing", lambda: cup.give(EndRound, round=1, at="2026-03-01T16:00"))
    for board in cup.section.current.missing:
        cup.record(board, FIRST)
    cup.give(EndRound, round=1, at="2026-03-01T16:00")
    refused("schedule.ended", lambda: cup.give(EndRound, round=1, at="2026-03-01T17:00"))


def test_a_person_in_two_events_at_once_is_found():
    one = Cup("un-games", "xiangqi", 3)
    two = Cup("un-games", "shengji", 3, office=one.office)
    here, there = one.enter("李 雷"), two.enter("李 雷")
    names = {
        person: found.name
        for cup in (one, two)
        for who, found in cup.office.names(cup.section).items()
        for person in cup.section.entrants[who].people
    }
    at(one, 1, "2026-01-05T18:00")
    at(two, 1, "2026-01-05T19:29")
    (clash,) = clashes(one.state, names.__getitem__)
    assert clash.people == ((here, there),)
    assert clashes(one.state) == ()
    at(two, 1, "2026-01-05T19:30", reason="clash")
    assert clashes(one.state, names.__getitem__) == ()

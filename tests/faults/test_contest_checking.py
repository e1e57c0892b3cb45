"""The checker of contests itself: it finds what was done twice, too soon, or not at all."""

import copy

import pytest

from faults.contest_checking import GRACE, LATE, Stored, wrong

BEGIN = 1000.0
PAIRED = [{"board": 1, "seats": ["e1", "e2"]}, {"board": 2, "seats": ["e3", "e4"]}]
HERE = {"section": "entry", "round": 1}


def clock(at):
    return f"1970-01-01T{int(at) // 3600:02}:{int(at) // 60 % 60:02}:{int(at) % 60:02}"


def event(name, **fields):
    return {"event": name, **HERE, **fields}


def lost(at, board, *players):
    late = [Stored(at, event("lateness-recorded/1", board=board, entrant=who)) for who in players]
    return [*late, Stored(at, event("result-recorded/1", board=board))]


def story():
    """A contest of four: one round, at which nobody came."""
    seats = [{"board": 1, "table": "ga"}, {"board": 2, "table": "gb"}]
    limit = BEGIN + LATE + 1
    return [
        Stored(900, event("round-scheduled/1", start=clock(BEGIN))),
        Stored(1001, {"event": "entries-closed/1", "section": "entry"}),
        Stored(1001, {"event": "lot-committed/1", "section": "entry", "lot": "round-1"}),
        Stored(1002, {"event": "lot-drawn/1", "section": "entry", "draw": {"label": "round-1"}}),
        Stored(1002, event("round-paired/1", tables=PAIRED)),
        Stored(1002, event("round-published/1")),
        Stored(1002, event("round-seated/1", boards=seats, at=clock(BEGIN))),
        *lost(limit, 1, "e1", "e2"),
        *lost(limit, 2, "e3", "e4"),
        Stored(limit + 1, event("round-ended/1")),
    ]


def table(board, *players):
    origin = {"round": "1", "board": str(board)}
    return [
        {"event": "table-opened/1", "origin": origin, "occupants": list(players)},
        {"event": "game-annulled/1"},
    ]


def tables():
    return {"ga-1": table(1, "e2", "e1"), "gb-1": table(2, "e3", "e4")}


NOW = BEGIN + LATE + 2 * GRACE


def names(told):
    return [each.event["event"] for each in told]


def again(name):
    """Store something a second time, right after the first, as one who was woken would."""

    def change(told, there):
        place = names(told).index(name)
        told.insert(place + 1, copy.deepcopy(told[place]))

    return change


def without(name, *more):
    def change(told, there):
        told[:] = [each for each in told if each.event["event"] not in (name, *more)]

    return change


def late_again(told, there):
    told[-1:-1] = lost(NOW, 1, "e1", "e2")


def opened_twice(told, there):
    there["ga-1"].insert(1, there["ga-1"][0])


def second_table(told, there):
    there["gx-1"] = table(1, "e1", "e2")


def another_try(told, there):
    there["ga-1r1"] = table(1, "e1", "e2")


def table_of_nobody(told, there):
    there["gc-1"] = table(3, "e5", "e6")


def table_of_others(told, there):
    there["gb-1"] = table(2, "e3", "e5")


def no_table(told, there):
    del there["gb-1"]


def goes_on(told, there):
    there["gb-1"].pop()


def moved_before(told, there):
    told.insert(4, Stored(1002, event("round-scheduled/1", start=clock(BEGIN + 3600))))


def next_round_too_soon(told, there):
    told.insert(7, Stored(1003, {**event("round-paired/1", tables=[]), "round": 2}))


def lost_too_soon(told, there):
    place = names(told).index("result-recorded/1")
    told[place] = told[place]._replace(at=BEGIN + LATE - 1)


def decided_after_the_end(told, there):
    told.append(told.pop(names(told).index("result-recorded/1")))


WRONG = [
    ("published twice", again("round-published/1"), "round-published/1 2 times"),
    ("paired twice", again("round-paired/1"), "round-paired/1 2 times"),
    ("seated twice", again("round-seated/1"), "round-seated/1 2 times"),
    ("drawn twice", again("lot-drawn/1"), "lot-drawn/1 2 times for entry round-1"),
    ("ended twice", again("round-ended/1"), "round-ended/1 2 times"),
    ("two forfeits", again("result-recorded/1"), "result-recorded/1 2 times for entry 1 1"),
    ("absent twice", late_again, "lateness-recorded/1 2 times for entry 1 1 e1"),
    ("opened twice", opened_twice, "table ga-1 is opened 2 times"),
    ("two tables", second_table, "round 1, board 1 has 2 tables: ga-1 gx-1"),
    ("two tries", another_try, "round 1, board 1 has 2 tables: ga-1 ga-1r1"),
    ("a table too many", table_of_nobody, "table gc-1 is of no board"),
    ("other players", table_of_others, "table gb-1 is for ['e3', 'e5'], not ['e3', 'e4']"),
    ("a missing table", no_table, "round 1, board 2 has no table"),
    ("a table that goes on", goes_on, "table gb-1 goes on though its board is decided"),
    ("decided otherwise", moved_before, "round 1 is paired 3598.0 s before its time"),
    ("the next round", next_round_too_soon, "round 2 is paired before round 1 has ended"),
    ("lost too soon", lost_too_soon, "board 1 of round 1 is lost before the limit"),
    ("a result after the end", decided_after_the_end, "a result of round 1, board 1"),
    ("nothing published", without("round-published/1"), "round-seated/1 of round 1 comes too soon"),
    ("no end", without("round-ended/1"), "round 1 is decided and has not ended"),
    (
        "nobody lost",
        without("result-recorded/1", "lateness-recorded/1", "round-ended/1"),
        "boards [1, 2] of round 1 were lost",
    ),
]


def test_a_contest_that_was_done_once_passes():
    assert wrong(story(), tables(), NOW) == []


@pytest.mark.parametrize("length", range(1, 15))
def test_a_contest_that_is_under_way_passes(length):
    told = story()[:length]
    now = told[-1].at + 1
    there = tables() if length > 6 else {}
    for contents in there.values():
        del contents[1:]
    assert wrong(told, there, now) == []


def test_a_round_that_nobody_began_is_found():
    (found,) = wrong(story()[:1], {}, BEGIN + GRACE + 5)
    assert found == "round 1 was due 65 s ago and is not seated"
    moved = Stored(950, event("round-scheduled/1", start=clock(BEGIN + 3600)))
    assert wrong([*story()[:1], moved], {}, BEGIN + GRACE + 5) == []


def test_a_board_lost_before_its_table_could_be_opened_needs_none():
    told = story()
    before = [
        each._replace(at=BEGIN + LATE - 2) if at < 7 else each for at, each in enumerate(told)
    ]
    assert wrong(before, {}, NOW) == []


@pytest.mark.parametrize(("change", "expected"), [
    pytest.param(*each[1:], id=each[0]) for each in WRONG
])  # fmt: skip
def test_what_is_wrong_is_found(change, expected):
    told, there = story(), tables()
    change(told, there)
    found = wrong(told, there, NOW)
    assert [each for each in found if each.startswith(expected)], found

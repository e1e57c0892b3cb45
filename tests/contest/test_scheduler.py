"""A contest by its timetable: windows, check-in, lateness, results, and nothing done twice."""

from collections import Counter

import pytest

from contest.period import ENTRY, Period, shanghai
from qipan.desk.online.commands import CheckInForRound, OpenContest, ReopenBoard, ShiftRounds
from qipan.desk.online.timetable import next_due
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.results import How
from qipan.sections.places import crosstable, places
from qipan.views.explain import explain_place


def started(entrants=4):
    return Period().opened(entrants).planned().at("2026-03-07T14:00")


def test_nothing_happens_before_the_time():
    period = Period().opened(4).planned().at("2026-03-07T13:29")
    assert not period.section.closed
    period.at("2026-03-07T13:30")
    assert period.section.order
    assert period.section.rounds == []
    period.at("2026-03-07T13:59:59")
    assert period.section.rounds == []
    period.at("2026-03-07T14:00")
    assert len(period.section.rounds) == 1


def test_a_round_is_paired_published_and_seated_in_one_act():
    period = started()
    names = period.names()
    first = names.index("round-paired/1")
    assert names[first - 1 : first + 3] == [
        "lot-drawn/1",
        "round-paired/1",
        "round-published/1",
        "round-seated/1",
    ]
    stored = period.log.read("competition/gm")[first : first + 3]
    assert len({each.at for each in stored}) == 1
    assert len(period.scheduler.tables) == 2
    for wanted in period.scheduler.tables.values():
        room = period.hall.owner.room(wanted.table)
        assert not room.table.begun
        assert [control.main for control in room.table.controls] == [15 * 60_000] * 2
        assert room.table.opened.occupants == wanted.seats


def test_two_games_with_seats_exchanged_make_the_match():
    period = started(2)
    (first,) = period.scheduler.tables.values()
    one, two = first.seats
    period.play(first, one, think=2000)
    period.settle()
    (second,) = period.scheduler.tables.values()
    assert (second.game, second.seats) == (2, (two, one))
    period.play(second, None)
    period.settle()
    found = period.section.rounds[0]
    scoring = crosstable(period.state, period.section).scoring
    assert found.results[1].score.seats == (scoring.win, scoring.loss)
    assert [game.seconds for game in found.games[1]] == [(10, 8), (0, 1)]
    row = crosstable(period.state, period.section).row(one)
    assert (row[0].points, row[0].seconds, row[0].how) == (2, 10, How.PLAYED)
    assert 1 in period.section.ended
    assert [taken.table for taken in found.taken.values()] == [first.table, second.table]


def test_gm_6_1_2_5_who_used_less_time_is_ahead_when_all_else_is_level():
    period = started(4)
    slow = {1: 3000, 2: 1000}
    for _ in (1, 2):
        for wanted in list(period.scheduler.tables.values()):
            period.play(wanted, min(wanted.seats), think=slow[wanted.board])
        period.settle()
    placed = places(period.state, period.section)
    first, second = (row.entrant for row in placed.rows[:2])
    found = period.section.rounds[0]
    assert {first} == {min(each.seats) for each in found.tables if each.board == 2}
    last = explain_place(period.state, period.section, placed, first, second).steps[-1]
    assert (last.key, last.citation) == ("game-time", "GM 6.1.2(5)")
    assert dict(last.values) == {first: "10", second: "30"}


def test_five_minutes_late_loses_the_round_and_both_late_both_lose():
    period = started(6)
    tables = list(period.scheduler.tables.values())
    period.sit(tables[0], tables[0].seats[0])
    period.sit(tables[1])
    period.at("2026-03-07T14:04:59")
    assert period.section.rounds[0].results == {}
    period.at("2026-03-07T14:05")
    found = period.section.rounds[0]
    boards = {table.board: table for table in found.tables}
    assert found.results[tables[0].board].score.seats == (2, -2)
    assert found.results[tables[2].board].score.seats == (-2, -2)
    assert tables[1].board not in found.results
    assert {found.results[each.board].how for each in (tables[0], tables[2])} == {How.FORFEIT}
    assert {found.results[each.board].rule for each in (tables[0], tables[2])} == {
        "conduct.lateness"
    }
    away = {tables[0].seats[1], *boards[tables[2].board].seats}
    assert {who for (_, who) in period.section.late} == away
    annulled = [period.hall.owner.room(each.table).table.annulled for each in tables]
    assert annulled[0] == annulled[2] == "contest.table-closed"
    assert annulled[1] is None


def test_gm_6_1_3_2_who_checked_in_and_does_not_come_loses_the_round():
    period = Period().opened(4).planned()
    who = dict.fromkeys(period.section.entrants)
    with pytest.raises(Refused, match=r"contest\.check-in-early"):
        check_in(period, next(iter(who)))
    period.at("2026-03-07T13:30")
    for each in who:
        check_in(period, each)
        check_in(period, each)
    assert period.names().count("round-checked-in/1") == 4
    period.at("2026-03-07T14:00")
    one, other = period.scheduler.tables.values()
    period.sit(one, one.seats[0])
    period.at("2026-03-07T14:04:59")
    assert period.section.rounds[0].results == {}
    period.at("2026-03-07T14:05")
    results = period.section.rounds[0].results
    assert results[one.board].score.seats == (2, -2)
    assert results[other.board].score.seats == (-2, -2)
    assert period.section.arrived == {(1, one.seats[0])}


def test_who_sat_down_and_left_again_is_not_late_and_the_clock_runs_at_the_limit():
    period = Period().opened(2).planned().at("2026-03-07T14:00")
    (wanted,) = period.scheduler.tables.values()
    room = period.hall.owner.room(wanted.table)
    for each in wanted.seats:
        here = period.sit(wanted, each)[each]
        period.settle()
        here.leave()
    begun = room.table.begun
    period.at("2026-03-07T14:05")
    assert room.table.begun
    assert period.section.rounds[0].results == {}
    assert not begun


def check_in(period, who, number=1):
    at = period.time.now().isoformat()
    period.do(CheckInForRound(section=ENTRY, round=number, entrant=who, at=at))


def test_check_in_ends_at_the_limit():
    period = started(2)
    who = period.section.order[0]
    period.at("2026-03-07T14:04:59")
    check_in(period, who)
    period.time.set(shanghai("2026-03-07T14:05"))
    with pytest.raises(Refused, match=r"contest\.check-in-late"):
        check_in(period, period.section.order[1])


def test_the_next_round_waits_for_the_last_result_and_lateness_counts_from_then():
    period = started(4)
    tables = list(period.scheduler.tables.values())
    for wanted in tables:
        period.sit(wanted)
    period.play(tables[0], tables[0].seats[0])
    period.at("2026-03-07T15:40")  # flags have fallen, second games are on
    assert len(period.section.rounds) == 1
    while period.scheduler.tables:
        wanted = next(iter(period.scheduler.tables.values()))
        period.play(wanted, wanted.seats[0])
        period.settle()
        if len(period.section.rounds) == 2:
            break
    assert len(period.section.rounds) == 2
    late = period.time.now()
    period.time.ms += 4 * 60_000
    period.settle()
    assert period.section.rounds[1].results == {}
    period.time.ms += 60_000
    period.settle()
    assert len(period.section.rounds[1].results) == 2
    assert period.time.now() > late


def test_the_timetable_is_shifted_with_a_reason_and_not_into_the_past_of_another():
    period = Period().opened(4).planned()
    with pytest.raises(Refused, match=r"contest\.shift"):
        period.do(ShiftRounds(section=ENTRY, round=1, minutes=10, reason=" "))
    period.do(ShiftRounds(section=ENTRY, round=3, minutes=15, reason="platform down"))
    starts = [each.start[-5:] for each in period.section.times.values()]
    assert starts == ["14:00", "15:30", "18:15", "19:45", "09:15", "10:45", "14:15", "15:45"]
    with pytest.raises(Refused, match=r"schedule\.order"):
        period.do(ShiftRounds(section=ENTRY, round=3, minutes=-200, reason="x"))
    period.at("2026-03-07T14:00")
    with pytest.raises(Refused, match=r"contest\.begun"):
        period.do(ShiftRounds(section=ENTRY, round=1, minutes=5, reason="x"))


def test_an_arbiter_restores_a_board_that_was_lost_by_lateness():
    period = started(2).at("2026-03-07T14:05")
    assert period.section.rounds[0].results[1].score.seats == (-2, -2)
    at = period.time.now().isoformat()
    with pytest.raises(Refused, match=r"contest\.no-reason"):
        period.do(ReopenBoard(section=ENTRY, round=1, board=1, reason="", at=at))
    period.do(ReopenBoard(section=ENTRY, round=1, board=1, reason="our fault", at=at))
    period.settle()
    (wanted,) = period.scheduler.tables.values()
    assert wanted.table.endswith("-1r1")
    winner = wanted.seats[1]
    for _ in range(2):
        (wanted,) = period.scheduler.tables.values()
        period.play(wanted, winner)
        period.settle()
    found = period.section.rounds[0]
    assert found.results[1].score.seats == (-2, 2)
    assert [old.score.seats for old in found.corrected[1]] == [(-2, -2)]


def test_a_replayed_game_closes_the_old_table_and_a_ruling_at_the_table_is_a_correction():
    period = started(2)
    (first,) = period.scheduler.tables.values()
    one = first.seats[0]
    period.sit(first)
    at = period.time.now().isoformat()
    period.do(ReopenBoard(section=ENTRY, round=1, board=1, reason="wrong seats", at=at))
    period.settle()
    assert period.hall.owner.room(first.table).table.annulled == "contest.table-closed"
    (again,) = period.scheduler.tables.values()
    assert again.table != first.table
    period.play(again, one)
    period.settle()
    (second,) = period.scheduler.tables.values()
    period.play(second, one)
    period.settle()
    assert period.section.rounds[0].results[1].score.seats == (2, -2)
    room = period.hall.owner.room(second.table)
    period.hall.sit(room, arbiter="chief").send("arbiter", act="award", places=[1, 2])
    period.settle()
    found = period.section.rounds[0]
    assert found.results[1].score.seats == (1, 1)
    assert [game.result.how for game in found.games[1]] == [How.PLAYED, How.ADJUDGED]
    period.settle()
    assert period.names().count("result-corrected/1") == 1


def test_what_the_desk_recorded_by_hand_stands():
    from qipan.desk.results.commands import RecordResult
    from qipan.kernel.points import Points
    from qipan.kernel.results import Score

    period = started(2)
    (first,) = period.scheduler.tables.values()
    score = Score((Points(-2), Points(2)))
    period.do(RecordResult(section=ENTRY, round=1, board=1, score=score, how=How.ADJUDGED))
    period.settle()
    assert period.hall.owner.room(first.table).table.annulled == "contest.table-closed"
    assert period.section.rounds[0].results[1].score == score
    assert 1 in period.section.ended


WRONG = [
    ({"zone": "Mars/Olympus"}, "contest.zone"),
    ({"zone": "+25:00"}, "contest.zone"),
    ({"mode": "both"}, "contest.mode"),
    ({"check_in": -1}, "contest.minutes"),
]


@pytest.mark.parametrize(("terms", "code"), WRONG)
def test_terms_that_make_no_sense_are_refused(terms, code):
    period = Period().opened(2)
    with pytest.raises(BadInput) as error:
        period.do(OpenContest(section=ENTRY, **terms))
    assert error.value.code == code


def test_a_round_robin_without_windows_is_played_the_same_way():
    period = Period().opened(4, "wx-14", "women")
    with pytest.raises(Refused, match=r"contest\.no-windows"):
        period.planned()
    starts = tuple(f"2026-03-07T{hour}:00" for hour in (14, 16, 18))
    period.planned(starts=starts)
    dice = 0
    for start in starts:
        period.at(start)
        while period.scheduler.tables:
            wanted = next(iter(period.scheduler.tables.values()))
            players = period.sit(wanted)
            period.time.ms += 1000 * (dice := dice + 1)
            players[wanted.seats[dice % 2]].send("resign")
            period.settle()
    assert [len(each.results) for each in period.section.rounds] == [2, 2, 2]
    table = crosstable(period.state, period.section)
    assert Counter(cell.seconds for who in table.cells for cell in table.row(who))[0] == 6
    assert next_due(period.state, period.section, period.time.now()) is None

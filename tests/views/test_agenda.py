"""What is to be done next: one list, the leading task first."""

from datetime import datetime, timedelta

import pytest

from desk.event import FIRST, HOME, WOMEN, do, next_round, numbered, opened, record, section
from qipan.desk.attendance import (
    CheckIn,
    ClearAbsence,
    DecideOnAbsent,
    NoteAbsence,
    UndoCheckIn,
)
from qipan.desk.closing import ApproveStandings, CloseCompetition
from qipan.desk.conduct.commands import RecordLateness
from qipan.desk.entries.commands import CloseEntries, WithdrawEntrant
from qipan.desk.money import AwardPrizes
from qipan.desk.results.commands import CorrectResult, DisputeResult, SignResult
from qipan.desk.rounds.commands import PairRound, PublishRound
from qipan.desk.schedule.commands import EndRound, ScheduleRound
from qipan.kernel.errors import Refused
from qipan.kernel.ids import RoundNo
from qipan.kernel.results import How, Score
from qipan.simulation.event import Plan, step
from qipan.views.agenda import agenda, leading
from qipan.wiring import simulated_office

NOW = datetime(2026, 5, 2, 14, 0)  # noqa: DTZ001 -- the wall of the hall has no zone


def codes(office, now=NOW):
    state = office.state(HOME)
    return [task.code for task in agenda(state, state.sections[WOMEN], now)]


def test_the_list_follows_a_section_from_entries_to_numbers():
    office = opened("abcd")
    assert codes(office) == ["entries", "check-in"]
    do(office, CloseEntries(section=WOMEN))
    assert codes(office)[0] == "commit"
    office.commit_lot(HOME, WOMEN, "t")
    assert codes(office)[0] == "draw"
    office.draw_numbers(HOME, WOMEN, "t")
    assert codes(office) == ["all-here", "pair", "check-in"]


def test_the_list_follows_the_rounds_to_the_end():
    office = numbered("abcd")
    seen = []
    while codes(office)[0] != "approve":
        leading = agenda(office.state(HOME), section(office), NOW)[0]
        seen.append(leading.code)
        if leading.code == "all-here":
            for who in section(office).active:
                do(office, CheckIn(section=WOMEN, entrant=who))
        elif leading.code == "pair":
            do(office, PairRound(section=WOMEN))
        elif leading.code == "publish":
            number = leading.facts["round"]
            do(office, PublishRound(section=WOMEN, round=number))
        elif leading.code == "results":
            current = section(office).current
            record(office, current.number, current.missing[0], FIRST)
        else:
            lots = [task for task in agenda(office.state(HOME), section(office), NOW) if task.lot]
            act = office.commit_lot if leading.code.startswith("commit-") else office.draw_tie
            act(HOME, WOMEN, "t", lots[0].lot)
    assert seen[:5] == ["all-here", "pair", "publish", "results", "results"]
    assert seen.count("results") == 6
    do(office, ApproveStandings(section=WOMEN))
    assert codes(office) == ["prizes", "close"]
    do(office, CloseCompetition())
    assert codes(office) == ["prizes"]
    do(office, AwardPrizes(section=WOMEN, on="2026-05-03"))
    assert codes(office) == ["done"]


def test_checking_in_shortens_the_list():
    office = opened("ab")
    do(office, CheckIn(section=WOMEN, entrant="e1"))
    task = agenda(office.state(HOME), section(office), NOW)[1]
    assert (task.code, task.facts) == ("check-in", {"n": 1, "all": 2})
    do(office, CheckIn(section=WOMEN, entrant="e2"))
    assert codes(office) == ["entries"]
    do(office, UndoCheckIn(section=WOMEN, entrant="e2"))
    assert codes(office) == ["entries", "check-in"]


REFUSED = [
    (CheckIn(section=WOMEN, entrant="e1"), "attendance.here-already"),
    (CheckIn(section=WOMEN, entrant="e3"), "attendance.withdrawn"),
    (UndoCheckIn(section=WOMEN, entrant="e2"), "attendance.not-here"),
    (CheckIn(section=WOMEN, entrant="e9"), "entrant.unknown"),
    (NoteAbsence(section=WOMEN, round=1, entrant="e1"), "result.no-such-round"),
    (ClearAbsence(section=WOMEN, round=1, entrant="e1"), "attendance.not-noted"),
]


@pytest.mark.parametrize(("command", "code"), REFUSED)
def test_attendance_is_refused_by_name(command, code):
    office = opened("abc")
    do(office, CheckIn(section=WOMEN, entrant="e1"))
    do(office, WithdrawEntrant(section=WOMEN, entrant="e3"))
    with pytest.raises(Refused) as caught:
        do(office, command)
    assert caught.value.code == code


def test_who_is_missing_stays_on_the_list_until_there_is_a_result():
    office = numbered("abcd")
    next_round(office)
    one, two = (table.seats[0] for table in section(office).current.tables)
    do(office, NoteAbsence(section=WOMEN, round=RoundNo(1), entrant=one))
    do(office, NoteAbsence(section=WOMEN, round=RoundNo(1), entrant=two))
    late = agenda(office.state(HOME), section(office), NOW)[1]
    assert (late.code, late.facts, late.due) == ("late", {"n": 2}, None)
    record(office, 1, 1, FIRST)
    do(office, ClearAbsence(section=WOMEN, round=RoundNo(1), entrant=two))
    assert codes(office)[:1] == ["results"]
    assert "late" not in codes(office)


def test_a_dispute_is_urgent_until_the_result_is_corrected_or_signed():
    office = numbered("abcd")
    next_round(office)
    record(office, 1, 1, FIRST)
    record(office, 1, 2, FIRST)
    assert "disputed" not in codes(office)
    for table in section(office).current.tables:
        loser = table.seats[1]
        do(office, DisputeResult(section=WOMEN, round=1, board=table.board, entrant=loser))
    [task] = [
        each for each in agenda(office.state(HOME), section(office), NOW) if each.code == "disputed"
    ]
    assert (task.facts, task.urgent, task.kind.command) == ({"n": 2}, True, CorrectResult)
    one, two = section(office).current.tables
    do(office, SignResult(section=WOMEN, round=1, board=one.board, entrant=one.seats[1]))
    at = {"section": WOMEN, "round": 1, "board": two.board}
    do(office, CorrectResult(**at, score=Score((1, 1)), reason="both say so"))
    assert "disputed" not in codes(office)


def played(book, event, until):
    """A simulated section, up to where ``until`` says."""
    office, plan = simulated_office(1), Plan(book, event, 8, 1)
    while step(office, plan):
        found = office.state("simulation").sections.get(plan.section)
        if found and until(found):
            break
    return office, plan.section


def test_the_books_own_lateness_counts_down():
    office, name = played(
        "th-maklom-2024", "league", lambda found: found.current and found.current.published
    )
    state = office.state("simulation")
    who = state.sections[name].current.tables[0].seats[0]
    start = NOW.isoformat(timespec="minutes")
    office.carry_out(
        "simulation", "t",
        ScheduleRound(section=name, round=RoundNo(1), start=start, reason="r", despite="d"),
    )  # fmt: skip
    office.carry_out("simulation", "t", NoteAbsence(section=name, round=RoundNo(1), entrant=who))
    state = office.state("simulation")
    due = NOW + timedelta(minutes=15)
    task = next(each for each in agenda(state, state.sections[name], NOW) if each.code == "late")
    assert (task.due, task.urgent) == (due, False)
    late = agenda(state, state.sections[name], due + timedelta(minutes=1))
    assert [each.urgent for each in late if each.code == "late"] == [True]
    board = state.sections[name].current.tables[0].board
    came = RecordLateness(section=name, round=RoundNo(1), board=board, entrant=who, seconds=300)
    state = office.carry_out("simulation", "t", came)
    assert "late" not in [each.code for each in agenda(state, state.sections[name], NOW)]


def test_a_complete_round_ends_and_the_time_for_appeals_runs():
    office, name = played(
        "my-2018", "individual",
        lambda found: found.current and found.current.published and not found.current.missing,
    )  # fmt: skip
    state = office.state("simulation")
    if RoundNo(1) not in state.sections[name].ended:
        assert "end-round" in [each.code for each in agenda(state, state.sections[name], NOW)]
        end = EndRound(section=name, round=RoundNo(1), at=NOW.isoformat(timespec="minutes"))
        state = office.carry_out("simulation", "t", end)
    assert "end-round" not in [each.code for each in agenda(state, state.sections[name], NOW)]
    assert [task.code for task in leading(state, state.sections[name])] == ["pair"]


def test_a_player_who_is_not_here_is_decided_on_before_pairing():
    office = numbered("abcd")
    for who in ("e1", "e2", "e3"):
        do(office, CheckIn(section=WOMEN, entrant=who))
    assert codes(office)[:2] == ["absent", "pair"]
    do(office, DecideOnAbsent(section=WOMEN, round=1, entrants=("e4",), forfeits=True))
    assert codes(office)[0] == "pair"
    do(office, PairRound(section=WOMEN))
    do(office, PublishRound(section=WOMEN, round=1))
    found = section(office).current
    table = next(each for each in found.tables if "e4" in each.seats)
    result = found.results[table.board]
    assert (result.how, result.score.seats[table.seats.index("e4")]) == (How.FORFEIT, 0)
    for board in found.missing:
        record(office, 1, board, FIRST)
    assert codes(office)[:2] == ["absent", "pair"], "who did not come is asked about again"
    do(office, DecideOnAbsent(section=WOMEN, round=2, entrants=("e4",)))
    do(office, PairRound(section=WOMEN))
    do(office, PublishRound(section=WOMEN, round=2))
    assert len(section(office).current.missing) == 2, "awaited: the game is open"

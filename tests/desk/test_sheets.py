"""The scoresheet of a card table at the desk, clause by clause."""

import pytest

from desk.clauses.play import HOME, Case
from qipan.desk.conduct.commands import PunishOffence
from qipan.desk.sheets.commands import CallTime, CorrectSheet, ScoreDeal
from qipan.desk.sheets.scoring import sheet_of
from qipan.games.shengji import penalties as p
from qipan.journal.events import opened
from qipan.journal.folding import fold
from qipan.journal.state import DealPenalty, DealSheet
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, RoundNo
from qipan.kernel.results import Score

AT = {"round": RoundNo(1), "board": BoardNo(1)}


def refused(code, act):
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.code == code
    return caught.value


def begun(entries=6):
    case = Case("un-games", "shengji", entries).begin()
    case.pair()
    case.publish()
    return case


def deal(case, banker, points, **fields):
    sheet = DealSheet(banker, points, **fields)
    return case.do(ScoreDeal(section=case.section, **AT, sheet=sheet))


def correct(case, number, *sheets, reason="miscounted"):
    command = CorrectSheet(
        section=case.section, **AT, deal=number, sheets=tuple(sheets), reason=reason
    )
    return case.do(command)


def ledger(case):
    return sheet_of(case.state, case.now, number=RoundNo(1), board=BoardNo(1))[1]


def result(case):
    return case.now.rounds[0].results.get(BoardNo(1))


def call(case):
    return case.office.call_time(HOME, case.section, "t", (RoundNo(1), BoardNo(1)))


def test_un_s_11_levels_follow_from_the_points_of_each_deal():
    case = begun()
    deal(case, 0, 0)  # three levels for side 0; the bank goes to the partner
    deal(case, 2, 35)
    deal(case, 0, 75)
    deal(case, 2, 160)  # the defenders take the bank and two levels
    found = ledger(case)
    assert [each.after for each in found.entries] == [(5, 2), (7, 2), (8, 2), (8, 4)]
    assert found.banker == 3
    assert result(case) is None


def test_un_s_10_the_bottom_counts_by_the_last_trick():
    case = begun()
    deal(case, 0, 60, bottom_points=10, last_length=2, defenders_won_last=True)
    (entry,) = ledger(case).entries
    assert (entry.bottom_change, entry.points, entry.after) == (80, 140, (2, 3))


def test_un_s_12_2_penalties_of_a_deal_are_written_on_its_sheet():
    case = begun()
    throw = DealPenalty(0, p.FAILED_THROW, points=30)
    deal(case, 0, 60, penalties=(throw,))  # the banker's side: the defenders gain them
    (entry,) = ledger(case).entries
    assert (entry.penalty_change, entry.points, entry.after) == (30, 90, (2, 2))
    wrong = DealPenalty(0, "shengji.phase", points=30)
    error = refused("sheet.wrong", lambda: deal(case, 1, 0, penalties=(wrong,)))
    assert "no offence" in error.facts["why"]


def test_un_s_12_1_levels_an_arbiter_takes_count_beside_the_sheet():
    case = begun()
    first = case.now.current.tables[0].seats[0]
    deal(case, 0, 0)
    command = PunishOffence(section=case.section, entrant=first, offence="wrong-cards", **AT)
    case.do(command)
    assert ledger(case).levels == (4, 2)
    case.do(command)  # the second time two levels
    assert ledger(case).levels == (2, 2)


def test_un_s_13_passing_ten_wins_the_match():
    case = begun()
    for banker in (0, 2):
        deal(case, banker, 0)
    state = deal(case, 0, 0)
    assert state.sections[case.section].sheets[1, 1].deals[2].trick_points == 0
    assert result(case).score == Score((2, 0))
    assert result(case).rule == "shengji.match.passed"
    refused("sheet.over", lambda: deal(case, 2, 0))
    refused("sheet.over", lambda: call(case))


def test_un_s_2_when_time_is_up_the_higher_level_wins():
    case = begun()
    deal(case, 0, 160)  # side 1 rises two levels
    call(case)
    assert (result(case).score, result(case).rule) == (Score((0, 2)), "shengji.match.higher-level")
    assert case.now.sheets[1, 1].time_up
    refused("sheet.over", lambda: deal(case, 1, 0))


def test_un_s_2_at_equal_levels_the_side_with_the_bank_wins():
    case = begun()
    deal(case, 0, 80)  # no level for anybody, the bank goes over
    call(case)
    assert (result(case).score, result(case).rule) == (Score((0, 2)), "shengji.match.on-stage")


def test_un_s_2_before_the_first_deal_a_committed_lot_decides():
    case = begun()
    bare = CallTime(section=case.section, **AT)
    refused("lot.not-committed", lambda: case.do(bare))
    call(case)
    assert result(case).rule == "shengji.match.lot"
    drawn = case.now.lots["time-1-1"].order[0]
    seats = case.now.rounds[0].tables[0].seats
    winner = seats[0] if result(case).score == Score((2, 0)) else seats[1]
    assert winner == drawn


def test_a_sheet_that_cannot_be_is_refused():
    case = begun()
    deal(case, 0, 0)
    assert refused("sheet.wrong", lambda: deal(case, 1, 0)).facts["where"] == "deal 2"
    refused("sheet.wrong", lambda: deal(case, 2, 33))
    refused("sheet.wrong", lambda: deal(case, 2, 200, bottom_points=20))
    other = Case("un-games", "xiangqi", 6).begin()
    other.pair()
    other.publish()
    refused("sheet.other-game", lambda: deal(other, 0, 0))


def test_a_correction_is_a_new_event_and_the_old_deal_stays_known():
    case = begun()
    deal(case, 0, 0)
    deal(case, 2, 0)
    refused("sheet.no-such-deal", lambda: correct(case, 3, DealSheet(0, 0)))
    refused("sheet.no-such-deal", lambda: correct(case, 1))
    refused("sheet.no-reason", lambda: correct(case, 1, DealSheet(0, 5), reason=" "))
    refused("sheet.unchanged", lambda: correct(case, 1, DealSheet(0, 0)))
    refused("sheet.wrong", lambda: correct(case, 1, DealSheet(0, 80)))  # the bank would go over
    correct(case, 1, DealSheet(0, 5))
    assert ledger(case).levels == (7, 2)
    correct(case, 1, DealSheet(0, 80), DealSheet(1, 0))
    assert ledger(case).levels == (2, 5)
    assert [note[0] for note in case.now.sheets[1, 1].corrected] == [1, 1]
    stored = case.office.around.log.read(f"competition/{HOME}", 0)
    again = fold([opened(each) for each in stored])
    assert again.sections[case.section].sheets == case.now.sheets


def test_a_correction_after_the_end_corrects_the_result():
    case = begun()
    deal(case, 0, 160)
    call(case)
    correct(case, 1, DealSheet(0, 0))
    assert result(case).score == Score((2, 0))
    assert [old.score for old in case.now.rounds[0].corrected[1]] == [Score((0, 2))]


def test_a_correction_must_leave_a_finished_match_decided():
    case = begun()
    for banker in (0, 2, 0):
        deal(case, banker, 0)
    refused("sheet.undecided", lambda: correct(case, 3, DealSheet(0, 40)))
    assert result(case).score == Score((2, 0))


def test_an_event_goes_on_from_the_sheets():
    case = begun(4)
    for board in (1, 2):
        for banker in (0, 2, 0):
            sheet = DealSheet(banker, 0)
            command = ScoreDeal(
                section=case.section, round=RoundNo(1), board=BoardNo(board), sheet=sheet
            )
            case.do(command)
    assert case.pair().number == 2

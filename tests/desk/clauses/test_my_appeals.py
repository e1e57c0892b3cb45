"""MY 7.11 and 8.5: until when somebody may appeal, and against what."""

from datetime import datetime, timedelta

import pytest

from desk.clauses.my_events import BOOK
from desk.clauses.play import Case, cited
from qipan.desk.appeals.commands import LodgeAppeal
from qipan.desk.results.commands import CorrectResult, SignResult
from qipan.desk.schedule.commands import EndRound
from qipan.kernel.errors import Refused
from qipan.kernel.ids import RoundNo
from qipan.sections.stages import round_over
from qipan.views.agenda import appeal_due


def a_round(last="1-0"):
    """Six players after the first round; None leaves the last board open."""
    case = Case(BOOK, "individual", 6).begin()
    case.pair()
    boards = case.publish().missing
    for board in boards[:-1]:
        case.result(board, "1-0")
    if last:
        case.result(boards[-1], last)
    return case


def appeal(case, at, **more):
    who = case.now.rounds[0].tables[0].seats[1]
    place = {"section": case.section, "entrant": who, "round": RoundNo(1), **more}
    return case.do(LodgeAppeal(**place, text="the clock", at=at, deposit=10000))


def hall(case):
    return datetime.fromisoformat(case.now.last_result[RoundNo(1)])


def after(case, minutes):
    return (hall(case) + timedelta(minutes=minutes)).isoformat()


def test_my_8_5_without_a_stated_end_the_last_result_is_the_end_of_the_round():
    case = a_round()
    now = case.office.around.now().astimezone().replace(tzinfo=None)
    assert abs(hall(case) - now) < timedelta(minutes=1)
    assert appeal_due(case.state, case.now, 1) == hall(case) + timedelta(minutes=30)
    with pytest.raises(Refused) as no:
        appeal(case, after(case, 31))
    assert (no.value.code, cited(BOOK, no.value.rule)) == ("appeal.late", "MY 8.5")
    appeal(case, after(case, 30))


def test_my_8_5_while_a_board_is_open_there_is_no_limit():
    case = a_round(last=None)
    assert round_over(case.state, case.now, RoundNo(1)) is None
    appeal(case, after(case, 600))


def test_my_8_5_a_stated_end_replaces_the_last_result():
    case = a_round()
    case.do(EndRound(section=case.section, round=RoundNo(1), at=after(case, 60)))
    appeal(case, after(case, 90))
    with pytest.raises(Refused, match=r"appeal\.late"):
        appeal(case, after(case, 91))


def test_my_8_5_a_correction_does_not_begin_the_time_anew():
    case = a_round()
    ended = hall(case)
    place = {"section": case.section, "round": RoundNo(1), "board": 1}
    score = case.now.rounds[0].results[1].score
    turned = type(score)(score.seats[::-1])
    case.do(CorrectResult(**place, score=turned, reason="misread"))
    assert hall(case) == ended


@pytest.mark.parametrize("named", [{}, {"board": 1}])
def test_my_7_11_who_signed_the_result_cannot_appeal_by_leaving_the_board_out(named):
    case = a_round()
    who = case.now.rounds[0].tables[0].seats[1]
    case.do(SignResult(section=case.section, round=RoundNo(1), board=1, entrant=who))
    with pytest.raises(Refused) as no:
        appeal(case, after(case, 5), **named)
    assert (no.value.code, cited(BOOK, no.value.rule)) == ("appeal.signed", "MY 7.11")

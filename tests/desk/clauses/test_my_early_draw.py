"""MY 5.9 over the board: a draw whose record has fewer than fifteen rounds is looked at."""

import pytest

from desk.clauses.my_events import BOOK
from desk.clauses.play import Case, cited
from desk.test_records import attach, record, verdict
from qipan.desk.records.commands import SettleRecord
from qipan.desk.records.comparison import Verdict, flagged
from qipan.kernel.ids import BoardNo, RoundNo


def drawn(plies, book=BOOK, event="individual"):
    case = Case(book, event, 6).begin()
    case.pair()
    case.publish()
    case.result(1, "0.5-0.5")
    steps = ["h2e2", "h9g7", "b2d2", "b9c7", "e2f2", "c7b9", "d2c2", "g7h9", "f2g2", "a9a8",
             "c2d2", "a8a9", "g2f2", "h9g7", "d2e2", "b9c7", "f2f3", "c7b9", "e2d2", "g7h9",
             "f3f4", "a9a8", "d2c2", "a8a7", "f4f3", "a7a8", "c2b2", "h9g7", "f3f2", "g7h9",
             "f2e2", "b9c7"]  # fmt: skip
    case.do(attach(case, record(steps[:plies], stated="1/2-1/2")))
    return case


@pytest.mark.parametrize(("plies", "early"), [(4, True), (29, True), (30, False), (32, False)])
def test_my_5_9_a_draw_agreed_within_fifteen_rounds_is_flagged(plies, early):
    case = drawn(plies)
    assert (verdict(case).verdict is Verdict.RULING) == early
    assert bool(flagged(case.now)) == early
    if early:
        assert cited(BOOK, verdict(case).rule) == "MY 5.9"


def test_my_5_9_an_arbiter_settles_it_with_a_reason():
    case = drawn(4)
    place = {"section": case.section, "round": RoundNo(1), "board": BoardNo(1)}
    case.do(SettleRecord(**place, reason="the rest of the sheet was lost"))
    assert flagged(case.now) == {}


def test_where_no_book_says_so_a_short_draw_stands():
    case = drawn(4, "wx-14", "men")
    assert verdict(case).verdict is Verdict.AGREES

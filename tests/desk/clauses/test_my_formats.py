"""MY-V 3.4 and VI-2.1: what the regulation leaves to the arbiters and the organiser."""

import pytest

from desk.clauses.my_events import BOOK
from desk.clauses.play import Case, clock_at_table
from qipan.kernel.errors import Refused
from qipan.sections.systems import rounds_planned


@pytest.mark.parametrize(("system", "rounds"), [("round-robin", 3), ("double-round-robin", 6)])
def test_my_v_3_4_a_few_players_meet_each_other(system, rounds):
    case = Case(BOOK, "non-chinese", 4, options={"system": system}).begin()
    assert rounds_planned(case.state, case.now) == rounds
    for _ in range(rounds):
        case.round("1-0")
    met = {frozenset(table.seats) for held in case.now.rounds for table in held.tables}
    assert len(met) == 6


def test_my_v_3_4_another_system_than_the_book_offers_is_refused():
    with pytest.raises(Refused):
        Case(BOOK, "non-chinese", 4, options={"system": "ladder"})


def test_my_vi_2_1_another_clock_of_the_organiser_is_on_the_table():
    assert clock_at_table(BOOK, "school-junior", clock="30+15") == (30, 15)

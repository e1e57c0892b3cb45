"""MY 11, I-4, II-5, VI-7: what an entry costs, and to whom; V-5.7: totals of the best players."""

import json

import pytest

from desk.clauses.my_events import BOOK
from desk.entry_desk import Desk, mate
from qipan.desk.money import PostMoney, owed
from qipan.kernel.errors import Refused
from qipan.ranking.ledger import Reason
from qipan.rulebooks import book_named

SCHOOLS = {"school-senior": "2010", "school-junior": "2012", "school-primary": "2015"}


def schools(fee="300"):
    """Every school section of one competition, with the fee of a unit."""
    first = Desk(BOOK, "school-senior", {"fee": fee})
    rest = [
        Desk(BOOK, event, {"fee": fee}, office=first.office)
        for event in ("school-junior", "school-primary", "school-girls")
    ]
    return [first, *rest]


def owed_by_unit(desks):
    found = {}
    for desk in desks:
        for who, cents in owed(desk.now).items():
            unit = desk.now.entrants[who].unit
            found[unit] = found.get(unit, 0) + cents
    return found


def test_my_vi_7_one_fee_for_a_unit_over_all_school_sections():
    desks = schools()
    senior, junior, primary, girls = desks
    for unit in ("Penang", "Perak"):
        senior.unit(unit)
        for desk, count in ((senior, 2), (junior, 2), (primary, 3)):
            for _ in range(count):
                desk.enter(unit, 1500, born=SCHOOLS[desk.section])
        girls.enter(unit, 1500, born="2012", tags=("female",))
    assert owed_by_unit(desks) == {"Penang": 30000, "Perak": 30000}


def test_my_11_every_member_without_an_account_costs_thirty_five_ringgit():
    desk = Desk(BOOK, "team", {"fee": "200"})
    plain = [mate("player"), mate("player"), mate("junior", born="2010"), mate("reserve")]
    without = [type(each)(type(each.person)(name=each.person.name, birth=each.person.birth),
                          each.role, each.rating) for each in plain[:3]]  # fmt: skip
    who = desk.enter(desk.unit("Penang"), 2000, mates=(*without, plain[3]))
    assert owed(desk.now)[who] == 20000 + 3 * 3500


def test_my_11_an_individual_without_an_account_pays_once_and_can_pay_it_all():
    desk = Desk(BOOK, "open", {"fee": "100"})
    who = desk.enter(None, 1600, licence="")
    assert owed(desk.now)[who] == 13500
    desk.do(PostMoney(section=desk.section, who=who, reason=Reason.FEE, cents=13500))
    assert owed(desk.now) == {}


@pytest.mark.parametrize(("event", "clause"), [("individual", "MY-I 4(fees)"), ("open", "MY-II 5")])
def test_my_i_4_fees_an_all_in_charge_is_at_most_150_ringgit_a_day(event, clause):
    with pytest.raises(Refused) as no:
        Desk(BOOK, event, {"all_in_fee": "RM150.01", "all_in_days": 4})
    from desk.clauses.play import cited

    assert cited(BOOK, no.value.rule, event) == clause
    desk = Desk(BOOK, "open", {"all_in_fee": 150, "all_in_days": 4}, home="other")
    who = desk.enter(None, 1600)
    assert owed(desk.now)[who] == 4 * 15000


def test_my_v_5_7_totals_of_best_players_are_game_points(run, tmp_path):
    from desk.drawn_final import drawn_team_final
    from qipan.wiring import open_house

    house = open_house(str(tmp_path / "j.sqlite"))
    drawn_team_final(house.office, "teams")
    house.close()
    derived = json.loads(run("prizes", "teams", "--json")[1])["derived"]
    totals = [float(row["total"]) for table in derived.values() for row in table]
    assert max(totals) <= 6
    assert any(total % 1 for total in totals)


def test_every_clause_and_event_of_the_book_is_there_in_malay_and_chinese():
    book = book_named(BOOK)
    texts = [clause.text for clause in book.clause.values()]
    titles = [event.title for event in book.event.values()]
    assert [each["en"] for each in (*texts, *titles) if not {"zh", "ms"} <= set(each)] == []


def test_the_titles_of_events_are_those_of_the_regulation():
    titles = {book_named(BOOK).event[name].title["zh"].partition("（")[0] for name in EVENTS}
    assert titles == {
        "全国象棋个人锦标赛", "全国象棋个人公开赛", "棋总杯象棋精英争霸赛",
        "全国青少年象棋个人公开赛", "全国象棋团体锦标赛", "全国中小学生象棋锦标赛",
    }  # fmt: skip


EVENTS = ("individual", "open", "elite", "youth", "team", "school-primary")

"""MY-I to MY-IV: formats, prizes and fees of the individual events, by clause."""

from desk.clauses.my_events import BOOK, fee_limit, placed, planned, prizes, refused
from desk.clauses.play import (
    Case,
    behind,
    cited,
)
from desk.entry_desk import Desk
from qipan.desk.money import prizes_of
from qipan.rulebooks import book_named
from qipan.sections.places import places
from qipan.sections.stages import first_standing
from qipan.sections.systems import rounds_planned
from qipan.sections.systems.groups import Groups, groups_of

# -- MY-I ----------------------------------------------------------------------------------------


def test_my_i_1_seven_or_eight_rounds_and_one_more():
    assert planned("individual", rounds=7) == planned("women", rounds=7) == 8
    assert planned("individual", rounds=8) == 9
    error = refused("option.value", lambda: planned("individual", rounds=6))
    assert cited(BOOK, error.rule, "individual") == "MY-I 1"


def test_my_i_4_1_the_first_eight_men_get_a_trophy():
    case = Case(BOOK, "individual", 14)
    state = placed(case)
    found = prizes_of(state, state.sections[case.section])
    assert [each.place for each in found if "trophy" in each.goods] == list(range(1, 9))


def test_my_i_4_3_women_six_trophies_and_eight_prizes():
    money, trophies, _ = prizes("women", "I-4.3")
    assert money == [1000, 600, 400, 200, 150, 150, 100, 100]
    assert trophies == list(range(1, 7))


def test_my_i_4_bank_prizes_of_500_are_paid_after_seven_days():
    assert book_named(BOOK).event["individual"].prizes.delay.least == 500
    case = Case(BOOK, "individual", 14)
    state = placed(case)
    found = prizes_of(state, state.sections[case.section])
    assert [each.due_days for each in found if each.cents] == [7] * 5 + [0] * 7
    behind(BOOK, "I-4(bank)", "prizes.delayed-payment")


def test_my_i_4_fees_at_most_a_hundred_a_player():
    for event in ("individual", "women"):
        most = book_named(BOOK).event[event].entries.fees.most
        error = refused("section.fee", lambda e=event: Case(BOOK, e, 0, options={"fee": "100.01"}))
        assert (most, cited(BOOK, error.rule, event)) == (10000, "MY-I 4(fees)")


# -- MY-II ---------------------------------------------------------------------------------------


def test_my_ii_1_seven_or_eight_rounds_and_one_more():
    assert (planned("open", rounds=7), planned("open", rounds=8)) == (8, 9)
    error = refused("option.value", lambda: planned("open", rounds=9))
    assert cited(BOOK, error.rule, "open") == "MY-II 1"


def test_my_ii_4_eight_trophies_twelve_prizes_and_late_payment():
    money, trophies, found = prizes("open", "II-4")
    assert money == [2000, 1300, 1000, 600, 500, 300, 200, 150, 150, 100, 100, 100]
    assert trophies == list(range(1, 9))
    assert [each.due_days for each in found if each.cents] == [7] * 5 + [0] * 7


# -- MY-III --------------------------------------------------------------------------------------


def elite(rounds):
    case = Case(BOOK, "elite", 12).begin()
    for _ in range(rounds):
        case.round("1-0")
    case.draw_lots()
    return case


def test_my_iii_1_five_rounds_in_groups_and_two_cross_rounds():
    case = elite(5)
    assert rounds_planned(case.state, case.now) == 7
    assert {found.stage for found in case.now.rounds} == {"groups"}
    assert case.pair().stage == "cross"
    behind(BOOK, "III-1", "groups.own-group")


def test_my_iii_5_three_trophies_and_ten_prizes():
    money, trophies, _ = prizes("elite", "III-5", 12)
    assert money == [4000, 2500, 1500, 1000, 800, 600, 400, 300, 200, 100]
    assert trophies == [1, 2, 3]


def test_my_iii_6_across_the_groups_then_winners_and_losers_of_each_block():
    case = elite(5)
    groups = {"A": [], "B": []}
    standing = first_standing(case.state, case.now)
    members = groups_of(standing)
    for each in Groups().places(standing).rows:
        name = next(name for name, group in members.items() if each.entrant in group)
        groups[name].append(each.entrant)
    a, b = groups["A"], groups["B"]
    crossed = [{a[0], b[1]}, {b[0], a[1]}, {a[2], b[3]}, {b[2], a[3]}, {a[4], b[5]}, {b[4], a[5]}]
    tables = [set(table.seats) for table in case.pair().tables]
    assert sorted(map(sorted, tables)) == sorted(map(sorted, crossed))
    case.publish()
    winners = set()
    for table in case.now.current.tables:
        case.result(table.board, "1-0")
        winners.add(table.seats[0])
    last = case.round("1-0")
    for table in last.tables:
        assert len(winners & set(table.seats)) in (0, 2)  # winners meet winners
    assert [each.place for each in places(case.state, case.now).rows] == list(range(1, 13))
    behind(BOOK, "III-6", *(cause.rule for table in last.tables for cause in table.causes[:1]))


# -- MY-IV ---------------------------------------------------------------------------------------


def test_my_iv_2_eight_rounds_and_one_more():
    assert planned("youth") == planned("junior") == 9
    behind(BOOK, "IV-2", "desk.round.number")


def test_my_iv_4_youth_twelve_trophies_and_prizes():
    money, trophies, _ = prizes("youth", "IV-4(youth)")
    assert money == [2000, 1200, 800, 600, 400, 300, 200, 200, 200, 100, 100, 100]
    assert trophies == list(range(1, 13))


def test_my_iv_4_junior_twelve_trophies_and_prizes():
    money, trophies, _ = prizes("junior", "IV-4(junior)")
    assert money == [1000, 700, 500, 400, 300, 200, 150, 150, 150, 100, 100, 100]
    assert trophies == list(range(1, 13))


def test_my_iv_6_the_fee_is_at_most_a_hundred_and_the_host_sets_the_open_fee():
    assert fee_limit("youth", 10000) == fee_limit("junior", 10000) == "MY-IV 6"
    desk = Desk(BOOK, "youth", {"fee": 50, "open_fee": 70}, home="open")
    desk.unit("S")
    desk.enter("S", 1500, born="2000")
    assert [fee.cents for fee in desk.now.fees] == [5000]

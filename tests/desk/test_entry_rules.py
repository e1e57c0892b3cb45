"""Who may enter, how many, until when: MY in general and MY-I, by clause."""

import pytest

from desk.entry_desk import Desk, refused
from qipan.desk.closing import CloseCompetition
from qipan.desk.entries.commands import (
    CancelSection,
    CloseEntries,
    DeclareParticipation,
    OpenEntries,
)
from qipan.kernel.errors import Refused

FEMALE = ("female",)


# -- MY, general part ----------------------------------------------------------------------------


def test_my_10_a_unit_without_dues_is_refused():
    desk = Desk("my-2018", "individual")
    desk.unit("Johor", dues=False)
    refused(desk, "entry.dues", "MY 10", lambda: desk.enter("Johor", 1600))
    desk.unit("Johor", dues=True)
    assert desk.enter("Johor", 1600) == "e1"


def test_my_11_who_has_no_rating_account_pays_for_one():
    desk = Desk("my-2018", "open", {"fee": "80"})
    desk.enter(licence="")
    desk.enter(licence="MAS-7")
    fees = [(fee.who, fee.reference, fee.cents) for fee in desk.now.fees]
    assert fees == [("e1", "entry", 8000), ("e1", "registration", 3500), ("e2", "entry", 8000)]


def test_my_12_within_a_year_a_player_stands_for_one_state():
    desk = Desk("my-2018", "individual")
    desk.unit("Johor")
    desk.enter("Johor", 1600, licence="MAS-1")
    desk.enter("Johor", 1600, licence="", name="Tan", born="1980-02-03")
    later = Desk("my-2018", "youth", home="youth", office=desk.office)
    later.unit("Perak")
    young = {"born": "2000", "licence": "MAS-1"}
    facts = refused(later, "entry.other-unit", "MY 12", lambda: later.enter("Perak", **young))
    assert facts == {"unit": "Perak", "before": "Johor"}
    next_year = Desk("my-2018", "youth", {"year": 2027}, home="next", office=desk.office)
    next_year.unit("Perak")
    assert next_year.enter("Perak", **young)


def test_my_12_who_has_no_account_is_known_by_name_and_birth():
    desk = Desk("my-2018", "individual")
    desk.unit("Johor")
    desk.enter("Johor", 1600, licence="", name="Tan", born="1995-02-03")
    later = Desk("my-2018", "youth", home="youth", office=desk.office)
    later.unit("Perak")
    same = {"licence": "", "name": "TAN", "born": "1995-02-03"}
    refused(later, "entry.other-unit", "MY 12", lambda: later.enter("Perak", **same))
    assert later.enter("Perak", licence="", name="Tan", born="1996-02-03")


def test_my_12_national_masters_are_not_bound():
    desk = Desk("my-2018", "individual")
    desk.unit("Johor")
    desk.enter("Johor", 1600, licence="MAS-1", tags=["national-master"])
    later = Desk("my-2018", "youth", home="youth", office=desk.office)
    later.unit("Perak")
    assert later.enter("Perak", born="2000", licence="MAS-1")


DATES = {"declare_by": "2025-11-30", "names_by": "2025-12-31"}


def test_my_13_the_first_deadline_is_for_declaring():
    desk = Desk("my-2018", "individual", DATES)
    desk.unit("Johor")
    late = DeclareParticipation(section=desk.section, unit="Johor", today="2025-12-01")
    refused(desk, "entry.declared-late", "MY 13", lambda: desk.do(late))
    with pytest.raises(Refused) as caught:
        desk.enter("Johor", 1600)
    assert caught.value.code == "entry.not-declared"
    desk.do(DeclareParticipation(section=desk.section, unit="Johor", today="2025-11-30"))
    assert desk.now.declared == {"Johor"}


def test_my_13_the_second_deadline_is_for_names():
    in_time = Desk("my-2018", "open", {"names_by": "2026-01-01"})
    assert in_time.enter()
    late = Desk("my-2018", "open", {"names_by": "2025-12-31"})
    facts = refused(late, "entry.names-late", "MY 13", late.enter)
    assert facts == {"until": "2025-12-31", "today": "2026-01-01"}


def test_my_13_an_organiser_may_set_a_deadline_aside_with_a_reason():
    desk = Desk("my-2018", "open", {"names_by": "2025-12-31"})
    who = desk.enter(against="flight cancelled")
    assert desk.now.overrides == {who: (("entry.names-in-time", "flight cancelled"),)}
    refused(desk, "entry.no-reason", "MY 13", lambda: desk.enter(against="  "))
    child = {"born": "2015", "rating": 1000, "against": "gifted"}
    refused(desk, "entry.young", "MY-II 3", lambda: desk.enter(**child))


# -- MY-I ----------------------------------------------------------------------------------------


def test_my_i_3_1_national_masters_enter_for_themselves():
    desk = Desk("my-2018", "individual")
    refused(desk, "entry.no-unit", "MY-I 3.3", lambda: desk.enter(None, 2000))
    assert desk.enter(None, 2000, tags=["national-master"])


def test_my_i_3_2_a_direct_member_sends_five_men():
    desk = Desk("my-2018", "individual")
    desk.unit("Johor")
    for rating in (1560, 1600, 1700, 1200, None):
        desk.enter("Johor", rating)
    facts = refused(desk, "entry.quota", "MY-I 3.2", lambda: desk.enter("Johor", 1900))
    assert facts == {"unit": "Johor", "sent": 5, "most": 5}
    assert desk.enter("Johor", 1900, tags=["national-master"])
    woman = {"rating": 1900, "tags": FEMALE}
    desk.unit("Perak")
    refused(desk, "entry.excludes", "MY-I 3.2", lambda: desk.enter("Perak", **woman))


def test_my_i_3_2_three_of_them_are_rated_1560():
    desk = Desk("my-2018", "individual")
    desk.unit("Johor")
    desk.enter("Johor", 1559)
    desk.enter("Johor", 1559)
    refused(desk, "entry.rated-members", "MY-I 3.2", lambda: desk.enter("Johor", 1559))
    desk.enter("Johor", 1560)
    desk.unit("Perak")
    desk.enter("Perak", 1600)
    close = CloseEntries(section=desk.section)
    facts = refused(desk, "entry.rated-members", "MY-I 3.2", lambda: desk.do(close))
    assert facts == {"unit": "Johor", "rating": 1560, "members": 3}
    desk.enter("Johor", 1560)
    desk.enter("Johor", 1560)
    assert desk.do(close).sections[desk.section].closed


def test_my_i_3_3_an_affiliate_sends_two_and_both_are_rated():
    desk = Desk("my-2018", "individual")
    desk.unit("Club", "affiliate")
    refused(desk, "entry.rated-members", "MY-I 3.3", lambda: desk.enter("Club", 1559))
    desk.enter("Club", 1560)
    desk.enter("Club", 1560)
    refused(desk, "entry.quota", "MY-I 3.3", lambda: desk.enter("Club", 1560))
    refused(desk, "entry.no-member", "MY-I 3.3", lambda: desk.enter("Stranger", 1560))


def test_my_i_3_3_below_fifty_entry_opens_to_the_rated():
    desk = Desk("my-2018", "individual", {"names_by": "2026-01-01", "open_fee": "RM120"})
    desk.unit("Johor")
    desk.enter("Johor", 1600)
    early = OpenEntries(section=desk.section, today="2026-01-01")
    refused(desk, "entry.not-yet", "MY-I 3.3", lambda: desk.do(early))
    desk.do(OpenEntries(section=desk.section, today="2026-01-02"))
    refused(desk, "entry.open-rating", "MY-I 3.3", lambda: desk.enter(None, 1559))
    who = desk.enter(None, 1560)
    assert [(fee.who, fee.cents) for fee in desk.now.fees] == [(who, 12000)]


def test_my_i_3_3_with_fifty_it_does_not_open():
    desk = Desk("my-2018", "individual")
    for number in range(10):
        unit = desk.unit(f"unit {number}")
        for _ in range(5):
            desk.enter(unit, 1600)
    command = OpenEntries(section=desk.section, today="2026-01-02")
    facts = refused(desk, "entry.enough", "MY-I 3.3", lambda: desk.do(command))
    assert facts == {"entered": 50, "below": 50}


def test_my_i_3_odd_the_host_adds_one_and_only_one():
    desk = Desk("my-2018", "individual")
    desk.unit("Johor")
    refused(desk, "entry.filler-not-needed", "MY-I 3(odd)", lambda: desk.enter(tags=["filler"]))
    desk.enter("Johor", 1600)
    desk.enter("Johor", 1600, tags=["filler"])
    desk.enter("Johor", 1600)
    refused(desk, "entry.filler-not-needed", "MY-I 3(odd)", lambda: desk.enter(tags=["filler"]))


def test_my_i_3_women_four_of_a_direct_member_and_two_of_an_affiliate():
    desk = Desk("my-2018", "women")
    desk.unit("Johor")
    desk.unit("Club", "affiliate")
    for unit, most in (("Johor", 4), ("Club", 2)):
        for _ in range(most):
            desk.enter(unit, tags=FEMALE)
        refused(desk, "entry.quota", "MY-I 3(women)", lambda u=unit: desk.enter(u, tags=FEMALE))
    desk.unit("Perak")
    refused(desk, "entry.needs", "MY-I 3(women)", lambda: desk.enter("Perak"))


def test_my_i_3_women_age_thirteen_unless_among_the_first_four_of_the_state():
    desk = Desk("my-2018", "women")
    desk.unit("Johor")
    desk.enter("Johor", tags=FEMALE, born="2013-12-31")
    girl = {"born": "2014-01-01", "tags": FEMALE}
    refused(desk, "entry.age", "MY-I 3(women-age)", lambda: desk.enter("Johor", **girl))
    assert desk.enter("Johor", born="2014", tags=("female", "state-top-four"))
    unknown = {"born": "", "tags": FEMALE}
    refused(
        desk, "entry.birth-missing", "MY-I 3(women-age)", lambda: desk.enter("Johor", **unknown)
    )


def women(desk, units, players):
    for number in range(players):
        desk.enter(desk.unit(f"unit {number % units}"), tags=FEMALE)


@pytest.mark.parametrize(("units", "players"), [(5, 8), (6, 6)])
def test_my_i_3_women_least_six_units_and_seven_players_or_cancelled(units, players):
    desk = Desk("my-2018", "women")
    women(desk, units, players)
    close = CloseEntries(section=desk.section)
    refused(desk, "entry.too-few-units", "MY-I 3(women-least)", lambda: desk.do(close))
    desk.do(CancelSection(section=desk.section))
    assert desk.now.cancelled
    with pytest.raises(Refused, match=r"section\.cancelled"):
        desk.enter("unit 0", tags=FEMALE)
    assert desk.do(CloseCompetition()).closed


def test_my_i_3_women_least_with_enough_the_event_is_held():
    desk = Desk("my-2018", "women")
    women(desk, 6, 7)
    cancel = CancelSection(section=desk.section)
    refused(desk, "section.held", "MY-I 3(women-least)", lambda: desk.do(cancel))
    assert desk.do(CloseEntries(section=desk.section)).sections[desk.section].closed


def test_my_i_4_fees_at_most_a_hundred_and_late_entry_for_a_fee():
    with pytest.raises(Refused) as caught:
        Desk("my-2018", "individual", {"fee": "100.01"})
    assert caught.value.code == "section.fee"
    options = {"fee": 100, "late_fee": "20.00", "names_by": "2025-12-31"}
    desk = Desk("my-2018", "individual", options)
    desk.unit("Johor")
    desk.enter("Johor", 1600)
    assert [(fee.reference, fee.cents) for fee in desk.now.fees] == [
        ("entry", 10000),
        ("late", 2000),
    ]

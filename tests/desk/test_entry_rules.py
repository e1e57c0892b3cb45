"""Who may enter, how many, until when: every clause of the regulations on entry."""

import msgspec
import pytest

from desk.entry_desk import Desk, mate
from qipan.desk import commands as asked
from qipan.desk.entries import commands as more
from qipan.desk.entries.invitations import invitation_list
from qipan.journal.events import fresh
from qipan.journal.lifting import opened as read_event
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId, PersonId
from qipan.rulebooks import book_named
from qipan.rulebooks.schema.entries import Invited

FEMALE = ("female",)


def refused(desk, code, citation, act):
    """The act is refused with this code, and the clause behind it is this one."""
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.code == code
    assert desk.clause(caught.value) == citation
    return caught.value.facts


# -- MY, general part ----------------------------------------------------------------------------


def test_my_10_a_unit_without_dues_is_refused():
    desk = Desk("my-2018", "individual")
    desk.unit("Johor", dues=False)
    refused(desk, "entry.dues", "MY 10", lambda: desk.enter("Johor", 1600))
    desk.unit("Johor", dues=True)
    assert desk.enter("Johor", 1600) == "e1"


def test_my_11_who_has_no_rating_account_pays_for_one():
    desk = Desk("my-2018", "open", {"fee": 8000})
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
    late = more.DeclareParticipation(section=desk.section, unit="Johor", today="2025-12-01")
    refused(desk, "entry.declared-late", "MY 13", lambda: desk.do(late))
    with pytest.raises(Refused) as caught:
        desk.enter("Johor", 1600)
    assert caught.value.code == "entry.not-declared"
    desk.do(more.DeclareParticipation(section=desk.section, unit="Johor", today="2025-11-30"))
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
    close = asked.CloseEntries(section=desk.section)
    facts = refused(desk, "entry.rated-members", "MY-I 3.2", lambda: desk.do(close))
    assert facts == {"unit": "Johor", "rating": 1560, "members": 3}
    desk.enter("Johor", 1560)
    desk.enter("Johor", 1560)
    assert desk.do(close).sections[desk.section].closed


def test_my_i_3_3_an_affiliate_sends_two_and_both_are_rated():
    desk = Desk("my-2018", "individual")
    desk.unit("Club", "affiliate")
    with pytest.raises(Refused, match=r"entry\.rated-members"):
        desk.enter("Club", 1559)
    desk.enter("Club", 1560)
    desk.enter("Club", 1560)
    with pytest.raises(Refused, match=r"entry\.quota"):
        desk.enter("Club", 1560)
    refused(desk, "entry.no-member", "MY-I 3.3", lambda: desk.enter("Stranger", 1560))


def test_my_i_3_3_below_fifty_entry_opens_to_the_rated():
    desk = Desk("my-2018", "individual", {"names_by": "2026-01-01", "open_fee": 12000})
    desk.unit("Johor")
    desk.enter("Johor", 1600)
    early = more.OpenEntries(section=desk.section, today="2026-01-01")
    refused(desk, "entry.not-yet", "MY-I 3.3", lambda: desk.do(early))
    desk.do(more.OpenEntries(section=desk.section, today="2026-01-02"))
    refused(desk, "entry.open-rating", "MY-I 3.3", lambda: desk.enter(None, 1559))
    who = desk.enter(None, 1560)
    assert [(fee.who, fee.cents) for fee in desk.now.fees] == [(who, 12000)]


def test_my_i_3_3_with_fifty_it_does_not_open():
    desk = Desk("my-2018", "individual")
    for number in range(10):
        unit = desk.unit(f"unit {number}")
        for _ in range(5):
            desk.enter(unit, 1600)
    command = more.OpenEntries(section=desk.section, today="2026-01-02")
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
    close = asked.CloseEntries(section=desk.section)
    refused(desk, "entry.too-few-units", "MY-I 3(women-least)", lambda: desk.do(close))
    desk.do(more.CancelSection(section=desk.section))
    assert desk.now.cancelled
    with pytest.raises(Refused, match=r"section\.cancelled"):
        desk.enter("unit 0", tags=FEMALE)
    assert desk.do(asked.CloseCompetition()).closed


def test_my_i_3_women_least_with_enough_the_event_is_held():
    desk = Desk("my-2018", "women")
    women(desk, 6, 7)
    cancel = more.CancelSection(section=desk.section)
    refused(desk, "section.held", "MY-I 3(women-least)", lambda: desk.do(cancel))
    assert desk.do(asked.CloseEntries(section=desk.section)).sections[desk.section].closed


def test_my_i_4_fees_at_most_a_hundred_and_late_entry_for_a_fee():
    with pytest.raises(Refused) as caught:
        Desk("my-2018", "individual", {"fee": 10001})
    assert caught.value.code == "section.fee"
    options = {"fee": 10000, "late_fee": 2000, "names_by": "2025-12-31"}
    desk = Desk("my-2018", "individual", options)
    desk.unit("Johor")
    desk.enter("Johor", 1600)
    assert [(fee.reference, fee.cents) for fee in desk.now.fees] == [
        ("entry", 10000),
        ("late", 2000),
    ]


# -- MY-II to MY-VI ------------------------------------------------------------------------------


def test_my_ii_3_who_is_twelve_or_younger_needs_1520():
    desk = Desk("my-2018", "open")
    child = {"born": "2014", "rating": 1519}
    refused(desk, "entry.young", "MY-II 3", lambda: desk.enter(**child))
    assert desk.enter(born="2014", rating=1520)
    assert desk.enter(born="2013", rating=None)


@pytest.mark.parametrize(("event", "most"), [("open", 10000), ("youth", 10000), ("team", 30000)])
def test_my_ii_5_and_the_other_fee_limits(event, most):
    assert book_named("my-2018").event[event].entries.fees.most == most
    with pytest.raises(Refused, match=r"section\.fee"):
        Desk("my-2018", event, {"fee": most + 1})


def candidate(name, rating, played, event="team", *, active=True):
    attendance = (more.Attendance(event, played, 10),)
    return more.Candidate(PersonId(name), rating, active, attendance)


def test_my_iii_3_the_ten_best_active_who_played_enough_are_invited():
    terms = book_named("my-2018").event["elite"].entries.invited
    assert (terms.places, terms.attendance, terms.organiser) == (10, 60, 2)
    listed = [candidate(f"p{number}", 2000 - number, 6) for number in range(12)]
    listed[2] = candidate("lazy", 1998, 5)
    listed[3] = candidate("away", 1997, 10, active=False)
    listed[4] = candidate("elsewhere", 1996, 10, "open")
    invited, passed = invitation_list(listed, terms)
    assert invited == ("p0", "p1", "p5", "p6", "p7", "p8", "p9", "p10", "p11")
    assert passed == ("lazy", "elsewhere")
    assert invitation_list(listed, Invited(2, ("team",), 50)) == (("p0", "p1"), ())


def test_my_iii_3_only_the_invited_and_two_of_the_organiser_enter():
    desk = Desk("my-2018", "elite")
    listed = tuple(candidate(f"p{number}", 2000 - number, 6) for number in range(12))
    desk.do(more.InvitePlayers(section=desk.section, candidates=listed))
    assert len(desk.now.invited) == 10
    desk.enter(known=PersonId("p0"))
    desk.enter()
    desk.enter()
    refused(desk, "entry.not-invited", "MY-III 3", desk.enter)
    assert desk.enter(known=PersonId("p9"))
    again = more.InvitePlayers(section=desk.section, candidates=listed)
    refused(desk, "entry.no-invitations", "MY-III 3", lambda: desk.do(again))


def test_my_iii_4_the_elite_pay_nothing():
    with pytest.raises(Refused, match=r"section\.fee"):
        Desk("my-2018", "elite", {"fee": 1})


@pytest.mark.parametrize(
    ("event", "born", "rating", "code"),
    [
        ("youth", "2008", None, None),
        ("youth", "1991", None, None),
        ("youth", "2009", 2000, "entry.age"),
        ("youth", "1990", 2000, "entry.age"),
        ("junior", "2014", None, None),
        ("junior", "2009", None, None),
        ("junior", "2008", 2000, "entry.age"),
        ("junior", "2015", 1519, "entry.young"),
        ("junior", "2015", 1520, None),
    ],
)
def test_my_iv_1_ages_of_youth_and_junior(event, born, rating, code):
    desk = Desk("my-2018", event)
    desk.unit("Johor")
    if code is None:
        assert desk.enter("Johor", rating, born=born)
    else:
        refused(desk, code, "MY-IV 1", lambda: desk.enter("Johor", rating, born=born))


@pytest.mark.parametrize(("kind", "most"), [("direct", 4), ("affiliate", 2)])
def test_my_iv_5_quota_four_or_two_in_each_section(kind, most):
    desk = Desk("my-2018", "youth")
    desk.unit("Johor", kind)
    for _ in range(most):
        desk.enter("Johor", born="2000")
    refused(desk, "entry.quota", "MY-IV 5(quota)", lambda: desk.enter("Johor", born="2000"))


def test_my_iv_5_open_below_sixty_and_without_a_rating():
    desk = Desk("my-2018", "youth")
    refused(desk, "entry.no-unit", "MY-IV 5(quota)", lambda: desk.enter(born="2000"))
    desk.do(more.OpenEntries(section=desk.section))
    assert desk.enter(born="2000")
    assert book_named("my-2018").event["youth"].entries.opening.below == 60


def test_my_iv_5_odd_the_host_adds_one():
    desk = Desk("my-2018", "junior")
    desk.unit("Johor")
    desk.enter("Johor", born="2010")
    assert desk.enter(born="2010", tags=["filler"])


TEAM = ("player", "player", "junior", "reserve")


def team(desk, unit, roles=TEAM, junior="2008"):
    mates = tuple(mate(role, junior if role == "junior" else "1990", 1500) for role in roles)
    return desk.enter(unit, 2000, mates=mates)


def test_my_v_3_1_a_team_has_three_players_a_junior_and_perhaps_a_reserve():
    desk = Desk("my-2018", "team")
    desk.unit("Johor")
    for roles in (TEAM[1:], (*TEAM, "reserve"), ("player", "player", "reserve"), (*TEAM, "cook")):
        refused(desk, "entry.team", "MY-V 3.1", lambda r=roles: team(desk, "Johor", r))
    refused(desk, "entry.team-age", "MY-V 3.1", lambda: team(desk, "Johor", junior="2007"))
    who = team(desk, "Johor")
    entrant = desk.now.entrants[who]
    assert entrant.roles == ("player", *TEAM)
    assert entrant.rating == (2000 + 4 * 1500) // 5
    refused(desk, "entry.quota", "MY-V 3.1", lambda: team(desk, "Johor"))
    desk.unit("Perak")
    assert team(desk, "Perak", TEAM[:3])


def test_my_v_3_2_the_host_may_form_one_more_team():
    desk = Desk("my-2018", "team")
    desk.unit("Johor")
    team(desk, "Johor")
    mates = tuple(mate(role, "2010") for role in TEAM)
    assert desk.enter("Johor", 1500, mates=mates, tags=["filler"])


def test_my_v_3_3_four_non_chinese_of_a_unit():
    desk = Desk("my-2018", "non-chinese")
    desk.unit("Johor")
    refused(desk, "entry.needs", "MY-V 3.3", lambda: desk.enter("Johor"))
    for _ in range(4):
        desk.enter("Johor", tags=["non-chinese"])
    again = {"tags": ["non-chinese"]}
    refused(desk, "entry.quota", "MY-V 3.3", lambda: desk.enter("Johor", **again))


@pytest.mark.parametrize(
    ("event", "most", "age", "tags", "citation"),
    [
        ("school-senior", 2, 18, (), "MY-VI 3.2"),
        ("school-junior", 2, 15, (), "MY-VI 3.3"),
        ("school-primary", 3, 12, (), "MY-VI 3.4"),
        ("school-girls", 4, 18, FEMALE, "MY-VI 3.5"),
    ],
)
def test_my_vi_3_2_to_3_5_quotas_and_ages(event, most, age, tags, citation):
    desk = Desk("my-2018", event)
    desk.unit("SMK 1")
    old = {"born": str(2026 - age - 1), "tags": tags}
    refused(desk, "entry.age", citation, lambda: desk.enter("SMK 1", **old))
    for _ in range(most):
        desk.enter("SMK 1", born=str(2026 - age), tags=tags)
    again = {"born": "2016", "tags": tags}
    refused(desk, "entry.quota", citation, lambda: desk.enter("SMK 1", **again))


def test_my_vi_3_5_six_states_and_seven_girls_or_cancelled():
    desk = Desk("my-2018", "school-girls")
    for number in range(6):
        desk.enter(desk.unit(f"state {number}"), born="2010", tags=FEMALE)
    close = asked.CloseEntries(section=desk.section)
    refused(desk, "entry.too-few-units", "MY-VI 3.5", lambda: desk.do(close))
    assert desk.do(more.CancelSection(section=desk.section)).sections[desk.section].cancelled


def test_my_vi_3_6_who_fills_up_counts_for_no_unit():
    desk = Desk("my-2018", "school-senior")
    desk.unit("SMK 1")
    desk.enter("SMK 1", born="2010")
    who = desk.enter("SMK 1", born="2010", tags=["filler"])
    assert desk.now.entrants[who].unit is None


def test_my_vi_3_7_nobody_is_borrowed_from_another_unit():
    desk = Desk("my-2018", "school-senior")
    desk.unit("SMK 1")
    desk.unit("SMK 2")
    desk.enter("SMK 1", born="2010", licence="MAS-5")
    girls = Desk("my-2018", "school-girls", office=desk.office)
    girl = {"born": "2010", "licence": "MAS-5", "tags": FEMALE}
    refused(girls, "entry.other-unit", "MY-VI 3.7", lambda: girls.enter("SMK 2", **girl))


def test_my_vi_3_8_who_left_school_may_not_enter():
    desk = Desk("my-2018", "school-senior")
    desk.unit("SMK 1")
    left = {"born": "2010", "tags": ["left-school"]}
    refused(desk, "entry.excludes", "MY-VI 3.8", lambda: desk.enter("SMK 1", **left))


# -- GM and UN -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("group", "born", "fits"),
    [
        ("open", "2007-12-31", True),
        ("open", "2008-01-01", False),
        ("junior", "2008-01-01", True),
        ("junior", "2014-12-31", True),
        ("junior", "2015-01-01", False),
        ("junior", "2007-12-31", False),
    ],
)
def test_gm_3_groups_by_birth(group, born, fits):
    desk = Desk("gm-2025", "entry", {"group": group, "qualified": "elsewhere"})
    if fits:
        assert desk.enter(born=born)
    else:
        refused(desk, "entry.group", "GM 3", lambda: desk.enter(born=born))


@pytest.mark.parametrize("event", ["qualifier", "entry", "final"])
def test_gm_5_fifth_dan_and_above_may_not_enter(event):
    desk = Desk("gm-2025", event, {"qualified": "elsewhere"})
    assert desk.enter(dan=4)
    facts = refused(desk, "entry.dan", "GM 5", lambda: desk.enter(dan=5))
    assert facts == {"dan": 5, "below": 5}


def test_gm_6_1_1_3_the_qualifier_has_no_groups():
    desk = Desk("gm-2025", "qualifier", {"group": "junior"})
    assert [desk.enter(born=born) for born in ("1950", "2020", "")] == ["e1", "e2", "e3"]


def test_gm_6_1_2_1_who_has_not_proved_their_name_by_noon_gives_up_the_place():
    desk = Desk("gm-2025", "entry", {"verify_by": "2025-08-30T12:00", "qualified": "elsewhere"})
    people = [desk.enter() for _ in range(5)]
    for who in people[:4]:
        desk.do(more.VerifyIdentity(section=desk.section, entrant=who, now="2025-08-30T12:00"))
    late = more.VerifyIdentity(section=desk.section, entrant=people[4], now="2025-08-30T12:01")
    refused(desk, "entry.verified-late", "GM 6.1.2(1)", lambda: desk.do(late))
    close = asked.CloseEntries(section=desk.section)
    refused(desk, "entry.unverified", "GM 6.1.2(1)", lambda: desk.do(close))
    early = more.DropUnverified(section=desk.section, now="2025-08-30T12:00")
    refused(desk, "entry.not-yet", "GM 6.1.2(1)", lambda: desk.do(early))
    desk.do(more.DropUnverified(section=desk.section, now="2025-08-30T12:01"))
    assert desk.now.active == people[:4]
    assert desk.do(close).sections[desk.section].closed


def test_gm_6_2_1_the_final_takes_forty():
    desk = Desk("gm-2025", "final")

    def come(number):
        desk.do(
            asked.EnterEntrant(
                section=desk.section,
                entrant=EntrantId(f"e{number}"),
                people=(PersonId(f"p{number}"),),
                birth_years=(1990,),
                qualified=f"online/entry/{number}",
            )
        )

    for number in range(1, 41):
        come(number)
    refused(desk, "entry.full", "GM 6.2.1", lambda: come(41))


@pytest.mark.parametrize(("event", "citation"), [("xiangqi", "UN-X 2"), ("shengji", "UN-S 1")])
def test_un_x_2_two_of_each_unit(event, citation):
    desk = Desk("un-games", event)
    desk.enter("Finance")
    desk.enter("Finance")
    refused(desk, "entry.quota", citation, lambda: desk.enter("Finance"))
    refused(desk, "entry.no-unit", citation, desk.enter)
    assert desk.enter("MBA")


# -- whatever the book -----------------------------------------------------------------------------


def test_a_section_may_take_entries_on_the_organisers_word():
    desk = Desk("my-2018", "women", {"entry_checks": False})
    for _ in range(7):
        desk.enter()
    assert desk.do(asked.CloseEntries(section=desk.section)).sections[desk.section].closed


def test_the_journal_knows_no_year_of_birth():
    desk = Desk("my-2018", "women")
    desk.unit("Johor")
    desk.enter("Johor", tags=FEMALE, born="1987-06-05", licence="MAS-12345")
    text = "".join(each.payload for each in desk.office.around.log.read("competition/cup", 0))
    assert "1987" not in text
    assert "MAS-12345" not in text


def test_an_entry_written_before_there_were_seasons_is_read():
    desk = Desk("my-2018", "open")
    desk.enter()
    stored = next(
        each
        for each in desk.office.around.log.read("competition/cup", 0)
        if each.name == "entrant-entered/1"
    )
    content = msgspec.json.decode(stored.payload)
    del content["season"], content["roles"]
    old = msgspec.structs.replace(stored, payload=msgspec.json.encode(content).decode())
    assert fresh(read_event(old)).name == "entrant-entered/1"

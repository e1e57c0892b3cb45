"""Who may enter, how many, until when: MY-II to MY-VI, by clause."""

import pytest

from desk.entry_desk import Desk, mate, refused
from qipan.desk.entries.commands import (
    Attendance,
    CancelSection,
    Candidate,
    CloseEntries,
    InvitePlayers,
    OpenEntries,
)
from qipan.desk.entries.invitations import invitation_list
from qipan.kernel.errors import Refused
from qipan.kernel.ids import PersonId
from qipan.rulebooks import book_named
from qipan.rulebooks.schema.entries import Invited

FEMALE = ("female",)


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
        Desk("my-2018", event, {"fee": f"{(most + 1) / 100:.2f}"})


def candidate(name, rating, played, event="team", *, active=True):
    attendance = (Attendance(event, played, 10),)
    return Candidate(PersonId(name), rating, active, attendance)


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
    desk.do(InvitePlayers(section=desk.section, candidates=listed))
    assert len(desk.now.invited) == 10
    desk.enter(known=PersonId("p0"))
    desk.enter()
    desk.enter()
    refused(desk, "entry.not-invited", "MY-III 3", desk.enter)
    assert desk.enter(known=PersonId("p9"))
    again = InvitePlayers(section=desk.section, candidates=listed)
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
    desk.do(OpenEntries(section=desk.section))
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
    for roles in (TEAM[1:], (*TEAM, "reserve"), ("player", "player", "reserve")):
        refused(desk, "entry.team", "MY-V 3.1", lambda r=roles: team(desk, "Johor", r))
    refused(desk, "entry.role", "MY-V 3.1", lambda: team(desk, "Johor", (*TEAM, "cook")))
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
    close = CloseEntries(section=desk.section)
    refused(desk, "entry.too-few-units", "MY-VI 3.5", lambda: desk.do(close))
    assert desk.do(CancelSection(section=desk.section)).sections[desk.section].cancelled


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

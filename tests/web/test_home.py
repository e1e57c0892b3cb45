"""The first page: live games, competitions by phase, what waits for the staff, nothing yet."""

import re
from dataclasses import replace
from datetime import date

import pytest

from qipan.desk.competition import OpenSection
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.online.commands import OpenContest, PlanRounds
from qipan.desk.particulars import DescribeCompetition
from qipan.desk.roles import Role
from qipan.journal.people import Person
from qipan.views.glance.competition_card import Phase, card_of
from web.markup import readable
from web.site import sign_in_as, site

TODAY = date(2026, 11, 17)


@pytest.fixture
def there(tmp_path):
    with site(tmp_path) as found:
        yield found


def opened(office, home, **told):
    office.create(home, "t", f"The {home} cup", "club-swiss")
    office.carry_out(home, "t", OpenSection(section="open", title="Open", under="evening"))
    office.carry_out(home, "t", DescribeCompetition(**told))


def test_a_competition_stands_on_a_card_with_game_place_and_how_far_it_is(there):
    client, _ = there
    page = client.get("/").text
    assert 'href="/c/demo"' in page
    text = readable(page)
    assert "Xiangqi" in text
    assert "round 3 of" in text
    assert re.search(r'<progress value="1" max="3"', " ".join(page.split()))


def test_phases_follow_from_days_rounds_and_the_end(there):
    _, house = there
    office = house.office
    opened(office, "soon", starts="2026-12-01", ends="2026-12-02", place="Harbour")
    demo, soon = (card_of(office.state(home), TODAY) for home in ("demo", "soon"))
    assert (demo.phase, soon.phase) == (Phase.UNDER_WAY, Phase.COMING)
    assert (soon.place, soon.open_entries, soon.games) == ("Harbour", "open", ("gomoku",))
    assert (demo.current.round, demo.current.results, demo.current.boards) == (3, 1, 3)
    assert demo.current.live
    office.enter_all("soon", "open", "t", [Newcomer(Person(name=name)) for name in "AB"])
    assert card_of(office.state("soon"), date(2026, 12, 1)).phase is Phase.COMING  # not closed yet


def test_what_is_closed_or_approved_is_past(there):
    _, house = there
    state = house.office.state("demo")
    women = replace(state.sections["women"], approved=1)
    for over in (replace(state, closed=True), replace(state, sections={"women": women})):
        assert card_of(over, TODAY).phase is Phase.PAST


def test_the_next_rounds_are_named_with_their_time(there):
    client, house = there
    opened(house.office, "online", starts="2026-11-17")
    house.office.carry_out("online", "t", OpenContest(section="open", zone="+08:00"))
    starts = "2999-11-17T15:30"
    plan = PlanRounds(section="open", starts=(starts,), despite="a test")
    house.office.carry_out("online", "t", plan)
    (coming,) = card_of(house.office.state("online"), TODAY).coming
    assert (coming.round, coming.zone) == (1, "+08:00")
    assert "2999" not in readable(client.get("/").text)  # not soon


def test_the_staff_see_first_what_waits_for_them(there):
    client, house = there
    opened(house.office, "fresh")
    sign_in_as(client, Role.CHIEF_ARBITER)
    page = client.get("/").text
    text = readable(page)
    assert "What waits for you" in text
    assert 'href="/c/demo/women/desk/results"' in page
    assert 'href="/c/fresh/open/desk/entries"' in page
    assert "Results missing: 2" in text


def test_a_player_and_a_stranger_see_no_desk(there):
    client, _ = there
    assert "What waits for you" not in client.get("/").text
    sign_in_as(client, Role.PLAYER)
    page = client.get("/").text
    assert "What waits for you" not in page
    assert "/desk/" not in page


def test_without_any_competition_there_is_one_thing_to_do(tmp_path, monkeypatch):
    with site(tmp_path) as (client, house):
        monkeypatch.setattr(house.office, "competitions", list)
        text = readable(client.get("/").text)
        assert "No competition yet. The first one takes three minutes." in text
        assert "No games are live" in text


def test_a_card_is_made_once_for_a_version(there, monkeypatch):
    client, house = there
    made = []
    monkeypatch.setattr(
        "qipan.web.live.home.card_of", lambda state, day: made.append(1) or card_of(state, day)
    )
    for _ in range(3):
        client.get("/")
    assert len(made) == 1
    house.office.carry_out("demo", "t", DescribeCompetition(place="Elsewhere"))
    assert "Elsewhere" in client.get("/").text
    assert len(made) == 2


@pytest.mark.parametrize("language", ["en", "zh", "th", "ms"])
def test_the_first_page_in_every_language(there, language):
    client, _ = there
    page = client.get("/", headers={"accept-language": language}).text
    assert not re.search(r"\b(home|demo|organise|first)\.[a-z-]+\b", readable(page))

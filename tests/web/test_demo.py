"""The demo: anybody is everybody there, from this machine, and nowhere else ever."""

import re
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from litestar.testing import TestClient
from msgspec import convert

from qipan.desk.online.commands import CheckInForRound
from qipan.desk.roles import Role
from qipan.games import game_named
from qipan.rulebooks.loader import book_named
from qipan.settings import Settings
from qipan.simulation.demo_world.scenes import WORLD
from qipan.web.demo import online_contest
from qipan.web.demo.preparation import MADE, made_at, prepare
from qipan.web.demo.roles import NAMES, STAFF_ROLES
from qipan.web.demo.shows import REPETITION, SHOWS, opened_table
from qipan.web.serving import make_context
from qipan.web.shared.limits import attempts
from qipan.web.shared.newcomers.demo_switch import DemoSwitch
from qipan.wiring import open_house
from web.site import sign_in_as, site, token
from web.standing import application

BARE = ("/demo", "/demo/bar")


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    house = open_house(str(tmp_path_factory.mktemp("demo") / "demo.sqlite"))
    assert prepare(house, datetime.now(UTC))
    online_contest.keep_going(house.office, datetime.now(UTC))
    yield house
    house.close()


@contextmanager
def demo_site(house, switch):
    attempts.forget()
    with (
        application(replace(make_context(house, Settings()), demo=switch)) as (app, _),
        TestClient(app, raise_server_exceptions=True) as client,
    ):
        client.headers["accept-language"] = "en"
        yield client


@pytest.fixture(scope="module")
def asked():
    return []


@pytest.fixture(scope="module")
def visitor(world, asked):
    switch = DemoSwitch(lambda: asked.append("reset"), everybody=True)
    with demo_site(world, switch) as client:
        yield client


def be(client, name, **fields):
    fields["_csrf_token"] = token(client, "/demo")
    return client.post(f"/demo/be/{name}", data=fields, follow_redirects=False)


WAITS = {
    # role: the page it opens at, what waits there
    "chief": ("/c/demo-world/men/desk/results", "Disputed results"),
    "arbiter": ("/c/demo-league/league/desk/results", "Match 1"),
    "organiser": ("/c/demo-club/evening/desk/entries", "Close entries"),
    "captain": ("/c/demo-teams/team/me/", "Game 1 of the play-off"),
    "player": ("/c/demo-online-1/final/me/", "Check in"),
    "spectator": ("/watch", "Watch"),
    "projector": ("/c/demo-world/men/projector", "Board"),
}


@pytest.mark.parametrize("name", NAMES)
def test_one_press_opens_the_place_where_something_waits(visitor, name):
    answer = be(visitor, name)
    assert answer.status_code == 303, answer.text
    place, words = WAITS[name]
    assert answer.headers["location"].startswith(place)
    shown = visitor.get(answer.headers["location"])
    assert (shown.status_code, words in shown.text) == (200, True)
    bar = visitor.get("/demo/bar", params={"at": answer.headers["location"]}).text
    assert re.findall(r'aria-pressed="true">([^<]+)<', bar) != []
    assert "demo-hint" in bar


def test_who_becomes_somebody_else_is_the_first_no_more(visitor):
    be(visitor, "chief")
    be(visitor, "spectator")
    assert "sign-out" not in visitor.get("/").text
    be(visitor, "captain")
    be(visitor, "organiser")
    assert visitor.cookies.get("qipan_phone", "") == ""


def test_a_card_that_another_browser_has_is_renewed(visitor):
    first = be(visitor, "captain").headers["location"]
    visitor.cookies.clear()
    second = be(visitor, "captain").headers["location"]
    assert first == second
    assert visitor.get(second).status_code == 200


def test_a_press_needs_the_token_of_a_page(visitor):
    visitor.get("/demo")
    assert visitor.post("/demo/be/chief", follow_redirects=False).status_code == 403
    assert visitor.post("/demo/reset", follow_redirects=False).status_code == 403


def test_only_our_own_page_is_gone_back_to(visitor):
    assert be(visitor, "chief", to="/organise").headers["location"] == "/organise"
    assert be(visitor, "chief", to="//evil.example/").headers["location"] == WAITS["chief"][0]
    assert be(visitor, "somebody").status_code == 404


def test_pages_for_anybody_stay_the_same_for_everybody_and_name_the_bar(visitor):
    visitor.cookies.clear()
    page = visitor.get("/c/demo/women")
    assert "data-demo-bar" in page.text
    assert page.headers["etag"]
    again = visitor.get("/c/demo/women", headers={"if-none-match": page.headers["etag"]})
    assert again.status_code == 304


def test_a_lot_on_the_order_of_keys_names_them_and_is_one_thing_to_do(visitor):
    be(visitor, "chief")
    page = visitor.get("/c/demo-elite/elite/desk/lots").text
    assert "the lot on the order of 3 tie-breaks" in page
    assert "Opponents’ score · Median opponents’ score · Wins" in page
    assert re.search(r'desk/lots"[^>]*>\s*Lots\s*<span[^>]*>\s*1\s*<', page)


def test_starting_over_asks_the_server_to(visitor):
    form = {"_csrf_token": token(visitor, "/demo")}
    answer = visitor.post("/demo/reset", data=form)
    assert "starts over" in answer.text
    assert "data-demo-returns" in answer.text


def test_outside_the_demo_nobody_is_anybody(tmp_path):
    with site(tmp_path) as (client, _):
        sign_in_as(client, Role.CHIEF_ARBITER)
        assert "data-demo-bar" not in client.get("/").text
        for path in BARE:
            assert client.get(path).status_code == 404
        form = {"_csrf_token": token(client, "/account")}
        for path in (*(f"/demo/be/{name}" for name in NAMES), "/demo/reset"):
            assert client.post(path, data=form, follow_redirects=False).status_code == 404


def test_visitors_from_elsewhere_are_nobody_unless_the_demo_says_so(world):
    with demo_site(world, DemoSwitch(lambda: None)) as client:  # its address is no loopback's
        assert "data-demo-bar" not in client.get("/").text
        assert [client.get(path).status_code for path in BARE] == [404, 404]


@pytest.mark.parametrize(
    ("host", "everybody", "may"),
    [
        ("127.0.0.1", False, True),
        ("::1", False, True),
        ("192.168.1.7", False, False),
        ("192.168.1.7", True, True),
    ],
)
def test_who_may_be_everybody(host, everybody, may):
    connection = SimpleNamespace(client=SimpleNamespace(host=host))
    assert DemoSwitch(lambda: None, everybody).open_to(connection) is may
    assert DemoSwitch(lambda: None).open_to(SimpleNamespace(client=None)) is False


def test_a_journal_that_holds_anything_else_is_never_the_demo_s_own(tmp_path):
    house = open_house(str(tmp_path / "real.sqlite"))
    house.office.create("cup", "t", "A real cup", "wx-14")
    assert prepare(house, datetime.now(UTC)) is False
    assert made_at(house) is None
    assert sorted(house.office.competitions()) == ["cup", "demo"]
    assert all(house.accounts.find(role.account) is None for role in STAFF_ROLES)
    house.close()
    staffed = open_house(str(tmp_path / "staffed.sqlite"))
    staffed.accounts.create("chief", "Chief", None)
    staffed.accounts.grant("chief", "*", Role.CHIEF_ARBITER)
    assert prepare(staffed, datetime.now(UTC)) is False
    staffed.close()


def test_what_the_demo_made_it_knows_again(world):
    assert prepare(world, datetime.now(UTC)) is True
    assert world.secrets.reveal(MADE)


def test_every_show_has_a_table_with_names(world):
    for show in SHOWS:
        opened = opened_table(show, world.office.state(show.competition))
        assert opened is not None
        assert len(opened.occupants) in (2, 4, 6)
        assert not opened.counts


def test_a_repetition_is_claimed_and_ruled_at_the_world_championship():
    game = game_named("xiangqi")
    state = game.start(convert(book_named("wx-14").event["men"].rules, game.rules_type), 2, {})
    for text in REPETITION:
        assert game.outcome(state) is None
        (seat,) = game.acting(state)
        state = game.play(state, seat, game.read(state, seat, text))
    assert game.outcome(state).rule == "xiangqi.repetition-allowed"
    assert any(show.script == REPETITION and show.competition == WORLD for show in SHOWS)


def test_the_online_contest_begins_anew_when_it_is_over_or_was_missed(tmp_path):
    house = open_house(str(tmp_path / "online.sqlite"))
    now = datetime.now(UTC)
    office = house.office
    first = online_contest.keep_going(office, now)
    assert first.sections["final"].times[1].start == (now + timedelta(minutes=2)).replace(
        tzinfo=None
    ).isoformat(timespec="seconds")
    check = CheckInForRound(
        section="final",
        round=1,
        entrant=first.sections["final"].order[0],
        at=now.isoformat(timespec="milliseconds"),
    )
    office.carry_out(first.id, "player", check)
    assert online_contest.keep_going(office, now + timedelta(minutes=9)).id == first.id
    later = online_contest.keep_going(office, now + timedelta(hours=3))
    assert (first.id, later.id) == ("demo-online-1", "demo-online-2")
    house.close()

"""The first start of an empty server: who one is, what to begin with, and how it is stopped."""

import re
from dataclasses import replace

import pytest
from litestar.testing import TestClient

from qipan.host.first_sign_in import chief_link
from qipan.settings import Settings, Web
from qipan.store.accounts import SqlAccounts
from qipan.web.organiser import first_start
from qipan.web.serving import make_context
from qipan.wiring import open_house
from server import use_link
from web.site import CHEAP
from web.standing import application

ME = {"display": "陈美玲 Tan Mei Ling", "name": "mei.ling", "password": "four horses 88"}
ADDRESS = "http://192.0.2.7:8000"


@pytest.fixture
def stopped():
    return []


@pytest.fixture
def there(tmp_path, stopped):
    house = open_house(str(tmp_path / "j.sqlite"))
    house.accounts = SqlAccounts(house.log.engine, CHEAP)
    context = make_context(house, Settings(web=Web(base=ADDRESS)))
    context = replace(context, stop=lambda: stopped.append(True))
    with application(context) as (app, around), TestClient(app):
        yield app, around
    house.close()


def browser(there, language="en"):
    client = TestClient(there[0], raise_server_exceptions=True)
    client.headers["accept-language"] = language
    client.get("/sign-in")
    client.headers["x-csrftoken"] = client.cookies["csrftoken"]
    return client


def arrived(there, language="en"):
    """Come with the link of the terminal, as the browser that is opened does."""
    client = browser(there, language)
    link = chief_link(there[1].house, "")
    assert use_link(client, link).headers["location"] == "/start"
    client.headers["x-csrftoken"] = client.cookies["csrftoken"]
    return client


def test_the_link_of_the_terminal_leads_to_who_one_is_and_what_to_begin_with(there):
    client = arrived(there)
    page = client.get("/start").text
    for words in ("Who are you?", "New competition", "Open the demo", "Stop the server"):
        assert words in page
    assert "Take over an event" in page
    ways = re.findall(r'<a class="button large[^"]*" href="([^"]+)"', page)
    assert ways == ["/new", "/take-over", "/travel"]
    assert [client.get(way).status_code for way in ways] == [200, 200, 200]
    assert ADDRESS in page
    assert "<svg" in page


@pytest.mark.parametrize("language", ["zh", "th", "ms"])
def test_it_speaks_every_language(there, language):
    page = arrived(there, language).get("/start").text
    assert not re.search(r">\s*(start|ui)\.[a-z-]+\s*<", page)
    assert "Who are you?" not in page


def test_the_account_that_is_made_signs_in_and_makes_competitions(there):
    client = arrived(there)
    made = client.post("/start", data=ME, follow_redirects=False)
    assert (made.status_code, made.headers["location"]) == (303, "/start")
    page = client.get("/start").text
    assert "Who are you?" not in page
    assert "Tan Mei Ling" in page
    assert client.get("/new").status_code == 200
    other = browser(there)
    signed = other.post("/sign-in", data={**ME, "back": "/new"}, follow_redirects=False)
    assert signed.headers["location"] == "/new"


@pytest.mark.parametrize("wrong", [{"password": "short"}, {"name": "chief"}, {"display": ""}])
def test_what_cannot_be_is_said_and_makes_nothing(there, wrong):
    client = arrived(there)
    answer = client.post("/start", data={**ME, **wrong})
    assert 400 <= answer.status_code < 500
    assert "Who are you?" in answer.text
    assert there[1].house.accounts.find("mei.ling") is None


def test_the_demo_is_opened_once(there):
    client = arrived(there)
    assert client.post("/start/demo", follow_redirects=False).headers["location"] == "/"
    assert len(there[1].house.office.competitions()) > 1
    assert "Open the demo" not in client.get("/start").text
    again = browser(there)
    used = use_link(again, chief_link(there[1].house, ""))
    assert used.headers["location"] == "/"  # no longer the first start


def test_strangers_get_nothing_of_it(there, stopped):
    client = browser(there)
    assert client.get("/start").status_code == 403
    for path in ("/start", "/start/demo", "/start/stop"):
        assert client.post(path, data=ME).status_code == 403
    assert there[1].house.accounts.find("mei.ling") is None
    assert (there[1].house.office.competitions(), stopped) == ([], [])


def test_the_server_is_stopped_from_the_page_after_it_has_answered(there, stopped, monkeypatch):
    import time

    monkeypatch.setattr(first_start, "STOP_SECONDS", 0)
    answer = arrived(there).post("/start/stop")
    assert "The server has stopped" in answer.text
    time.sleep(0.2)
    assert stopped == [True]


def test_a_server_that_nobody_started_by_hand_has_no_such_page(there):
    client = arrived(there)
    object.__setattr__(there[1], "stop", None)
    assert "Stop the server" not in client.get("/start").text
    assert client.post("/start/stop").status_code == 404

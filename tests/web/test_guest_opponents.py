"""Guests among the opponents of the pages: offered by their game, and called by their name."""

import html
from dataclasses import replace

import pytest
from litestar.testing import TestClient

from play.test_guests import engine
from qipan.play.guests.house_of_guests import HouseOfGuests
from qipan.web.serving import make_context
from web.site import token
from web.standing import application, demo_house


@pytest.fixture
def client(tmp_path):
    house, guests = demo_house(tmp_path), HouseOfGuests([engine("gtp")])
    around = replace(make_context(house), guests=guests)
    with application(around) as (app, _), TestClient(app) as found:
        found.headers["accept-language"] = "en"
        yield found
    guests.stop()
    house.close()


def test_a_table_calls_its_guest_by_its_name(client):
    assert 'value="guest:Small"' in client.get("/play").text
    form = {"_csrf_token": token(client), "game": "go", "level": "guest:Small", "side": "first"}
    answer = client.post("/play/computer", data=form, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    shown = html.unescape(client.get(answer.headers["location"]).text)
    assert '"name":"Small"' in shown
    assert '"name":"Computer"' not in shown
    assert '"guest":"Small"' in shown  # whoever practises again meets the same guest


def test_the_house_stays_the_computer(client):
    form = {"_csrf_token": token(client), "game": "go", "level": "2", "side": "first"}
    answer = client.post("/play/computer", data=form, follow_redirects=False)
    assert '"name":"Computer"' in html.unescape(client.get(answer.headers["location"]).text)

"""A rematch after a friendly game: one table for both, on the other side, and for nobody else."""

import re

import pytest
from litestar.testing import TestClient

from qipan.kernel.errors import Refused
from qipan.web.live.rematch import next_name
from web.site import site, token


def browser(app):
    client = TestClient(app, raise_server_exceptions=True)
    client.headers["accept-language"] = "en"
    token(client, "/play")
    return client


def posted(client, path, **fields):
    form = {**fields, "_csrf_token": client.cookies["csrftoken"]}
    return client.post(path, data=form, follow_redirects=False)


def asked(client, table):
    return client.post(f"/t/{table}/rematch", headers={"x-csrftoken": client.cookies["csrftoken"]})


def seat_in(client, location):
    page = client.get(location)
    assert page.status_code == 200, page.text
    return int(re.search(r'data-seat="(\d)"', page.text)[1]), page.text


@pytest.fixture
def friends(tmp_path):
    """Two browsers at a table that one opened for the other."""
    with site(tmp_path) as (client, _):
        token(client, "/play")
        invited = posted(client, "/play/friend", game="gomoku", side="first", clock="5+5")
        table = invited.headers["location"].rpartition("/")[2]
        other = browser(client.app)
        joined = posted(other, f"/play/join/{table}")
        assert seat_in(client, client.get(f"/play/seat/{table}").url.path)[0] == 0
        assert seat_in(other, joined.headers["location"])[0] == 1
        yield client, other, table


def resigned(client, table):
    with client.websocket_connect(f"/play/socket/{table}") as line:
        while line.receive_json()["type"] != "state":
            pass
        line.send_json({"type": "resign"})
        while line.receive_json().get("kind") != "seat-resigned/1":
            pass


def test_both_find_the_same_new_table_with_sides_changed(friends):
    first, second, table = friends
    assert "A rematch is possible only after" in asked(first, table).text  # it goes on
    resigned(first, table)
    links = [asked(each, table).json()["link"] for each in (first, second)]
    assert len({link.partition("?")[0] for link in links}) == 1
    assert links[0].startswith(f"/t/{table}-again1?token=")
    assert [seat_in(each, link)[0] for each, link in zip(friends[:2], links, strict=True)] == [1, 0]
    assert "data-rematch" in seat_in(first, links[0])[1]
    stranger = browser(first.app)
    assert asked(stranger, table).status_code >= 400
    assert posted(stranger, f"/play/join/{table}-again1").status_code == 422  # kept for the two
    assert f"{table}-again1" in first.get("/play").text


def test_a_rematch_of_a_rematch_counts_on_and_ends():
    assert next_name("20261116-x") == "20261116-x-again1"
    assert next_name("20261116-x-again1") == "20261116-x-again2"
    with pytest.raises(Refused):
        next_name("20261116-x-again99")

"""Watching all live games, and what robots and telephones read."""

import json
import re

import pytest

from qipan.desk.roles import Role
from web.site import sign_in_as, site, token

CLOCK = {"kind": "per-move", "game": 900_000, "move": 180_000}


@pytest.fixture
def there(tmp_path):
    with site(tmp_path) as (client, house):
        yield client, house


def opened(client, game, competition=""):
    sign_in_as(client, Role.CHIEF_ARBITER)
    body = {"game": game, "controls": [CLOCK], "occupants": ["a", "b"], "begin": True}
    headers = {"x-csrftoken": client.cookies["csrftoken"]}
    answer = client.post("/api/tables", json={**body, "competition": competition}, headers=headers)
    assert answer.status_code == 201, answer.text
    return answer.json()["table"]


def watched(client, query=""):
    return re.findall(r'data-table="([^"]+)"', client.get(f"/watch{query}").text)


def test_live_games_stand_together_each_a_way_in_by_game_and_competition(there):
    client, _ = there
    assert "No games are live" in client.get("/watch").text
    gomoku, xiangqi = opened(client, "gomoku"), opened(client, "xiangqi", "demo")
    client.cookies.clear()
    assert watched(client) == [xiangqi, gomoku]  # competitions first
    assert watched(client, "?game=gomoku") == [gomoku]
    assert watched(client, "?competition=demo") == [xiangqi]
    page = client.get("/watch").text
    assert f'href="/t/{gomoku}?as=watch"' in page
    assert "token=" not in page
    assert f"/t/{gomoku}" in client.get("/").text


def test_games_with_the_computer_and_between_friends_are_not_shown(there):
    client, _ = there
    token(client, "/play")
    form = {"game": "gomoku", "_csrf_token": client.cookies["csrftoken"]}
    client.post("/play/computer", data=form)
    client.post("/play/friend", data=form)
    assert watched(client) == []


def test_robots_find_the_public_pages_and_leave_seats_alone(there):
    client, _ = there
    robots = client.get("/robots.txt").text
    assert "Disallow: /t/" in robots
    assert "/sitemap.xml" in robots
    found = client.get("/sitemap.xml")
    assert "/c/demo/women</loc>" in found.text
    assert json.loads(client.get("/manifest.webmanifest").content)["start_url"] == "/"


def test_a_shared_link_has_a_title(there):
    client, _ = there
    page = client.get("/c/demo").text
    assert re.search(r'<meta property="og:title" content="Demo[^"]+"', page)


def test_who_watches_is_counted_and_the_strongest_come_first_if_wanted(there):
    client, _ = there
    table = opened(client, "gomoku")
    client.cookies.clear()
    assert watched(client, "?by=strength") == [table]
    assert "Watching:" not in client.get("/watch").text
    with client.websocket_connect(f"/play/socket/{table}?as=watch") as line:
        line.receive_text()
        page = client.get("/watch").text
        assert "Watching: 1" in page
        assert re.search(rf'data-table="{table}".*?data-watching="1"', page, re.S)

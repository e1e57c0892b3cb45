"""Playing without an account: the computer, a friend by link, open tables, and room for all."""

import html
import json
import re
from html import unescape

import pytest
from litestar.testing import TestClient

from qipan.play.outside_requests import MOST_OWN
from qipan.store.tokens import digest
from qipan.store.visitors.registrations import Registration
from qipan.web.api import tables
from qipan.web.live import play
from qipan.web.shared.limits import LIMITS, attempts
from web.site import site, token
from web.test_accounts import sign_up

GAMES = ("xiangqi", "go", "gomoku", "shengji", "chinese-checkers")


@pytest.fixture
def there(tmp_path, monkeypatch):
    """A site at which a header says from which address a browser comes."""
    for module in (tables, play):
        monkeypatch.setattr(
            module, "address_of", lambda each: each.headers.get("x-test-address", "10.0.0.0")
        )
    with site(tmp_path) as (client, house):
        token(client, "/play")
        yield client, house


def browser(app, address="10.0.0.1"):
    client = TestClient(app, raise_server_exceptions=True)
    client.headers["accept-language"] = "en"
    client.headers["x-test-address"] = address
    token(client, "/play")
    return client


def pressed(client, way, **fields):
    fields["_csrf_token"] = client.cookies["csrftoken"]
    return client.post(f"/play/{way}", data=fields, follow_redirects=False)


def sat_down(client, link):
    form = {"_csrf_token": client.cookies["csrftoken"]}
    return client.post(link, data=form, follow_redirects=False)


def seat_in(client, location):
    page = client.get(location)
    assert page.status_code == 200, page.text
    found = re.search(r'data-seat="(\d)"', page.text)
    return int(found[1]) if found else None


def tables_of(client):
    return client.app.dependencies["context"].dependency().tables


@pytest.mark.parametrize("game", GAMES)
def test_two_presses_from_home_to_a_table_against_the_computer(there, game):
    client, _ = there
    home = client.get("/").text
    assert 'action="/play/computer"' in home
    assert f'value="{game}"' in home
    answer = pressed(client, "computer", game=game, side="first", level="1", clock="5+5")
    assert answer.status_code == 303, answer.text
    assert seat_in(client, answer.headers["location"]) == 0
    table = answer.headers["location"].partition("?")[0].removeprefix("/t/")
    opened = tables_of(client).owner.room(table).table.opened
    assert (opened.counts, opened.level, opened.controls[0].main) == (False, 1, 300_000)
    assert len(opened.bots) == opened.controls.__len__() - 1
    assert table in client.get("/play").text  # kept for this browser


def test_practice_again_is_kept_for_this_browser_too(there):
    client, _ = there
    answer = pressed(client, "computer", game="gomoku", side="first", level="4")
    shown = html.unescape(client.get(answer.headers["location"]).text)
    asked = json.loads(re.search(r'data-practice="(\{.*?\})"', shown)[1])
    assert (asked["level"], asked["seat"]) == (4, 1)
    again = client.post(
        "/api/practice", json=asked, headers={"x-csrftoken": client.cookies["csrftoken"]}
    )
    assert again.status_code == 201, again.text
    assert again.json()["table"] in client.get("/play").text


def test_an_option_that_the_game_does_not_have_is_named_and_nothing_is_opened(there):
    client, _ = there
    before = len(tables_of(client).owner.rooms)
    asked = {"game": "go", "rules": {"sise": 9}}
    headers = {"x-csrftoken": client.cookies["csrftoken"], "accept-language": "en"}
    answer = client.post("/api/practice", json=asked, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "option.unknown"), answer.text
    assert answer.json()["message"].startswith("There is no option “sise” here. The options are:")
    assert "size" in answer.json()["facts"]["known"]
    assert len(tables_of(client).owner.rooms) == before


def test_board_and_side_are_as_chosen(there):
    client, _ = there
    go = pressed(client, "computer", game="go", **{"size-go": "9"}, side="second")
    table = go.headers["location"].partition("?")[0].removeprefix("/t/")
    assert tables_of(client).owner.room(table).table.opened.rules["size"] == 9
    assert seat_in(client, go.headers["location"]) == 1
    six = pressed(client, "computer", game="chinese-checkers", **{"seats-chinese-checkers": "6"})
    table = six.headers["location"].partition("?")[0].removeprefix("/t/")
    assert len(tables_of(client).owner.room(table).table.opened.occupants) == 6


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "none"},
        {"clock": "0+0"},
        {"level": "9"},
        {"side": "third"},
        {"game": "go", "size-go": "7"},
        {"game": "chinese-checkers", "seats-chinese-checkers": "5"},
        {"game": "x" * 900},
    ],
)
def test_what_cannot_be_played_is_refused(there, wrong):
    client, _ = there
    assert pressed(client, "computer", **wrong).status_code in (400, 404)


def test_a_friend_sits_down_by_the_link_once_and_looking_takes_no_seat(there):
    client, _ = there
    maker, friend, third = (browser(client.app, f"10.0.0.{n}") for n in (1, 2, 3))
    answer = pressed(maker, "friend", game="gomoku", side="first", clock="10+5")
    invite = answer.headers["location"]
    page = maker.get(invite).text
    link = re.search(r'value="http://[^/"]+(/play/join/[^"]+)"', page)[1]
    assert seat_in(maker, f"/play/seat/{link.rpartition('/')[2]}") == 0
    for _ in range(3):
        assert "Sit down and play" in friend.get(link).text  # a messenger's preview
    taken = friend.post(
        link, data={"_csrf_token": friend.cookies["csrftoken"]}, follow_redirects=False
    )
    assert seat_in(friend, taken.headers["location"]) == 1
    again = friend.post(
        link, data={"_csrf_token": friend.cookies["csrftoken"]}, follow_redirects=False
    )
    assert again.headers["location"] == f"/play/seat/{link.rpartition('/')[2]}"
    full = sat_down(third, link)
    assert full.status_code == 422
    assert "All seats" in full.text
    assert third.get(f"/play/seat/{link.rpartition('/')[2]}").status_code == 403
    assert third.get(invite, follow_redirects=False).headers["location"] == link


def test_a_guest_takes_the_games_along_into_an_account(there):
    client, house = there
    guest = browser(client.app)
    answer = pressed(guest, "computer", game="gomoku")
    table = answer.headers["location"].partition("?")[0].removeprefix("/t/")
    guest.headers["x-csrftoken"] = guest.cookies["csrftoken"]
    assert sign_up(guest).status_code == 201
    assert [each.table for each in house.side_tables.visitor_seats.of("account:newcomer")] == [
        table
    ]
    assert table in guest.get("/play").text


def test_a_guest_takes_along_what_is_kept_and_has_it_forgotten(there):
    client, house = there
    guest, other = browser(client.app), browser(client.app, "10.0.0.7")
    table = pressed(guest, "computer", game="gomoku").headers["location"]
    name = table.partition("?")[0].removeprefix("/t/")
    kept = guest.get("/play/mine.json").json()
    assert [each["table"] for each in kept["tables"]] == [name]
    assert other.get("/play/mine.json").json() == {"tables": [], "registrations": [], "told": []}
    holder = digest(guest.cookies["qipan_guest"])
    form = Registration("r1", "cup", "men", "", holder, "waiting", '{"name":"Ann"}')
    registrations = house.side_tables.registrations
    registrations.add(form)
    asked = {"data": {"_csrf_token": guest.cookies["csrftoken"]}, "follow_redirects": False}
    assert guest.post("/play/forget", **asked).status_code == 422  # still waits for a place
    registrations.move(form, "withdrawn", 1)
    assert guest.post("/play/forget", **asked).status_code == 303
    assert house.side_tables.visitor_seats.of(f"guest:{holder}") == []
    assert registrations.find("r1") is None
    assert "qipan_guest" not in guest.cookies


def test_how_strong_the_computer_plays_stands_beside_its_name(there):
    client, _ = there
    link = pressed(client, "computer", game="go", side="first", level="8").headers["location"]
    client.get("/language/en?back=/")
    told = re.search(r'data-people="([^"]*)"', client.get(link).text)[1]
    guest, computer = json.loads(unescape(told))
    assert (computer["bot"], computer["level"]) == (True, "Full strength")
    assert (guest["bot"], guest["level"]) == (False, "")


@pytest.mark.parametrize("game", GAMES)
def test_how_strong_the_computer_plays_is_said_in_every_game(there, game):
    client, _ = there
    link = pressed(client, "computer", game=game, level="5").headers["location"]
    client.get("/language/en?back=/")
    assert re.search(r"<dt>Computer</dt>\s*<dd>Club player</dd>", client.get(link).text)
    friend = pressed(client, "friend", game=game).headers["location"].rsplit("/", 1)[-1]
    assert "<dt>Computer</dt>" not in client.get(f"/play/seat/{friend}").text


def test_nobody_is_offered_a_draw_with_a_computer_or_an_arbiter_who_is_not_there(there):
    client, _ = there
    alone = client.get(pressed(client, "computer", game="xiangqi").headers["location"]).text
    assert '"what":"draw"' not in alone
    assert re.search(r'id="call-arbiter" class="btn" hidden>', alone)
    invited = pressed(client, "friend", game="xiangqi").headers["location"].rsplit("/", 1)[-1]
    page = client.get(f"/play/seat/{invited}", follow_redirects=True).text
    assert '"what":"draw"' in page
    assert not re.search(r'id="call-arbiter" class="btn" hidden>', page)


def test_nobody_is_offered_to_talk_to_a_computer_or_to_report_it(there):
    client, _ = there
    talk = re.compile(r'<section[^>]*id="talk"\s*(hidden)?\s*>')
    alone = pressed(client, "computer", game="gomoku").headers["location"]
    page = client.get(alone).text
    assert talk.search(page)[1] == "hidden"
    assert page.count('<option value="1">') == 0
    maker, friend = (browser(client.app, f"10.0.0.{n}") for n in (7, 8))
    waiting = maker.get(pressed(maker, "friend", game="gomoku").headers["location"]).text
    link = re.search(r"/play/join/[\w-]+", waiting)[0]
    seat = sat_down(friend, link).headers["location"]
    assert talk.search(friend.get(seat).text)[1] is None


def test_after_300_practice_tables_another_address_gets_one_and_so_does_the_same(there):
    client, _ = there
    greedy, other = browser(client.app, "10.0.0.9"), browser(client.app, "10.0.0.10")
    headers = {"x-csrftoken": greedy.cookies["csrftoken"]}
    answers = []
    for _ in range(300):
        attempts.forget("practice/10.0.0.9")  # as if it took its time
        asked = greedy.post("/api/practice", json={"game": "gomoku"}, headers=headers)
        answers.append(asked.status_code)
    assert set(answers) == {201}
    owner = tables_of(client).owner
    open_now = [room for room in owner.rooms.values() if not (room.table.over or room.closing)]
    assert len(open_now) <= MOST_OWN
    assert pressed(other, "computer", game="gomoku").status_code == 303
    assert pressed(greedy, "computer", game="gomoku").status_code == 303


def test_a_flood_is_slowed_by_address_and_keeps_nobody_else(there):
    client, _ = there
    flood, other = browser(client.app, "10.0.0.9"), browser(client.app, "10.0.0.10")
    rate = LIMITS["practice"]
    headers = {"x-csrftoken": flood.cookies["csrftoken"]}
    codes = [
        flood.post("/api/practice", json={"game": "gomoku"}, headers=headers).status_code
        for _ in range(rate.burst + 5)
    ]
    assert codes[0] == 201
    assert codes[-1] == 429
    assert json.dumps(codes).count("201") >= rate.burst
    assert pressed(other, "computer", game="gomoku").status_code == 303

"""The seat is the browser's: a cookie bound to the table, never a key in the address."""

import json
import re

import httpx
import pytest
from litestar.testing import RequestFactory
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from qipan.web.live.seat_cookie import seat_cookies
from server import Server, use_link

CLOCK = {"kind": "per-move", "game": 900_000, "move": 180_000}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = Server(tmp_path_factory.mktemp("seats") / "j.sqlite")
    with httpx.Client(base_url=found.base, timeout=30) as chief:
        use_link(chief, found.link)
        found.chief = dict(chief.cookies)
    yield found
    found.stop()


@pytest.fixture
def browser(server):
    """Makes browsers: each keeps its own cookies."""
    opened = []

    def make(**more):
        opened.append(httpx.Client(base_url=server.base, timeout=30, **more))
        return opened[-1]

    yield make
    for each in opened:
        each.close()


@pytest.fixture
def links(browser, server):
    chief = browser(cookies=server.chief)
    body = {"game": "gomoku", "controls": [CLOCK], "occupants": ["p0", "p1"], "begin": True}
    headers = {"x-csrftoken": chief.cookies["csrftoken"]}
    return chief.post("/api/tables", json=body, headers=headers).json()["links"]


def bare(link):
    return link.partition("?")[0]


def seat_shown(page):
    found = re.search(r'data-seat="(\d)"', page.text)
    return int(found[1]) if found else None


def cookie_for(client, path):
    """Give the header that a browser would send to an address, by the paths of its cookies."""
    mine = [each for each in client.cookies.jar if path.startswith(each.path)]
    return "; ".join(f"{each.name}={each.value}" for each in mine)


def you(server, client, link, query="", **headers):
    """Open the table's socket as a browser does; give what the state says."""
    path = "/play/socket/" + bare(link).removeprefix("/t/")
    headers |= {"Cookie": cookie_for(client, path)}
    with connect(server.base.replace("http", "ws") + path + query, additional_headers=headers) as w:
        message = json.loads(w.recv(timeout=30))
        while message["type"] not in ("state", "refused"):
            message = json.loads(w.recv(timeout=30))
    return message.get("you") if message["type"] == "state" else message["code"]


def test_the_first_visit_seats_the_browser_and_the_bare_address_keeps_it(server, browser, links):
    mine, other = browser(), browser()
    first = mine.get(links[1])
    assert seat_shown(first) == 1
    made = first.headers.get_list("set-cookie")
    made = [each for each in made if each.startswith("qipan_seat=")]
    table = bare(links[1]).removeprefix("/t/")
    assert [re.search(r"Path=([^;]+)", each)[1] for each in made] == [
        f"/t/{table}",
        f"/play/socket/{table}",
    ]
    for each in made:
        assert "HttpOnly" in each
        assert "SameSite=lax" in each
        assert "Secure" not in each  # a hall's network has no https
    token = links[1].partition("token=")[2]
    again = mine.get(bare(links[1]))
    assert seat_shown(again) == 1
    assert token not in again.text
    assert again.headers["cache-control"] == "no-store"
    assert you(server, mine, links[1]) == 1
    assert you(server, mine, links[1], "?seat=1") == 1
    assert you(server, mine, links[1], f"?token={token}") == 1
    assert seat_shown(other.get(bare(links[1]))) is None
    assert you(server, other, links[1]) is None


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_over_tls_the_cookie_is_for_tls_alone(scheme):
    request = RequestFactory(scheme=scheme).get("/t/x")
    found = seat_cookies(request, "x", {0: "token"})
    assert [each.secure for each in found] == [scheme == "https"] * 2


def test_the_language_link_leads_back_to_the_seat(browser, links):
    mine = browser(follow_redirects=True)
    page = mine.get(links[0])
    back = re.search(r'href="(/language/zh\?back=[^"]+)"', page.text)[1]
    assert "token" not in back
    found = mine.get(back)
    assert seat_shown(found) == 0
    assert 'lang="zh"' in found.text


def test_a_link_to_another_seat_does_not_take_ones_own_away(server, browser, links):
    mine = browser()
    mine.get(links[0])
    second = mine.get(links[1])  # two on one tablet, or a trick of the opponent
    assert seat_shown(second) == 1
    assert "data-second" in second.text
    assert "%3Fseat%3D1" in second.text  # the language links keep it
    assert seat_shown(mine.get(bare(links[0]))) == 0
    assert seat_shown(mine.get(bare(links[0]) + "?seat=1")) == 1
    assert you(server, mine, links[0]) == 0
    assert you(server, mine, links[0], "?seat=1") == 1


def test_who_wants_to_watch_watches(server, browser, links):
    mine = browser()
    mine.get(links[0])
    assert seat_shown(mine.get(bare(links[0]) + "?as=watch")) is None
    assert you(server, mine, links[0], "?as=watch") is None


def test_an_arbiter_with_a_players_link_stays_an_arbiter_where_they_want(server, browser, links):
    chief = browser(cookies=server.chief)
    assert 'id="console"' in chief.get(bare(links[0])).text
    page = chief.get(links[0])
    assert seat_shown(page) == 0
    assert "data-second" in page.text  # its address says so from now on
    assert 'id="console"' not in page.text
    assert seat_shown(chief.get(bare(links[0]) + "?seat=0")) == 0
    assert 'id="console"' in chief.get(bare(links[0])).text
    assert you(server, chief, links[0]) is None
    assert you(server, chief, links[0], "?seat=0") == 0


def test_a_forged_or_foreign_cookie_opens_nothing(server, browser, links):
    table = bare(links[0])
    forged = browser(cookies={"qipan_seat": "0." + "A" * 32})
    assert seat_shown(forged.get(table)) is None
    token = links[1].partition("token=")[2]
    swapped = browser(cookies={"qipan_seat": f"0.{token}"})  # a token of another seat
    assert seat_shown(swapped.get(table)) is None
    assert you(server, forged, links[0]) is None
    assert you(server, forged, links[0], "?seat=0") == "play.wrong-token"
    assert you(server, forged, links[0], "?seat=x") == "play.wrong-token"


def test_a_page_of_another_site_cannot_use_the_cookie(server, browser, links):
    mine = browser()
    mine.get(links[0])
    path = "/play/socket/" + bare(links[0]).removeprefix("/t/")
    headers = {"Cookie": cookie_for(mine, path), "Origin": "https://evil.example"}
    with connect(server.base.replace("http", "ws") + path, additional_headers=headers) as wire:
        assert json.loads(wire.recv(timeout=30))["code"] == "play.origin"
        with pytest.raises(ConnectionClosed):
            wire.recv(timeout=30)


def test_a_reissued_seat_is_lost_to_the_old_browser(server, browser, links):
    mine, chief = browser(), browser(cookies=server.chief)
    mine.get(links[0])
    path = "/play/socket/" + bare(links[0]).removeprefix("/t/")
    headers = {"Cookie": cookie_for(chief, path)}
    with connect(server.base.replace("http", "ws") + path, additional_headers=headers) as wire:
        wire.send(json.dumps({"type": "arbiter", "act": "reissue", "seat": 0}))
        message = {"type": ""}
        while message["type"] != "link":
            message = json.loads(wire.recv(timeout=30))
    assert seat_shown(mine.get(bare(links[0]))) is None
    assert you(server, mine, links[0]) is None
    assert you(server, mine, links[0], "?seat=0") == "play.wrong-token"
    assert seat_shown(mine.get(message["link"])) == 0
    assert seat_shown(mine.get(bare(links[0]))) == 0

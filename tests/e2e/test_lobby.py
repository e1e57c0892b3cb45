"""Open matching in real browsers: two find each other, play two games, and see totals.

The lobby draws more often than it is served; everything else is as it is.
"""

import httpx
import pytest

from e2e.chromium import new_page
from e2e.live import PLACE, PLAYERS
from server import press_link

pytestmark = pytest.mark.browser
ASK_OFTEN = "const every = setInterval; window.setInterval = (what, ms) => every(what, ms / 8);"


@pytest.fixture(scope="module")
def server(live_server):
    with httpx.Client(base_url=live_server.base, timeout=30, cookies=live_server.cookies) as chief:
        headers = {"x-csrftoken": live_server.cookies["csrftoken"]}
        chief.post("/api/lobbies", json={"name": "open"}, headers=headers).raise_for_status()
    return live_server


def at_table(page):
    """Wait until a page has come to another game of its own, by itself; gives its seat."""
    before = "".join(f":not([data-table='{table}'])" for table in page.been)
    page.wait_for_selector(f"#table{before} .board")
    page.been.append(page.get_attribute("#table", "data-table"))
    assert page.locator(".practice").count() == 0
    return int(page.get_attribute("#table", "data-seat"))


def stone(page, column, row):
    at = [40 * column, 40 * row]
    page.mouse.click(*page.locator("svg.board-svg").evaluate(PLACE, at))


def resign(page):
    for _ in ("resign", "sure"):
        page.click("[data-send*=resign]")


def match(one, other, winners):
    """Play the two games of a match: a stone each, then one resigns; gives the seats of ``one``."""
    seats = []
    for winner in winners:
        seats.append(at_table(one))
        assert at_table(other) == 1 - seats[-1]
        first, second = (one, other) if seats[-1] == 0 else (other, one)
        stone(first, 7, 7)
        second.wait_for_selector(".stone")
        resign(other if winner is one else one)
        for page in (one, other):
            page.wait_for_selector("#table[data-phase=over]")
            page.click("#onward")  # back to the lobby, which leads to the next game
    return seats


def mine(page, total):
    page.wait_for_selector(f".lobby-total:text-is('{total} / 20')")
    return page.inner_text("[data-part=matches] strong >> nth=0")


def test_open_matching_a_match_of_two_games_and_practice_that_counts_nowhere(server, started):
    pages = [new_page(started) for _ in PLAYERS]
    for page, name in zip(pages, PLAYERS, strict=True):
        page.add_init_script(ASK_OFTEN)
        page.been = []
        press_link(page, f"{server.base}/sign-in/link-of-{name}")
        page.goto(f"{server.base}/lobby/open")
    anna, bo = pages
    bo.click(".practice button")
    bo.wait_for_selector("#table .board")
    assert "does not count" in bo.inner_text(".practice").lower()
    stone(bo, 7, 7)
    bo.wait_for_selector(".stone >> nth=1")  # the computer answers
    bo.been.append(bo.get_attribute("#table", "data-table"))
    bo.goto(f"{server.base}/lobby/open")
    anna.click("form[action$=wait] button")
    anna.wait_for_selector("#waiting")
    bo.click("form[action$=wait] button")
    seats = match(anna, bo, (anna, anna))
    assert sorted(seats) == [0, 1]  # colours exchanged
    assert (mine(anna, 2), mine(bo, 0)) == ("+2", "+0")
    rows = anna.locator("[data-part=standings] tbody tr").all_inner_texts()
    assert [int(row.split("\t")[2]) for row in rows] == [2, 0]  # practice counts nowhere
    assert [page.errors for page in pages] == [[]] * 2

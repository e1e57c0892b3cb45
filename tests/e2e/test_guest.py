"""Without an account, on a phone: each game against the computer, and two strangers by a link."""

import pytest

from e2e.chromium import page_in
from server import Server

pytestmark = pytest.mark.browser
PATIENCE = 60_000
TOO_WIDE = """() => [...document.querySelectorAll(".gamebar > *")]
  .filter((each) => each.offsetParent && each.getBoundingClientRect().right > innerWidth)
  .map((each) => each.id || each.className)"""
GAMES = ("xiangqi", "go", "gomoku", "shengji", "chinese-checkers")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = Server(tmp_path_factory.mktemp("guest") / "j.sqlite")
    yield found
    found.stop()


def phone(started):
    size = {"width": 390, "height": 844}
    return page_in(started.new_context(viewport=size, has_touch=True, locale="en-GB"))


def test_a_guest_meets_the_computer_in_each_game_and_it_plays(server, started):
    page = phone(started)
    for game in GAMES:
        page.goto(f"{server.base}/play")
        page.check(f"input[value={game}]", force=True)
        page.select_option("[name=side]", "second")
        page.click("#play-computer")
        page.wait_for_selector("#table .board", timeout=PATIENCE)
        # Who moves second sees the first move of the computer: events past the beginning.
        for _ in range(300):
            if int(page.get_attribute("#table", "data-seq") or 0) > 2:
                break
            page.wait_for_timeout(200)
        assert int(page.get_attribute("#table", "data-seq")) > 2, game
        assert page.evaluate(TOO_WIDE) == [], game  # a practice table says so in its bar
    assert page.errors == []


def test_two_strangers_play_by_a_link(server, started):
    host, friend = phone(started), phone(started)
    host.goto(f"{server.base}/play")
    host.check("input[value=gomoku]", force=True)
    host.click("#play-friend")
    link, seat = host.input_value("#invite-link"), host.get_attribute("#to-seat", "href")
    friend.goto(link)
    friend.click("form.once button")
    friend.wait_for_selector("#table .board", timeout=PATIENCE)
    host.goto(server.base + seat)
    for page in (host, friend):
        page.wait_for_selector("#table[data-seq]", timeout=PATIENCE)
    seats = {page.get_attribute("#table", "data-seat") for page in (host, friend)}
    assert seats == {"0", "1"}
    assert host.errors == friend.errors == []

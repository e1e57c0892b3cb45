"""Without an account, on a phone: each game against the computer, and two strangers by a link."""

from pathlib import Path

import httpx
import pytest

from e2e.chromium import page_in
from e2e.live import PLACE
from e2e.test_live_boards import PLAY_CARDS

pytestmark = pytest.mark.browser
PATIENCE = 60_000
TOO_WIDE = """() => [...document.querySelectorAll(".gamebar > *")]
  .filter((each) => each.offsetParent && each.getBoundingClientRect().right > innerWidth)
  .map((each) => each.id || each.className)"""
CUT = """() => [...document.querySelectorAll(".gamebar > .practice")]
  .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"""
GAMES = ("xiangqi", "go", "gomoku", "shengji", "chinese-checkers")


@pytest.fixture(scope="module")
def server(live_server):
    return live_server


def phone(started):
    size = {"width": 390, "height": 844}
    return page_in(started.new_context(viewport=size, has_touch=True, locale="en-GB"))


def finger(page, x, y):
    """Touch a place of the drawing, in its own measure."""
    page.touchscreen.tap(*page.locator("svg.board-svg").evaluate(PLACE, [x, y]))


def touch(page, name):
    """Touch a point with something on it, or a hint."""
    drawn = page.locator(f"svg.board-svg [data-at='{name}']").first
    x, y = drawn.get_attribute("transform").removeprefix("translate(").removesuffix(")").split()
    finger(page, float(x), float(y))


def stone(page):
    """Put a stone as a finger does: aim, and press again."""
    for _ in range(2):
        finger(page, 200, 200)
        page.wait_for_timeout(300)


def piece(page):
    touch(page, "h2")
    touch(page, "e2")


def marble(page):
    """Take the first marble that can go anywhere, and go."""
    text = page.evaluate(FIRST_LEGAL)
    touch(page, text.partition("-")[0])
    touch(page, text.rpartition("-")[2])


def cards(page):
    page.evaluate(PLAY_CARDS)


FIRST_LEGAL = """() => new Promise((found) => {
  const table = document.querySelector("#table");
  table.addEventListener("qipan:legal", ({ detail }) =>
    found(detail.moves.find((each) => each.split("-").length === 2)), { once: true });
  table.dispatchEvent(new CustomEvent("qipan:send", { detail: { type: "legal" } }));
})"""
MOVES = {
    "xiangqi": piece,
    "go": stone,
    "gomoku": stone,
    "shengji": cards,
    "chinese-checkers": marble,
}
"""How a guest makes a move of their own in each game, with a finger."""


def moves_at(server, page):
    """Give the moves so far: the guest's, and those of the computer after the first of them."""
    table, seat = (page.get_attribute("#table", name) for name in ("data-table", "data-seat"))
    told = httpx.get(f"{server.base}/api/tables/{table}", timeout=30).json()["moves"]
    passed = "pass" if len(told) and told[0]["seat"] < 0 else ""  # a card is to be played
    mine = [each["seq"] for each in told if each["seat"] == int(seat) and each["text"] != passed]
    after = [each for each in told if mine and each["seq"] > mine[0] and each["seat"] >= 0]
    return mine, [each for each in after if each["seat"] != int(seat)]


def test_a_guest_plays_each_game_against_the_computer_with_their_own_moves(server, started):
    page = phone(started)
    for game in GAMES:
        page.goto(f"{server.base}/play")
        page.check(f"input[value={game}]", force=True)
        page.select_option("[name=side]", "first")
        page.click("#play-computer")
        page.wait_for_selector("#table[data-line=up] .board", timeout=PATIENCE)
        page.wait_for_selector("#table[data-phase]:not([data-phase=''])", timeout=PATIENCE)
        MOVES[game](page)
        for _ in range(600):
            mine, answers = moves_at(server, page)
            if mine and answers:
                break
            for button in page.locator("[data-move=pass]:visible").all()[: game == "shengji"]:
                button.tap()  # nothing to declare
            page.wait_for_timeout(200)
        assert mine, game
        assert answers, game
        assert page.evaluate(TOO_WIDE) == [], game
        assert page.locator(".gamebar > .practice:visible").inner_text() == "Practice", game
        assert page.evaluate(CUT) == [], game
    assert page.errors == []


HOSTILE = "<img src=x onerror=window.hurt=1> ]) {"


def test_a_reader_remarks_and_tries_a_move_and_another_reads_it_by_the_link(server, started):
    page = phone(started)
    page.goto(f"{server.base}/play/review?sample=xiangqi&move=4")
    page.fill("[data-review=remark]", HOSTILE)
    page.click("[data-review=try]")
    page.wait_for_selector(".board-typed:not([hidden])")
    page.locator("svg.board-svg").scroll_into_view_if_needed()
    touch(page, "c3")
    touch(page, "c4")
    page.wait_for_selector("[data-review=place]:has-text('Move 5 of 5')")
    page.wait_for_selector("[data-review=variations] button")  # the way back to the game
    assert page.input_value("[data-review=remark]") == ""
    page.fill("[data-review=remark]", "mine")
    with page.expect_download() as taken:
        page.click(".downloads button[value='.pgn']")
    text = Path(taken.value.path()).read_text("utf-8")
    assert HOSTILE in text
    assert "mine" in text
    page.reload()
    page.goto(f"{server.base}/play/review?sample=xiangqi&move=4")
    page.wait_for_selector("[data-review=variations] button")  # kept in this browser
    assert page.input_value("[data-review=remark]") == HOSTILE
    link = page.evaluate(
        "() => location.origin + '/play/review?sample=xiangqi#notes='"
        " + btoa(localStorage.getItem(Object.keys(localStorage)"
        ".find((each) => each.startsWith('qipan.notes'))))"
    )
    other = phone(started)
    other.goto(f"{link}")
    other.wait_for_selector("[data-review=notes]:not([hidden])")
    for _ in range(4):
        other.click("[data-review=next]")
    assert other.input_value("[data-review=remark]") == HOSTILE
    other.wait_for_selector("[data-review=variations] button")
    for each in (page, other):
        assert each.evaluate("window.hurt") is None
        assert each.errors == []


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
    seats = {page.get_attribute("#table", "data-seat"): page for page in (host, friend)}
    assert set(seats) == {"0", "1"}
    seats["0"].wait_for_selector("#table[data-phase]:not([data-phase=''])", timeout=PATIENCE)
    for number, page in enumerate((seats["0"], seats["1"])):
        for _ in range(2):  # aim, and press again
            finger(page, 200 + 80 * number, 200)
        for each in (host, friend):
            each.wait_for_selector(f".stone >> nth={number}", timeout=PATIENCE)
    assert host.errors == friend.errors == []

"""The first five minutes in a real browser: the demo, its live boards, and a first competition."""

import re
import time
from contextlib import contextmanager

import httpx
import pytest

from e2e.chromium import LAPTOP, PHONE, new_page
from e2e.first_competition import PAGE, walk
from e2e.looking import MOST_SHIFT, shifts
from server import Server

pytestmark = pytest.mark.browser
PATIENCE = 60_000


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = Server(tmp_path_factory.mktemp("demo") / "demo.sqlite", "--demo", alone=True)
    for _ in range(PATIENCE // 500):
        if "data-table" in httpx.get(found.base, timeout=30).text:
            break
        time.sleep(0.5)
    yield found
    found.stop()


@contextmanager
def shown(started, size, **more):
    page = new_page(started, size, "en-GB", **more)
    yield page
    away = "Failed to load resource: net::ERR_"  # while the server starts over
    assert [each for each in page.errors if not each.startswith(away)] == []
    page.context.close()


def test_one_click_from_home_to_a_board_that_moves(server, started):
    with shown(started, LAPTOP) as page:
        page.goto(server.base)
        page.wait_for_selector("#minis [data-seq] svg", timeout=PATIENCE)
        board = page.locator("#minis a[data-seq]").first
        before = board.get_attribute("data-seq")
        page.wait_for_function(
            "([a, b]) => document.querySelector(`[data-table='${a}']`).dataset.seq !== b",
            arg=[board.get_attribute("data-table"), before],
            timeout=PATIENCE,
        )
        with page.expect_navigation(url="**/t/**", timeout=PATIENCE):
            board.click()
        page.wait_for_selector("svg.board-svg", timeout=PATIENCE)


LINES = """(() => {
  const Line = window.EventSource;
  window.lines = new Set();
  window.EventSource = class extends Line {
    constructor(...words) { super(...words); window.lines.add(this); }
    close() { super.close(); window.lines.delete(this); }
  };
})()"""


def answered_with(html):
    return lambda route: route.fulfill(content_type="text/html", body=html)


def test_the_first_page_keeps_one_line_open_when_games_change(server, started):
    html = httpx.get(server.base, timeout=30).text
    with shown(started, LAPTOP, service_workers="block") as page:  # or it asks past the test
        page.add_init_script(LINES)
        page.clock.install()
        page.goto(server.base)
        page.wait_for_selector("#minis [data-table]")
        answers = []
        page.route(f"{server.base}/", lambda route: answered_with(answers[-1])(route))
        for number in range(3):
            other = re.sub(r'data-table="[^"]*"', f'data-table="other-{number}"', html)
            answers.append(other)
            page.clock.run_for(15_000)
            page.wait_for_selector(f"#minis [data-table=other-{number}]")
        assert page.evaluate("lines.size") == 1


def test_boards_to_watch_have_their_room_before_they_are_drawn(server, started):
    with shown(started, LAPTOP) as page:
        page.goto(f"{server.base}/watch")
        page.wait_for_selector("#hall figure[data-seq] .board-svg", timeout=PATIENCE)
        assert shifts(page) <= MOST_SHIFT
        page.wait_for_function("""() => [...document.querySelectorAll("#hall figure")].every(
            (each) => each.querySelector(".place > *")?.clientWidth > 200)""")
        cut = """() => [...document.querySelectorAll("#hall .place")].filter(
            (each) => each.scrollHeight > each.clientHeight + 4).map((each) => each.className)"""
        assert page.evaluate(cut) == []  # a star is taller than a square board


SMALL = {"width": 360, "height": 740}
BESIDE_ITS_FRAME = """() => [...document.querySelectorAll(".wide")]
    .filter((frame) => frame.scrollWidth > frame.clientWidth).map((frame) => frame.ariaLabel)"""
"""What of a player's page one would have to push sideways to see."""
ARROW = 24
TOO_LONG = """(arrow) => [...document.querySelectorAll(".playbox select")]
  .filter((each) => each.offsetParent)
  .flatMap((each) => {
    const pen = document.createElement("canvas").getContext("2d");
    const style = getComputedStyle(each);
    pen.font = style.font;
    const room = each.clientWidth - parseFloat(style.paddingLeft) - arrow;
    return [...each.options].map((one) => one.text.trim())
      .filter((text) => pen.measureText(text).width > room);
  })"""
OF_STAFF = (
    *("/keep", "/register", "/arbiters", "/rating-lists", "/travel", "/take-over", "/new"),
    *("/c/demo-teams/team/desk/results", "/c/demo-league/league/desk/results"),
    *("/c/demo-league/league/desk/go-boards", "/c/demo-world/men/fair-play", "/c/demo-world/desk"),
)


@pytest.mark.parametrize("language", ["en-GB", "zh-CN", "th-TH", "ms-MY"])
def test_nothing_is_cut_on_the_smallest_phone(server, started, language):
    page = new_page(started, SMALL, language)
    page.goto(server.base)
    assert page.evaluate(TOO_LONG, ARROW) == []
    page.goto(f"{server.base}/c/demo-world/men/player/e27")
    assert page.evaluate(BESIDE_ITS_FRAME) == []
    page.goto(f"{server.base}/demo")
    page.click("form[action$='/demo/be/chief'] button")
    page.wait_for_url("**/desk/results")
    wide = []
    for address in OF_STAFF:
        assert page.goto(server.base + address).status == 200
        if page.evaluate("document.documentElement.scrollWidth") > SMALL["width"]:
            wide.append(address)
    assert wide == []
    page.context.close()


def test_two_presses_from_home_to_a_computer_that_plays(server, started):
    with shown(started, LAPTOP) as page:
        page.goto(server.base)
        page.click(".playbox .games label:has([value=gomoku])")
        page.select_option(".playbox [name=side]", "second")
        page.get_by_role("button", name="Play the computer").click()
        page.wait_for_url("**/t/**", timeout=PATIENCE)
        page.wait_for_selector("#table .stone", timeout=PATIENCE)


def test_everybody_of_the_bar_opens_where_a_hint_says_what_to_do(server, started):
    with shown(started, LAPTOP) as page:
        page.goto(server.base)
        names = page.locator("[data-demo-bar] form[action*='/demo/be/'] button")
        names.first.wait_for()
        roles = [each.strip() for each in names.all_inner_texts()]
        assert len(roles) == 7
        for role in roles:
            page.goto(server.base)
            page.get_by_role("button", name=role, exact=True).click()
            hint = page.locator(".demo-hint")
            hint.wait_for(timeout=PATIENCE)
            assert hint.inner_text().startswith(f"{role}: ")


def test_home_shows_games_and_competitions_without_an_account_on_a_phone(server, started):
    with shown(started, PHONE) as page:
        page.goto(server.base)
        text = page.inner_text("main")
        assert len(re.findall(r"Demo · ", text)) >= 5
        assert all(game in text for game in ("Xiangqi", "Go", "Gomoku"))
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_first_competition_works_as_its_page_says_and_the_bar_starts_over(server, started):
    with shown(started, LAPTOP) as page:
        clicks = walk(page, server.base)
        assert clicks <= 8
        assert "desk/documents" in page.url
    assert PAGE.read_text("utf-8").count("![") == 5
    with shown(started, LAPTOP) as page:
        page.goto(server.base)
        page.get_by_role("button", name="Chief arbiter").click()
        page.wait_for_url("**/c/demo-world/men/desk/results")
        assert "disputed" in page.inner_text(".demo-hint")
        assert any(
            each["id"].startswith("event-")
            for each in httpx.get(f"{server.base}/api/competitions").json()
        )
        page.get_by_role("button", name="Start over").click()
        page.wait_for_url(f"{server.base}/", timeout=PATIENCE)
    left = httpx.get(f"{server.base}/api/competitions", timeout=30).json()
    assert not any(each["id"].startswith("event-") for each in left)
    assert {"demo", "demo-world"} <= {each["id"] for each in left}

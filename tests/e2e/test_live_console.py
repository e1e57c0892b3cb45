"""The arbiter's console in a real browser, and a table on a small phone."""

import httpx
import pytest

from e2e.chromium import new_page
from e2e.test_live_boards import SMALL, TALL, opened, tap
from server import Server

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = Server(tmp_path_factory.mktemp("console") / "j.sqlite")
    with httpx.Client(base_url=found.base, timeout=30) as chief:
        chief.get(found.link)
        found.cookies = dict(chief.cookies)
    yield found
    found.stop()


@pytest.fixture
def table(server, started):
    """Two players and the chief arbiter at a table of gomoku."""
    links = opened(server, "gomoku", begin=True)
    pages = [new_page(started, size) for size in (TALL, SMALL, TALL)]
    pages[2].context.add_cookies(
        [{"name": k, "value": v, "url": server.base} for k, v in server.cookies.items()]
    )
    for page, link in zip(pages, (*links, links[0].partition("?")[0]), strict=True):
        page.goto(server.base + link)
        page.wait_for_selector("#table[data-line=up] .board")
    yield pages
    for page in pages:
        assert page.errors == []
        page.context.close()


def fill(page, act, **fields):
    for name, value in fields.items():
        field = page.locator(f"[data-act={act}] [name={name}]")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(str(value))
        else:
            field.fill(str(value))


def press(page, act, value):
    page.click(f"[data-act={act}] button[value={value}]")


def notice(page, words):
    page.wait_for_selector(f"#notice:has-text('{words}')")


def test_every_ruling_reaches_both_players(table, server):
    first, second, arbiter = table
    arbiter.click("[data-send*=pause]")
    second.wait_for_selector("#status:has-text('stopped the clocks')")
    tap(first, 0, 0)
    assert first.locator(".stone").count() == 0
    fill(arbiter, "clocks", main0=300, main1=150)
    press(arbiter, "clocks", "resume")
    first.wait_for_selector("#clocks li:nth-child(2):has-text('2:30')")
    fill(arbiter, "message", text="Five minutes.")
    arbiter.click("[data-act=message] button")
    notice(first, "Arbiter: Five minutes.")
    notice(second, "Arbiter: Five minutes.")
    fill(arbiter, "seat", seat=1, time=20, points=1)
    press(arbiter, "seat", "warn")
    notice(first, "warns White")
    press(arbiter, "seat", "fine")
    notice(second, "fined: 20 s")
    first.wait_for_selector("#clocks li:nth-child(2):has-text('2:10')")
    fill(arbiter, "replace", kind="byo-yomi", main=60, step=10, periods=3)
    arbiter.click("[data-act=replace] button")
    first.wait_for_selector("#clocks li:nth-child(2):has-text('3 periods')")
    first.click("details summary:has-text('Report')")
    first.click("#report button")
    notice(first, "has your report")
    arbiter.wait_for_selector("#conduct li:has-text('Black reports White')")
    arbiter.click("[data-send*='\"open\":true']")
    first.wait_for_selector("#say:not([hidden])")
    first.fill("#say input", "good luck")
    first.press("#say input", "Enter")
    second.wait_for_selector("#said li:has-text('Black: good luck')")
    press(arbiter, "seat", "mute")
    second.wait_for_selector("#say:not([hidden])")
    arbiter.wait_for_timeout(100)
    second.fill("#say input", "thanks")
    second.press("#say input", "Enter")
    notice(second, "talk")
    press(arbiter, "seat", "reissue")
    notice(second, "used elsewhere")
    link = arbiter.get_attribute("#link a", "href")
    second.goto(server.base + link)
    second.wait_for_selector("#table[data-line=up] .board")
    tap(first, 40, 40)
    second.wait_for_selector(".stone")
    press(arbiter, "seat", "award")
    for page in table:
        page.wait_for_selector("#status:has-text('White wins. The arbiter decided the game.')")
    arbiter.click("[data-send*=annul]")
    arbiter.click("[data-send*=annul]")
    second.wait_for_selector("#status:has-text('Annulled.')")
    assert second.is_visible("#review a")


def test_a_refusal_is_a_sentence_and_a_phone_is_wide_enough(table):
    first, second, _ = table
    assert second.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    for button in second.locator("#acts button:visible, .board-switches button").all():
        assert button.bounding_box()["height"] >= 44
    assert "for the whole game" in second.inner_text("#clocks")
    second.click('[data-send*=\'"what":"time"\']')
    second.wait_for_selector("#notice:has-text('.')")
    assert "play." not in second.inner_text("#notice")
    first.click("[data-send*='\"offer\"']")
    notice(second, "Black offers a draw.")
    second.click("[data-send*='\"accept\":true']")
    for page in table:
        page.wait_for_selector("#status:has-text('Draw.')")

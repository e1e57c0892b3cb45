"""The arbiter's console in a real browser, and a table on a small phone."""

import re

import pytest

from e2e.chromium import new_page
from e2e.live import cookies_for, opened, tap

pytestmark = pytest.mark.browser
LAPTOP = {"width": 1280, "height": 720}
SMALL = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def server(live_server):
    return live_server


@pytest.fixture
def table(server, started):
    """Two players and the chief arbiter at a table of gomoku."""
    links = opened(server, "gomoku", begin=True)
    pages = [new_page(started, size) for size in (LAPTOP, SMALL, LAPTOP)]
    pages[2].context.add_cookies(cookies_for(server))
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


def press(page, act, value, sure=False):
    page.click(f"[data-act={act}] button[value={value}]")
    if sure:  # what cannot be taken back is asked first, with what follows
        page.click("#asking .danger")


def pane(page, name):
    if not page.is_visible(f"[data-pane={name}]"):
        page.click(f"[data-open-pane={name}]")


def notice(page, words):
    page.wait_for_selector(f"#notice:has-text('{words}')")


def test_every_ruling_reaches_both_players(table, server):
    first, second, arbiter = table
    arbiter.click("[data-send*=pause]")
    second.wait_for_selector("#status:has-text('stopped the clocks')")
    tap(first, 0, 0)
    assert first.locator(".stone").count() == 0
    pane(arbiter, "clocks")
    assert re.fullmatch(r"1[45]:\d\d", arbiter.input_value("[name=main0]"))
    fill(arbiter, "clocks", main0="5:00", main1=150)
    press(arbiter, "clocks", "resume")
    first.wait_for_selector(".clock[data-seat='1']:has-text('2:30')")
    pane(arbiter, "people")
    fill(arbiter, "message", text="Five minutes.")
    arbiter.click("[data-act=message] button")
    notice(first, "Arbiter: Five minutes.")
    notice(second, "Arbiter: Five minutes.")
    pane(arbiter, "ruling")
    fill(arbiter, "seat", seat=1, time=20, points=1)
    assert "2:30 → 2:10 · 1 point off" in arbiter.inner_text("#fine-preview")
    press(arbiter, "seat", "warn")
    notice(first, "warns p1")
    press(arbiter, "seat", "fine")
    assert "Apply this penalty? p1: 2:" in arbiter.inner_text("#prompt")
    arbiter.click("#asking .danger")
    notice(second, ": 20 s")
    first.wait_for_selector(".clock[data-seat='1']:has-text('2:10')")
    pane(arbiter, "clocks")
    arbiter.click("[data-pane=clocks] summary")
    fill(arbiter, "replace", kind="byo-yomi", main=60, step=10, periods=3)
    arbiter.click("[data-act=replace] button")
    first.wait_for_selector(".player[data-seat='1']:has-text('3 periods')")
    first.click("details summary:has-text('Report')")
    first.click("#report button")
    notice(first, "has reached the arbiter")
    pane(arbiter, "record")
    arbiter.wait_for_selector("#conduct li:has-text('p0 reports p1')")
    pane(arbiter, "people")
    fill(arbiter, "seats", seat=1)
    arbiter.click("[data-send*='\"open\":true']")
    first.wait_for_selector("#say:not([hidden])")
    first.fill("#say input", "good luck")
    first.press("#say input", "Enter")
    notice(second, "p0: good luck")
    second.click("#more")  # on a phone talk is in the drawer
    second.wait_for_selector("#said li:has-text('p0: good luck')")
    press(arbiter, "seats", "mute")
    second.wait_for_selector("#say:not([hidden])")
    arbiter.wait_for_timeout(100)
    second.fill("#say input", "thanks")
    second.press("#say input", "Enter")
    notice(second, "talk")
    press(arbiter, "seats", "reissue")
    second.wait_for_selector(".elsewhere:has-text('another window')")
    link = arbiter.wait_for_selector("#link a[href]").get_attribute("href")
    second.goto(server.base + link)
    second.wait_for_selector("#table[data-line=up] .board")
    tap(first, 40, 40)
    second.wait_for_selector(".stone")
    pane(arbiter, "ruling")
    press(arbiter, "seat", "award", sure=True)
    for page in table:
        page.wait_for_selector("#status:has-text('the arbiter decided')")
    arbiter.click("[data-send*=annul]")
    arbiter.click("[data-send*=annul]")
    second.wait_for_selector("#status:has-text('annulled the game')")
    assert second.is_visible("#review")


def test_a_refusal_is_a_sentence_and_a_phone_is_wide_enough(table):
    first, second, _ = table
    assert second.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    for button in second.locator("#acts button:visible, .gamebar .btn:visible").all():
        assert button.bounding_box()["height"] >= 44
    assert "for the whole game" in first.inner_text(".player[data-seat='1']")
    second.click("#claim")
    second.click("#prompt button:has-text('Claim the time')")
    second.click("#prompt button:has-text('Claim')")
    second.wait_for_selector("#notice:has-text('.')")
    assert "play." not in second.inner_text("#notice")
    first.click("[data-send*='\"offer\"']")
    second.wait_for_selector("#prompt:has-text('p0 offers a draw.')")
    second.click("[data-send*='\"accept\":true']")
    for page in table:
        page.wait_for_selector("#status:has-text('Draw: both agreed')")


PANES = ("clocks", "ruling", "people", "record")
CUT = """() => {
  const board = document.querySelector("#board svg, .cards-cloth").getBoundingClientRect();
  const panel = document.querySelector("#console").getBoundingClientRect();
  const over = panel.width && panel.right > board.left + 1 && panel.left < board.right - 1
    && panel.bottom > board.top + 1 && panel.top < board.bottom - 1;
  const fields = "#console .pane:not([hidden]) :is(input, select, .btn)";
  const shown = [...document.querySelectorAll(fields)]
    .filter((each) => each.offsetParent);
  const cut = shown.filter((each) => {
    const { left, right, width } = each.getBoundingClientRect();
    return !width || left < panel.left - 1 || right > panel.right + 1
      || (each.matches(".btn") && each.scrollWidth > each.clientWidth + 1);
  });
  const out = panel.bottom > innerHeight + 1 || panel.right > innerWidth + 1;
  return [over, cut.map((each) => each.outerHTML.slice(0, 90)), out, shown.length > 0,
    document.documentElement.scrollWidth <= innerWidth];
}"""


@pytest.mark.parametrize(("game", "seats"), [("xiangqi", 2), ("shengji", 4)])
def test_the_console_hides_nothing_of_the_board_and_cuts_no_field(server, started, game, seats):
    link = opened(server, game, seats)[0].partition("?")[0]
    page = new_page(started, LAPTOP)
    page.context.add_cookies(cookies_for(server))
    page.goto(server.base + link)
    page.wait_for_selector("#table[data-line=up] .board")
    for width, height in ((1280, 720), (1920, 1080), (390, 844), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        for name in PANES:
            pane(page, name)
            over, cut, out, some, fits = page.evaluate(CUT)
            assert (over, cut, out, some, fits) == (False, [], False, True, True), (width, name)
    assert page.errors == []
    page.context.close()

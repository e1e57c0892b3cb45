"""The line of a live table in real browsers: slow, silently dead, in two tabs, in two languages."""

import pytest

from e2e.chromium import new_page, page_in
from e2e.live import SOAK, opened, tap
from proxy import Proxy

pytestmark = pytest.mark.browser
ILLEGAL = """document.querySelector("#table").dispatchEvent(
  new CustomEvent("qipan:send", { detail: { type: "move", text: "h8" } }))"""
BOX = "document.querySelector('.board-svg').getBoundingClientRect().toJSON()"


@pytest.fixture(scope="module")
def server(live_server):
    return live_server


@pytest.fixture
def line(server):
    """A line of the test's own between one browser and the server."""
    found = Proxy(server.port)
    yield found
    found.close()


@pytest.fixture
def sit(server, started):
    """Open pages, each in a browser of its own unless another is given."""
    pages = []

    def open_page(base, link, beside=None):
        page = new_page(started) if beside is None else page_in(beside.context)
        pages.append(page)
        page.goto(base + link)
        page.wait_for_selector("#table[data-line=up] .board-svg")
        return page

    yield open_page
    for page in pages:
        page.context.close()


def you(page):
    """Ask the socket of a page for its state; give whose it is."""
    return page.evaluate("""() => new Promise((done) => {
      const table = document.querySelector("#table");
      table.addEventListener("qipan:state", (event) => done(event.detail.you), { once: true });
      const detail = { type: "since", seq: 0 };
      table.dispatchEvent(new CustomEvent("qipan:send", { detail }));
    })""")


def test_a_move_is_drawn_at_once_on_a_slow_line_and_taken_back_if_refused(server, line, sit):
    links = opened(server, "gomoku")
    slow, other = sit(line.base, links[0]), sit(server.base, links[1])
    other.wait_for_selector("#line.good")
    line.delay = 2  # long enough to look at both pages on a busy machine
    box = slow.evaluate(BOX)
    tap(slow, 280, 280)
    assert slow.locator(".layer-pieces .pending").count() == 1  # nothing was answered yet
    assert other.locator(".stone").count() == 0
    line.delay = 0.3
    other.wait_for_selector(".stone")
    slow.wait_for_selector(".stone")
    slow.wait_for_selector(".layer-pieces:not(:has(.pending))")
    assert slow.locator(".stone").count() == 1
    tap(other, 320, 280)
    slow.wait_for_selector(".stone >> nth=1")
    slow.evaluate(ILLEGAL)  # a point that is taken: only the server knows
    slow.wait_for_selector("#notice:visible")
    assert slow.locator(".stone").count() == 2
    assert slow.locator(".pending").count() == 0
    slow.wait_for_selector("#line.warn:has-text('slow')")
    assert slow.evaluate(BOX) == box
    assert [slow.errors, other.errors] == [[], []]


def test_a_silently_dead_line_is_noticed_on_both_sides_and_the_move_goes_out_once(
    server, line, sit
):
    links = opened(server, "gomoku")
    mine, other = sit(line.base, links[0]), sit(server.base, links[1])
    tap(mine, 280, 280)
    other.wait_for_selector(".stone")
    box = mine.evaluate(BOX)
    if SOAK:  # while one waits for the opponent
        line.silent.set()
        mine.wait_for_selector("#prompt.bad:has-text('connection is lost')", timeout=10_000)
        mine.wait_for_selector("#line.bad:has-text('No line')")
        other.wait_for_selector(".player.away[data-seat='0']", timeout=10_000)
        line.silent.clear()
        mine.wait_for_selector("#table[data-line=up]")
        mine.wait_for_selector("#prompt:not(.bad)")
        other.wait_for_selector(".player:not(.away)[data-seat='0']")
    tap(other, 320, 280)
    mine.wait_for_selector(".stone >> nth=1")
    line.silent.set()
    tap(mine, 280, 320)
    assert mine.locator(".pending").count() == 1
    mine.wait_for_selector("#prompt:has-text('Your move is kept')", timeout=10_000)
    assert "≈" in mine.inner_text(".strip.me .clock")
    mine.wait_for_selector("#line.bad:has-text('No line')")
    other.wait_for_selector(".player.away[data-seat='0']", timeout=10_000)
    other.wait_for_selector("#prompt:has-text('is not connected')", timeout=10_000)
    assert mine.evaluate(BOX) == box
    assert other.locator(".stone").count() == 2
    line.silent.clear()
    other.wait_for_selector(".stone >> nth=2", timeout=30_000)
    mine.wait_for_selector("#table[data-line=up]")
    mine.wait_for_selector("#prompt:not(.bad)")
    mine.wait_for_selector(".layer-pieces:not(:has(.pending))")
    assert [mine.locator(".stone").count(), other.locator(".stone").count()] == [3, 3]
    assert mine.locator("#notice").is_hidden()  # it was taken once, and not refused a second time


def test_the_seat_is_the_browsers_through_languages_reloads_and_two_tabs(server, sit):
    links = opened(server, "gomoku")
    bare = links[0].partition("?")[0]
    sit(server.base, links[1])  # a game begins when both are there
    mine = sit(server.base, links[0])
    assert mine.url == server.base + bare
    assert mine.evaluate("document.documentElement.outerHTML.includes('token=')") is False
    assert you(mine) == 0
    mine.evaluate("document.querySelector('.languages a[lang=zh]').click()")
    mine.wait_for_selector("html[lang=zh] #table[data-line=up]")
    assert you(mine) == 0
    mine.reload()
    mine.wait_for_selector("#table[data-line=up]")
    assert you(mine) == 0
    second = sit(server.base, bare, beside=mine)
    assert you(second) == 0
    mine.wait_for_selector("#table[data-line=replaced] .elsewhere button")
    mine.click(".elsewhere button")
    mine.wait_for_selector("#table[data-line=up]")
    second.wait_for_selector("#table[data-line=replaced] .elsewhere")
    assert mine.locator(".elsewhere").count() == 0
    tap(mine, 280, 280)
    mine.wait_for_selector(".stone")
    stranger = sit(server.base, bare)
    assert you(stranger) is None


def test_stepping_back_taking_back_and_calling_the_arbiter(server, sit):
    links = opened(server, "gomoku")
    first, second = sit(server.base, links[0]), sit(server.base, links[1])
    for number, (page, at) in enumerate(((first, 280), (second, 320), (first, 360))):
        tap(page, at, 280)
        for each in (first, second):
            each.wait_for_selector(f".stone >> nth={number}")
            each.wait_for_selector(".layer-pieces:not(:has(.pending))")
    first.click("[data-step=back]")
    first.wait_for_selector(".stone >> nth=2", state="detached")
    first.click("[data-step=first]")
    first.wait_for_selector(".stone", state="detached")
    tap(second, 400, 280)  # the game goes on meanwhile
    second.wait_for_selector(".stone >> nth=3")
    first.wait_for_selector("#moves li >> nth=3")
    assert first.locator(".stone").count() == 0
    first.click("#moves li:nth-child(2) button")
    first.wait_for_selector(".stone >> nth=1")
    first.click("[data-step=last]")
    first.wait_for_selector(".stone >> nth=3")
    second.click("button[data-takeback]")
    first.click("#asking button:has-text('Accept')")
    for each in (first, second):
        each.wait_for_selector(".stone >> nth=3", state="detached")
    first.click("#call-arbiter")
    first.click("#asking button:has-text('clock')")
    first.wait_for_selector("#notice:has-text('arbiter has been called')")
    second.evaluate("document.querySelector('#phrases button:nth-child(4)').click()")
    first.wait_for_selector("#said li:has-text('Thank you')", state="attached")
    assert [first.errors, second.errors] == [[], []]

"""The public pages in a real browser: the projector moves and stays true, a phone finds its way."""

import pytest

from e2e.chromium import LAPTOP, PHONE, PROJECTOR, new_page
from qipan.simulation.event import HOME, Plan, step
from qipan.wiring import open_house
from server import Server, press_link

pytestmark = pytest.mark.browser
PLAN = Plan("my-2018", "individual", 21, 3)
HERE = f"/c/{HOME}/individual"
READABLE = 28
"""Pixels of the smallest letters on a projector."""
PATIENCE = 60_000
"""Milliseconds."""

SMALLEST = """() => Math.min(...[...document.querySelectorAll("main td, main .soft, header *")]
  .filter((each) => each.textContent.trim() && !each.closest(".hidden, svg"))
  .filter((each) => each.getClientRects().length)
  .map((each) => parseFloat(getComputedStyle(each).fontSize)))"""
CONTRASTS = """() => {
  const light = (colour) => {
    const most = colour.startsWith("color(srgb") ? 1 : 255; // a mixed colour counts from 0 to 1
    const parts = colour.match(/[0-9.]+/g).slice(0, 3).map((each) => each / most)
      .map((each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const paper = (each) => {
    for (let here = each; here; here = here.parentElement) {
      const found = getComputedStyle(here).backgroundColor;
      if (!/, 0\\)$|transparent/.test(found)) return found;
    }
    return "rgb(255, 255, 255)";
  };
  const poor = [];
  for (const each of document.querySelectorAll("body *")) {
    const own = [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || each.closest("script, title, .hidden, .skip")) continue;
    if (!each.getClientRects().length) continue;
    const inside = each.closest("svg");
    if (inside && each.matches(".boards .done")) continue; // on a square of its own
    const ink = inside ? getComputedStyle(each).fill : getComputedStyle(each).color;
    const under = paper(inside ? inside.parentElement : each);
    const [high, low] = [light(ink), light(under)].sort((a, b) => b - a);
    if ((high + 0.05) / (low + 0.05) < 4.5) poor.push(`${each.textContent.trim()} ${ink}`);
  }
  return poor;
}"""
WHOLE = """() => [...document.querySelectorAll(".slide.now tbody tr")].filter((row) => {
  const { top, bottom, left, right } = row.getBoundingClientRect();
  return bottom > innerHeight || right > innerWidth || top < 0 || left < 0;
}).map((row) => row.textContent)"""
LOST = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def server(tmp_path):
    house = open_house(str(tmp_path / "j.sqlite"))
    while step(house.office, PLAN):
        section = house.office.state(HOME).sections.get(PLAN.section)
        if section and len(section.rounds) == 3 and section.current.published:
            break
    house.close()
    started = Server(tmp_path / "j.sqlite")
    yield started
    started.stop()


LAID_OUT = """() => {
  const now = [...document.querySelectorAll(".slide.now")];
  return [now.length, Number(now[0].querySelector("tbody").style.getPropertyValue("--rows")) > 0];
}"""


def watch_the_projector(started, server, arbiter):
    wall = new_page(started, PROJECTOR)
    wall.goto(server.base + HERE + "/projector")
    assert wall.evaluate(SMALLEST) >= READABLE
    assert wall.evaluate(WHOLE) == []  # every board is on the screen, none cut
    assert wall.evaluate(CONTRASTS) == []
    wall.evaluate("() => document.querySelectorAll('tr').forEach((row) => (row.here = true))")
    arbiter.goto(server.base + HERE + "/desk/results")
    arbiter.click("button[value='2 1-0']")
    wall.wait_for_selector("text=1 of 10 boards finished", timeout=PATIENCE)  # without a reload
    assert wall.evaluate(NEW_ROWS) == 1  # the board; all others stay as they are
    assert wall.evaluate(LAID_OUT) == [1, True]
    assert wall.evaluate(WHOLE) == []
    wall.evaluate("() => dispatchEvent(new CustomEvent('qipan:next'))")  # else after a while
    wall.wait_for_selector(".slide.now .hall-standings", timeout=PATIENCE)
    assert wall.evaluate(WHOLE) == []
    assert (wall.errors, arbiter.errors) == ([], [])
    wall.context.close()  # it draws all the time


PARTS = """() => [...document.querySelectorAll("[data-live]")].map((each) =>
  each.outerHTML.replace(/>\\s+</g, "><").replace(/\\s+/g, " "))"""
NOTE_ROWS = """() => {
  const rows = [...document.querySelectorAll("[data-live] tbody tr")];
  for (const row of rows) row.here = true;
  const link = document.querySelector(".standings tbody tr:nth-child(12) .name a");
  link.scrollIntoView({ block: "center" });
  link.focus();
  link.mine = true;
  return rows.length;
}"""
NEW_ROWS = """() => [...document.querySelectorAll("[data-live] tbody tr")]
  .filter((row) => !row.here).length"""


def read_a_section_while_results_come(started, server, arbiter):
    """Only what changed is fetched and drawn; what the reader does goes on."""
    reader, asked = new_page(started), []
    reader.on("request", lambda each: asked.append(each.url))
    reader.goto(server.base + HERE)
    asked.clear()
    arbiter.goto(server.base + HERE + "/desk/results")
    done = ".pairings tbody tr:nth-child({}).done"
    reader.mouse.down()  # a finger is on the page: nothing moves under it
    arbiter.click("button[value='3 0-1']")
    arbiter.wait_for_selector("button[value='3 0-1'][aria-pressed=true]")
    reader.wait_for_timeout(400)
    assert reader.locator(done.format(3)).count() == 0
    reader.mouse.up()
    reader.wait_for_selector(done.format(3), timeout=PATIENCE)
    assert reader.evaluate(NOTE_ROWS) > 40
    top = reader.evaluate("document.querySelector('#standings').getBoundingClientRect().top")
    arbiter.click("button[value='4 0-1']")
    reader.wait_for_selector(done.format(4), timeout=PATIENCE)
    assert reader.evaluate(NEW_ROWS) == 1  # the board
    assert reader.evaluate("document.activeElement.mine === true")
    moved = reader.evaluate("document.querySelector('#standings').getBoundingClientRect().top")
    assert abs(moved - top) < 2
    pages = [each for each in asked if HERE in each]
    assert len(pages) == 2, asked
    assert all("?held=" in each for each in pages), asked
    shown = reader.evaluate(PARTS)
    reader.reload()
    assert shown == reader.evaluate(PARTS)
    assert (reader.errors, arbiter.errors) == ([], [])


def walk(started, server, size, scheme):
    phone = new_page(started, size, scheme=scheme)
    phone.goto(server.base + HERE)
    phone.click("text=By name")
    phone.fill("input[name=q]", " 21")
    phone.click(".find button")
    phone.click(".names tbody a >> nth=0")
    for link in (".played .tap >> nth=0", "text=Pictures"):
        phone.wait_for_load_state()
        assert phone.evaluate(CONTRASTS) == []
        assert phone.evaluate(LOST) <= 0
        phone.click(link)
    phone.wait_for_selector(".pairing .float")
    assert phone.evaluate(CONTRASTS) == []
    assert phone.evaluate(LOST) <= 0
    phone.click(".pairing a >> nth=0")
    assert "Why" in phone.inner_text("h1")
    assert phone.errors == []


def test_the_hall_and_the_phones(server, started):
    arbiter = new_page(started)
    press_link(arbiter, server.link)
    watch_the_projector(started, server, arbiter)
    read_a_section_while_results_come(started, server, arbiter)
    for size, scheme in ((PHONE, "dark"), (LAPTOP, "light")):
        walk(started, server, size, scheme)

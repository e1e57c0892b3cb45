"""An online contest in real browsers: check-in, pairing at the window, a short game, standings."""

import re
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from e2e.chromium import PROJECTOR, new_page
from qipan.desk.competition import OpenSection
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.online.commands import OpenContest, PlanRounds
from qipan.journal.people import Person
from qipan.wiring import open_house
from server import Server, use_link

pytestmark = pytest.mark.browser
CUP, WOMEN = "cup", "women"
NAMES = ("王一", "李二")
MINUTES = 20
PLACE = """(s, [x, y]) => {
  const p = new DOMPoint(x, y).matrixTransform(s.getScreenCTM());
  return [p.x, p.y];
}"""


def prepared(data):
    """A section of the gomoku contest that begins in a while."""
    house = open_house(str(data))
    office = house.office
    office.create(CUP, "t", "Cup", "gm-2025")
    options = {"entry_checks": False}
    do = lambda command: office.carry_out(CUP, "t", command)  # noqa: E731
    do(OpenSection(section=WOMEN, title="Entry", under="entry", options=options))
    office.enter_all(CUP, WOMEN, "t", [Newcomer(Person(name=name)) for name in NAMES])
    do(OpenContest(section=WOMEN, zone="+00:00", check_in=600))
    start = datetime.now(UTC) + timedelta(minutes=MINUTES)
    text = start.replace(tzinfo=None).isoformat(timespec="seconds")
    do(PlanRounds(section=WOMEN, starts=(text,), despite="a test"))
    house.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    data = tmp_path_factory.mktemp("contest") / "j.sqlite"
    prepared(data)
    found = Server(data)
    with httpx.Client(base_url=found.base, timeout=30) as chief:
        use_link(chief, found.link)
        found.cookies = dict(chief.cookies)
        text = chief.get(f"/c/{CUP}/{WOMEN}/contest").text
    found.links = re.findall(r'href="(/card/cup/women/[^"]+)"', text)
    yield found
    found.stop()


def tap(page, column, row):
    at = [40 * column, 40 * row]
    page.mouse.click(*page.locator("svg.board-svg").evaluate(PLACE, at))


def test_check_in_pairing_a_game_and_the_standings(server, started):
    players = [new_page(started) for _ in server.links]
    for page, link in zip(players, server.links, strict=True):
        page.goto(server.base + link)
        page.click("form[action$=take] button")
        page.click("#to-contest")
        assert page.inner_text(".mine h2") in NAMES
        page.click(".mine button.primary")
        page.wait_for_selector("#checked-in")
    chief = new_page(started)
    chief.context.add_cookies(
        [{"name": key, "value": value, "url": server.base} for key, value in server.cookies.items()]
    )
    chief.goto(f"{server.base}/c/{CUP}/{WOMEN}/contest")
    assert chief.locator(".boards-now").count() == 0
    chief.click("summary:has-text('Move the timetable')")
    chief.fill("[action$=shift] [name=minutes]", f"-{MINUTES}")
    chief.fill("[action$=shift] [name=reason]", "all are here")
    chief.click("[action$=shift] button")
    hall = new_page(started, PROJECTOR)
    for page in players:  # the table opens by itself at the window
        page.wait_for_url("**/t/*", timeout=60_000)
        page.wait_for_selector("#table .board")
    hall.goto(f"{server.base}/c/{CUP}/{WOMEN}/boards")
    hall.wait_for_selector("#hall .board-svg")
    hall.click("#full-screen")
    hall.wait_for_selector("#hall:fullscreen")
    hall.evaluate("() => { window.sameWall = true; }")
    table = hall.get_attribute("#hall figure", "data-table")
    first = next(page for page in players if page.get_attribute("#table", "data-seat") == "0")
    second = next(page for page in players if page is not first)
    stones = 0
    for turn in range(5):
        for page, row in ((first, 5), (second, 7)):
            if (turn, page) == (4, second):
                break
            tap(page, 4 + turn, row)
            stones += 1
            for each in (first, second, hall):
                each.wait_for_selector(f".stone >> nth={stones - 1}")
    for page in players:
        page.wait_for_selector("#table[data-phase=over]")
    for page in players:  # the second game comes by itself, seats exchanged
        page.wait_for_url("**/t/*-2*", timeout=60_000)
        page.wait_for_selector("#table .board")
    swapped = next(p for p in players if p.get_attribute("#table", "data-seat") == "0")
    assert swapped is second
    watching = new_page(started)
    watching.goto(f"{server.base}/c/{CUP}/{WOMEN}/contest")
    assert "2" not in watching.inner_text("[data-live=contest-standings] tbody td:nth-child(3)")
    for _ in ("resign", "sure"):
        second.click("[data-send*=resign]")
    watching.wait_for_selector(".boards-now strong:has-text('2 : -2'), .boards-now strong")
    line = watching.wait_for_selector(
        "[data-live=contest-standings] tbody tr:first-child td:nth-child(3):text-is('2')"
    )
    assert line.inner_text() == "2"
    hall.wait_for_selector(".result:not(:empty)")
    assert hall.get_attribute("#hall figure", "data-table") != table  # that of the second game
    hall.wait_for_selector("#hall:fullscreen figure[data-seq] .board-svg")
    assert hall.evaluate("() => window.sameWall")  # put in place, not loaded again
    assert [page.errors for page in (*players, chief, hall, watching)] == [[]] * 5

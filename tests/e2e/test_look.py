"""Every main page in both colour schemes, on a phone and a laptop; a knockout and a team event."""

import re

import pytest

from e2e.chromium import LAPTOP, PHONE, browser, new_page
from e2e.looking import DRAWN_SHIFT, MOST_SHIFT, faults, focus_is_seen, shifts
from qipan.desk.simulation import HOME, Plan, step
from qipan.wiring import open_house
from server import Server

pytestmark = pytest.mark.browser
KNOCKOUT = Plan("un-games", "xiangqi", 8, 1)
LEAGUE = Plan("th-maklom-2024", "league", 4, 1)
CUP = f"/c/{HOME}/xiangqi"
PUBLIC = [
    *("", "/names", "/games", "/pictures", "/player/e1", "/documents", "/projector"),
    *("/why?a=e1", "/pairing?round=1&board=1"),
]
ELSEWHERE = ["/", f"/c/{HOME}", "/search?q=a", "/sign-in", "/boards?only=xiangqi"]
DESK = ["results", "entries", "closing"]
TEAM_PAGES = ["/teams", "/games?round=0", "/names"]
LOOKS = [(PHONE, "dark"), (LAPTOP, "light")]
SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def play(folder, name, plan, until):
    """Play an event on a journal until enough of its rounds are out."""
    house = open_house(str(folder / name))
    while step(house.office, plan):
        section = house.office.state(HOME).sections.get(plan.section)
        if section and len(section.rounds) == until and section.current.published:
            break
    house.close()
    return Server(folder / name)


def look(page, address):
    """Open a page and list what is wrong with it."""
    page.goto(address)
    wrong = []
    if (shift := shifts(page)) > (DRAWN_SHIFT if "/boards" in address else MOST_SHIFT):
        wrong.append(("layout-shift", shift))
    if page.evaluate(SIDEWAYS) > 0:
        wrong.append(("wider than the screen",))
    return wrong + faults(page)


def looks(started, base, paths, cookies=()):
    found = {}
    for size, scheme in LOOKS:
        page = new_page(started, size, "en-US", scheme)
        if cookies:
            page.context.add_cookies(cookies)
        for path in paths:
            if wrong := look(page, base + path):
                found[path, size["width"], scheme] = wrong
        if not focus_is_seen(page):
            found[paths[-1], "focus"] = ["not seen"]
        assert page.errors == []
    return found


def finish_the_final(arbiter):
    """Record what is missing until nothing is left to do."""
    for _ in range(12):
        button = arbiter.query_selector(".next form button")
        tap = arbiter.query_selector(".pairings button[value$=' 1-0']")
        if tap is not None:
            tap.click()
        elif button is not None:
            button.click()
        else:
            break
        arbiter.wait_for_load_state()


def test_a_knockout_for_arbiter_and_spectators(tmp_path):
    server = play(tmp_path, "k.sqlite", KNOCKOUT, 2)
    try:
        with browser() as started:
            paths = [*(CUP + each for each in PUBLIC), *ELSEWHERE]
            assert looks(started, server.base, paths) == {}
            arbiter, spectator = new_page(started), new_page(started, PHONE)
            arbiter.goto(server.link)
            signed_in = arbiter.context.cookies()
            desk = [CUP, *(f"{CUP}/desk/{each}" for each in DESK)]
            assert looks(started, server.base, desk, signed_in) == {}
            arbiter.goto(server.base + CUP)
            spectator.goto(server.base + CUP + "/pictures")
            assert spectator.query_selector(".tree") is not None
            before = len(spectator.query_selector_all(".tree .mark"))
            finish_the_final(arbiter)
            spectator.wait_for_function(
                f"() => document.querySelectorAll('.tree .mark').length > {before}"
            )
            assert (arbiter.errors, spectator.errors) == ([], [])
    finally:
        server.stop()


def test_a_team_event_for_spectators(tmp_path):
    server = play(tmp_path, "t.sqlite", LEAGUE, 2)
    try:
        with browser() as started:
            here = f"/c/{HOME}/league"
            assert looks(started, server.base, [here + each for each in TEAM_PAGES]) == {}
            phone = new_page(started, PHONE)
            phone.goto(server.base + here)
            phone.click(".views a:has-text('Teams')")
            phone.wait_for_selector(".bouts", state="attached")
            phone.click("a[href='/search']")
            phone.fill(".find input[name=q]", "league")
            phone.click(".find button")
            phone.wait_for_selector(".hits a")
            assert re.search("league", phone.inner_text(".hits"), re.IGNORECASE)
            assert phone.errors == []
    finally:
        server.stop()

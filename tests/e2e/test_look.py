"""Every main page in both colour schemes, on a phone and a laptop; a knockout played to its end."""

import pytest

from e2e.chromium import LAPTOP, PHONE, new_page
from e2e.looking import DRAWN_SHIFT, LOOK_ALONE, MOST_SHIFT, faults, focus_is_seen, shifts
from qipan.simulation.event import HOME, Plan, step
from qipan.wiring import open_house
from server import Server, press_link

pytestmark = pytest.mark.browser
KNOCKOUT = Plan("un-games", "xiangqi", 8, 1)
CUP = f"/c/{HOME}/xiangqi"
PUBLIC = [
    *("", "/names", "/games", "/pictures", "/player/e1", "/documents", "/projector"),
    *("/why?a=e1", "/pairing?round=1&board=1"),
]
ELSEWHERE = ["/", f"/c/{HOME}", "/search?q=a", "/sign-in", "/boards?only=xiangqi"]
DESK = ["results", "entries", "closing"]
LOOKS = [(LAPTOP, "light", ()), (PHONE, "dark", LOOK_ALONE)]
"""Everything is on the larger screen; the smaller is looked at for what it changes."""
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


def look(page, address, rules=()):
    """Open a page and list what is wrong with it."""
    page.goto(address)
    wrong = []
    if (shift := shifts(page)) > (DRAWN_SHIFT if "/boards" in address else MOST_SHIFT):
        wrong.append(("layout-shift", shift))
    if page.evaluate(SIDEWAYS) > 0:
        wrong.append(("wider than the screen",))
    return wrong + faults(page, rules)


def looks(started, base, paths, cookies=()):
    found = {}
    for size, scheme, rules in LOOKS:
        page = new_page(started, size, "en-US", scheme)
        if cookies:
            page.context.add_cookies(cookies)
        for path in paths:
            if wrong := look(page, base + path, rules):
                found[path, size["width"], scheme] = wrong
        if not focus_is_seen(page):
            found[paths[-1], "focus"] = ["not seen"]
        assert page.errors == []
        page.context.close()
    return found


def finish_the_final(arbiter, results):
    """Record what is missing until nothing is left to do."""
    for _ in range(12):
        arbiter.goto(results)
        tap = arbiter.query_selector("tr:not(.over) button[value$=' 1-0']")
        button = arbiter.query_selector(".tasks .first button.primary")
        act = tap or button
        if act is None:
            break
        with arbiter.expect_navigation():  # to the page the form leads to
            act.click()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = play(tmp_path_factory.mktemp("look"), "k.sqlite", KNOCKOUT, 2)
    yield found
    found.stop()


def test_a_knockout_for_arbiter_and_spectators(server, started):
    paths = [*(CUP + each for each in PUBLIC), *ELSEWHERE]
    assert looks(started, server.base, paths) == {}
    arbiter, spectator = new_page(started), new_page(started, PHONE)
    press_link(arbiter, server.link)
    signed_in = arbiter.context.cookies()
    desk = [CUP, *(f"{CUP}/desk/{each}" for each in DESK)]
    assert looks(started, server.base, desk, signed_in) == {}
    spectator.goto(server.base + CUP + "/pictures")
    assert spectator.query_selector(".tree") is not None
    before = len(spectator.query_selector_all(".tree .mark"))
    finish_the_final(arbiter, f"{server.base}{CUP}/desk/results")
    spectator.wait_for_function(f"() => document.querySelectorAll('.tree .mark').length > {before}")
    assert (arbiter.errors, spectator.errors) == ([], [])

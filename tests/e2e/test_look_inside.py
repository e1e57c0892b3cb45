"""What staff and players see, by axe: the desk, access, a player's phone, a contest, a lobby."""

import re

import httpx
import pytest

from e2e.chromium import LAPTOP, PHONE, new_page
from e2e.looking import AXE, SETTLED
from e2e.test_look import look
from qipan.desk.competition import OpenSection
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.online.commands import OpenContest, PlanRounds
from qipan.journal.people import Person
from qipan.web.desk.pages import desk_pages
from qipan.wiring import open_house
from server import Server, use_link
from web.hall import MEN, play_men

pytestmark = pytest.mark.browser
CONTEST = "/c/open/entry"
STAFF = [
    *("/new", "/new?book=my-2018&event=individual", "/account", "/lobby", "/lobby/evening"),
    *("/c/cup/access", "/c/cup/audit", "/c/cup/notices", "/c/cup/hooks", f"{MEN}/cards"),
    *(f"{MEN}/cards/e1", f"{MEN}/desk/pairing?preview=1", f"{CONTEST}/contest", f"{MEN}/prizes"),
]
ANYBODY = ["/sign-in", f"{CONTEST}/boards", "/invitation/none", "/play/review"]
MINE = ["/me", f"{MEN}/me/e1"]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    journal = tmp_path_factory.mktemp("inside") / "j.sqlite"
    house = open_house(str(journal))
    play_men(house, rounds=2, count=8)
    office = house.office
    office.create("open", "t", "Open", "gm-2025")
    options = {"entry_checks": False}
    opened = OpenSection(section="entry", title="Entry", under="entry", options=options)
    office.carry_out("open", "t", opened)
    office.enter_all("open", "entry", "t", [Newcomer(Person(name=name)) for name in "甲乙"])
    office.carry_out("open", "t", OpenContest(section="entry", zone="+00:00"))
    starts = ("2036-05-03T14:00:00",)
    office.carry_out("open", "t", PlanRounds(section="entry", starts=starts, despite="a test"))
    house.close()
    found = Server(journal)
    found.cookies, found.card = prepare(found)
    yield found
    found.stop()


def prepare(server):
    """Sign in, open a lobby, and give the session with the way of a card."""
    with httpx.Client(base_url=server.base, timeout=30) as chief:
        use_link(chief, server.link)
        headers = {"x-csrftoken": chief.cookies["csrftoken"]}
        made = chief.post("/api/lobbies", json={"name": "evening"}, headers=headers)
        assert made.status_code == 201, made.text
        invite = {"role": "arbiter", "days": "7"}
        assert chief.post("/c/cup/access/invite", data=invite, headers=headers).is_success
        card = re.search(r'href="[^"]*(/card/[^"]+)"', chief.get(f"{MEN}/cards/e1").text)[1]
        cookies = [
            {"name": key, "value": value, "url": server.base}
            for key, value in chief.cookies.items()
        ]
    return cookies, card


def signed_in(started, server, size, scheme):
    """Open a page of the chief arbiter, in Chinese."""
    page = new_page(started, size, "zh-CN", scheme)
    page.context.add_cookies(server.cookies)
    return page


def test_nothing_serious_on_pages_of_staff_and_players(server, started):
    staff = signed_in(started, server, LAPTOP, "dark")
    phone = new_page(started, PHONE, "en-US", "light")
    found = {path: look(phone, server.base + path) for path in (*ANYBODY, server.card)}
    phone.click("form[action$='/take'] button")
    phone.wait_for_url(f"**{MEN}/me/e1")
    found |= {path: look(phone, server.base + path) for path in MINE}
    found |= {path: look(staff, server.base + path) for path in STAFF}
    assert {path: wrong for path, wrong in found.items() if wrong} == {}
    assert staff.errors == []
    assert [each for each in phone.errors if "422" not in each] == []  # a dead invitation


def desk_faults(page):
    """List what axe finds on a page of the desk, serious or not."""
    page.evaluate(SETTLED)
    found = AXE.run(page).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:120]}" for each in found]


def test_axe_finds_nothing_on_the_desk_and_taps_leave_the_page_where_it_is(server, started):
    names = [each for each in desk_pages() if each != "receipt"]
    for at, (size, scheme) in enumerate(((LAPTOP, "dark"), (PHONE, "light"))):
        page = signed_in(started, server, size, scheme)
        for name in names[at::2]:  # every page once
            page.goto(f"{server.base}{MEN}/desk/{name}")
            assert (name, desk_faults(page)) == (name, [])
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert (name, wide <= size["width"]) == (name, True)
    page.goto(f"{server.base}{MEN}/desk/results")
    page.evaluate("window.stayed = true")
    page.click("#b3 button[value='3 1-0']")
    page.wait_for_selector("#b3.over")
    assert page.evaluate("window.stayed")
    assert page.errors == []

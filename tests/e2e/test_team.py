"""A team event in a real browser: the arbiter's whole path on a laptop and a phone, and spectators.

Line-ups, rounds, results board by board, team standings, approval; the places of the teams are
those of their numbers, so that nothing is left to a lot.
"""

import pytest

from e2e.chromium import PHONE, new_page
from e2e.desk_steps import lead, pair
from e2e.test_look import SIDEWAYS, looks
from qipan.simulation.event import HOME, Plan, step
from qipan.wiring import open_house
from server import Server, press_link

pytestmark = pytest.mark.browser
LEAGUE = Plan("th-maklom-2024", "league", 4, 1)
HERE = f"/c/{HOME}/league"
PAGES = ["/teams", "/games?round=0", "/names"]
BOARDS = 3
GAMES = """([board, least]) => {
  const match = document.querySelector(`#b${board}`);
  return match.querySelectorAll("tr.over").length >= least;
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A league whose teams have their numbers; everything after that is done in the browser."""
    journal = tmp_path_factory.mktemp("team") / "j.sqlite"
    house = open_house(str(journal))
    while step(house.office, LEAGUE):
        section = house.office.state(HOME).sections.get(LEAGUE.section)
        if section and section.order:
            break
    house.close()
    found = Server(journal)
    found.order = section.order
    yield found
    found.stop()


def desk(page, server, name):
    page.goto(f"{server.base}{HERE}/desk/{name}")


def hand_in(page, server):
    """The first team changes its first two boards; the others play as they were entered."""
    desk(page, server, "line-ups")
    team = f"section[id='{server.order[0]}']"
    chosen = [page.input_value(f"{team} select[name=board-{at}]") for at in (1, 2)]
    for at, who in zip((2, 1), chosen, strict=True):
        page.select_option(f"{team} select[name=board-{at}]", who)
    page.click(f"{team} button")
    page.wait_for_selector(f"{team} .chip.good")
    assert page.input_value(f"{team} select[name=board-1]") == chosen[1]
    option = f"{team} select[name=board-1] option"
    names = [page.inner_text(f"{option}[value='{who}']").strip() for who in chosen]
    return names[::-1]


def begin_round(page, server, number):
    desk(page, server, "pairing")
    pair(page)
    page.wait_for_selector(f"h2:has-text('Round {number}')")
    lead(page)
    desk(page, server, "results")
    page.wait_for_selector(f"#pairings:has-text('Round {number}')")


def winners(page, server):
    """Say of each match whether the team that moves first has the lower number."""
    found = page.request.get(f"{server.base}/api/competitions/{HOME}/league").json()
    matches = {}
    for board in found["rounds"][-1]["boards"]:
        first, second = (server.order.index(each["entrant"]) for each in board["seats"])
        matches[board["board"]] = "1" if first < second else "0"
    return matches


def type_them(page, matches):
    page.focus("input[name=lines]")
    for match, mark in matches.items():
        page.keyboard.type(f"{match} {mark} {mark} =\n")


def tap_them(page, matches):
    for match, mark in matches.items():
        score = "1-0" if mark == "1" else "0-1"
        for game in range(1, BOARDS + 1):
            page.click(f"#b{match} button[value='{match}.{game} {score}']")
            page.wait_for_function(GAMES, arg=[match, game])


def paste_them(page, matches):
    page.click("summary:has-text('Paste several lines')")
    page.fill(
        "textarea[name=lines]",
        "\n".join(f"{match} {mark} = {mark}" for match, mark in matches.items()),
    )
    page.click("form:has(textarea[name=lines]) button")


def test_a_league_from_line_ups_to_approval(server, started):
    laptop, phone, public = new_page(started), new_page(started, PHONE), new_page(started, PHONE)
    press_link(laptop, server.link)
    phone.context.add_cookies(laptop.context.cookies())
    swapped = hand_in(laptop, server)
    for number, page, record in (
        (1, laptop, type_them), (2, phone, tap_them), (3, laptop, paste_them),
    ):  # fmt: skip
        begin_round(page, server, number)
        if number == 1:
            public.goto(f"{server.base}{HERE}/teams")
            page.bring_to_front()
        record(page, winners(page, server))
        page.wait_for_selector(".progress:has-text('2/2')")
        assert page.evaluate(SIDEWAYS) <= 0
    public.wait_for_selector(".bouts >> nth=11", state="attached")  # without a reload
    bouts = public.locator(".bouts").all_text_contents()
    assert any(all(name in bout for name in swapped) for bout in bouts)

    desk(laptop, server, "closing")
    laptop.click("form[action$='/closing/approve'] button")
    laptop.wait_for_selector(".chip.good:has-text('final')")
    places = laptop.request.get(f"{server.base}/api/competitions/{HOME}/league").json()["lines"]
    assert [line["entrant"] for line in places] == list(server.order)
    public.goto(f"{server.base}{HERE}")
    assert "final" in public.inner_text("#standings")
    public.click(".views a:has-text('Teams')")
    public.wait_for_selector(".bouts", state="attached")
    public.click(".menu-button")
    public.click("a[href='/search']")
    public.fill(".find input[name=q]", "league")
    public.click(".find button")
    public.wait_for_selector(".hits a")
    assert "league" in public.inner_text(".hits").lower()
    assert (laptop.errors, phone.errors, public.errors) == ([], [], [])
    assert looks(started, server.base, [HERE + each for each in PAGES]) == {}

"""Chinese checkers for three and for six in real browsers: names at their corners, last moves.

Two of them sit at pages, the others play on lines of their own; in ``make soak`` all have pages.
"""

import pytest

from e2e.live import OTHERS, SEND, SOAK, opened
from e2e.test_game_screen import Places

pytestmark = pytest.mark.browser
CORNERS = """() => {
  const box = (part) => part.getBoundingClientRect();
  const star = box(document.querySelector(".board-svg"));
  const seats = [...document.querySelectorAll(".corner-seat")].map(box);
  const over = seats.filter((each) => each.right > star.left + 1 && each.left < star.right - 1
    && each.bottom > star.top + 1 && each.top < star.bottom - 1);
  return over.length + seats.filter((each) => each.top < -1 || each.left < -1
    || each.bottom > innerHeight + 1 || each.right > innerWidth + 1).length;
}"""
FIRST = """() => new Promise((done) => {
  const table = document.querySelector("#table");
  const send = (detail) => table.dispatchEvent(new CustomEvent("qipan:send", { detail }));
  table.addEventListener("qipan:state", ({ detail }) => {
    const text = detail.legal.find((move) => move.includes("-"));
    if (text) send({ type: "move", text });
    done(text ?? "");
  }, { once: true });
  send({ type: "since", seq: 0 });
})"""
GIVE_UP = """(window.others ?? []).slice(1).forEach(
  (line) => line.send('{"type":"resign"}'))"""
NAMES = ["Chen Rui", "Aminah Yusof", "Zhou Min", "Lim Hwa", "Prasert K", "He Lan"]


class StarPlaces(Places):
    """The same with a name and a clock at every corner."""

    def look(self, page, moment):
        super().look(page, moment)
        assert page.evaluate(CORNERS) == 0, moment


@pytest.mark.parametrize("seats", [3, 6])
def test_names_stand_at_their_corners_and_the_last_move_of_each_is_marked(company, sit_down, seats):
    links = opened(company.server, "chinese-checkers", seats, occupants=NAMES[:seats])
    pages = [company.page(link) for link in links[: seats if SOAK else 2]]
    first, places = pages[0], StarPlaces(clocks=seats)
    places.look(first, "waiting")
    first.evaluate(OTHERS, links[len(pages) :])
    first.wait_for_selector("#status:has-text('Your move')")
    places.look(first, "my turn")
    for page in pages:
        page.wait_for_selector("#status:has-text('Your move')")
        assert "-" in page.evaluate(FIRST)
    first.wait_for_selector(f"#table[data-seq='{seats + 2}']")
    first.wait_for_selector(".corner-seat.turn[data-seat='0']")
    assert first.locator(".trail-to").count() == seats - 2  # the newest has its way
    assert first.locator(".way-to").count() == 1
    assert first.get_attribute(".corner-seat[data-seat='0']", "data-at") == "S"
    shown = first.locator(".corner-seat b").evaluate_all("all => all.map(b => b.title)")
    assert sorted(shown) == sorted(NAMES[:seats])
    places.look(first, "all have moved")
    first.click("[data-send*=resign]")
    first.wait_for_selector("#prompt:has-text('Resign this game?')")  # what cannot be taken back
    places.look(first, "a question")
    first.get_by_role("button", name="Keep playing").click()
    first.evaluate(
        """(window.others ?? []).slice(1).forEach((line) => line.send('{"type":"resign"}'))"""
    )
    for page in pages if len(pages) < seats else pages[:-1]:
        page.evaluate(SEND, {"type": "resign"})
    first.wait_for_selector("#table[data-phase=over]")
    first.wait_for_selector("#status:has-text(' won: ')")
    places.look(first, "the end")


def test_who_resigns_among_several_is_told_that_the_others_play_on(company, sit_down):
    links = opened(company.server, "chinese-checkers", 3, occupants=NAMES[:3])
    first, second = (company.page(link) for link in links[:2])
    first.evaluate(OTHERS, links[2:])
    first.wait_for_selector("#status:has-text('Your move')")
    first.evaluate(SEND, {"type": "resign"})
    first.wait_for_selector("#status:has-text('You are out of this game. The others play on.')")
    assert first.locator("[data-need]:enabled").count() == 0
    assert first.get_by_role("link", name="Another game").is_visible()
    StarPlaces(clocks=3).look(first, "out of the game")
    for page in (first, second):
        page.wait_for_selector(".corner-seat[data-seat='0']:has-text('out of the game')")
        assert page.get_attribute("#table", "data-phase") != "over"
    second.wait_for_selector("#status:has-text('Your move')")
    assert second.locator("[data-need]:enabled").count() > 0
    second.evaluate(SEND, {"type": "resign"})
    first.wait_for_selector("#status:has-text(' won: ')")
    first.wait_for_selector("#review")


def test_names_stand_at_their_corners_although_the_board_comes_last(company, sit_down):
    """Who waits alone hears nothing more after the first state: the names lie right by then."""

    def late(route):
        company.pages[-1].wait_for_selector("#table[data-line=up]")
        route.continue_()

    address = opened(company.server, "chinese-checkers", 6, occupants=NAMES)[0]
    page = company.page(address, routes=[("**/boards/chinese_checkers.js*", late)])
    page.wait_for_selector(".board-svg")
    assert page.get_attribute(".corner-seat[data-seat='0']", "data-at") == "S"

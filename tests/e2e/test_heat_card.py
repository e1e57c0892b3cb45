"""Six at a table in a real browser: names are tapped in the order in which they finished."""

import pytest

from e2e.chromium import PHONE, new_page
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.rounds.commands import PublishRound
from qipan.journal.people import Person
from qipan.wiring import open_house
from server import Server, press_link
from web.test_desk_more import opened

pytestmark = pytest.mark.browser


@pytest.fixture
def server(tmp_path):
    """Two tables of six, paired and published."""
    house = open_house(str(tmp_path / "j.sqlite"))
    opened(house, "jumps", "un-games", "checkers")
    office, section = house.office, "checkers"
    people = [Newcomer(Person(name=f"Player {n:02}")) for n in range(12)]
    office.enter_all("jumps", section, "t", people)
    office.carry_out("jumps", "t", CloseEntries(section=section))
    office.commit_lot("jumps", section, "t")
    office.draw_numbers("jumps", section, "t")
    office.pair("jumps", section, "t")
    office.carry_out("jumps", "t", PublishRound(section=section, round=1))
    house.close()
    found = Server(tmp_path / "j.sqlite")
    yield found
    found.stop()


def tap(card, *seats):
    for seat in seats:
        card.locator(f"[data-seat='{seat}']").click()


def test_the_order_of_six_is_tapped_shared_taken_back_and_recorded(server, started):
    page = new_page(started, PHONE)
    press_link(page, server.link)
    page.goto(f"{server.base}/c/jumps/checkers/desk/results")
    cards = [page.locator(f"[data-order='{board}']") for board in (1, 2)]
    tap(cards[0], 2, 0, 4, 1)
    assert cards[0].locator("[data-ready]").is_disabled()
    tap(cards[0], 1)  # taken back
    cards[0].locator("[data-same]").click()
    tap(cards[0], 5, 1)  # fifth shares third; fourth comes by itself
    assert cards[0].locator("[data-ready]").get_attribute("value") == "1 2-5-1-6-3-3"
    cards[0].locator("[data-ready]").click()
    page.wait_for_selector("#b1.over .came-in")
    first = page.locator("#b1 .came-in .place").all_text_contents()
    assert first == ["1", "2", "3", "3", "5", "6"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.errors == []

"""The desk's pages in a real browser: quick on a tablet, and nothing a screen reader misses."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from e2e.chromium import LAPTOP, PHONE, browser, new_page
from qipan.web.desk_pages import desk_pages
from qipan.wiring import open_house
from server import Server
from web.hall import MEN, play_men

pytestmark = pytest.mark.browser


@pytest.fixture
def server(tmp_path):
    house = open_house(str(tmp_path / "j.sqlite"))
    play_men(house, rounds=2, count=8)
    house.close()
    started = Server(tmp_path / "j.sqlite")
    yield started
    started.stop()


def faults(page):
    """What axe finds, as ``rule: element``."""
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:120]}" for each in found]


def test_axe_finds_nothing_and_taps_leave_the_page_where_it_is(server):
    with browser() as started:
        page = new_page(started)
        page.goto(server.link)
        session = page.context.storage_state()
        for size, scheme in ((LAPTOP, "dark"), (PHONE, "light")):
            # Only to let axe in: the policy of the site lets nobody else's script run.
            context = started.new_context(
                viewport=size, color_scheme=scheme, locale="zh-CN", storage_state=session,
                bypass_csp=True,
            )  # fmt: skip
            looked = context.new_page()
            names = [each for each in desk_pages() if each != "receipt"]
            for name in names[0 if size is LAPTOP else 1 :: 2]:  # every page once
                looked.goto(f"{server.base}{MEN}/desk/{name}")
                assert (name, faults(looked)) == (name, [])
                wide = looked.evaluate("document.documentElement.scrollWidth")
                assert (name, wide <= size["width"]) == (name, True)
        page.goto(f"{server.base}{MEN}/desk/results")
        page.evaluate("window.stayed = true")
        page.click("#b3 button[value='3 1-0']")
        page.wait_for_selector("#b3.over")
        assert page.evaluate("window.stayed")
        assert page.errors == []

"""A page that renews itself: a link just taken leads where it leads, what is typed stays."""

import time

import pytest

from e2e.chromium import new_page
from qipan.host.demo import make_demo
from qipan.wiring import open_house
from server import Server, press_link

pytestmark = pytest.mark.browser
RENEW = """async () => {
  const { reloadPage } = await import("/static/page_turn.js");
  reloadPage();
}"""


@pytest.fixture
def desk(tmp_path, started):
    house = open_house(str(tmp_path / "j.sqlite"))
    make_demo(house.office)
    house.close()
    server = Server(tmp_path / "j.sqlite")
    page = new_page(started)
    press_link(page, server.link)
    page.goto(f"{server.base}/c/demo/women/desk/entries")
    yield page
    page.context.close()
    server.stop()


def slowly(route):
    time.sleep(1)
    route.continue_()


def test_a_link_that_was_taken_is_not_broken_off(desk):
    desk.route("**/desk/pairing", slowly)
    desk.evaluate(
        """() => {
          document.querySelector("a[href$='/desk/pairing']").click();
          setTimeout(async () => {
            const { reloadPage } = await import("/static/page_turn.js");
            reloadPage();
          }, 100);
        }"""
    )
    desk.wait_for_url("**/desk/pairing")


def test_what_is_typed_stays_until_it_is_gone(desk):
    desk.evaluate("() => { window.same = true; }")
    field = "form[action$='/entries/enter'] input[name=name]"
    desk.fill(field, "Somebody")
    desk.evaluate(RENEW)
    desk.wait_for_timeout(1500)
    assert desk.evaluate("() => window.same === true")
    assert desk.input_value(field) == "Somebody"
    desk.fill(field, "")
    desk.wait_for_function("() => window.same === undefined")

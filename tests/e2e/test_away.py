"""When the server is away: the desk and the hall screen say so, keep what is sent, send it once."""

import pytest

from e2e.chromium import new_page
from qipan.host.demo import make_demo
from qipan.office.clerk import stream_of
from qipan.wiring import open_house
from server import Server, press_link

pytestmark = pytest.mark.browser
PATIENCE = 60_000
"""Milliseconds."""


@pytest.fixture
def data(tmp_path):
    house = open_house(str(tmp_path / "j.sqlite"))
    make_demo(house.office)
    house.close()
    return tmp_path / "j.sqlite"


def test_a_check_in_waits_for_the_server_and_is_sent_once(data, started):
    server = Server(data)
    try:
        desk = new_page(started)
        press_link(desk, server.link)
        desk.goto(f"{server.base}/c/demo/women/desk/check-in")
        server.kill()
        desk.wait_for_selector(".away", timeout=PATIENCE)  # said at once
        here = desk.url
        desk.click("form[action$='/check-in/arrive'] button >> nth=0")
        desk.click(".steps a >> nth=1")
        desk.wait_for_selector(".away:has-text('(1)')", timeout=PATIENCE)
        assert desk.url == here  # no error page of the browser
    finally:
        server.stop()
    again = Server(data, port=server.port)
    try:
        desk.wait_for_selector(".away", state="detached", timeout=PATIENCE)
        desk.wait_for_function("() => !sessionStorage.getItem('qipan.waiting')?.includes('arrive')")
    finally:
        again.stop()
        desk.context.close()
    house = open_house(str(data))
    names = [each.name for each in house.log.read(stream_of("demo"), 0)]
    house.close()
    assert names.count("entrant-checked-in/1") == 1


def test_an_entry_is_edited_in_its_cell(data, started):
    server = Server(data)
    desk = new_page(started)
    try:
        press_link(desk, server.link)
        desk.goto(f"{server.base}/c/demo/women/desk/entries")
        desk.click("td[data-cell=rating] >> nth=0")
        desk.keyboard.type("1700")
        desk.keyboard.press("Enter")  # keeps it and opens the next one down
        desk.wait_for_selector("tbody tr:nth-child(2) td.edit input", timeout=PATIENCE)
        desk.keyboard.press("Escape")
        desk.wait_for_selector("td[data-cell=rating][data-value='1700']", timeout=PATIENCE)
        kept = """async () => (await (await fetch(location.href)).text()).includes("1700")"""
        desk.wait_for_function(kept, timeout=PATIENCE)
    finally:
        server.stop()
        desk.context.close()

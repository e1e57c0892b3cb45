"""A player's path on a phone in a real browser: the code, my game, the result, the standings."""

import re

import httpx
import pytest

from e2e.chromium import LAPTOP, PHONE, new_page
from server import Server, use_link

pytestmark = pytest.mark.browser
WOMEN = "/c/demo/women"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = Server(tmp_path_factory.mktemp("players") / "j.sqlite", "--demo", "--small")
    with httpx.Client(base_url=found.base, timeout=30) as chief:
        use_link(chief, found.link)
        found.cookies = [
            {"name": key, "value": value, "url": found.base} for key, value in chief.cookies.items()
        ]
    yield found
    found.stop()


def card_of(desk, server, who):
    """Ask the desk for the code of a player, as it is shown on its screen."""
    desk.goto(f"{server.base}{WOMEN}/cards/{who}")
    return desk.get_attribute("main a[rel=noreferrer]", "href")


def seats_of(desk, server, board):
    found = desk.request.get(f"{server.base}/api/competitions/demo/women").json()
    seats = found["rounds"][-1]["boards"][board - 1]["seats"]
    return [each["entrant"] for each in seats]


def points(page, server):
    found = page.request.get(f"{server.base}/api/competitions/demo/women").json()
    return {line["entrant"]: line["keys"][0][1] for line in found["lines"]}


def signed_in(started, server, desk, who, size, language):
    phone = new_page(started, size, language)
    phone.goto(card_of(desk, server, who))
    phone.click("form[action$='/take'] button")
    phone.wait_for_url(f"**{WOMEN}/me/{who}")
    return phone


def test_from_the_code_on_the_card_to_the_standings(server, started):
    desk = new_page(started)
    desk.context.add_cookies(server.cookies)
    first, second = seats_of(desk, server, 2)
    winner = signed_in(started, server, desk, first, PHONE, "zh-CN")
    loser = signed_in(started, server, desk, second, LAPTOP, "th-TH")
    assert "第2台" in winner.inner_text("h1")
    assert "您执红先行" in winner.inner_text(".mine")
    before = points(desk, server)

    assert "กระดาน 2" in loser.inner_text("h1")
    winner.click("button[value=won]")
    winner.wait_for_selector(".score .chip.good")
    loser.wait_for_selector("form[action$='/sign']")  # without a reload
    loser.click("form[action$='/sign'] button")
    loser.wait_for_selector(".score .chip.good")

    after = points(desk, server)
    assert {who for who in after if after[who] != before[who]} == {first}
    desk.goto(f"{server.base}{WOMEN}")
    assert re.search(r"1\s*–\s*0", desk.inner_text("main"))
    for each, size in ((winner, PHONE), (loser, LAPTOP)):
        wide = each.evaluate("document.documentElement.scrollWidth")
        assert wide <= size["width"]
        assert each.errors == []


def test_a_script_that_somebody_got_into_a_page_does_not_run(server, started):
    desk = new_page(started)
    desk.context.add_cookies(server.cookies)
    desk.goto(f"{server.base}/c/demo/notices")
    desk.fill("textarea", "<script>window.ran = 1</script><img src=x onerror='window.ran = 2'>")
    desk.click("form[action$='/post'] button")
    desk.wait_for_selector(".notices li")
    assert desk.evaluate("window.ran") is None  # written as text
    desk.errors.clear()
    page = desk.content().replace("</body>", "<script>window.ran = 3</script></body>")
    desk.route("**/notices", lambda route: route.fulfill(response=route.fetch(), body=page))
    desk.reload()
    desk.evaluate(
        "document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.ran=4\">')"
    )
    desk.evaluate(
        "s = document.createElement('script'); s.text = 'window.ran = 5';document.body.append(s)"
    )
    for _ in range(100):
        blocked = [each for each in desk.errors if "Content Security Policy" in each]
        if len(blocked) >= 3:
            break
        desk.wait_for_timeout(100)
    assert len(blocked) >= 3
    assert desk.evaluate("window.ran") is None  # and injected, it is blocked

"""One whole event in a real browser: create, enter, pair, record, standings, why."""

import httpx
import pytest

from e2e.chromium import PHONE, new_page
from e2e.desk_steps import lead, pair
from server import Server, use_link

pytestmark = pytest.mark.browser
NAMES = ["Mei 梅", "Lan 兰", "Zhu 竹", "Ju 菊", "ดอกบัว", "Bunga"]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = Server(tmp_path_factory.mktemp("event") / "j.sqlite")
    with httpx.Client(base_url=found.base, timeout=30) as chief:
        use_link(chief, found.link)
        found.cookies = [
            {"name": key, "value": value, "url": found.base} for key, value in chief.cookies.items()
        ]
    yield found
    found.stop()


def create(page, base, name="flowers"):
    page.goto(f"{base}/new?book=wx-14&event=women")
    page.fill("input[name=title]", "Flower Cup")
    page.fill("input[name=id]", name)
    page.click("form[action='/new/competition'] button.primary")
    page.wait_for_url(f"**/c/{name}/women/**")
    page.goto(f"{base}/c/{name}/women")


def to_the_desk(page):
    """Go where the section page says that something is next."""
    page.click(".next .first a")
    page.wait_for_url("**/desk/**")


def enter_everybody(page):
    for name in NAMES:
        page.fill("form[action$='/enter'] input[name=name]", name)
        page.click("form[action$='/enter'] button")
        page.wait_for_selector(f"main table >> text={name}")


def play(page, section):
    for number in range(1, 6):
        pair(page)
        page.wait_for_selector(".meetings")
        lead(page)  # publish
        page.goto(f"{section}/desk/results")
        page.wait_for_selector(f"h2:has-text('Round {number}')")
        for board, result in ((1, "1-0"), (2, "0.5-0.5"), (3, "0-1")):
            if number % 2:
                page.keyboard.type(f"{board} {result}\n")
            else:
                page.click(f"button[value='{board} {result}']")
            page.wait_for_selector(f".progress:has-text('{board}/3')")


def test_an_event_from_its_creation_to_why(server, started):
    arbiter, public = new_page(started), new_page(started, PHONE)
    arbiter.context.add_cookies(server.cookies)
    arbiter.goto(server.base)
    assert "Chief arbiter" in arbiter.inner_text("header")
    create(arbiter, server.base)
    section = f"{server.base}/c/flowers/women"
    to_the_desk(arbiter)
    enter_everybody(arbiter)
    public.goto(section)
    assert "Entries" in public.inner_text("main")
    lead(arbiter)  # close entries
    arbiter.goto(section)
    to_the_desk(arbiter)
    arbiter.click("form[action$='/commit'] button")
    arbiter.fill("input[name=entropy]", "said aloud in the hall")
    arbiter.click("form[action$='/draw'] button")
    play(arbiter, section)
    public.wait_for_selector(".progress:has-text('3/3')")  # without a reload
    public.wait_for_selector("h2:has-text('Round 5')")
    arbiter.goto(f"{section}/desk/lots")
    while arbiter.query_selector("article.lot"):
        arbiter.click("article.lot button.primary")
        arbiter.wait_for_load_state()
    arbiter.goto(f"{section}/desk/closing")
    arbiter.click("form[action$='/closing/approve'] button")
    arbiter.wait_for_selector(".chip.good:has-text('final')")
    arbiter.goto(section)
    assert "final" in arbiter.inner_text("#standings")
    public.wait_for_selector("#standings >> text=final")
    public.click(".standings tbody tr:nth-child(2) a[href*='/why']")
    assert "WX 6.1(2)" in public.inner_text("p.why")
    assert public.inner_text("h1").endswith("in place 2")
    public.select_option("select[name=b]", index=0)
    public.click("form.row button")
    assert "ahead of" in public.inner_text("h1")
    assert (arbiter.errors, public.errors) == ([], [])


def test_a_page_works_without_javascript(server, started):
    context = started.new_context(java_script_enabled=False, locale="zh-CN")
    page = context.new_page()
    context.add_cookies(server.cookies)
    create(page, server.base, "plain")
    to_the_desk(page)
    page.fill("form[action$='/enter'] input[name=name]", "梅")
    page.click("form[action$='/enter'] button")
    page.wait_for_selector("main table >> text=梅")
    page.fill("form[action$='/enter'] input[name=name]", "梅")
    page.click("form[action$='/enter'] button")
    assert "已有同名参赛者" in page.inner_text("[role=alert]")

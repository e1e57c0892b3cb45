"""A regulation made only in the browser: Go, McMahon, byo-yomi, three sections, to the prizes.

Its file then checks and plays in another data file.
"""

import json
import os

import httpx
import pytest

from e2e.chromium import PHONE, new_page
from e2e.desk_steps import lead, pair
from e2e.looking import faults
from e2e.test_event import to_the_desk
from server import Server, use_link

pytestmark = pytest.mark.browser
NAMES = [
    "Mei 梅",
    "Lan 兰",
    "Zhu 竹",
    "Ju 菊",
    "ดอกบัว",
    "Bunga",
    "Song 松",
    "Bai 柏",
    "Liu 柳",
    "Tao 桃",
]
SECTIONS = ("open", "women", "youth")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = Server(tmp_path_factory.mktemp("own") / "j.sqlite")
    with httpx.Client(base_url=found.base, timeout=30) as chief:
        use_link(chief, found.link)
        found.cookies = [
            {"name": key, "value": value, "url": found.base} for key, value in chief.cookies.items()
        ]
    yield found
    found.stop()


def saved(page):
    """Save the sheet and wait for it to come back."""
    with page.expect_navigation():
        page.click(".save-bar button.primary")


def begin(page, base):
    page.goto(f"{base}/books")
    page.fill("form[action='/books/new'] input[name=title]", "Harbour Go")
    page.fill("form[action='/books/new'] input[name=id]", "harbour-go")
    page.fill("form[action='/books/new'] input[name=cite]", "HG")
    page.select_option("form[action='/books/new'] select[name=game]", "go")
    page.click("form[action='/books/new'] button")
    page.wait_for_url("**/books/harbour-go")


def write_the_event(page, base):
    page.goto(f"{base}/books/harbour-go/events/open")
    page.select_option("select[name='clock.kind']", "periods")
    page.fill("input[name='clock.minutes']", "forty")
    page.wait_for_selector("[data-fault='event.open.clock.minutes']:has-text('whole number')")
    assert page.get_attribute("input[name='clock.minutes']", "aria-invalid") == "true"
    page.fill("input[name='clock.minutes']", "45")
    page.fill("input[name='clock.periods']", "3")
    page.fill("input[name='clock.period_seconds']", "30")
    page.wait_for_selector("[data-verdict].good")
    assert not page.is_visible("input[name='clock.increment']")
    page.select_option("select[name=numbering]", "lot")
    page.select_option("select[name='stage.0.system']", "mcmahon")
    page.wait_for_selector("[data-fault='event.open.stage.0.start.bar']:has-text('missing')")
    page.fill("input[name='stage.0.start.bar']", "2400")
    page.fill("input[name='stage.0.start.floor']", "1000")
    page.fill("input[name='stage.0.start.step']", "100")
    page.wait_for_selector("[data-verdict].good")
    page.click("text=Rules of the game")
    page.fill("input[name='rules.komi']", "7.5")
    drag_wins_to_second_place(page)
    page.fill("input[name='prizes.currency']", "RM")
    page.fill("input[name='prizes.lists.main.money']", "500 300 200")
    page.fill("input[name='prizes.goods.trophy']", "3")
    saved(page)
    assert page.input_value("input[name='clock.periods']") == "3"


def drag_wins_to_second_place(page):
    def order():
        return page.eval_on_selector_all("[name='ranking.order']", "all => all.map((e) => e.value)")

    assert order() == ["points", "opponents-score", "wins", "lot"]
    page.locator("[data-key]").nth(2).drag_to(
        page.locator("[data-key]").nth(1), target_position={"x": 40, "y": 2}
    )
    assert order() == ["points", "wins", "opponents-score", "lot"]
    page.locator("[data-key]").nth(3).locator("[data-up]").press("Enter")
    assert order() == ["points", "wins", "lot", "opponents-score"]
    page.locator("[data-key]").nth(2).locator("[data-down]").press("Enter")
    assert order() == ["points", "wins", "opponents-score", "lot"]


def add_sections(page, base):
    for name, title in (("women", "Women"), ("youth", "Youth")):
        page.goto(f"{base}/books/harbour-go")
        page.fill("form[action$='/events'] input[name='title.en']", title)
        page.fill("form[action$='/events'] input[name=id]", name)
        page.click("form[action$='/events'] button:has-text('Add the event')")
        page.wait_for_url(f"**/events/{name}")


def write_a_clause(page, base):
    page.goto(f"{base}/books/harbour-go/clauses")
    page.fill("input[name='clause.3.number']", "4")
    page.fill("textarea[name='clause.3.text.zh']", "每方45分钟，读秒3次30秒。")
    page.fill("textarea[name='clause.3.text.en']", "45 minutes each, then three times 30 seconds.")
    page.select_option("select[name='clause.3.about']", "clock")
    saved(page)


def try_out(page, base):
    page.goto(f"{base}/books/harbour-go")
    page.click("form[action$='/try'] button")
    page.wait_for_selector("h1:has-text('Trial run')", timeout=120_000)
    assert page.locator("main table").count() == 3
    assert page.locator("main table").first.locator("tbody tr").count() >= 10


def create(page, base):
    page.goto(f"{base}/books/harbour-go")
    page.click("button:has-text('Publish this edition')")
    page.click("text=Create a competition with it")
    for name in SECTIONS:
        page.check(f"input[name=event][value={name}]")
    page.click("button:has-text('Next'), form button.primary")
    page.fill("input[name=title]", "Harbour 2026")
    page.fill("input[name=id]", "harbour-2026")
    page.click("form[action='/new/competition'] button.primary")
    page.wait_for_url("**/c/harbour-2026/open/desk/entries")


def play_rounds(page, section):
    boards = range(1, 6)
    for number in range(1, 6):
        pair(page)
        page.wait_for_selector(".meetings")
        lead(page)  # publish
        page.goto(f"{section}/desk/results")
        page.wait_for_selector(f"h2:has-text('Round {number}')")
        for board in boards:
            page.focus("input[name=lines]")
            page.keyboard.type(f"{board} {'1-0' if board % 2 else '0-1'}\n")
            page.wait_for_selector(f".progress:has-text('{board}/{len(boards)}')", timeout=90_000)


def play_to_prizes(page, base):
    section = f"{base}/c/harbour-2026/open"
    for name in NAMES:
        page.fill("form[action$='/enter'] input[name=name]", name)
        page.click("form[action$='/enter'] button")
        page.wait_for_selector(f"main table >> text={name}")
    lead(page)  # close entries
    page.goto(section)
    to_the_desk(page)
    page.click("form[action$='/commit'] button")
    page.fill("input[name=entropy]", "said aloud in the hall")
    page.click("form[action$='/draw'] button")
    play_rounds(page, section)
    page.goto(f"{section}/desk/lots")
    while page.query_selector("article.lot"):
        page.click("article.lot button.primary")
        page.wait_for_load_state()
    page.goto(f"{section}/desk/closing")
    page.click("form[action$='/closing/approve'] button")
    page.wait_for_selector(".chip.good:has-text('final')")
    page.goto(f"{section}/prizes")
    shown = page.inner_text("main")
    assert "500" in shown
    assert "Trophy" in shown
    page.goto(section)
    page.click(".standings tbody tr:nth-child(2) a[href*='/why']")
    assert "HG" in page.inner_text("main")


def test_a_regulation_made_in_the_browser_runs_to_prizes(server, started, tmp_path, run):
    page = new_page(started)
    page.context.add_cookies(server.cookies)
    base = server.base
    begin(page, base)
    write_the_event(page, base)
    add_sections(page, base)
    write_a_clause(page, base)
    try_out(page, base)
    create(page, base)
    play_to_prizes(page, base)
    assert page.errors == []
    with page.expect_download() as downloading:
        page.goto(f"{base}/books/harbour-go")
        page.click("text=Download as a file")
    file = tmp_path / "harbour-go.toml"
    downloading.value.save_as(file)
    other = ("--data", tmp_path / "other.sqlite")
    code, out, err = run("book", "import", file, *other, "--json")
    assert code == 0, err
    assert json.loads(out)["events"] == list(SECTIONS)
    assert run("book", "check", "harbour-go", *other)[0] == 0
    code, out, err = run("book", "simulate", "harbour-go", *other, "--json")
    assert code == 0, err
    assert [(each["event"], each["rounds"]) for each in json.loads(out)] == [
        (name, 5) for name in SECTIONS
    ]


LAPTOP = {"width": 1280, "height": 720}
SIZES = [("zh-CN", PHONE), ("en-US", LAPTOP)]
if os.environ.get("QIPAN_SOAK"):
    SIZES += [("en-US", PHONE), ("zh-CN", LAPTOP)]


@pytest.mark.parametrize(("language", "size"), SIZES)
def test_the_sheets_fit_and_can_be_read(server, started, size, language):
    page = new_page(started, size, language)
    page.context.add_cookies(server.cookies)
    name = f"look-{size['width']}-{language[:2].lower()}"
    page.goto(f"{server.base}/books")
    page.fill("form[action='/books/new'] input[name=title]", "Look 看")
    page.fill("form[action='/books/new'] input[name=id]", name)
    page.select_option("form[action='/books/new'] select[name=like]", "MY-I")
    page.click("form[action='/books/new'] button")
    page.wait_for_url(f"**/books/{name}")
    home = f"{server.base}/books/{name}"
    for address in (f"{server.base}/books", home, f"{home}/events/women", f"{home}/clauses"):
        page.goto(address)
        wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, (address, wide)
        assert faults(page) == [], address
    assert page.errors == []

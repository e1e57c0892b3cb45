"""The arbiter's whole path in a real browser: a Malaysian individual section of twenty players.

From the guided form to the approved final table: a list from a spreadsheet, check-in on a tablet,
seven rounds of pasted results, the lot for the finalists, the final with its play-off.
"""

import pytest

from e2e.chromium import LAPTOP, PHONE, new_page
from e2e.desk_steps import lead, pair
from server import Server, press_link
from web.hall import NAMES, sheet

pytestmark = pytest.mark.browser
DESK = "/c/national/individual/desk"
SWISS, BY_HAND = 7, 2
TABLET = {"width": 820, "height": 1180}
LEAST_TARGET = 48
"""Pixels, on a tablet."""


@pytest.fixture
def server(tmp_path):
    started = Server(tmp_path / "j.sqlite")
    yield started
    started.stop()


def create(page, base):
    """Go through the three steps; each choice shows its clauses."""
    page.goto(f"{base}/new")
    page.check("input[value='my-2018']")
    page.click("main button.primary")
    page.check("input[value='individual']")
    page.click(".option:has(input[value='individual']) summary")
    assert "MY-I" in page.inner_text(".option:has(input[value='individual'])")
    page.click("main button.primary")
    page.fill("input[name=title]", "National 2026")
    page.fill("input[name=id]", "national")
    page.check("input[name='individual.rounds'][value='7']")
    assert "MY-I 1" in page.inner_text(".decision:has(input[name='individual.rounds'])")
    page.fill("input[name='individual.fee']", "80")
    page.check("input[name='individual.unchecked']")
    page.click("main button.primary")
    page.wait_for_url("**/c/national/individual/desk/entries")


def bring_list(page, folder):
    """A list with one cell that cannot be read: looked at first, then taken."""
    rows = [(name, 2000 - 10 * at, f"State {at % 5}") for at, name in enumerate(NAMES)]
    file = folder / "list.xlsx"
    file.write_bytes(sheet([*rows, ("Nobody", "many", "")]))
    page.set_input_files("input[name=file]", file)
    page.click("form[enctype] button")
    assert page.inner_text("[data-count=added] strong") == "20"
    assert "B22" in page.inner_text("section[aria-labelledby=report]")
    page.click("button[name=store]")
    assert page.inner_text("[data-count=added] strong") == "20"


def check_in(page, base):
    """On a tablet: large targets, one tap each, and a slip undone."""
    page.goto(f"{base}/c/national/individual/desk/check-in")
    taps = page.locator(".grid-taps button")
    assert taps.count() == 20
    for at in range(3):
        assert taps.nth(at).bounding_box()["height"] >= LEAST_TARGET
    taps.first.tap()
    page.wait_for_selector(".progress:has-text('1/20')")
    page.locator(".undo-bar button").tap()
    page.wait_for_selector(".progress:has-text('0/20')")
    page.locator(".grid-taps button").first.tap()
    page.wait_for_selector(".progress:has-text('1/20')")
    assert page.errors == []


def paste(page, lines):
    page.click("summary:has-text('Paste several lines')")
    page.fill("textarea[name=lines]", lines)
    page.click("form:has(textarea[name=lines]) button")


def round_of(number):
    """Pasted results of a round: no draws between the leaders, so that two come out ahead."""
    marks = "1100=" if number % 2 else "110=0"
    return "\n".join(f"{board} {marks[(board + number) % 5]}" for board in range(1, 11))


def play_swiss(page, base):
    """Two rounds as an arbiter does them, the others by the same forms without their pages."""
    for number in range(1, SWISS + 1):
        if number > BY_HAND:
            give(page, f"{base}{DESK}", number)
            continue
        pair(page)
        page.wait_for_selector(".meetings")
        lead(page)  # publish
        page.goto(page.url.replace("/pairing", "/results"))
        page.wait_for_selector(f"#pairings:has-text('Round {number}')")
        if number == 1:
            type_results(page)
        else:
            paste(page, round_of(number))
            page.wait_for_selector(".progress:has-text('10/10')")


def give(page, desk, number):
    """Pair and publish a round and record its results."""
    token = next(each for each in page.context.cookies() if each["name"] == "csrftoken")["value"]
    for path, form in (
        ("pairing/pair", {}),
        ("pairing/publish", {"round": str(number)}),
        ("results/lines", {"round": str(number), "lines": round_of(number)}),
    ):
        headers = {"x-csrftoken": token}
        answer = page.request.post(f"{desk}/{path}", form=form, headers=headers, max_redirects=0)
        assert answer.status == 303, answer.text()


def type_results(page):
    """Number, result, Enter: the next line is typed while the one before is on its way."""
    page.focus("input[name=lines]")
    page.keyboard.type("1 1\n2 0\n3 =\n99 1\n")
    page.wait_for_selector(".typed .bad:has-text('99')")
    page.focus("h1")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.type(
        "5 1\n", delay=90
    )  # without a field, as a hand types: no draw on another board
    for board in (4, *range(6, 11)):
        page.keyboard.type(f"{board} 1\n")
    page.wait_for_selector(".progress:has-text('10/10')")  # without a reload


def draw_lots(page, public, base):
    """Each lot is committed to, shown in the hall, drawn, and checked."""
    page.goto(f"{base}/c/national/individual/desk/lots")
    while page.query_selector("article.lot"):
        lot = page.get_attribute("article.lot", "id")
        page.click("article.lot button.primary")
        page.wait_for_selector(f"article.lot[id='{lot}'] input[name=entropy]")
        public.goto(f"{base}/c/national/individual/lot?lot={lot}")
        assert "The draw is next" in public.inner_text("main")
        page.fill(f"article.lot[id='{lot}'] input[name=entropy]", "said aloud")
        page.click(f"article.lot[id='{lot}'] button.primary")
        public.wait_for_selector("text=checked: the order follows")  # without a reload
        assert "said aloud" in public.inner_text("main")


def play_final(page, base):
    """The final is drawn, so is the rapid game; the last one has draw odds, and a lot for seats."""
    page.goto(f"{base}/c/national/individual/desk/pairing")
    lead(page)
    page.wait_for_selector("h2:has-text('Round 8')")
    lead(page)
    page.goto(f"{base}/c/national/individual/desk/results")
    paste(page, "\n".join(["1 =", *(f"{board} 1" for board in range(2, 11))]))
    page.wait_for_selector("text=needs a winner")
    assert "moves first" in page.inner_text("#b1")  # seats are swapped for the rapid game
    page.click("button[value='1 0.5-0.5']")
    page.click("button[formaction$='play-off-lot']")  # a lot gives the choice of seats
    page.click("#b1 a[href*='/desk/play-off']")
    page.click("button[name=chosen][value=second]")  # who has drawn it says what they take
    page.click("a[href*='/desk/results?round=8#b1']")
    page.click("button[value='1 0.5-0.5']")
    page.wait_for_selector(".chip.good:has-text('wins')")


def test_a_section_from_creation_to_approval(server, tmp_path, started):
    page, public = new_page(started, LAPTOP), new_page(started, PHONE)
    press_link(page, server.link)
    page.set_viewport_size(PHONE)  # an organiser may have nothing else at hand
    create(page, server.base)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.set_viewport_size(LAPTOP)
    bring_list(page, tmp_path)
    context = started.new_context(
        viewport=TABLET, has_touch=True, locale="en-US",
        storage_state=page.context.storage_state(),
    )  # fmt: skip
    tablet = context.new_page()
    tablet.errors = []
    tablet.on("pageerror", lambda error: tablet.errors.append(str(error)))
    check_in(tablet, server.base)
    page.goto(f"{server.base}/c/national/individual/desk/entries")
    lead(page)  # close entries
    lead(page)  # numbers by rating
    play_swiss(page, server.base)
    draw_lots(page, public, server.base)
    play_final(page, server.base)
    draw_lots(page, public, server.base)
    page.goto(f"{server.base}/c/national/individual/desk/closing")
    page.click("form[action$='/closing/approve'] button")
    page.wait_for_selector(".chip.good:has-text('final')")
    page.click("form[action$='/closing/award'] button")
    page.wait_for_selector("#prizes")
    page.click("form[action$='/closing/finish'] button")
    page.wait_for_selector("text=Everything is done.")
    public.goto(f"{server.base}/c/national/individual")
    assert "final" in public.inner_text("#standings")
    assert public.errors == []
    refused = [error for error in page.errors if "422" in error]  # board 99, as it should
    assert (page.errors, len(refused)) == (refused, 1)

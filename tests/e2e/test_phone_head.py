"""The head of a page on a phone or a tablet: one line, all of it to be read and touched."""

import pytest

from e2e.chromium import new_page
from e2e.looking import LOOK_ALONE, faults
from e2e.test_look import CUP, KNOCKOUT, play
from qipan.i18n import LANGUAGES
from server import press_link

pytestmark = pytest.mark.browser
SIZES = [
    {"width": 390, "height": 844},
    {"width": 360, "height": 740},
    {"width": 768, "height": 1024},
]
STRANGER = ["/", "/play", CUP, f"{CUP}/player/e1", "/sign-in", "/help"]
SIGNED_IN = ["/", CUP, "/me", "/account", f"{CUP}/desk/results", f"{CUP}/desk/entries"]
TALLEST, TOUCH = 53, 44
HEAD = ".top .brand, .top .menu-button, .top .who a"
MENU = ".menu a"
WRONG = """([chosen, least]) => {
  const shown = [...document.querySelectorAll(chosen)].filter((each) => each.offsetParent);
  const boxes = shown.map((each) => each.getBoundingClientRect());
  const wrong = [];
  shown.forEach((each, at) => {
    const { left, right, top, bottom, width, height } = boxes[at];
    const say = (what) => wrong.push(`${each.textContent.trim()}: ${what}`);
    if (width < least || height < least) say(`${width} x ${height}`);
    if (left < 0 || right > innerWidth || bottom > innerHeight) say("outside the window");
    if (each.scrollWidth > each.clientWidth + 1) say("clipped");
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!each.contains(there)) say(`covered by ${there?.className}`);
    for (const other of boxes.slice(at + 1)) {
      const apart = other.left >= right - 0.5 || other.right <= left + 0.5
        || other.top >= bottom - 0.5 || other.bottom <= top + 0.5;
      if (!apart) say("over another");
    }
  });
  return [shown.length, wrong];
}"""
"""How many of these can be seen, and what is wrong with any of them."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = play(tmp_path_factory.mktemp("head"), "k.sqlite", KNOCKOUT, 2)
    yield found
    found.stop()


@pytest.fixture(scope="module")
def signed_in(server, started):
    page = new_page(started)
    press_link(page, server.link)
    yield page.context.cookies()
    page.context.close()


def head_faults(page):
    """List what is wrong with the head of an open page, folded and unfolded."""
    height = page.evaluate("document.querySelector('.top').offsetHeight")
    found = [] if height <= TALLEST else [f"{height} px high"]
    seen, wrong = page.evaluate(WRONG, [HEAD, TOUCH])
    found += wrong if seen >= 3 else [f"{seen} parts only", *wrong]
    page.click(".menu-button")
    seen, wrong = page.evaluate(WRONG, [MENU, TOUCH])
    found += wrong if seen == 5 + len(LANGUAGES) else [f"{seen} ways in the menu", *wrong]
    page.keyboard.press("Escape")
    if page.is_visible(".menu"):
        found.append("the menu stays open")
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_line_on_every_screen(server, started, signed_in, language):
    """A page is loaded on one of the screens, each in its turn, and turned to the others."""
    stranger, arbiter = new_page(started, SIZES[0]), new_page(started, SIZES[0])
    arbiter.context.add_cookies(signed_in)
    found = {}
    for page, paths in ((stranger, STRANGER), (arbiter, SIGNED_IN)):
        page.goto(f"{server.base}/language/{language}?back=/")
        for at, path in enumerate(paths):
            sizes = [*SIZES[at % 3 :], *SIZES[: at % 3]]
            page.set_viewport_size(sizes[0])
            page.goto(server.base + path)
            for size in sizes:
                page.set_viewport_size(size)
                assert page.evaluate("innerWidth") == size["width"]
                if wrong := head_faults(page):
                    found[path, page is arbiter, size["width"]] = wrong
    assert found == {}
    assert (stranger.errors, arbiter.errors) == ([], [])


def test_the_menu_leads_on_by_touch_and_by_keyboard(server, started):
    page = new_page(started, SIZES[0])
    page.goto(server.base + CUP)
    for _ in range(3):  # the way to the content, the brand, the menu
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert page.is_visible(".menu")
    assert faults(page, LOOK_ALONE) == []
    page.mouse.click(200, 800)
    assert not page.is_visible(".menu")
    page.click(".menu-button")
    with page.expect_navigation(url="**/watch"):
        page.click(".menu a[href='/watch']")
    assert not page.is_visible(".menu")
    page.goto(server.base)
    page.click(".menu-button")
    page.click(".menu a[href='/#competitions']")
    assert not page.is_visible(".menu")
    assert page.errors == []

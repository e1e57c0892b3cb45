"""Two browsers at a live table, on the boards: to the end, through a reload and a dropped line."""

import httpx
import pytest

from e2e.chromium import browser, new_page
from server import Server

pytest.importorskip("qipan.web.sockets", reason="there are no live tables to sit down at")
pytestmark = pytest.mark.browser
TALL = {"width": 1280, "height": 1300}
CLOCK = {"kind": "per-move", "game": 900_000, "move": 180_000}
PLACE = """(s, [x, y]) => {
  const p = new DOMPoint(x, y).matrixTransform(s.getScreenCTM());
  return [p.x, p.y];
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = Server(tmp_path_factory.mktemp("live") / "j.sqlite")
    with httpx.Client(base_url=found.base, timeout=30) as chief:
        chief.get(found.link)
        found.cookies = dict(chief.cookies)
    yield found
    found.stop()


@pytest.fixture(scope="module")
def started():
    with browser() as found:
        yield found


def chief_of(server):
    """The chief arbiter, signed in once by the printed link."""
    return httpx.Client(base_url=server.base, timeout=30, cookies=server.cookies)


@pytest.fixture
def sit_down(server, started):
    """Open a table and give a page for each seat, and one for a spectator."""
    pages = []

    def sit(game, seats=2):
        with chief_of(server) as chief:
            body = {"game": game, "controls": [CLOCK], "occupants": [f"p{n}" for n in range(seats)]}
            headers = {"x-csrftoken": chief.cookies.get("csrftoken", "")}
            answer = chief.post("/api/tables", json=body, headers=headers)
        assert answer.status_code == 201, answer.text
        links = answer.json()["links"]
        for link in (*links, links[0].split("?")[0]):
            page = new_page(started, TALL)
            page.goto(server.base + link)
            page.wait_for_selector("#table .board")
            pages.append(page)
        return pages

    yield sit
    for page in pages:
        page.context.close()


def tap(page, x, y):
    page.mouse.click(*page.locator("svg.board-svg").evaluate(PLACE, [x, y]))


def test_gomoku_to_five_with_a_reload_and_a_spectator(sit_down):
    first, second, watching = sit_down("gomoku")
    stones = 0
    for turn in range(5):
        for page, row in ((first, 5), (second, 6)):
            if (turn, page) == (4, second):
                break
            tap(page, 200 + 40 * turn, 40 * row)
            stones += 1
            for each in (first, second, watching):
                each.wait_for_selector(f".stone >> nth={stones - 1}")
        if turn == 2:
            second.reload()
            second.wait_for_selector(f".stone >> nth={stones - 1}")
    for each in (first, second, watching):
        each.wait_for_selector("#status:has-text('gomoku.five')")
        assert each.errors == []


def test_go_to_a_confirmed_count(sit_down):
    first, second, watching = sit_down("go")
    tap(first, 40 * 3, 40 * 3)
    second.wait_for_selector(".stone")
    for word in ("pass", "agree", "pass", "confirm"):
        for page in (second, first):
            page.click(f"[data-move={word}]")
    watching.wait_for_selector("#table[data-phase=over]")
    assert "Count" in watching.inner_text(".board-tally")
    assert (first.errors, second.errors, watching.errors) == ([], [], [])


def test_xiangqi_with_black_at_the_bottom_until_a_resignation(sit_down):
    red, black, watching = sit_down("xiangqi")
    tap(red, 700, 700)
    red.wait_for_selector(".aim-go")
    tap(red, 400, 700)
    black.wait_for_selector("[data-at=e2] .piece.red")
    tap(black, 100, 900)
    black.wait_for_selector(".aim-go")
    tap(black, 200, 700)
    red.wait_for_selector("[data-at=g7] .piece.black")
    red.click("[data-send*=resign]")
    for each in (red, black, watching):
        each.wait_for_selector("#table[data-phase=over]")
        assert each.errors == []


def test_six_at_the_star_board_each_with_the_own_corner_down(sit_down):
    *players, watching = sit_down("chinese-checkers", 6)
    for page in players:
        page.wait_for_selector("[data-move=skip]")  # its turn has come
        tap(page, 50, 433)
        page.wait_for_selector(".aim-go")
        tap(page, 0, 346)
        page.wait_for_selector("[data-move=skip]", state="detached")
    watching.wait_for_selector("#moves li >> nth=5")
    assert [page.errors for page in (*players, watching)] == [[]] * 7

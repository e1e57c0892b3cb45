"""Browsers at live tables, on the boards: every game to its end, a reload, a dropped line, secrets.

The server's dealer is hurried; everything else is as it is served.
"""

import json
import re

import httpx
import pytest

from e2e.chromium import new_page, page_in
from server import Server

pytestmark = pytest.mark.browser
TALL = {"width": 1280, "height": 1300}
SMALL = {"width": 360, "height": 740}
CLOCK = {"kind": "per-move", "game": 900_000, "move": 180_000}
HURRY = "from qipan.games.shengji.game import PACE\nPACE.update(draw=20, close=1001)\n"
PLACE = """(s, [x, y]) => {
  const p = new DOMPoint(x, y).matrixTransform(s.getScreenCTM());
  return [p.x, p.y];
}"""
KEEP_LINES = """
  window.lines = [];
  window.WebSocket = class extends WebSocket {
    constructor(...all) { super(...all); window.lines.push(this); }
  };
"""
PLAIN_HTTP = """
  Object.defineProperty(Crypto.prototype, "randomUUID", { value: undefined });
  Object.defineProperty(Crypto.prototype, "subtle", { value: undefined });
"""
"""What browsers hide where a hall's network has no https."""
NO_OWNER = """
  const data = JSON.stringify({ type: "waiting" });
  lines.at(-1).dispatchEvent(new MessageEvent("message", { data }));
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = Server(tmp_path_factory.mktemp("live") / "j.sqlite", before=HURRY)
    with httpx.Client(base_url=found.base, timeout=30) as chief:
        chief.get(found.link)
        found.cookies = dict(chief.cookies)
    yield found
    found.stop()


def chief_of(server):
    """The chief arbiter, signed in once by the printed link."""
    return httpx.Client(base_url=server.base, timeout=30, cookies=server.cookies)


def opened(server, game, seats=2, **more):
    with chief_of(server) as chief:
        body = {"game": game, "controls": [CLOCK], "occupants": [f"p{n}" for n in range(seats)]}
        headers = {"x-csrftoken": chief.cookies.get("csrftoken", "")}
        answer = chief.post("/api/tables", json=body | more, headers=headers)
    assert answer.status_code == 201, answer.text
    return answer.json()["links"]


@pytest.fixture
def sit_down(server, started):
    """Open a table and give a page for each seat, and one for a spectator.

    They are pages of one browser profile: a seat is what its link opens, not who is signed in.
    """
    pages = []

    def sit(game, seats=2, language="en-US", apart=False, **more):
        links = opened(server, game, seats, **more)
        for link in (*links, links[0].split("?")[0]):
            if apart or not pages:
                page = new_page(started, TALL, language)
            else:
                page = page_in(pages[0].context)
            page.add_init_script(PLAIN_HTTP + KEEP_LINES)
            listen(page)
            page.goto(server.base + link)
            page.wait_for_selector("#table .board")
            pages.append(page)
        return pages

    yield sit
    for context in {page.context for page in pages}:
        context.close()


def listen(page):
    """Keep every frame that a page is sent."""
    page.heard = []

    def line(opened):
        opened.on("framereceived", lambda frame: page.heard.append(frame))

    page.on("websocket", line)


def tap(page, x, y):
    page.mouse.click(*page.locator("svg.board-svg").evaluate(PLACE, [x, y]))


def test_gomoku_to_five_with_a_reload_a_dropped_line_and_a_spectator(sit_down):
    first, second, watching = sit_down("gomoku", apart=True)  # one of them loses the network
    assert first.evaluate("typeof crypto.randomUUID") == "undefined"
    second.evaluate(NO_OWNER)
    assert "another server" in second.inner_text("#notice")
    stones = 0
    for turn in range(5):
        for page, row in ((first, 5), (second, 6)):
            if (turn, page) == (4, second):
                break
            if (turn, page) == (3, first):  # the network is gone while a move is made
                page.context.set_offline(True)
                page.evaluate("lines.at(-1).close()")
                page.wait_for_selector("#table[data-line=down]")
                assert "reconnecting" in page.inner_text("#notice")
            tap(page, 200 + 40 * turn, 40 * row)
            if (turn, page) == (1, first):  # the table is looked after again
                assert second.locator("#notice").is_hidden()
            if (turn, page) == (3, first):
                page.context.set_offline(False)
            stones += 1
            for each in (first, second, watching):
                each.wait_for_selector(f".stone >> nth={stones - 1}")
        if turn == 2:
            second.reload()
            second.wait_for_selector(f".stone >> nth={stones - 1}")
    for each in (first, second, watching):
        each.wait_for_selector("#status:has-text('Black wins.')")
        assert each.locator("#moves li").count() == stones == 9
    assert (second.errors, watching.errors) == ([], [])
    assert all("ERR_INTERNET_DISCONNECTED" in error for error in first.errors)
    assert [clock for clock in second.locator("#clocks .left").all_inner_texts() if clock > "14"]


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


def move_piece(page, origin, target):
    tap(page, *origin)
    page.wait_for_selector(".aim-go, .aim-take")
    tap(page, *target)


def test_xiangqi_to_mate_in_chinese_notation_then_stepped_through(sit_down, server):
    setup = {"fen": "4k4/9/9/9/9/9/9/9/R8/1R1K5 w - - 0 1"}
    red, black, watching = sit_down("xiangqi", language="zh-CN", setup=setup)
    assert black.locator("[data-move]").count() == 0
    tap(black, 400, 900)  # not its turn, and no move is made ahead
    assert black.locator(".aim-go").count() == 0
    move_piece(red, (0, 800), (0, 100))
    black.wait_for_selector("[data-at=a8] .piece.red")
    move_piece(black, (400, 900), (300, 900))  # Black sits at the bottom of its own page
    red.wait_for_selector("[data-at=f9] .piece.black")
    move_piece(red, (100, 900), (100, 0))
    for each in (red, black, watching):
        each.wait_for_selector("#table[data-phase=over]")
        assert each.inner_text("#status").startswith("红胜。")
        assert each.errors == []
    texts = [text.split()[-1] for text in watching.locator("#moves li").all_inner_texts()]
    assert texts == ["车九进七", "将5平6", "车八进九"]
    watching.click("#review a")
    watching.wait_for_selector("[data-review=place]")
    watching.click("[data-review=last]")
    watching.wait_for_selector("[data-at=b9] .piece.red")
    with watching.expect_download() as found:
        watching.click(".downloads button[value='.pgn']")
    assert "1-0" in found.value.path().read_text("utf-8")


def test_six_at_the_star_board_each_with_the_own_corner_down(sit_down):
    *players, watching = sit_down("chinese-checkers", 6)
    for page in players:
        page.wait_for_selector("[data-move=skip]")  # its turn has come
        tap(page, 50, 433)
        page.wait_for_selector(".aim-go")
        tap(page, 0, 346)
        page.wait_for_selector("[data-move=skip]", state="detached")
    watching.wait_for_selector("#moves li >> nth=5")
    for page in players[:5]:
        page.click("[data-send*=resign]")
        assert "Once more" in page.inner_text("#notice")  # what cannot be taken back
        page.click("[data-send*=resign]")
        page.wait_for_selector("#status:not(:has-text('Your move'))")
    for page in (*players, watching):
        page.wait_for_selector("#table[data-phase=over]")
        assert "Seat 6 wins." in page.inner_text("#status")
        assert page.errors == []


PLAY_CARDS = """() => {
  const table = document.querySelector("#table");
  const all = (name) => [...document.querySelectorAll(name)];
  const play = (legal) => {
    const phase = table.dataset.phase;
    const verb = phase === "cut" ? "cut" : phase === "bury" ? "bury" : "play";
    if (phase === "cut") return document.querySelector("[data-move=cut]")?.click();
    if (!["bury", "play"].includes(phase)) return undefined;
    if (!document.querySelector(`[data-move=${verb}]`)) return undefined; // not its turn
    for (const card of all(".card[aria-pressed=true]")) card.click();
    const first = all(".card")[0]?.dataset.card;
    const cards = phase === "bury" ? all(".card").slice(0, 8).map((card) => card.dataset.card)
      : (legal?.find((text) => text.startsWith("play "))?.split(" ").slice(1) ?? [first]);
    for (const name of cards) {
      all(`.card[data-card="${name}"]`)
        .find((card) => card.getAttribute("aria-pressed") !== "true")?.click();
    }
    document.querySelector(`[data-move=${verb}]`)?.click();
    return undefined;
  };
  table.addEventListener("qipan:legal", (event) => setTimeout(() => play(event.detail.moves), 0));
  table.dispatchEvent(new CustomEvent("qipan:send", { detail: { type: "since", seq: 0 } }));
  table.addEventListener("qipan:state", (event) => setTimeout(() => play(event.detail.legal), 0));
}"""
CARD = re.compile(r"\b(?:[SHDC](?:10|[2-9JQKA])|LJ|BJ)\b")


def card_places(value, place=""):
    """Name every place in a message where a card is named."""
    if isinstance(value, dict):
        return set().union(*(card_places(each, f"{place}.{name}") for name, each in value.items()))
    if isinstance(value, list):
        return set().union(*(card_places(each, place) for each in value))
    return {place.removeprefix(".")} if isinstance(value, str) and CARD.search(value) else set()


OPEN = {"view.deal.trick.cards", "view.deal.tricks.plays.cards", "view.deal.flipped"}
OPEN |= {"view.deal.exposed", "view.deal.declared.cards", "text", "moves.text"}
OPEN |= {"noted.words", "moves.noted.words"}
OWN = {"view.deal.hand", "view.deal.buried_by_me", "view.deal.declared_by_me", "legal", "moves"}
OWN |= {"view.deal.played_by_me", "view.deal.bottom"}


def test_four_play_a_deal_of_cards_and_nobody_is_sent_what_is_hidden(sit_down):
    *players, watching = sit_down("shengji", 4)
    for page in players:
        page.evaluate(PLAY_CARDS)
    watching.wait_for_selector("#moves:has-text('Deal scored')", timeout=120_000)
    assert [page.errors for page in (*players, watching)] == [[]] * 5
    hands = {}
    for seat, page in [*enumerate(players), (None, watching)]:
        messages = [json.loads(frame) for frame in page.heard]
        told = [each for each in messages if each["type"] in ("state", "event")]
        told = [each for each in told if each["view"]["deal"]["number"] == 1]
        told = [each for each in told if each["phase"] not in ("score", "over")]
        deals = [each["view"]["deal"] for each in told]
        places = set().union(*(card_places(each) for each in told))
        assert places <= (OPEN if seat is None else OPEN | OWN), (seat, places - OPEN - OWN)
        assert any(each["phase"] == "play" and each["trick"] for each in deals)
        if seat is None:
            assert all(each["hand"] is None for each in deals)
            assert all(each["bottom"] is None for each in deals)
        else:
            hands[seat] = max((each["hand"] for each in deals), key=len)
        for each in told:
            text = each.get("text", "")
            if text.startswith(("bury", "declare", "counter")) and each.get("seat") != seat:
                assert set(text.split()[1:]) == {"?"}
                assert set(each["noted"]["words"].split()[1:]) == {"?"}
            assert not text.startswith("pack ") or not CARD.search(text)
    dealt = sorted(len(hand) for hand in hands.values())
    assert dealt in ([25, 25, 25, 33], [25, 25, 25, 25])

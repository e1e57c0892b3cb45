"""The boards in a real browser: tap, drag, keyboard, words for a screen reader, small phones."""

import json

import pytest
from msgspec import to_builtins

from e2e.chromium import new_page, page_in
from qipan.games import game_named
from qipan.web.public.samples import sample_named, samples, try_sample
from server import Server

pytestmark = pytest.mark.browser
SMALL = {"width": 360, "height": 740}
TALL = {"width": 1280, "height": 1300}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    started = Server(tmp_path_factory.mktemp("boards") / "j.sqlite")
    yield started
    started.stop()


@pytest.fixture(scope="module")
def profile(started):
    """One profile for all: a page in it costs a fraction of a profile of its own."""
    found = started.new_context(viewport=TALL, locale="en-US", color_scheme="light")
    yield found
    found.close()


@pytest.fixture(scope="module")
def opened(profile):
    """One page for most: a browser reads its fonts anew for every page that is opened."""
    return page_in(profile)


@pytest.fixture
def page(opened):
    opened.errors.clear()
    yield opened
    forget(opened)
    assert opened.errors == []


def forget(page):
    """Leave a page so that no test finds the choices of another, or its hand."""
    page.mouse.up()
    page.mouse.move(0, 0)
    page.evaluate("localStorage.clear()")


class Table:
    """One board on the page of boards."""

    def __init__(self, page, server, name, query=""):
        page.goto(f"{server.base}/boards?only={name}{query}")
        page.wait_for_selector("[data-ready]")
        self.page, self.name = page, name
        self.start = try_sample(sample_named(name), [], None, "en")
        self.svg = page.locator("svg.board-svg")

    def place(self, x, y):
        """Where a point of the drawing is on the screen."""
        return self.svg.evaluate(
            "(s, [x, y]) => { const p = new DOMPoint(x, y).matrixTransform(s.getScreenCTM());"
            " return [p.x, p.y]; }",
            [x, y],
        )

    def point(self, name):
        """Where a point with something on it, or a hint, is."""
        move = self.svg.locator(f"[data-at='{name}']").first.get_attribute("transform")
        x, y = move.removeprefix("translate(").removesuffix(")").split()
        return self.place(float(x), float(y))

    def tap(self, at):
        self.page.mouse.click(*at)

    def said(self):
        return self.page.locator("[data-board-live]").inner_text().strip()

    def moves(self):
        return self.page.locator(".move-list li").all_inner_texts()

    def wait_for_answer(self):
        self.page.wait_for_selector(".move-list li")


def test_every_board_is_there_and_fits_a_small_phone(started, server):
    for size, scheme in ((SMALL, "dark"), (TALL, "light")):
        page = new_page(started, size, "zh-CN", scheme)
        page.goto(f"{server.base}/boards")
        for name in samples():
            page.wait_for_selector(f"[data-sample='{name}'][data-ready]")
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size["width"]
        assert page.errors == []
        for button in page.locator(".board-actions button, .board-switches button").all():
            assert button.bounding_box()["height"] >= 44
        page.context.close()


def test_xiangqi_by_tapping_with_hints(page, server):
    table = Table(page, server, "xiangqi")
    targets = [move[2:] for move in table.start.legal if move.startswith("g4")]
    table.tap(table.point("g4"))
    assert page.locator(".aim-go, .aim-take").count() == len(targets) > 0
    places = "1 place to go" if len(targets) == 1 else f"{len(targets)} places to go"
    assert places in table.said()
    table.tap(table.point("g5"))
    table.wait_for_answer()
    assert "P3+1" in table.moves()[0]
    assert page.locator(".last-corners").count() == page.locator(".last-from").count() == 1
    assert table.said().startswith("Last move: P3+1")


def test_xiangqi_by_dragging(page, server):
    table = Table(page, server, "xiangqi")
    page.mouse.move(*table.point("b2"))
    page.mouse.down()
    page.mouse.move(*table.place(100, 500), steps=4)
    assert page.locator(".in-hand").count() == 1
    page.mouse.up()
    table.wait_for_answer()
    assert "C8+2" in table.moves()[0]


def test_a_piece_dropped_where_it_cannot_go_stays(page, server):
    table = Table(page, server, "xiangqi")
    table.tap(table.point("e2"))
    table.tap(table.place(0, 450 + 50))
    assert any(why in table.said() for why in ("cannot go there", "already a stone"))
    assert table.moves() == []


def test_xiangqi_by_keyboard_and_what_is_read_aloud(page, server):
    table = Table(page, server, "xiangqi")
    page.keyboard.press("Tab")
    table.svg.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert table.said() == "g4, Red soldier"
    page.keyboard.press("Enter")
    assert "chosen" in table.said()
    page.keyboard.press("Escape")
    assert table.said() == "Put down."
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    assert table.said() == "g5, empty"
    page.keyboard.press("Enter")
    table.wait_for_answer()
    assert "P3+1" in table.moves()[0]
    page.keyboard.press("Home")
    assert "king e0" in table.said()
    described = table.svg.get_attribute("aria-describedby")
    assert "Black:" in page.locator(f"#{described}").inner_text()


def test_a_move_can_be_typed_in_any_notation_and_is_refused_in_words(page, server):
    table = Table(page, server, "xiangqi")
    page.click(".board-typed summary")
    page.fill(".board-typed input", "兵三进一")
    page.keyboard.press("Enter")
    table.wait_for_answer()
    assert "P3+1" in table.moves()[0]
    page.fill(".board-typed input", "a0a9")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-part=failure]:not([hidden])")


def test_black_sits_at_the_bottom_and_check_is_a_ring(page, server):
    table = Table(page, server, "xiangqi-international")
    assert table.point("e9")[1] > table.point("e0")[1]
    assert page.locator(".check-ring").count() == 1
    assert page.locator(".picture").count() == page.locator(".piece").count()
    page.click("[data-switch=flipped]")
    assert table.point("e9")[1] < table.point("e0")[1]
    page.click("[data-switch=pieces]")
    assert page.locator(".picture").count() == 0
    table.tap(table.point("e8"))  # the only ways out: two moves are listed
    assert page.locator(".aim-go, .aim-take").count() == 1


def test_go_stones_by_tap_and_keyboard(page, server):
    table = Table(page, server, "go")
    before = page.locator(".stone").count()
    table.tap(table.place(9 * 40, 9 * 40))
    table.wait_for_answer()
    assert "K10" in table.moves()[0]
    assert page.locator(".stone").count() == before + 2
    assert page.locator(".last-dot").count() == 1
    table.svg.focus()
    page.keyboard.press("ArrowDown")
    assert table.said() == "K9, empty"
    page.keyboard.press("Enter")
    page.wait_for_selector(".move-list li >> nth=3")
    assert "K9" in table.moves()[2]
    page.click("[data-move=pass]")
    page.wait_for_selector(".move-list li >> nth=5")
    assert "Pass" in table.moves()[4]


def test_go_dead_stones_are_marked_and_agreed(page, server):
    table = Table(page, server, "go-dead-stones")
    assert page.locator(".dead-ring").count() == 1
    table.tap(table.point("B3"))
    page.wait_for_selector(".dead-ring", state="detached")
    table.tap(table.point("B3"))
    page.wait_for_selector(".dead-ring")
    assert page.locator(".stone.faded").count() == 1
    assert "dead" in table.page.locator(".move-list").inner_text().lower()
    page.click("[role=radio]:has-text('seki')")
    table.tap(table.point("H4"))
    page.wait_for_selector(".seki-mark")


def test_go_count_is_laid_over_the_board(page, server):
    table = Table(page, server, "go-count")
    count = table.start.view.count
    black, white = len(count.black_territory), len(count.white_territory)
    assert page.locator(".territory.black").count() == black > 20
    assert page.locator(".territory.white").count() == white > 20
    assert count.result in page.locator(".board-tally").inner_text()


def test_gomoku_takes_only_empty_points(page, server):
    table = Table(page, server, "gomoku")
    table.tap(table.point("h8"))
    assert any(why in table.said() for why in ("cannot go there", "already a stone"))
    table.tap(table.place(0, 0))
    table.wait_for_answer()
    assert "a15" in table.moves()[0]


def test_checkers_turn_the_own_corner_down_and_draw_the_way(page, server):
    table = Table(page, server, "chinese-checkers")
    box = table.svg.bounding_box()
    assert table.point("a1")[1] > box["y"] + box["height"] * 0.8  # seat 0 began in the north
    assert page.locator(".way").count() == 1
    assert page.evaluate("new Set([...document.querySelectorAll('.marble')]"
                         ".map(m => m.getAttribute('class'))).size") == 6  # fmt: skip
    move = next(each for each in table.start.legal if "-" in each)
    begin, end = move.split("-")
    table.tap(table.point(begin))
    table.tap(table.point(end))
    table.wait_for_answer()
    assert move in table.moves()[0]
    assert len(table.moves()) == 6


def test_shengji_hand_trick_and_nothing_hidden(page, server):
    table = Table(page, server, "shengji")
    deal = table.start.view.deal
    hand = [card.get_attribute("data-card") for card in page.locator(".card").all()]
    assert sorted(hand) == sorted(deal.hand)
    assert "Trump" in page.locator(".cards-status").inner_text()
    assert "Level" in page.locator(".cards-status").inner_text()
    assert page.locator(".cards-row.laid").count() == 2
    assert page.locator("[data-move=play]").is_disabled()
    card = table.start.legal[0].removeprefix("play ")
    page.locator(f"[data-card={card}]").first.click(position={"x": 8, "y": 20})
    assert page.locator(".card[aria-pressed=true]").count() == 1
    page.click("[data-move=play]")
    table.wait_for_answer()
    page.wait_for_selector(f".card >> nth={len(hand) - 1}", state="detached")
    sent = json.loads(page.locator("[data-sample] script").inner_text())["view"]
    assert sent["deal"]["hand"] == deal.hand
    assert sent["left"] is None


def test_shengji_by_keyboard_and_by_pulling_a_card_up(page, server):
    table = Table(page, server, "shengji")
    card = table.start.legal[0].removeprefix("play ")
    place = [c.get_attribute("data-card") for c in page.locator(".card").all()].index(card)
    page.locator(".card").first.focus()
    for _ in range(place):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    assert "chosen" in table.said()
    page.keyboard.press("Enter")
    table.wait_for_answer()
    table = Table(page, server, "shengji")
    box = page.locator(f"[data-card={card}]").first.bounding_box()
    cloth = page.locator(".cards-cloth").bounding_box()
    page.mouse.move(box["x"] + 8, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 20, box["y"] - 40, steps=3)
    page.mouse.move(cloth["x"] + cloth["width"] / 2, cloth["y"] + cloth["height"] / 2, steps=3)
    page.mouse.up()
    table.wait_for_answer()


def test_no_sound_until_asked_and_choices_are_remembered(profile, server):
    page = page_in(profile)
    page.add_init_script(
        "window.heard = 0; const Real = window.AudioContext;"
        "window.AudioContext = class extends Real {"
        " constructor() { super(); window.heard += 1; } };"
    )
    table = Table(page, server, "gomoku")
    table.tap(table.place(0, 0))
    table.wait_for_answer()
    assert page.evaluate("window.heard") == 0
    page.click("[data-switch=sound]")
    table.tap(table.place(40, 0))
    page.wait_for_selector(".move-list li >> nth=3")
    assert page.evaluate("window.heard") == 1
    page.click("[data-switch=coordinates]")
    table = Table(page, server, "gomoku")
    assert page.locator(".coordinate").count() == 60
    assert page.locator("[data-switch=sound]").get_attribute("aria-pressed") == "true"
    assert page.errors == []
    forget(page)
    page.close()


@pytest.mark.parametrize("wish", ["reduce", "no-preference"])
def test_motion_only_where_it_is_wanted(profile, server, wish):
    page = page_in(profile)
    page.emulate_media(reduced_motion=wish)
    page.add_init_script(
        "window.moved = 0; const real = Element.prototype.animate;"
        "Element.prototype.animate = function (...all) {"
        " window.moved += 1; return real.apply(this, all); };"
    )
    table = Table(page, server, "xiangqi")
    table.tap(table.point("g4"))
    table.tap(table.point("g5"))
    table.wait_for_answer()
    assert (page.evaluate("window.moved") > 0) == (wish == "no-preference")
    page.close()


def test_a_finished_game_is_stepped_through_and_taken_along(page, server, tmp_path):
    file = tmp_path / "game.pgn"
    file.write_text('[Red "甲"]\n[Black "乙"]\n1. 炮二平五 {当头炮} 马8进7 2. 马二进三 1-0\n')
    page.goto(f"{server.base}/play/review")
    page.set_input_files("input[type=file]", file)
    page.click("form.fields button")
    page.wait_for_selector(".piece")
    assert "甲 – 乙" in page.inner_text("h1")
    place = page.locator("[data-review=place]")
    assert place.inner_text() == "Move 0 of 3"
    page.keyboard.press("ArrowRight")
    assert place.inner_text() == "Move 1 of 3"
    assert page.locator("[data-review=comment]").inner_text() == "当头炮"
    page.click("[data-review=last]")
    assert page.locator(".move-list [aria-current]").inner_text().split() == ["2.", "H2+3"]
    assert page.locator("[data-review=next]").is_disabled()
    page.click(".move-list button >> nth=1")
    assert place.inner_text() == "Move 2 of 3"
    with page.expect_download() as found:
        page.click(".downloads button[value='.dhtmlxq']")
    assert "DhtmlXQ" in found.value.path().read_text("utf-8")


@pytest.mark.parametrize("name", ["go", "gomoku", "chinese-checkers", "shengji"])
def test_every_game_steps_back_to_its_beginning(page, server, name):
    page.goto(f"{server.base}/play/review?sample={name}")
    page.wait_for_selector("[data-review=place]:has-text('Move 0')")
    count = len(sample_named(name).record.moves)
    page.click("[data-review=last]")
    assert f"Move {count} of {count}" in page.inner_text("[data-review=place]")
    last = page.locator("[data-review=board]").inner_html()
    page.click("[data-review=back]")
    page.click("[data-review=next]")
    assert page.locator(".move-list li").count() == count
    page.click("[data-review=first]")
    assert page.locator("[data-review=board]").inner_html() != last


FAKE = """async ({game, seat, message}) => {
  const table = document.createElement("article");
  table.id = "table";
  table.dataset.game = game;
  if (seat !== null) table.dataset.seat = seat;
  const place = document.createElement("div");
  place.dataset.board = "";
  table.append(place);
  document.querySelector("main").replaceChildren(table);
  window.sent = [];
  table.addEventListener("qipan:send", (event) => window.sent.push(event.detail));
  const { liveBoard } = await import("/static/boards/table.js");
  liveBoard(table, place);
  window.tell = (name, detail) => table.dispatchEvent(new CustomEvent(name, { detail }));
  window.tell("qipan:state", message);
}"""


def live(page, server, name, seat, **changes):
    """Put the board of a live table on a page, with a socket that only remembers."""
    page.goto(f"{server.base}/boards?only={name}")
    page.wait_for_selector("[data-ready]")
    start = try_sample(sample_named(name), [], None, "en")
    message = {
        "type": "state",
        "seq": 9,
        "view": to_builtins(start.view),
        "acting": [0],
        "seats": [],
        **changes,
    }
    game = sample_named(name).record.game
    page.evaluate(FAKE, {"game": game, "seat": seat, "message": message})
    page.wait_for_selector("#table .board")
    return start, message


def test_a_live_board_sends_a_move_and_asks_for_hints(page, server):
    _, message = live(page, server, "gomoku", 0, legal=["a1", "a15"])
    svg = page.locator("svg.board-svg")
    box = svg.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert page.evaluate("window.sent") == []  # the middle is not among the legal moves
    svg.evaluate("s => s.focus()")
    for _ in range(16):
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    assert page.evaluate("window.sent") == [{"type": "move", "text": "a15"}]
    page.evaluate(
        "m => window.tell('qipan:event', m)",
        {"kind": "move-played/1", "seq": 10, "view": message["view"], "acting": [0]},
    )
    page.wait_for_function("window.sent.at(-1).type === 'legal'")  # nobody said it by itself
    page.evaluate("m => window.tell('qipan:legal', m)", {"seq": 9, "moves": []})  # too old
    page.keyboard.press("Enter")
    assert page.evaluate("window.sent.at(-1)") == {"type": "move", "text": "a15"}


def test_what_is_being_pressed_stays_while_news_comes(page, server):
    _, message = live(page, server, "go", 0, legal=["confirm", "resume"])
    button = page.locator("[data-move=confirm]")
    button.hover()
    page.mouse.down()
    page.evaluate("m => window.tell('qipan:state', m)", {**message, "seq": 10})
    page.mouse.up()
    assert page.evaluate("window.sent.at(-1)") == {"type": "move", "text": "confirm"}
    page.evaluate("m => window.tell('qipan:state', m)", {**message, "seq": 11, "legal": ["agree"]})
    assert page.locator("#table [data-move]").all_inner_texts() == ["Agree"]


@pytest.mark.parametrize("changes", [{"acting": [1]}, {"suspended": "pause"}])
def test_nothing_is_sent_out_of_turn_or_while_play_is_suspended(page, server, changes):
    live(page, server, "gomoku", 0, **changes)
    page.locator("svg.board-svg").evaluate("s => s.focus()")
    page.keyboard.press("Enter")
    assert page.evaluate("window.sent") == []
    assert "not your turn" in page.locator("[data-board-live]").inner_text()


def test_a_spectator_of_cards_has_no_hand(page, server):
    start, _ = live(page, server, "shengji", 0)
    assert page.locator(".card").count() == len(start.view.deal.hand)
    seen = to_builtins(start.view)
    hidden = {**seen, "deal": {**seen["deal"], "hand": None}}
    live(page, server, "shengji", None, view=hidden)
    assert page.locator(".card").count() == 0
    assert page.locator("[data-move]").count() == 0


SIZES = """async (view) => {
  const { boardFor } = await import("/static/boards/index.js");
  const host = document.createElement("div");
  document.querySelector("main").replaceChildren(host);
  const board = await boardFor("go");
  board.mount(host, { seat: null, preferences: { coordinates: true } }).show(view);
  const texts = [...host.querySelectorAll(".coordinate")].map((each) => each.textContent);
  return [board.points.size, host.querySelectorAll(".star").length, texts.includes("I"),
          texts.length, board.points.has(view.size === 25 ? "Z25" : "A1")];
}"""


@pytest.mark.parametrize(("size", "stars"), [(9, 5), (13, 5), (19, 9), (25, 9)])
def test_go_boards_of_every_size(page, server, size, stars):
    page.goto(f"{server.base}/boards?only=gomoku")
    go = game_named("go")
    view = to_builtins(go.view(go.start(go.rules_type(size=size), 2, {}), None))
    assert page.evaluate(SIZES, view) == [size * size, stars, False, 4 * size, True]


def test_a_finger_on_a_small_phone(started, server):
    context = started.new_context(viewport=SMALL, locale="en-US", has_touch=True, is_mobile=True)
    page = context.new_page()
    table = Table(page, server, "xiangqi")
    page.touchscreen.tap(*table.point("g4"))
    page.wait_for_selector(".aim-go")
    page.touchscreen.tap(*table.point("g5"))
    table.wait_for_answer()
    assert "P3+1" in table.moves()[0]
    Table(page, server, "shengji")
    box = page.locator(".card").first.bounding_box()
    assert min(box["width"], box["height"]) >= 44
    context.close()

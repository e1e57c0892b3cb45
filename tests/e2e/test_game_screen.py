"""The screen of a live table in a real browser: where the board is, at every size and moment.

The board lies whole and uncovered in the window, nothing that happens moves it, and every button
stays where it is. A finger puts no stone on a wrong point.
"""

import random
import re

import pytest

from e2e.live import SEND, SOAK, opened

pytestmark = pytest.mark.browser
WIDE = ((1280, 720), (1366, 768), (1920, 1080))
PHONES = ((390, 844), (360, 740))
CLOCK = {"kind": "increment", "main": 900_000, "bonus": 10_000}
NAMES = {"controls": [CLOCK], "occupants": ["Lim Siew Hwa", "Tan Yu Huat"], "begin": True}
MEASURE = """() => {
  const box = (each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [x, y, width, height].map((n) => Math.round(n * 100) / 100);
  };
  const drawing = document.querySelector("#board svg.board-svg");
  const [x, y, width, height] = box(drawing);
  let covered = 0;
  for (let across = 0.02; across < 1; across += 0.16)
    for (let down = 0.02; down < 1; down += 0.16) {
      const there = document.elementFromPoint(x + width * across, y + height * down);
      if (!there?.closest("#board")) covered += 1;
    }
  const largest = Math.max(...[...document.querySelectorAll("svg")].map((each) => {
    const [, , wide, high] = box(each);
    return wide * high;
  }));
  return {
    board: [x, y, width, height],
    covered,
    largest: Math.abs(largest - width * height) < 1,
    clocks: [...document.querySelectorAll(".clock")]
      .filter((each) => each.offsetParent)
      .map((each) => [each.textContent, box(each)]),
    mixed: [...document.querySelectorAll(".strip:not(.many) .player")]
      .filter((each) => each.offsetParent)
      .filter((each) => box(each.querySelector(".who"))[0] > box(each.querySelector(".clock"))[0])
      .length,
    apart: [...document.querySelectorAll(".strip:not(.many) .player.with-piece")]
      .filter((each) => each.offsetParent)
      .filter((each) => each.querySelector(".name").getBoundingClientRect().left
        - each.querySelector("svg").getBoundingClientRect().right > 16)
      .length,
    acts: [...document.querySelectorAll("#acts .btn")]
      .filter((each) => each.offsetParent)
      .map((each) => [each.textContent.trim(), box(each)]),
    page: [document.documentElement.scrollWidth, document.documentElement.scrollHeight],
  };
}"""


def inside(box, size):
    x, y, width, height = box
    return x >= 0 and y >= 0 and x + width <= size[0] + 0.5 and y + height <= size[1] + 0.5


class Places:
    """Where everything is at each size; it is the same at every moment."""

    def __init__(self, clocks=2):
        self.boards, self.acts, self.clocks = {}, {}, clocks

    def look(self, page, moment):
        """At all sizes first, later at the tightest; in ``make soak`` always at all."""
        sizes = (*WIDE, *PHONES) if SOAK or not self.boards else (WIDE[0], PHONES[-1])
        for size in sizes:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            found = page.evaluate(MEASURE)
            where = (moment, size)
            assert inside(found["board"], size), (where, found)
            assert (found["covered"], found["largest"]) == (0, True), (where, found)
            assert found["mixed"] == 0, where  # the name, then the clock
            assert found["apart"] == 0, where  # the name beside its piece
            assert self.boards.setdefault(size, found["board"]) == found["board"], where
            assert self.acts.setdefault(size, found["acts"]) == found["acts"], where
            assert found["page"][0] <= size[0], where
            assert found["page"][1] <= size[1] + 1, where
            assert len(found["clocks"]) == self.clocks, where
            for text, box in found["clocks"]:
                assert re.fullmatch(r"\d+:\d\d", text), where
                assert inside(box, size), where
            for _, box in found["acts"]:
                assert inside(box, size), where
            if size in PHONES:
                assert found["board"][2] >= 0.85 * size[0], where
            else:
                assert found["board"][3] >= 0.6 * size[1], where


MOVES = {"xiangqi": "h2e2", "go": "Q16", "gomoku": "h8"}


@pytest.mark.parametrize("game", list(MOVES))
def test_the_board_is_whole_and_nothing_moves_it(sit_down, game):
    first, second = sit_down(game, **NAMES)
    places = Places()
    places.look(first, "my turn")
    first.evaluate(SEND, {"type": "move", "text": MOVES[game]})
    second.wait_for_selector("#status:has-text('Your move')")
    first.wait_for_selector("#status:has-text('Tan Yu Huat')")
    places.look(first, "the other's turn")
    second.evaluate(SEND, {"type": "offer", "what": "draw"})
    first.wait_for_selector("#prompt:has-text('Tan Yu Huat offers a draw')")
    places.look(first, "an offer")
    for name in ("Accept", "Decline"):
        box = first.get_by_role("button", name=name, exact=True).bounding_box()
        assert inside((box["x"], box["y"], box["width"], box["height"]), PHONES[-1])
    first.get_by_role("button", name="Decline", exact=True).click()
    second.wait_for_selector("#notice:has-text('declines')")
    first.evaluate(SEND, {"type": "claim", "what": "time"})
    first.wait_for_selector("#notice.bad")
    places.look(first, "a refusal")
    first.click("[data-send*=resign]")
    first.wait_for_selector("#prompt:has-text('Resign this game?')")
    places.look(first, "a question")
    assert first.get_attribute("#table", "data-phase") != "over"
    first.get_by_role("button", name="Keep playing").click()
    first.click("#claim")
    first.wait_for_selector("#prompt:has-text('What do you claim?')")
    places.look(first, "claims")
    first.evaluate(SEND, {"type": "resign"})
    second.wait_for_selector("#status:has-text('You won: Lim Siew Hwa resigned.')")
    first.wait_for_selector("#status:has-text('You lost: Lim Siew Hwa resigned.')")
    places.look(first, "the end")


CHANGED = "seq => document.querySelector('#table').dataset.seq !== seq"


def test_counting_leaves_the_board_where_it_is(sit_down):
    first, second = sit_down("go", **NAMES, rules={"size": 9})
    places = Places()
    places.look(first, "play")
    for page, move in ((first, "C3"), (second, "G7"), (first, "pass"), (second, "pass")):
        seen = [(each, each.get_attribute("#table", "data-seq")) for each in (first, second)]
        page.evaluate(SEND, {"type": "move", "text": move})
        for each, seq in seen:  # who moves next has seen it too
            each.wait_for_function(CHANGED, arg=seq)
    for page in (first, second):
        page.wait_for_selector("#room-panel:not([hidden])")
    places.look(first, "counting")
    assert "Your move" not in first.inner_text("#prompt")
    second.get_by_role("button", name="Accept this count").click()
    first.wait_for_selector("#room-panel:has-text('Tan Yu Huat accepted')")
    places.look(first, "the other accepted")
    first.get_by_role("button", name="Accept this count").click()
    second.wait_for_selector("#table[data-phase=over]")


def test_a_claim_says_what_it_costs_and_both_are_told(sit_down):
    first, second = sit_down("xiangqi", **NAMES, rules={"ruleset": "wxf-2018"})
    first.click("#claim")
    first.get_by_role("button", name="Claim the move limit").click()
    asked = first.inner_text("#prompt")
    assert "0 of 50" in asked
    assert "costs 5 minutes" in asked
    first.locator("#prompt").get_by_role("button", name="Claim", exact=True).click()
    for page in (first, second):
        page.wait_for_selector("#notice:has-text('5 minutes off the clock')")
    first.wait_for_selector(".clock[data-seat='0']:has-text('10:'), .clock:has-text('9:')")


def test_the_repetition_meter_says_what_a_claim_would_give(sit_down):
    fen = "3k5/9/9/9/9/9/9/9/8R/4K4 w - - 0 1"
    first, second = sit_down("xiangqi", **NAMES, setup={"fen": fen})
    for move in ["i1h1", "d9d8", "h1i1", "d8d9", "i1h1", "d9d8", "h1i1", "d8d9"]:
        page = first if move[0] in "ih" else second
        seq = first.get_attribute("#table", "data-seq")
        page.evaluate(SEND, {"type": "move", "text": move})
        first.wait_for_function("s => document.querySelector('#table').dataset.seq !== s", arg=seq)
    first.wait_for_selector("#meter:has-text('Third time')")
    assert "It would be a draw: neither side breaks a rule." in first.inner_text("#meter")
    first.click("#claim")
    first.get_by_role("button", name="Claim a repetition").click()
    first.locator("#prompt").get_by_role("button", name="Claim", exact=True).click()
    second.wait_for_selector("#status:has-text('Draw: by repetition.')")


MIDDLE = """(what) => {
  const box = document.querySelector(what)?.getBoundingClientRect();
  return box?.width ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""


def middle_of(page, what):
    """Give the middle of something, also of a stone that is just being drawn anew."""
    return page.wait_for_function(MIDDLE, arg=what).json_value()


def test_a_move_that_cannot_be_made_says_why_where_it_was_tried(sit_down):
    first, second = sit_down("go", **NAMES, rules={"size": 9})
    first.evaluate(SEND, {"type": "move", "text": "C3"})
    second.wait_for_selector(".stone")
    second.wait_for_selector("#status:has-text('Your move')")
    at = middle_of(second, ".stone")
    second.mouse.click(*at)
    second.wait_for_selector(".board-bubble:has-text('There is already a stone.')")
    bubble = second.locator(".board-bubble").bounding_box()
    assert abs(bubble["x"] + bubble["width"] / 2 - at[0]) < 100
    assert abs(bubble["y"] + bubble["height"] / 2 - at[1]) < 90


CATCH = """() => {
  window.sent = [];
  document.querySelector("#table").addEventListener("qipan:send", (event) => {
    if (event.detail.type !== "move") return;
    window.sent.push(event.detail.text);
    event.stopImmediatePropagation();
  }, true);
}"""
TAPS = 200 if SOAK else 40
SHAKE = 12  # pixels that a finger misses by, with 19 between points
REACH = """(name) => {
  const read = () => document.querySelector("[data-confirm]").textContent.slice(2);
  const press = (way) => document.querySelector(`[data-nudge=${way}]`).click();
  const letters = "ABCDEFGHJKLMNOPQRST";
  const first = read();
  for (let step = 0; step < 8 && read() !== name; step += 1) {
    const [column, row] = [letters.indexOf(read()[0]), Number(read().slice(1))];
    const [across, up] = [letters.indexOf(name[0]) - column, Number(name.slice(1)) - row];
    if (across) press(across > 0 ? "right" : "left");
    else if (up) press(up > 0 ? "up" : "down");
  }
  if (read() === name) document.querySelector("[data-confirm]").click();
  return first === name ? 0 : 1;
}"""


def test_no_tap_on_a_phone_puts_a_stone_on_a_wrong_point(company, sit_down):
    """40 taps that tremble by 12 px on 19 × 19 (200 in ``make soak``), then the loupe, one tap."""
    page = company.page(opened(company.server, "go", begin=True)[0], touch=True)
    page.wait_for_selector("#status:has-text('Your move')")
    page.evaluate(CATCH)
    box = page.locator("#board svg.board-svg").bounding_box()
    whole = 18 * 40 + 2 * 28
    dice, wanted, missed = random.Random(19), [], 0
    for _ in range(TAPS):
        column, row = dice.randrange(19), dice.randrange(19)
        name = f"{'ABCDEFGHJKLMNOPQRST'[column]}{row + 1}"
        x, y = ((28 + 40 * n) * box["width"] / whole for n in (column, 18 - row))
        x, y = (value + dice.uniform(-SHAKE, SHAKE) for value in (x, y))
        near = (min(max(x, 2), box["width"] - 2), min(max(y, 2), box["height"] - 2))
        page.touchscreen.tap(box["x"] + near[0], box["y"] + near[1])
        missed += page.evaluate(REACH, name)
        wanted.append(name)
    assert page.evaluate("window.sent") == wanted
    assert missed >= TAPS / 10  # one tap alone would have put many stones wrong
    assert page.locator(".stone").count() == 0
    page.evaluate("window.sent = []")
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    line = page.context.new_cdp_session(page)
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    page.wait_for_selector(".board-loupe")
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_selector(".board-loupe", state="detached")
    assert page.inner_text("[data-confirm]") == "✓ K10"
    assert page.evaluate("window.sent") == []
    page.click("#more")
    page.click("[data-switch=touch]")
    assert "one tap" in page.inner_text("[data-switch=touch]")
    page.click(".shut")
    page.touchscreen.tap(at["x"], at["y"])
    page.wait_for_function("window.sent.length === 1")


EARS = """
  window.heard = [];
  window.notices = [];
  window.AudioContext = class {
    constructor() { this.state = "running"; this.currentTime = 0; this.destination = {}; }
    createGain() {
      const volume = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
      return { gain: volume, connect: (to) => to };
    }
    createOscillator() {
      const frequency = { set value(pitch) { window.heard.push(pitch); } };
      return { frequency, connect: (to) => to, start() {}, stop() {} };
    }
  };
  window.Notification = class {
    static permission = "granted";
    constructor(title) { window.notices.push(title); }
    close() {}
  };
"""
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
HEARD = "(pitches) => pitches.every((each) => window.heard.includes(each))"


def test_sounds_title_and_notice_on_ones_turn_and_the_notation_of_ones_choice(sit_down):
    fen = "3k5/9/9/9/9/9/9/4p4/8R/4K4 w - - 0 1"
    clock = {"kind": "increment", "main": 11_000, "bonus": 60_000}
    more = {**NAMES, "setup": {"fen": fen}, "controls": [clock], "begin": False}
    red, black = sit_down("xiangqi", before=EARS, **more)
    red.wait_for_function(HEARD, arg=[740])  # ten seconds are left
    black.evaluate(HIDE, True)
    red.evaluate(SEND, {"type": "move", "text": "i1i9"})
    black.wait_for_function(HEARD, arg=[660, 880, 520])  # a check, and: your turn
    black.wait_for_function("window.notices.length === 1")
    assert black.evaluate("window.notices") == ["Your move."]
    assert black.title().startswith("● Your move.")
    black.evaluate(HIDE, False)
    assert black.title().startswith("Xiangqi")
    black.evaluate(SEND, {"type": "move", "text": "d9d8"})
    red.wait_for_function(HEARD, arg=[420])  # a move
    assert red.evaluate("window.notices") == []  # who looks needs none
    for page, move in ((red, "i9i2"), (black, "d8d9"), (red, "i2e2")):
        page.wait_for_selector("#status:has-text('Your move')")
        page.evaluate(SEND, {"type": "move", "text": move})
    black.wait_for_function(HEARD, arg=[280])  # a capture
    black.evaluate("window.heard = []")
    black.click("#sound")
    assert black.get_attribute("#sound", "aria-pressed") == "false"
    black.evaluate(SEND, {"type": "move", "text": "d9d8"})
    red.wait_for_selector("#status:has-text('Your move')")
    assert black.evaluate("window.heard") == []
    red.wait_for_selector("#moves li:has-text('R1+8')")
    red.click("#moves-tools .seg [aria-pressed=false]")
    red.wait_for_selector("#moves li:has-text('车一进八')")
    red.reload()
    red.wait_for_selector("#moves li:has-text('车一进八')")
    red.click("[data-switch=look]")
    red.click("[data-switch=look]")
    dark = red.evaluate("getComputedStyle(document.body).backgroundColor")
    assert sum(map(int, re.findall(r"\d+", dark))) < 150, (
        dark
    )  # the reader's choice, not the system's


def test_a_refused_claim_is_answered_to_both_and_a_rematch_changes_sides(sit_down):
    first, second = sit_down("xiangqi", **NAMES)
    first.click("#claim")
    first.get_by_role("button", name="Claim a repetition").click()
    first.locator("#prompt").get_by_role("button", name="Claim", exact=True).click()
    first.wait_for_selector("#notice.bad")
    second.wait_for_selector("#notice:has-text('Lim Siew Hwa claims: Claim a repetition')")
    second.evaluate(SEND, {"type": "resign"})
    first.click("#rematch")
    first.wait_for_selector("#rematch:disabled")
    second.wait_for_selector("#prompt:has-text('Lim Siew Hwa asks for a rematch')")
    second.get_by_role("button", name="Decline", exact=True).click()
    first.wait_for_selector("#notice:has-text('does not want a rematch')")
    second.click("#rematch")
    first.get_by_role("button", name="Accept", exact=True).click()
    for page, side in ((first, "You, Black"), (second, "You, Red")):
        page.wait_for_selector(f".strip.me:has-text('{side}')")
        assert page.url.endswith("again1")


def test_an_older_browser_shows_the_whole_board_too(company, sit_down):
    """Without container units, dynamic heights and :has() the plain values hold."""

    def older(route):
        style = route.fetch().text().replace("1cqw)", "1nope)").replace("dvh", "nope")
        route.fulfill(body=style.replace(":has(", ":nope("), content_type="text/css")

    address = opened(company.server, "xiangqi", begin=True)[0]
    page = company.page(address, routes=[("**/table.css", older)])
    for size in (*WIDE, *PHONES):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        found = page.evaluate(MEASURE)
        assert inside(found["board"], size), (size, found)
        assert found["covered"] == 0, (size, found)
        for _, box in found["clocks"]:
            assert inside(box, size), (size, found)
        page.set_viewport_size({"width": 844, "height": 390})
    assert inside(page.evaluate(MEASURE)["board"], (844, 390))

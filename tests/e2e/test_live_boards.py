"""Browsers at live tables, on the boards: every game to its end, a reload, a dropped line, secrets.

Everything is as it is served but for the dealer of the cards, who is hurried.
"""

import json
import re

import pytest

from e2e.live import OTHERS, PHONE, SOAK, opened, tap
from told_positions import TableReader

pytestmark = pytest.mark.browser
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
OTHER_WORDS = """(said) => {
  const now = document.querySelector("#status").textContent;
  return said.includes(now) || !now ? null : now;
}"""
NO_OWNER = """
  const data = JSON.stringify({ type: "waiting" });
  lines.at(-1).dispatchEvent(new MessageEvent("message", { data }));
"""


def test_gomoku_to_five_with_a_reload_a_dropped_line_and_a_spectator(company, sit_down):
    company.expected = ("ERR_INTERNET_DISCONNECTED",)  # one of them loses the network
    kind = {"before": PLAIN_HTTP + KEEP_LINES, "watch": True}
    first, second, watching = sit_down("gomoku", **kind)
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
                assert "connection is lost" in page.inner_text("#prompt")
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
        each.wait_for_selector("#status:has-text('five in a row')")
        assert each.locator("#moves li").count() == stones == 9
    assert (second.errors, watching.errors) == ([], [])
    assert [clock for clock in second.locator(".clock").all_inner_texts() if clock > "14"]


def test_go_to_a_confirmed_count(sit_down):
    first, second, watching = sit_down("go", watch=True, rules={"size": 9})
    tap(first, 40 * 3, 40 * 3)
    second.wait_for_selector(".stone")
    for page in (second, first):
        page.click("[data-word=pass]")
    for page in (second, first):  # one acceptance each, of a count that both see
        page.wait_for_selector("#room-panel:has-text('wins by')")
        assert page.locator(".clock.runs").count() == 0
        page.click("#prompt button:has-text('Accept')")
    watching.wait_for_selector("#table[data-phase=over]")
    watching.wait_for_selector("#status:has-text('p0 won: by ')")
    first.wait_for_selector("#status:has-text('You won: by ')")


def test_go_under_a_book_with_two_sets_of_passes_names_every_phase(sit_down):
    rules = {"size": 9, "second_passes": True, "one_ending": False}
    first, second = sit_down("go", rules=rules)
    tap(first, 40 * 3, 40 * 3)
    second.wait_for_selector(".stone")
    said = []
    for act, then in (
        ("[data-word=pass]", "status"),
        ("[data-move=agree]", "second-passes"),
        ("[data-word=pass]", "confirm"),
        ("[data-move=confirm]", "over"),
    ):
        for page in (second, first):
            page.click(act)
            page.wait_for_selector(f"{act}:not(:disabled)", state="detached")  # it was taken
        second.wait_for_selector(f"#table[data-phase={then}]")
        now = second.wait_for_function(OTHER_WORDS, arg=said).json_value()
        said.append(now)
    assert not any("Your move" in words for words in said)


def move_piece(page, origin, target):
    tap(page, *origin)
    page.wait_for_selector(".aim-go, .aim-take")
    tap(page, *target)


def test_xiangqi_to_mate_in_chinese_notation_then_stepped_through(sit_down):
    setup = {"fen": "4k4/9/9/9/9/9/9/9/R8/1R1K5 w - - 0 1"}
    red, black, watching = sit_down("xiangqi", language="zh-CN", setup=setup, watch=True)
    assert black.locator("[data-move]").count() == 0
    tap(black, 400, 900)  # not its turn: a piece may be chosen ahead, and put down again
    black.wait_for_selector(".aim-chosen")
    assert black.locator(".aim-go").count() == 0
    tap(black, 400, 900)
    black.wait_for_selector(".aim-chosen", state="detached")
    move_piece(red, (0, 800), (0, 100))
    black.wait_for_selector("[data-at=a8] .piece.red")
    move_piece(black, (400, 900), (300, 900))  # Black sits at the bottom of its own page
    red.wait_for_selector("[data-at=f9] .piece.black")
    move_piece(red, (100, 900), (100, 0))
    for each in (red, black, watching):
        each.wait_for_selector("#table[data-phase=over]")
        assert each.inner_text("#status").endswith("将死。")
        assert each.errors == []
    texts = [text.split()[-1] for text in watching.locator("#moves li").all_inner_texts()]
    assert texts == ["车九进七", "将5平6", "车八进九"]
    watching.click("#review")
    watching.wait_for_selector("[data-review=place]")
    watching.click("[data-review=last]")
    watching.wait_for_selector("[data-at=b9] .piece.red")
    with watching.expect_download() as found:
        watching.click(".downloads button[value='.pgn']")
    assert "1-0" in found.value.path().read_text("utf-8")


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


SIZES = [(390, 844), (360, 740), (1280, 720), (1366, 768), (1920, 1080)]
INSIDE = """() => [".cards-row.laid", ".cards-hand .card", "[data-move=play]", ".cards-status"]
  .flatMap((name) => [...document.querySelectorAll(name)])
  .map((part) => part.getBoundingClientRect())
  .filter((box) => box.top < -3 || box.left < -6 || box.bottom > innerHeight + 6
    || box.right > innerWidth + 6 || !box.width).length"""
WHOLE_CARD = """() => [...document.querySelectorAll(".deal-card, [data-move=ready]")]
  .map((part) => part.getBoundingClientRect())
  .every((box) => box.width && box.top >= -1 && box.left >= -1 && box.bottom <= innerHeight + 1
    && box.right <= innerWidth + 1)"""
COUNT_CARDS = """() => {
  const table = document.querySelector("#table");
  window.most = 0;
  table.addEventListener("qipan:event", ({ detail }) => {
    if (detail.phase !== "play" || detail.kind !== "move-played/1") return;
    const shown = [...document.querySelectorAll("#moves li")].filter((line) =>
      line.dataset.seat !== table.dataset.seat && /[♠♥♦♣]|[LB]J/.test(line.textContent));
    window.most = Math.max(window.most, shown.length);
  });
}"""
PATIENCE = 120_000
NAMES = "cards => cards.map(card => card.getAttribute('aria-label'))"


def one_screen(page):
    """Trick, trump, points, hand and Play are in the window, at every size."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        if page.locator(".deal-card").count() == 0:
            page.wait_for_function(f"({INSIDE})() === 0")
        else:
            page.wait_for_function(WHOLE_CARD)
    page.set_viewport_size(PHONE)
    names = page.locator(".card").evaluate_all(NAMES)
    assert all(" of " in name or "joker" in name.lower() for name in names), names


def test_four_play_a_deal_of_cards_and_nobody_is_sent_what_is_hidden(company, sit_down):
    """Two on phones and two on lines of their own; in ``make soak`` all four on phones."""
    company.expected = ("ERR_INTERNET_DISCONNECTED",)
    links = opened(company.server, "shengji", 4)
    players = [company.page(link, size=PHONE) for link in links[: 4 if SOAK else 2]]
    watching = company.page(links[0].split("?")[0] + "?as=watch", size=PHONE)
    watching.evaluate(OTHERS, links[len(players) :])
    second = players[1]
    second.evaluate(COUNT_CARDS)
    for page in players:
        page.evaluate(PLAY_CARDS)
    second.wait_for_selector(".cards-hand .card >> nth=5", timeout=PATIENCE)
    one_screen(second)  # while cards are drawn
    watching.wait_for_selector("#table[data-phase=play]", timeout=PATIENCE)
    second.wait_for_selector(".cards-row.laid", timeout=PATIENCE)
    one_screen(second)
    resign = second.locator(".gamebar [data-send*=resign]").bounding_box()
    second.click(".gamebar [data-send*=resign]")  # in sight on a phone, and it asks
    second.click("#asking button:has-text('Keep playing')")
    assert second.locator(".gamebar [data-send*=resign]").bounding_box() == resign
    scored = "#moves:has-text('Deal scored')"
    watching.wait_for_selector(scored, timeout=PATIENCE, state="attached")
    for page in players:  # the deal is looked at until all are ready
        page.wait_for_selector(".deal-card:has-text('Bottom cards')")
        assert "Levels: you 2" in page.inner_text(".deal-card")
    one_screen(second)
    assert 0 < second.evaluate("window.most") <= 3  # others' cards in the log: those on the table
    for page in players:
        page.click("[data-move=ready]")
    watching.wait_for_selector(".deal-card", state="detached", timeout=PATIENCE)
    hands = {}
    for seat, page in [*enumerate(players), (None, watching)]:
        reader = TableReader()
        messages = [reader.read(json.loads(frame)) for frame in page.heard]
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
    assert set(dealt) <= {25, 33}
    assert len(dealt) == len(players)

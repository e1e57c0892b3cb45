"""Tables of one server for all the browser tests of live games.

``make soak`` (QIPAN_SOAK) does everything at full length.
"""

import os

import httpx

from e2e.chromium import page_in
from qipan.wiring import open_house
from server import Server, use_link

SOAK = bool(os.environ.get("QIPAN_SOAK"))
LAPTOP = {"width": 1366, "height": 768}
PHONE = {"width": 390, "height": 844}

CLOCK = {"kind": "per-move", "game": 900_000, "move": 180_000}
HURRY = """from qipan.games.shengji.game import PACE
import qipan.host.local_tables
PACE.update(draw=20, close=1001)
qipan.host.local_tables.MATCHING = 200
"""
"""The dealer and the draws of open matching are hurried; everything else is as it is served."""
PLAYERS = ("anna", "bo")
"""Accounts, each with a link to sign in by: ``/sign-in/link-of-anna``."""
PLACE = """(s, [x, y]) => {
  const p = new DOMPoint(x, y).matrixTransform(s.getScreenCTM());
  return [p.x, p.y];
}"""
SEND = """(message) => document.querySelector("#table").dispatchEvent(
  new CustomEvent("qipan:send", { detail: message }))"""


def serve(folder):
    """Start the server; its cookies are those of the chief arbiter."""
    house = open_house(str(folder / "j.sqlite"))
    for name in PLAYERS:
        house.accounts.create(name, name.title(), None)
        house.accounts.make_link(name, f"link-of-{name}", 2**40)
    house.close()
    found = Server(folder / "j.sqlite", before=HURRY)
    with httpx.Client(base_url=found.base, timeout=30) as chief:
        use_link(chief, found.link)
        found.cookies = dict(chief.cookies)
    return found


def opened(server, game, seats=2, **more):
    """Open a table and give the link of each seat."""
    with httpx.Client(base_url=server.base, timeout=30, cookies=server.cookies) as chief:
        body = {"game": game, "controls": [CLOCK], "occupants": [f"p{n}" for n in range(seats)]}
        headers = {"x-csrftoken": chief.cookies.get("csrftoken", "")}
        answer = chief.post("/api/tables", json=body | more, headers=headers)
    assert answer.status_code == 201, answer.text
    return answer.json()["links"]


def listen(page):
    """Keep every frame that a page is sent on its own line."""
    page.heard = []

    def line(found):
        if "lang=" in found.url:
            found.on("framereceived", lambda frame: page.heard.append(frame))

    page.on("websocket", line)


class Company:
    """Everybody at the tables of a module, each in a browser of their own."""

    def __init__(self, server, started):
        self.server, self.started = server, started
        self.pages = []

    def page(self, address, size=LAPTOP, before="", language="en-US", touch=False, routes=()):
        """Open a page of a table and wait until it is on the line.

        Pages have windows of their own: what lies behind another is drawn once a second only.
        """
        size = PHONE if touch else size
        page = page_in(self.started.new_context(viewport=size, locale=language, has_touch=touch))
        if before:
            page.add_init_script(before)
        for pattern, answer in routes:
            page.route(pattern, answer)
        self.pages.append(page)
        listen(page)
        page.goto(self.server.base + address)
        page.wait_for_selector("#table[data-line=up] .board")
        return page

    def sit(self, game, seats=2, watch=False, **more):
        """Open a table and give a page for each seat, and one for a spectator if wanted."""
        kind = {name: more.pop(name) for name in ("size", "before", "language") if name in more}
        links = opened(self.server, game, seats, **more)
        found = [self.page(link, **kind) for link in links]
        if watch:
            found.append(self.page(links[0].split("?")[0] + "?as=watch", **kind))
        return found

    def go(self, faults=()):
        """Let everybody go; no page had an error but those that were expected."""
        errors = [each for page in self.pages for each in page.errors]
        for page in self.pages:
            page.context.close()
        self.pages = []
        assert [each for each in errors if not any(fault in each for fault in faults)] == []


OTHERS = """(links) => links.forEach((link) => {
  const [path, token] = link.split("?token=");
  const line = new WebSocket(`ws://${location.host}/play/socket/${path.slice(3)}?token=${token}`);
  let deal = null;
  const cards = () => ({ cut: "cut 54", bury: `bury ${deal.hand.slice(0, 8).join(" ")}`,
    play: `play ${deal.hand[0]}` })[deal.phase];
  const take = (moves) => {
    if (moves?.length === 0 || (deal && !["cut", "bury", "play"].includes(deal.phase))) return;
    const text = moves?.find((each) => !["skip", "pass", "resign"].includes(each))
      ?? moves?.[0] ?? (deal && cards());
    if (text) line.send(JSON.stringify({ type: "move", text }));
  };
  line.onmessage = ({ data }) => {
    const told = JSON.parse(data);
    deal = told.view?.deal ?? deal;
    if (told.view?.closed && deal.phase === "pack")
      line.send(JSON.stringify({ type: "ready", seq: told.seq }));
    if (told.type === "state") line.send('{"type":"hello","legal":true}');
    if (told.type === "ping") line.send(JSON.stringify({ type: "pong", t: told.t }));
    if (told.type === "state" && told.begun) take(told.legal);
    if (told.type === "legal") take(told.moves);
  };
  (window.others ??= []).push(line);
})"""
"""Other people at the table, each on a line of their own, who play the first move they may."""


def tap(page, x, y):
    """Press on a place of the drawing, in its own measure."""
    page.mouse.click(*page.locator("svg.board-svg").evaluate(PLACE, [x, y]))


def cookies_for(server):
    """What a browser needs to be the chief arbiter."""
    return [{"name": k, "value": v, "url": server.base} for k, v in server.cookies.items()]

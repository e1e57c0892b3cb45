"""What organisers, arbiters and players see, taken in Chinese and in English."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from e2e.chromium import LAPTOP, PHONE, PROJECTOR, new_page
from pictures import events
from pictures.events import HALL, LOT, ONLINE, Chief
from server import Server

NAME = "192.168.1.7"
"""An address that the browser takes to this machine: codes are drawn for no loopback."""
UNTRUSTED = "Cross-Origin-Opener-Policy header has been ignored"
"""What the browser says of every address without https."""
LANGUAGES = ("zh-CN", "en-US")
TALL = {"width": 1280, "height": 1300}
TABLET = {"width": 820, "height": 1180}
CREATION = "/new?book=my-2018&event=individual"
ORGANISER = ["check-in", "money", "schedule"]
ARBITER = ["results", "late", "conduct", "appeals"]
PLACE = """(s, [x, y]) => {
  const p = new DOMPoint(x, y).matrixTransform(s.getScreenCTM());
  return [p.x, p.y];
}"""
Keep = Callable[[Any, str, bool], None]
"""Keeps the picture of a page: page, name, whether as long as it is."""


def pages(started: Any, server: Server, size: dict[str, int], chief: Chief | None) -> Any:
    """Give a page in each language, signed in or not, with the ending of its pictures."""
    for language in LANGUAGES:
        page = new_page(started, size, language)
        if chief:
            page.context.add_cookies(chief.cookies(named(server)))
        yield page, language[:2]
        wrong = [each for each in page.errors if UNTRUSTED not in each]
        assert wrong == []
        page.context.close()


def named(server: Server) -> str:
    """Give the address of a server as phones of a hall see it."""
    return f"http://{NAME}:{server.port}"


def take_organiser(started: Any, scratch: Path, keep: Keep) -> None:
    """Creation, entries with the report of a list, check-in, money, schedule."""
    events.entering(scratch / "entering.sqlite")
    server = Server(scratch / "entering.sqlite")
    try:
        chief = Chief(server)
        plan = {"start": "2026-12-05T13:00", "minutes": "150", "a-day": "3", "rounds": "7"}
        chief.give("schedule", "fill", **plan)
        for who in ("e1", "e2", "e5", "e9"):
            chief.give("money", "pay", entrant=who)
            chief.give("check-in", "arrive", entrant=who)
        (scratch / "list.xlsx").write_bytes(events.spreadsheet())
        for page, ending in pages(started, server, LAPTOP, chief):
            for name, path in (("new", CREATION), *((each, "") for each in ORGANISER)):
                page.set_viewport_size(TABLET if name == "check-in" else LAPTOP)
                page.goto(named(server) + (path or f"{HALL}/desk/{name}"))
                keep(page, f"organiser-{name}-{ending}", name != "check-in")
            page.goto(f"{named(server)}{HALL}/desk/entries")
            page.set_input_files("input[name=file]", scratch / "list.xlsx")
            page.click("form[enctype] button")
            page.wait_for_selector("[data-count=added]")
            keep(page, f"organiser-entries-{ending}", False)
    finally:
        server.stop()


def take_arbiter(started: Any, scratch: Path, keep: Keep) -> None:
    """Results, pairing, late list, conduct, appeals, a lot in the hall, access; and players."""
    events.playing(scratch / "playing.sqlite")
    server = Server(scratch / "playing.sqlite")
    try:
        chief = Chief(server)
        work(chief)
        for page, ending in pages(started, server, LAPTOP, chief):
            for path in ARBITER:
                page.goto(f"{named(server)}{HALL}/desk/{path}")
                keep(page, f"arbiter-{path}-{ending}", path != "results")
            for name in ("access", "audit"):
                page.goto(f"{named(server)}/c/{events.CUP}/{name}")
                keep(page, f"access-{name}-{ending}", False)
            page.goto(f"{named(server)}/account")
            keep(page, f"access-account-{ending}", True)
        for page, ending in pages(started, server, LAPTOP, None):
            page.goto(f"http://localhost:{server.port}/sign-in")
            keep(page, f"access-sign-in-{ending}", False)
        take_players(started, server, chief, keep)
        take_lot(started, server, chief, keep)
    finally:
        server.stop()


def work(chief: Chief) -> None:
    """Do what happens in a round: somebody late, a warning, an appeal, an invitation."""
    for board in unplayed(chief)[-2:]:
        chief.give("late", "absent", round="4", entrant=board[1])
    chief.give("conduct", "punish", round="4", board="5", entrant="e3", offence="device")
    text = "第5台的结果应为和棋。 Board 5 was a draw: the third repetition was claimed in time."
    chief.give("appeals", "lodge", round="3", entrant="e6", text=text, deposit="yes")
    chief.send(f"/c/{events.CUP}/access/invite", data={"role": "arbiter", "days": "7"})
    words = "下午两点开始下一轮。 The next round begins at two."
    chief.send(f"/c/{events.CUP}/notices/post", data={"text": words})


def unplayed(chief: Chief) -> list[list[str]]:
    """List who sits at the boards without a result."""
    found = chief.client.get(f"/api/competitions/{events.CUP}/{events.MEN}").json()
    boards = [each for each in found["rounds"][-1]["boards"] if not each["result"]]
    return [[each["entrant"] for each in board["seats"]] for board in boards]


def take_players(started: Any, server: Server, chief: Chief, keep: Keep) -> None:
    """The card, my game with its report, the appeal form, and what the opponent confirms."""
    two = unplayed(chief)[:2]
    shown = pages(started, server, PHONE, None)
    for (first, second), (page, ending) in zip(two, shown, strict=True):
        for who, name in ((first, "report"), (second, "confirm")):
            answer = chief.client.get(f"{HALL}/cards/{who}").text
            link = re.search(r'href="[^"]*(/card/[^"]+)"', answer)
            assert link, answer
            page.context.clear_cookies()
            page.goto(named(server) + link[1])
            if name == "report":
                keep(page, f"player-card-{ending}", False)
            page.click("form[action$='/take'] button")
            page.wait_for_selector(".mine")
            keep(page, f"player-{name}-{ending}", True)
            if name == "report":
                page.click("details:has(form[action$='/appeal']) summary")
                page.locator("details:has(form[action$='/appeal'])").scroll_into_view_if_needed()
                keep(page, f"player-appeal-{ending}", False)
                page.click("button[value=won]")
                page.wait_for_selector(".score")


def take_lot(started: Any, server: Server, chief: Chief, keep: Keep) -> None:
    """A lot on the projector: the commitment, then the order."""
    chief.send(f"{LOT}/desk/lots/commit", data={"lot": "numbers"})
    for state in ("committed", "drawn"):
        if state == "drawn":
            words = {"lot": "numbers", "entropy": "红绿蓝 seven kites"}
            chief.send(f"{LOT}/desk/lots/draw", data=words)
        for page, ending in pages(started, server, PROJECTOR, None):
            page.goto(f"{named(server)}{LOT}/lot?lot=numbers")
            keep(page, f"lot-{state}-{ending}", False)
    for page, ending in pages(started, server, LAPTOP, chief):
        page.goto(f"{named(server)}{LOT}/desk/pairing?preview=1")
        keep(page, f"arbiter-pairing-{ending}", True)


def take_closing(started: Any, scratch: Path, keep: Keep) -> None:
    """The closing of a section whose places are approved."""
    events.finished(scratch / "finished.sqlite")
    server = Server(scratch / "finished.sqlite")
    try:
        chief = Chief(server)
        for page, ending in pages(started, server, LAPTOP, chief):
            page.goto(f"{named(server)}/c/{events.HOME}/{events.MEN}/desk/closing")
            keep(page, f"arbiter-closing-{ending}", False)
    finally:
        server.stop()


def play(players: list[Any]) -> None:
    """Place some stones at every table, as soon as it opens by itself."""
    tables: dict[str, dict[str, Any]] = {}
    for player in players:
        player.wait_for_url("**/t/*", timeout=60_000)
        player.wait_for_selector("#table[data-line=up] .board")
        seats = tables.setdefault(player.url.partition("?")[0], {})
        seats[player.get_attribute("#table", "data-seat")] = player
    for at, seats in enumerate(tables.values()):
        for turn in range(3 + at):
            for seat, row in (("0", 7), ("1", 8)):
                if seat in seats:
                    column = 5 + (turn * (2 + at) + 3 * int(seat)) % 7
                    where = [40 * column, 40 * (row + turn % 2)]
                    page = seats[seat]
                    page.mouse.click(*page.locator("svg.board-svg").evaluate(PLACE, where))
                    page.wait_for_timeout(400)


def take_online(started: Any, scratch: Path, keep: Keep) -> None:
    """A contest, its boards in the hall, a live table, a lobby."""
    events.contest(scratch / "contest.sqlite")
    server = Server(scratch / "contest.sqlite")
    try:
        chief = Chief(server)
        chief.send("/api/lobbies", json={"name": "evening", "begins": "", "ends": ""})
        text = chief.client.get(f"{ONLINE}/contest").text
        players = []
        for link in re.findall(r'href="(/card/[^"]+)"', text):
            player = new_page(started, TALL)
            player.goto(named(server) + link)
            player.click("form[action$=take] button")
            player.click("#to-contest")
            player.click(".mine button.primary")
            player.wait_for_selector("#checked-in")
            players.append(player)
        for page, ending in pages(started, server, LAPTOP, chief):
            page.goto(f"{named(server)}{ONLINE}/contest")
            keep(page, f"contest-{ending}", True)
            page.goto(f"{named(server)}/lobby/evening")
            keep(page, f"lobby-{ending}", True)
        shift = {"round": "1", "minutes": f"-{events.WAIT}", "reason": "all are here"}
        chief.send(f"{ONLINE}/contest/shift", data=shift)
        play(players)
        table = players[0].url.partition("?")[0]
        for page, ending in pages(started, server, PROJECTOR, None):
            page.goto(f"{named(server)}{ONLINE}/boards")
            page.wait_for_selector("#hall .board-svg")
            page.wait_for_timeout(1500)
            keep(page, f"hall-boards-{ending}", False)
            page.goto(table)
            page.wait_for_selector("#table .board")
            page.wait_for_timeout(500)
            page.set_viewport_size(LAPTOP)
            keep(page, f"table-{ending}", True)
            page.set_viewport_size(PHONE)
            keep(page, f"table-phone-{ending}", True)
    finally:
        server.stop()

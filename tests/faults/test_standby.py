"""The standby drill: two real servers, a line that is cut, the first one killed, nothing lost."""

import json
import os
import time
from contextlib import ExitStack

import httpx
import pytest
from websockets.sync.client import connect

from proxy import Proxy
from qipan.host.seat_key import seat_key_of
from qipan.kernel.ids import CompetitionId
from qipan.play.seats import seat_token
from server import Server, use_link
from travelling import as_json, events_of, make_event, opened, play_on, shell, verify
from web.site import token

HOME = CompetitionId("cup")
STREAM = "competition/cup"
PATIENCE = 60
TIMES = 6 if os.environ.get("QIPAN_SOAK") else 1


def until(what):
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, "it never came to be"
        time.sleep(0.1)


class Desk:
    """Somebody at the desk of a server."""

    def __init__(self, server):
        self.client = httpx.Client(base_url=server.base, timeout=30)
        self.client.headers["accept-language"] = "en"
        use_link(self.client, server.link)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.close()

    def post(self, path, **fields):
        fields["_csrf_token"] = token(self.client, "/travel")
        return self.client.post(path, data=fields)

    def record(self, board):
        """Record a result; given back once it is acknowledged."""
        token(self.client, "/travel")
        asked = {"command": "RecordResult", "section": "evening", "round": 2, "board": board}
        headers = {"x-csrftoken": self.client.cookies.get("csrftoken") or ""}
        where = "/api/competitions/cup/commands"
        return self.client.post(where, json={**asked, "score": {"seats": [2, 0]}}, headers=headers)

    def open_table(self):
        """Open a live game of the event; gives its name and the keys of the seats."""
        minutes = {"kind": "increment", "main": 600_000, "bonus": 5_000}
        asked = {"game": "xiangqi", "controls": [minutes], "occupants": ["a", "b"], "begin": True}
        headers = {"x-csrftoken": self.client.cookies.get("csrftoken") or ""}
        made = self.client.post(
            "/api/tables", json={**asked, "competition": "cup"}, headers=headers
        )
        assert made.status_code == 201, made.text
        return made.json()["table"], [link.partition("token=")[2] for link in made.json()["links"]]

    def move(self, table, key, text):
        """Move at a live game with the key of a seat."""
        return self.client.post(
            f"/api/tables/{table}/moves",
            json={"token": key, "text": text},
            headers={"x-csrftoken": self.client.cookies.get("csrftoken") or ""},
        )


def key_of(path, table, seat):
    """Give the key with which a seat is opened on a server."""
    with opened(path) as house:
        return seat_token(seat_key_of(house), table, seat)


def play_game_on(server, path, table):
    """Come back to a live game on another server: its clocks stand until both are there."""
    ways = [
        f"ws://127.0.0.1:{server.port}/play/socket/{table}?token={key_of(path, table, seat)}"
        for seat in (0, 1)
    ]
    with (
        connect(ways[0], open_timeout=None) as red,
        connect(ways[1], open_timeout=None) as black,
    ):
        state = heard(black, lambda said: said["type"] == "state")
        assert (state["you"], state["suspended"], len(state["moves"])) == (1, "crash", 1)
        heard(black, lambda said: said.get("kind") == "play-resumed/1")
        black.send(json.dumps({"type": "move", "text": "h9g7", "id": "m1"}))
        heard(red, lambda said: "h9g7" in json.dumps(said))


def heard(socket, wanted):
    """Read until something is said. Fails after a while."""
    for _ in range(50):
        said = json.loads(socket.recv(timeout=20))
        if wanted(said):
            return said
    raise AssertionError("it was never said")


def custody(path):
    with opened(path) as house:
        return house.office.state(HOME).custody


@pytest.mark.parametrize("turn", range(TIMES))
def test_a_standby_takes_over_behind_a_cut_line_and_the_first_is_fenced_off(tmp_path, turn):
    first, second = tmp_path / "first.sqlite", tmp_path / "second.sqlite"
    make_event(first, rounds=1, further=1)
    standby = Server(second)
    line, servers, desks = Proxy(standby.port), [standby], ExitStack()
    try:
        chief = desks.enter_context(Desk(standby))
        made = chief.post("/travel/token", competition="cup").text
        word = made.partition("<code data-secret>")[2].partition("<")[0]
        words = ("--token", word, "--standby", "--as", "First")
        shell(first, "event", "mirror", "cup", line.base, *words)
        laptop = Server(first)
        servers.append(laptop)
        arbiter = desks.enter_context(Desk(laptop))
        assert arbiter.record(2).status_code == 201
        until(lambda: events_of(first, STREAM) == events_of(second, STREAM))
        shown = chief.client.get("/c/cup/evening").text
        assert "Ada of cup" in shown, "people came along"
        assert "First has held this event" in shown
        assert chief.record(3).status_code == 422, "a copy is for reading"
        table, keys = arbiter.open_table()
        assert arbiter.move(table, keys[0], "h2e2").status_code == 201
        live = f"table/{table}"
        until(lambda: events_of(first, live) == events_of(second, live) != [])
        early = chief.move(table, key_of(second, table, 1), "h9g7")
        assert early.status_code == 422, "nor is a game played in two places"
        line.silent.set()  # nobody hears anybody; the hall goes on
        for board in (3, 4):
            assert arbiter.record(board).status_code == 201
        got = events_of(second, STREAM)
        taken = chief.post("/c/cup/travel/take-over", because="the first one is gone")
        assert taken.status_code == 303, taken.text
        assert events_of(second, STREAM)[:-1] == got, "all that was mirrored, and who holds it"
        assert chief.record(3).status_code == 201, "the standby goes on"
        play_game_on(standby, second, table)
        laptop.kill()
        line.silent.clear()
        laptop = Server(first)  # it comes back, and there is a line again
        servers.append(laptop)
        until(lambda: events_of(first, STREAM)[-1] not in got and custody(first).shared)
        back = desks.enter_context(Desk(laptop))
        page = back.client.get("/c/cup/travel").text
        assert " not in the event as it stands now</h3>" in page, "what never arrived is listed"
        assert back.move(table, keys[1], "h9g7").status_code == 422, "the game is elsewhere"
        assert "took the event over" in page
        assert len(events_of(second, STREAM)) == len(got) + 2, "and nothing of it was merged"
    finally:
        desks.close()
        line.close()
        for each in servers:
            each.stop()
    refused = shell(first, "result", "cup", 5, "1-0", code=3)
    assert refused.refusal.code == "travel.elsewhere"
    lost = as_json(first, "event", "unsent", "cup")["unsent"]
    acts = [each["name"] for each in lost]
    assert acts.count("result-recorded/1") == 2
    assert not {"table-opened/1", "game-begun/1", "move-played/1"} & set(acts), "these arrived"
    assert shell(first, "event", "take-over", "cup", "--because", "x", code=3).refusal.code == (
        "travel.parted"
    )
    play_on(second, 4, 5, rounds=1)
    for path in (first, second):
        verify(path)

"""The socket of a table on a real server: two play, one watches, one reloads, an arbiter rules."""

import json
import re
import time

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from server import WIRES, Server, use_link

CLOCK = {"kind": "per-move", "game": 900_000, "move": 180_000}


@pytest.fixture(scope="module", params=WIRES)
def wire(request):
    """What to run before a server; every test is run on both wires."""
    return WIRES[request.param]


@pytest.fixture(scope="module")
def server(tmp_path_factory, wire):
    found = Server(tmp_path_factory.mktemp("live") / "j.sqlite", before=wire)
    yield found
    found.stop()


@pytest.fixture(scope="module")
def chief(server):
    with httpx.Client(base_url=server.base, timeout=30) as client:
        use_link(client, server.link)
        yield client


def post(client, path, **body):
    headers = {"x-csrftoken": client.cookies.get("csrftoken", "")}
    return client.post(path, json=body, headers=headers)


def opened(chief, game="gomoku", seats=2, **more):
    body = {"game": game, "controls": [CLOCK], "occupants": [f"p{n}" for n in range(seats)]}
    answer = post(chief, "/api/tables", **body, **more)
    assert answer.status_code == 201, answer.text
    return answer.json()["links"]


LINES = []


@pytest.fixture(autouse=True)
def hang_up():
    yield
    while LINES:
        LINES.pop().close()


class Line:
    """A connection that remembers all it was told."""

    def __init__(self, server, link, **headers):
        table, _, query = link.removeprefix("/t/").partition("?")
        url = server.base.replace("http", "ws") + f"/play/socket/{table}?{query}"
        self.context = connect(url, additional_headers=headers)
        self.wire = self.context.__enter__()
        self.heard = []
        LINES.append(self)

    def until(self, kind, **wanted):
        while True:
            message = json.loads(self.wire.recv(timeout=30))
            self.heard.append(message)
            same = all(message.get(key) == value for key, value in wanted.items())
            if same and kind in (message["type"], message.get("kind")):
                return message

    def send(self, kind, **fields):
        self.wire.send(json.dumps({"type": kind, **fields}))

    def close(self):
        self.context.__exit__(None, None, None)


def test_two_play_to_the_end_while_one_watches_and_one_reloads(server, chief):
    links = opened(chief)
    a, b = (Line(server, link) for link in links)
    watcher = Line(server, links[0].partition("?")[0])
    state = watcher.until("state")
    assert (state["you"], "legal" in state) == (None, False)
    b.until("game-begun/1")
    moves = ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"]
    for number, text in enumerate(moves):
        mover, other = (a, b) if number % 2 == 0 else (b, a)
        mover.send("move", id=f"m{number}", text=text)
        told = mover.until("move-played/1", id=f"m{number}")
        assert other.until("move-played/1", id=f"m{number}") == told
        if number == 3:
            a.close()
            a = Line(server, links[0] + "&since=4")
            back = a.until("state")
            assert [move["text"] for move in back["moves"]] == ["i8", "a2"]
            assert "h9" in back["legal"]
            a.send("move", id="m2", text="i8")  # resent: answered, not played again
            assert a.until("ack")["seq"] == 5
    assert told["outcome"]["places"] == [1, 2]
    assert told["outcome"]["rule"] == "gomoku.five"
    assert watcher.until("move-played/1", id="m8")["outcome"] == told["outcome"]
    for line in (a, b, watcher):
        line.close()


def test_strangers_stay_out(server, chief):
    links = opened(chief)
    wrong = Line(server, links[0][:-4] + "AAAA")
    assert wrong.until("refused")["code"] == "play.wrong-token"
    with pytest.raises(ConnectionClosed):
        wrong.wire.recv(timeout=30)
    assert Line(server, "/t/none").until("refused")["code"] == "unknown"
    foreign = Line(server, links[0], Origin="https://elsewhere.example")
    assert foreign.until("refused")["code"] == "play.origin"
    with httpx.Client(base_url=server.base) as nobody:
        assert nobody.get(f"/api/tables/{table_of(links)}/evidence").status_code == 403
        nobody.get("/sign-in")
        answer = post(nobody, "/api/tables", game="gomoku", controls=[CLOCK], occupants=["a", "b"])
        assert answer.status_code == 403


def table_of(links):
    return re.match(r"/t/([^?]+)", links[0])[1]


def test_an_arbiter_pauses_and_takes_the_evidence(server, chief):
    links = opened(chief, begin=True)
    cookie = "; ".join(f"{name}={value}" for name, value in chief.cookies.items())
    arbiter = Line(server, f"/t/{table_of(links)}", Cookie=cookie)
    arbiter.send("arbiter", act="pause")
    assert arbiter.until("play-suspended/1")["suspended"] == "arbiter"
    player = Line(server, links[0])
    assert player.until("state")["suspended"] == "arbiter"
    player.send("arbiter", act="resume")
    assert player.until("refused")["code"] == "play.arbiters-only"
    for _ in range(300):  # conduct is noted without waiting for the disk
        found = chief.get(f"/api/tables/{table_of(links)}/evidence").json()
        if found["conduct"]:
            break
        time.sleep(0.1)
    assert [each["content"]["event"] for each in found["events"]] == [
        "table-opened/1",
        "game-begun/1",
        "play-suspended/1",
    ]
    assert found["conduct"][0]["content"]["what"] == "connected"


def test_pages_and_wrong_requests(server, chief):
    links = opened(chief)
    page = chief.get(links[0])
    assert page.status_code == 200
    assert 'data-seat="0"' in page.text
    assert 'id="console"' in chief.get(f"/t/{table_of(links)}").text
    assert chief.get("/t/none").status_code == 404
    assert chief.get(links[0][:-4] + "AAAA").status_code in (403, 409, 422)
    assert httpx.get(server.base + "/play/socket/none").status_code == 426
    bad = post(chief, "/api/tables", game="chess", controls=[CLOCK], occupants=["a", "b"])
    assert bad.status_code == 404
    bad = post(chief, "/api/tables", game="gomoku", controls=[CLOCK], occupants=["a"])
    assert bad.status_code in (400, 422)
    asked = {"game": "gomoku", "rules": {"sise": 15}}
    for path, more in (
        ("/api/tables", {"controls": [CLOCK], "occupants": ["a", "b"]}),
        ("/api/lobbies", {"name": "night", "control": CLOCK}),
    ):
        bad = post(chief, path, **asked, **more)
        assert (bad.status_code, bad.json()["code"]) == (400, "option.unknown")


def test_practice_against_the_computer_is_marked(server, chief):
    answer = post(chief, "/api/practice", game="gomoku")
    line = Line(server, answer.json()["links"][0])
    state = line.until("state")
    assert (state["counts"], state["seats"][1]["bot"]) == (False, True)
    line.until("game-begun/1")
    line.send("move", id="1", text="h8")
    assert line.until("move-played/1", seat=1)["acting"] == [0]
    line.close()


def test_open_matching_over_the_api(server, chief):
    made = post(chief, "/api/lobbies", name="period-1")
    assert made.status_code == 201, made.text
    assert made.json()["target"] == 20
    waiting = post(chief, "/api/lobbies/period-1/wait").json()
    assert (waiting["wait"], waiting["waiting"]) == (True, 1)
    left = post(chief, "/api/lobbies/period-1/leave").json()
    assert (left["wait"], left["table"]) == (False, "")
    assert chief.get("/api/lobbies/none").status_code == 404
    with httpx.Client(base_url=server.base) as nobody:
        nobody.get("/sign-in")
        assert post(nobody, "/api/lobbies/period-1/wait").status_code == 403


def test_a_planned_stop_is_told_and_survived(tmp_path, wire):
    server = Server(tmp_path / "j.sqlite", before=wire)
    with httpx.Client(base_url=server.base, timeout=30) as chief:
        use_link(chief, server.link)
        links = opened(chief, begin=True)
    line = Line(server, links[0])
    line.until("state")
    line.send("move", id="1", text="h8")
    line.until("move-played/1")
    server.stop()
    line.until("stopping")
    line.until("play-suspended/1")
    again = Server(tmp_path / "j.sqlite", before=wire)
    a, b = (Line(again, link) for link in links)
    state = a.until("state")
    assert (state["suspended"], [move["text"] for move in state["moves"]]) == ("stop", ["h8"])
    assert b.until("play-resumed/1")["clocks"]["running"] == [1]
    again.stop()

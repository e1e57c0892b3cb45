"""Sockets under attack on a real server: the attacker is closed, the players notice nothing."""

import json
import time
from contextlib import suppress

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from qipan.host.socket_wire import LONGEST_FRAME
from server import Server, use_link

CLOCK = {"kind": "per-move", "game": 900_000, "move": 180_000}
TOO_BIG, LIMIT, NO_SUCH = 1009, 1008, 4404


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = Server(tmp_path_factory.mktemp("hostile") / "j.sqlite")
    yield found
    found.stop()


@pytest.fixture(scope="module")
def links(server):
    with httpx.Client(base_url=server.base, timeout=30) as chief:
        use_link(chief, server.link)
        headers = {"x-csrftoken": chief.cookies.get("csrftoken", "")}
        body = {"game": "gomoku", "controls": [CLOCK], "occupants": ["p0", "p1"]}
        tables = [chief.post("/api/tables", json=body, headers=headers).json() for _ in range(2)]
    return [table["links"] for table in tables]


def wire(server, link, **more):
    table, _, query = link.removeprefix("/t/").partition("?")
    return connect(f"{server.base.replace('http', 'ws')}/play/socket/{table}?{query}", **more)


def hear(line, kind):
    """Read on until a message of this kind; give it."""
    while True:
        message = json.loads(line.recv(timeout=20))
        if message["type"] == kind:
            return message


def hear_end(line):
    """Read until the line is closed; give the code."""
    try:
        while True:
            line.recv(timeout=20)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def still_played(server, links):
    """A player asks and is answered."""
    with wire(server, links[1][0]) as line:
        line.send(json.dumps({"type": "ping"}))
        assert hear(line, "pong")


def test_an_oversized_message_closes_only_its_own_line(server, links):
    with wire(server, links[0][0]) as line:
        line.send("x" * (LONGEST_FRAME + 1))
        assert hear_end(line) == TOO_BIG
    still_played(server, links)


def test_a_flood_is_refused_then_closed(server, links):
    with wire(server, links[0][1]) as line:
        with suppress(ConnectionClosed):
            for _ in range(2000):
                line.send(json.dumps({"type": "ping"}))
        assert hear_end(line) == LIMIT
    still_played(server, links)


HOSTILE = [
    "",
    "null",
    "[]",
    "0" * 60_000,
    "[" * 60_000,
    '{"type":"move","id":"' + "a" * 50_000 + '","move":"h8"}',
    '{"type":"move","id":"a","move":{"deep":' + "[" * 20_000 + "]" * 20_000 + "}}",
    '{"type":"rule","act":"award"}',
    '{"type":"move","id":"a","move":"' + "9" * 30_000 + '"}',
    '{"type":"since","seq":1e400}',
    '{"type":"nonsense"}',
    "\x00\x00",
    b"\xff\xfe\x00",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_nonsense_is_answered_with_a_refusal(server, links, text):
    with wire(server, links[0][0]) as line:
        line.send(text)
        assert hear(line, "refused")["code"]
        line.send(json.dumps({"type": "ping"}))
        assert hear(line, "pong")


def test_who_does_not_read_is_let_go_and_nobody_waits(server, links):
    """A line that asks for much and reads nothing: its queue is bounded, the others play on."""
    with wire(server, links[0][0], max_queue=1) as deaf:
        with suppress(ConnectionClosed):
            for _ in range(60):
                deaf.send(json.dumps({"type": "since", "seq": 0}))
                time.sleep(0.01)
        still_played(server, links)


@pytest.mark.parametrize("token", ["", "forged", "%00", "a" * 400, "..%2f.."])
def test_a_seat_opens_to_its_own_token_only(server, links, token):
    own = links[0][0]
    table = own.partition("?")[0]
    with wire(server, f"{table}?token={token}") as line:
        if token:
            assert hear_end(line) == NO_SUCH
        else:  # a spectator
            line.send(json.dumps({"type": "resign", "id": "r"}))
            assert hear(line, "refused")["code"] == "play.no-seat"
    other = links[1][0].partition("?")[2]
    with wire(server, f"{table}?{other}") as line:
        assert hear_end(line) == NO_SUCH
    still_played(server, links)


def test_a_page_of_another_site_gets_no_line(server, links):
    with wire(server, links[0][0], origin="https://elsewhere.example") as line:
        assert hear_end(line) == NO_SUCH

"""Crowds: spectators are limited by address, players and arbiters always get in."""

import json

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from server import WIRES, Server, use_link
from web.test_sockets import Line, opened

FEW = "import qipan.web.live.spectators as spectators\nspectators.AT_A_TABLE = 3\n"


@pytest.fixture(scope="module", params=WIRES)
def crowded(request, tmp_path_factory):
    server = Server(
        tmp_path_factory.mktemp("crowd") / "j.sqlite", before=WIRES[request.param] + FEW
    )
    with httpx.Client(base_url=server.base, timeout=30) as client:
        use_link(client, server.link)
        yield server, client
    server.stop()


def test_spectators_of_one_address_are_limited_and_players_are_not(crowded):
    server, chief = crowded
    links = opened(chief)
    bare = links[0].partition("?")[0]
    watching = [Line(server, bare) for _ in range(3)]
    for line in watching:
        line.until("state")
    fourth = Line(server, bare)
    refused = fourth.until("refused")
    assert refused["code"] == "play.crowd"
    assert refused["facts"]["seconds"] == 30
    with pytest.raises(ConnectionClosed) as closed:
        fourth.until("state")
    assert closed.value.rcvd.code == 1013
    for seat, link in enumerate(links):
        assert Line(server, link).until("state")["you"] == seat
    session = "; ".join(f"{name}={value}" for name, value in chief.cookies.items())
    Line(server, bare, cookie=session).until("state")  # an arbiter
    watching[0].wire.close()
    assert any(got_in(server, bare) for _ in range(200))  # as soon as the server has noticed


def got_in(server, link):
    line = Line(server, link)
    return json.loads(line.wire.recv(timeout=30))["type"] == "state"

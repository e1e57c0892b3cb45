"""The standby drill: two real servers, a line that is cut, the first one killed, nothing lost."""

import os
import time
from contextlib import ExitStack

import httpx
import pytest

from proxy import Proxy
from qipan.kernel.ids import CompetitionId
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
        assert "First holds this event" in shown
        assert chief.record(3).status_code == 422, "a copy is for reading"
        line.silent.set()  # nobody hears anybody; the hall goes on
        for board in (3, 4):
            assert arbiter.record(board).status_code == 201
        got = events_of(second, STREAM)
        taken = chief.post("/c/cup/travel/take-over", because="the first one is gone")
        assert taken.status_code == 303, taken.text
        assert events_of(second, STREAM)[:-1] == got, "all that was mirrored, and who holds it"
        assert chief.record(3).status_code == 201, "the standby goes on"
        laptop.kill()
        line.silent.clear()
        laptop = Server(first)  # it comes back, and there is a line again
        servers.append(laptop)
        until(lambda: events_of(first, STREAM)[-1] not in got and custody(first).shared)
        page = desks.enter_context(Desk(laptop)).client.get("/c/cup/travel").text
        assert "2 acts" in page, "what never arrived is listed"
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
    assert [each["name"] for each in lost] == ["result-recorded/1"] * 2
    assert shell(first, "event", "take-over", "cup", "--because", "x", code=3).refusal.code == (
        "travel.parted"
    )
    play_on(second, 4, 5, rounds=1)
    for path in (first, second):
        verify(path)

"""Changes for other sites: public facts only, a stream that is taken up again, webhooks."""

import asyncio
import importlib.util
import json
import subprocess
import sys
import threading
import time
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import httpx
import pytest

from qipan.desk.roles import Role
from qipan.journal.events import CompetitionEvent
from qipan.journal.record.checkpoints import about, signed_text
from qipan.kernel.errors import Refused
from qipan.office.changes import read_changes
from qipan.outbound import http_post as calling
from qipan.outbound.http_post import target_of
from qipan.outbound.webhooks import (
    LONGEST_WAIT,
    MOST_FAILURES,
    Attempt,
    PostRoom,
    Sender,
    deliver,
    secret_of,
    wait_after,
)
from qipan.store.api_tokens import ApiToken
from qipan.store.record.signing_key import is_signed
from qipan.store.webhooks import KEPT, Webhook
from qipan.views.public_events import PUBLIC
from qipan.web.public.fingerprints import checkpoint_after
from qipan.wiring import open_house
from server import Server
from web.site import sign_in_as, site
from web.standing import demo_house

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "client.py"
CHANGES = "/api/competitions/demo/changes"


@pytest.fixture
def served(tmp_path):
    with site(tmp_path) as pair:
        yield pair


@pytest.fixture
def quiet(tmp_path):
    """A house in which no server delivers meanwhile."""
    house = demo_house(tmp_path)
    yield house
    house.close()


def example():
    spec = importlib.util.spec_from_file_location("example_client", EXAMPLE)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def post(client, path, **fields):
    headers = {"x-csrftoken": client.cookies.get("csrftoken") or ""}
    return client.post(path, json=fields, headers=headers)


# -- what is public --------------------------------------------------------------------------


def test_every_public_kind_is_an_event_that_exists():
    tags = {kind.__struct_config__.tag for kind in CompetitionEvent.__args__}
    assert set(PUBLIC) <= tags


def test_nothing_personal_and_nothing_unpublished_is_told(served):
    client, house = served
    sign_in_as(client, Role.CHIEF_ARBITER)
    told = client.get(CHANGES).json()
    text = json.dumps(told, ensure_ascii=False)
    names = house.office.names(house.office.state("demo").sections["women"]).values()
    assert not [each.name for each in names if each.name in text]
    assert '"p-' not in text
    assert "actor" not in text
    kinds = {each["event"] for each in told["events"]}
    assert "round-published/1" in kinds
    assert "round-paired/1" not in kinds
    published = [each for each in told["events"] if each["event"] == "round-published/1"]
    assert all(len(each["facts"]["boards"]) == 3 for each in published)
    assert told["read"] == told["version"] == house.office.state("demo").version


def test_changes_are_paged_by_their_sequence(served):
    client, _ = served
    whole = client.get(CHANGES).json()
    ids = [each["id"] for each in whole["events"]]
    assert ids == sorted(ids)
    later = client.get(CHANGES, params={"after": ids[3]}).json()
    assert [each["id"] for each in later["events"]] == ids[4:]
    assert client.get(CHANGES, params={"after": 10**6}).json()["events"] == []
    assert client.get("/api/competitions/none/changes").status_code == 404
    assert client.get("/api/competitions/demo").json()["sections"][0]["id"] == "women"


# -- commands --------------------------------------------------------------------------------

COMMANDS = "/api/competitions/demo/commands"


def test_the_desk_asks_by_command(served):
    client, house = served
    sign_in_as(client, Role.CHIEF_ARBITER)
    done = post(client, COMMANDS, command="PostNotice", text="Lunch", at="2026-01-01T12:00")
    assert done.status_code == 201
    assert done.json() == {"version": house.office.state("demo").version}
    assert house.office.state("demo").notices[-1].text == "Lunch"
    punish = {"command": "PunishOffence", "section": "women", "entrant": "e1"}
    assert post(client, COMMANDS, **punish, offence="technical").status_code == 201
    refused = post(client, COMMANDS, **punish, offence="none")
    assert refused.status_code == 422
    stale = client.post(
        f"{COMMANDS}?version=1",
        json={"command": "PostNotice", "text": "x", "at": "2026-01-01"},
        headers={"x-csrftoken": client.cookies["csrftoken"]},
    )
    assert stale.status_code == 409
    for strange in ("GiveRole", "DrawNumbers", "EnterEntrant", "SignResult", "CreateCompetition"):
        assert post(client, COMMANDS, command=strange).status_code == 400, strange


@pytest.mark.parametrize("role", [Role.PLAYER, Role.SPECTATOR])
def test_who_is_not_of_the_staff_asks_for_nothing(served, role):
    client, _ = served
    sign_in_as(client, role)
    answer = post(client, COMMANDS, command="PostNotice", text="x", at="2026-01-01")
    assert answer.status_code == 403


def test_a_section_is_run_through_the_api(served):
    client, house = served
    sign_in_as(client, Role.CHIEF_ARBITER)
    house.office.create("new", "t", "New", "wx-14")
    home, women = "/api/competitions/new/commands", "/api/competitions/new/women"
    opened = post(client, home, command="OpenSection", section="women", title="W", under="women")
    assert opened.status_code == 201, opened.text
    for number in range(4):
        entered = post(client, f"{women}/entries", name=f"N {number}")
        assert entered.json()["entrant"] == f"e{number + 1}"
    assert post(client, f"{women}/entries", name="N 1").status_code == 422  # a namesake
    for path, fields in (
        (home, {"command": "CloseEntries", "section": "women"}),
        (f"{women}/lots", {}),
        (f"{women}/lots", {"draw": True, "entropy": ["said aloud"]}),
        (f"{women}/pair", {}),
        (home, {"command": "PublishRound", "section": "women", "round": 1}),
        (f"{women}/results", {"round": 1, "board": 1, "result": "1-0"}),
    ):
        answer = post(client, path, **fields)
        assert answer.status_code == 201, (path, answer.text)
    assert len(house.office.state("new").sections["women"].rounds[0].results) == 1


# -- calling other sites ---------------------------------------------------------------------

REFUSED = [
    "http://example.com/x",  # not https
    "https://127.0.0.1/x",
    "https://localhost/x",
    "https://10.0.0.1/",
    "https://192.168.1.1/",
    "https://172.16.0.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://0.0.0.0/",
    "https://100.64.0.1/",
    "https://224.0.0.1/",
    "https://[::1]/",
    "https://[fe80::1]/",
    "https://[fd00::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://user:pass@1.1.1.1/",
    "https://1.1.1.1:25/",
    "https://1.1.1.1:99999/",
    "ftp://1.1.1.1/",
    "file:///etc/passwd",
    "https:///x",
    "https://1.1.1.1/\r\nx: y",
    "https://1.1.1.1/ x",
    "",
    "https://" + "a" * 2000,
]


@pytest.mark.parametrize("url", REFUSED)
def test_no_address_leads_into_our_own_house(url):
    with pytest.raises(Refused):
        target_of(url, ())


def test_a_public_address_over_https_and_an_allowed_network_are_called():
    assert target_of("https://1.1.1.1/x?y=1", ()).path == "/x?y=1"
    assert target_of("http://127.0.0.1:8080/x", ("127.0.0.0/8",)).address == "127.0.0.1"
    with pytest.raises(Refused):
        target_of("http://127.0.0.2:8080/x", ("127.0.0.1/32",))


def test_a_name_is_looked_up_once_and_every_address_counts(monkeypatch):
    def answers(*addresses):
        found = [(2, 1, 6, "", (each, 443)) for each in addresses]
        monkeypatch.setattr(calling.socket, "getaddrinfo", lambda *_, **__: found)

    answers("1.1.1.1")
    assert target_of("https://somewhere.example/", ()).address == "1.1.1.1"
    answers("1.1.1.1", "127.0.0.1")
    with pytest.raises(Refused):
        target_of("https://somewhere.example/", ())


# -- webhooks --------------------------------------------------------------------------------


class Receiver:
    """Another site, on the loopback: keeps what it is sent and answers as it is told."""

    def __init__(self, *statuses):
        self.calls, statuses = [], list(statuses)
        calls = self.calls

        class Taker(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                calls.append((dict(self.headers), body))
                status = statuses.pop(0) if statuses else 200
                self.send_response(status)
                if status == 302:
                    self.send_header("location", "/elsewhere")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Taker)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture
def receiver():
    made = []

    def make(*statuses):
        made.append(Receiver(*statuses))
        return made[-1]

    yield make
    for each in made:
        each.close()


class Around:
    """What a delivery needs: a house, a clock that can be moved, and what is allowed."""

    def __init__(self, house, allow=("127.0.0.1/32",)):
        from qipan.web.serving import make_context

        self.now = 1_000_000
        self.tables = make_context(house).tables
        self.room = PostRoom(
            house.side_tables.webhooks,
            partial(read_changes, house.office),
            lambda: self.now,
            lambda: self.tables.key,
            allow,
            partial(checkpoint_after, make_context(house)),
        )


def test_what_happens_is_delivered_signed_once_and_in_order(quiet, receiver):
    house = quiet
    other, around = receiver(), Around(house)
    house.side_tables.webhooks.add(Webhook("h-1", "demo", other.url, 0, 0))
    while deliver(around.room, house.side_tables.webhooks.of("demo")[0]):
        pass
    (hook,) = house.side_tables.webhooks.of("demo")
    assert hook.sent == house.office.state("demo").version
    ids = [each["id"] for _, body in other.calls for each in json.loads(body)["events"]]
    assert ids == sorted(set(ids))
    headers, body = other.calls[0]
    secret = secret_of(around.tables.key, "h-1")
    genuine = example().is_genuine
    assert genuine(secret, headers["Qipan-Signature"], body, around.now)
    assert not genuine(secret, headers["Qipan-Signature"], body + b" ", around.now)
    assert not genuine("another", headers["Qipan-Signature"], body, around.now)
    assert not genuine(secret, headers["Qipan-Signature"], body, around.now + 301)
    assert not genuine(secret, "nonsense", body, around.now)


def test_a_checkpoint_goes_out_with_what_people_saw(quiet, receiver):
    house = quiet
    other, around = receiver(), Around(house)
    house.side_tables.webhooks.add(Webhook("h-1", "demo", other.url, 0, 0))
    while deliver(around.room, house.side_tables.webhooks.of("demo")[0]):
        pass
    last = json.loads(other.calls[-1][1])
    newest = [each for each in house.checkpoints.all() if each.competition == "demo"][-1]
    assert last["checkpoint"]["fingerprint"] == f"{newest.size}-{newest.root}"
    text = signed_text(newest.size, newest.root, about(newest))
    assert is_signed(last["checkpoint"]["key"], text, last["checkpoint"]["signature"])
    published = {
        (each["facts"]["section"], each["facts"]["round"])
        for _, body in other.calls
        for each in json.loads(body)["events"]
        if each["event"] == "round-published/1"
    }
    assert published <= {(each.section, each.round) for each in house.checkpoints.all()}


def test_a_failure_is_tried_again_later_each_time_and_given_up(quiet, receiver):
    house = quiet
    other, around = receiver(500, 302, 200), Around(house)
    hooks = house.side_tables.webhooks
    hooks.add(Webhook("h-1", "demo", other.url, 0, 0))
    for failures in (1, 2):  # a redirect is a failure too: it is not followed
        assert not deliver(around.room, hooks.of("demo")[0])
        (hook,) = hooks.of("demo")
        assert (hook.sent, hook.failures) == (0, failures)
        assert hook.due == around.now + wait_after(failures - 1)
        around.now = hook.due
    assert deliver(around.room, hooks.of("demo")[0])
    (hook,) = hooks.of("demo")
    assert (hook.failures, hook.due) == (0, 0)
    outcomes = [(each.status, each.outcome) for each in hooks.deliveries("h-1")]
    assert outcomes == [(200, "ok"), (302, "refused"), (500, "refused")]
    assert [call[0]["Host"] for call in other.calls] == [other.url.split("/")[2]] * 3
    waits = [wait_after(failures) for failures in range(MOST_FAILURES)]
    assert waits == sorted(waits)
    assert max(waits) == LONGEST_WAIT


def test_an_address_that_is_no_longer_allowed_is_not_called(quiet, receiver):
    house = quiet
    other = receiver()
    house.side_tables.webhooks.add(Webhook("h-1", "demo", other.url, 0, 0))
    assert not deliver(Around(house, allow=()).room, house.side_tables.webhooks.of("demo")[0])
    assert other.calls == []
    assert house.side_tables.webhooks.deliveries("h-1")[0].outcome == "address"


def test_of_two_servers_one_delivers_and_the_log_is_bounded(quiet):
    house = quiet
    hooks = house.side_tables.webhooks
    hook = Webhook("h-1", "demo", "https://1.1.1.1/", 0, 0)
    hooks.add(hook)
    assert hooks.claim(hook, 10, 40)
    assert not hooks.claim(hook, 10, 40)
    assert hooks.claim(hook, 41, 80)  # whoever had it is gone
    for number in range(KEPT + 5):
        hooks.keep_attempt(hook, Attempt(number, 1, 1, 500, "refused"), 0)
    assert len(hooks.deliveries("h-1")) == KEPT
    assert hooks.remove("demo", "h-1")
    assert hooks.deliveries("h-1") == []


def test_delivery_stops_although_something_changes_in_the_same_moment(served):
    _, house = served

    async def stopped():
        room = PostRoom(
            house.side_tables.webhooks, partial(read_changes, house.office), lambda: 0, bytes
        )
        sender = Sender(room, [])
        sender.start()
        await asyncio.sleep(0.2)  # it has looked, and waits to be woken
        sender._wake.set()
        done, _ = await asyncio.wait({asyncio.ensure_future(sender.stop())}, timeout=3)
        return bool(done)

    assert asyncio.run(stopped())


def test_an_organiser_registers_looks_and_removes(served):
    client, house = served
    sign_in_as(client, Role.ORGANISER)
    headers = {"x-csrftoken": client.cookies["csrftoken"]}
    inside = client.post("/c/demo/hooks/add", data={"url": "https://10.0.0.1/"}, headers=headers)
    assert inside.status_code == 422
    client.post("/c/demo/hooks/add", data={"url": "https://1.1.1.1/x"}, headers=headers)
    (hook,) = house.side_tables.webhooks.of("demo")
    assert hook.sent == house.office.state("demo").version
    page = client.get("/c/demo/hooks").text
    assert "https://1.1.1.1/x" in page
    client.post("/c/demo/hooks/remove", data={"hook": hook.id}, headers=headers)
    assert house.side_tables.webhooks.of("demo") == []


# -- a real server ---------------------------------------------------------------------------


def test_a_real_server_streams_delivers_and_serves_the_example(tmp_path, monkeypatch, receiver):
    data, other = tmp_path / "j.sqlite", receiver()
    monkeypatch.setenv("QIPAN_WEBHOOKS_ALLOW", "127.0.0.1/32")
    server = Server(data, "--demo", "--small")
    try:
        house = open_house(str(data))
        version = house.office.state("demo").version
        token = ApiToken("", "chief", "demo", "results", "example", 0, 2**40)
        house.side_tables.tokens.make("qp_example", token)
        house.side_tables.webhooks.add(Webhook("h-1", "demo", other.url, 0, version))
        command = [sys.executable, str(EXAMPLE), server.base, "demo", "women"]
        command += ["--token", "qp_example", "--record", "3", "2", "1-0"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
        lines = done.stdout.splitlines()
        assert lines[0].startswith("1 ")
        assert f"recorded, version {version + 1}" in lines
        assert lines[-1].startswith(f"{version + 1} result-recorded/1")
        resumed(server, version)
        for _ in range(200):
            if other.calls:
                break
            time.sleep(0.1)
        (event,) = json.loads(other.calls[0][1])["events"]
        assert (event["id"], event["event"]) == (version + 1, "result-recorded/1")
        house.close()
    finally:
        server.stop()


def resumed(server, version):
    """A stream that broke goes on after the event it had last."""
    address = f"{server.base}/api/competitions/demo/events"
    headers = {"last-event-id": str(version - 1), "accept-encoding": "gzip"}
    with httpx.stream("GET", address, headers=headers, timeout=10) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert "content-encoding" not in answer.headers
        ids = []
        for line in answer.iter_lines():
            if line.startswith("id: "):
                ids.append(int(line[4:]))
            if ids and ids[-1] == version + 1:
                break
    assert ids == [version, version + 1]

"""For those who run the server: health, readiness, figures, logs, and leaving politely."""

import asyncio
import json
import logging
import re
import signal
import threading
import time
from io import StringIO

import httpx
import pytest
import structlog
from litestar.testing import TestClient

from qipan.host.demo import make_demo
from qipan.host.logs import is_written, write_logs
from qipan.host.metrics import Operations
from qipan.host.request_log import RequestLog, is_own_host
from qipan.host.server import host_names
from qipan.kernel.errors import Unavailable
from qipan.office.verification import verify_log
from qipan.settings import Logs, Web
from qipan.web.app import build
from qipan.web.serving import make_context
from qipan.wiring import open_house, open_log
from server import Server
from web.standing import application

TOKEN = "3f1c5d0a97b84e6e"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    found = open_house(str(tmp_path_factory.mktemp("operations") / "j.sqlite"))
    make_demo(found.office)
    yield found
    found.close()


@pytest.fixture
def pair(house):
    with application(make_context(house)) as found:
        yield found


@pytest.fixture
def context(pair):
    return pair[1]


@pytest.fixture
def client(pair):
    app, context = pair
    watched = RequestLog(app, context.operations, {"play.example"})
    with TestClient(watched, base_url="http://play.example") as found:
        yield found


def test_health_looks_at_nothing_and_ready_at_the_storage(client, context, monkeypatch):
    def broken(stream):
        raise Unavailable("journal", "gone")

    assert client.get("/health").json() == {"alive": True}
    assert client.get("/ready").json() == {"ready": True, "why": ""}
    monkeypatch.setattr(context.house.log, "version", broken)
    answer = client.get("/ready")
    assert (answer.status_code, answer.json()) == (503, {"ready": False, "why": "storage"})
    assert client.get("/health").status_code == 200


def test_ready_says_no_while_draining(client, context):
    context.operations.drain()
    answer = client.get("/ready")
    assert (answer.status_code, answer.json()["why"]) == (503, "draining")


def test_figures_are_for_the_loopback_or_the_token(house):
    for token, headers, client_address, status in (
        ("", {}, "127.0.0.1", 200),
        ("", {}, "203.0.113.9", 404),
        (TOKEN, {}, "127.0.0.1", 404),
        (TOKEN, {"authorization": "Bearer wrong"}, "127.0.0.1", 404),
        (TOKEN, {"authorization": f"Bearer {TOKEN}"}, "203.0.113.9", 200),
    ):
        context = make_context(house)
        context.operations.token = token
        app = build(context)

        async def from_there(scope, receive, send, app=app, address=client_address):
            if scope["type"] == "http":
                scope["client"] = (address, 1)
            await app(scope, receive, send)

        with TestClient(from_there) as asking:
            answer = asking.get("/metrics", headers=headers)
        assert answer.status_code == status, (token, headers, client_address)
        assert ("qipan_requests" in answer.text) is (status == 200)


def test_requests_are_counted_by_route_and_never_by_path(client, context):
    context.operations.changed("demo", 2)
    context.operations.committed(3, 0.002)
    client.get("/c/demo/women")
    client.get("/c/demo/women")
    client.get("/sign-in/guess-me")
    client.get("/no/such/page/guess-me")
    text = context.operations.written().decode()
    route = 'route="/c/{competition}/{section}",status="200"'
    assert f'qipan_requests_total{{method="GET",{route}}} 2.0' in text
    assert 'route="unknown",status="404"' in text
    assert "qipan_commit_batches_sum 3.0" in text
    assert "qipan_changes_total 1.0" in text
    assert "qipan_requests_under_way 0.0" in text
    assert "guess-me" not in text
    assert "women" not in text


def test_a_log_line_names_route_and_competition_and_nobody(client):
    with structlog.testing.capture_logs() as lines:
        client.get("/c/demo/women?a=陈红棋")
        client.get("/sign-in/guess-me")
        client.get("/c/x%20y%22/women")
    assert [(line["route"], line.get("competition")) for line in lines] == [
        ("/c/{competition}/{section}", "demo"),
        ("/sign-in/{token}", None),
        ("/c/{competition}/{section}", None),
    ]
    assert "陈红棋" not in str(lines)
    assert "guess-me" not in str(lines)


def test_a_line_below_the_level_is_not_even_put_together(monkeypatch):
    stream = StringIO()
    logger = logging.getLogger("qipan.web")
    kept = structlog.get_config()
    root = logging.getLogger()
    before = root.handlers[:], root.level
    try:
        write_logs(Logs(level="warning"), stream)
        assert not is_written(logger, logging.INFO)
        assert is_written(logger, logging.WARNING)
        write_logs(Logs(level="info"), stream)
        assert is_written(logger, logging.INFO)
        with structlog.testing.capture_logs():
            assert is_written(logger, logging.DEBUG)
    finally:
        structlog.configure(**kept)
        root.handlers[:], root.level = before


def test_a_request_under_way_is_counted_while_it_lasts():
    operations, seen = Operations(), []

    async def app(scope, receive, send):
        seen.append("qipan_requests_under_way 1.0" in operations.written().decode())
        raise OSError("the other side is gone")

    log = RequestLog(app, operations)
    scope = {"type": "http", "method": "GET", "headers": [], "path": "/"}
    with pytest.raises(OSError, match="gone"):
        asyncio.run(log(scope, None, None))
    assert (seen, operations.under_way) == ([True], 0)


def test_a_host_that_was_looked_at_is_known_and_no_other():
    refused = []

    async def app(scope, receive, send):
        pass

    async def send(message):
        refused.append(message.get("status"))

    operations = Operations()
    log = RequestLog(app, operations, {"play.example"})
    for host in ("play.example", "play.example", "evil.example", "PLAY.example:80", "a" * 9000):
        headers = [(b"host", host.encode())]
        asyncio.run(log({"type": "http", "method": "GET", "headers": headers}, None, send))
    assert [each for each in refused if each] == [421, 421]
    assert log._own == {b"play.example", b"PLAY.example:80"}


HOSTS = [
    *[("play.example", True), ("PLAY.example:8000", True), ("play.example.", True)],
    *[("127.0.0.1:8000", True), ("192.168.1.5", True), ("[::1]:8000", True), ("localhost", True)],
    *[("evil.example", False), ("play.example.evil.example", False), ("", False), ("[::1", False)],
    *[("play.example@evil.example", False), ("127.0.0.1.evil.example", False)],
]


@pytest.mark.parametrize(("host", "answer"), HOSTS)
def test_a_foreign_host_name_is_told_apart(host, answer):
    assert is_own_host(host, {"play.example", "localhost"}) is answer


def test_a_foreign_host_name_is_refused(client, context):
    assert client.get("/", headers={"host": "evil.example"}).status_code == 421
    assert client.get("/", headers={"host": "play.example"}).status_code == 200
    assert b"qipan_refused_hosts_total 1.0" in context.operations.written()


def test_the_server_knows_its_names():
    names = host_names(Web(names=("a.example",), base="https://b.example/"))
    assert {"a.example", "b.example", "127.0.0.1"} <= names


def test_figures_of_two_servers_in_one_process_do_not_meet():
    first, second = Operations(), Operations()
    first.changes.inc()
    assert b"qipan_changes_total 1.0" in first.written()
    assert b"qipan_changes_total 0.0" in second.written()


def test_a_server_leaves_politely(tmp_path):
    """SIGTERM: an open page is let go, what was begun is finished, the journal is closed."""
    config, data = tmp_path / "qipan.toml", tmp_path / "j.sqlite"
    config.write_text('[logs]\nformat = "json"\nlevel = "info"\n[web]\nnotice_seconds = 4\n')
    server = Server(data, "--demo", "--small", "--config", str(config))
    ended = []

    def listen():
        with httpx.stream("GET", f"{server.base}/c/demo/live", timeout=30) as lines:
            ended.append("".join(lines.iter_text()))

    page = threading.Thread(target=listen)
    page.start()
    time.sleep(0.3)
    server.process.send_signal(signal.SIGTERM)
    for _ in range(300):
        if httpx.get(f"{server.base}/ready").status_code == 503:
            break
        time.sleep(0.01)
    else:
        raise AssertionError("ready though told to leave")
    assert httpx.get(f"{server.base}/c/demo").status_code == 200  # still served during the notice
    assert server.process.wait(timeout=30) == 0
    page.join()
    server.stop()
    assert ended[0].startswith(": listening")
    assert not (tmp_path / "j.sqlite-wal").exists()  # closed, not cut off
    log = open_log(str(data), read_only=True)
    assert verify_log(log).events > 0
    log.close()
    lines = [json.loads(line) for line in server.output.read_text().splitlines() if line[0] == "{"]
    shown = [line for line in lines if line.get("competition") == "demo"]
    assert shown
    assert not re.search(r"sign-in/\w", json.dumps(lines))

"""Both wires of a socket: whole messages either way, and nobody waits for a reader that stalls."""

import asyncio
import json
import re
import sys
import time
import tomllib
from pathlib import Path

import httpx
import pytest
import uvicorn
from hypercorn.asyncio import serve
from hypercorn.config import Config
from websockets.asyncio.client import connect as connect_here
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from contract.live_sites import terms
from play.table_room import Hall
from qipan.host.direct_wire import DirectWire, is_whole, unmasked
from qipan.host.local_tables import LocalTables
from qipan.host.plain_wire import MOST_UNSENT, PlainWire
from qipan.host.socket_wire import LONGEST_FRAME, TOO_LONG
from qipan.host.wire_choice import TESTED_UVICORN, uvicorn_protocol
from qipan.play.port import TableVisit
from qipan.play.room import MOST_UNREAD
from qipan.play.seats import seat_token
from qipan.web.app import build
from qipan.web.live.sockets import SocketSession
from qipan.web.serving import make_context
from qipan.wiring import open_house
from server import WIRES, Server, free_port

ROOT = Path(__file__).parents[2]


class FakeWire:
    """A connection whose other side reads only when told."""

    def __init__(self):
        self.paused, self.written, self.ended, self.was_cut = False, [], None, False

    def take_over(self, on_message, on_writable, on_lost):
        self.take, self.flush, self.lose = on_message, on_writable, on_lost

    def write(self, text):
        self.written.append(text)

    def end(self, code):
        self.ended = code

    def cut(self):
        self.was_cut = True


class OwnTables(LocalTables):
    """The port of tables that an owner of this process holds."""

    def __init__(self, owner):
        self._owner, self.key = owner, b"k" * 32


@pytest.fixture
def line():
    hall = Hall(report=lambda table, error: None)
    room = hall.open()
    wire = FakeWire()
    tables = OwnTables(hall.owner)
    SocketSession(tables, wire, TableVisit("t1")).open()
    return room, wire


def test_a_stalled_reader_keeps_a_bounded_queue_and_is_cut(line):
    room, wire = line
    assert len(wire.written) == 1  # the state
    wire.paused = True
    for _ in range(MOST_UNREAD):
        room.tell(b"{}")
    assert (len(wire.written), wire.was_cut) == (1, False)
    room.tell(b"{}")
    assert wire.was_cut
    wire.lose()
    assert room.viewers == set()


def test_a_reader_that_catches_up_gets_everything_in_order(line):
    room, wire = line
    wire.paused = True
    for number in range(5):
        room.tell(b"%d" % number)
    wire.paused = False
    wire.flush()
    assert wire.written[1:] == [b"0", b"1", b"2", b"3", b"4"]


def test_a_mistake_of_the_server_costs_nobody_the_line(line, monkeypatch):
    room, wire = line
    monkeypatch.setattr("qipan.play.reception.send_state", lambda *_: 1 / 0)
    wire.take(b'{"type":"since"}')
    assert b'"code":"internal"' in wire.written[-1]
    assert (wire.ended, len(room.viewers)) == (None, 1)


# -- the direct wire -------------------------------------------------------------------------


def frame(text, opcode=Opcode.TEXT, fin=True):
    return Frame(opcode, text, fin).serialize(mask=True)


@pytest.mark.parametrize("size", [0, 1, 3, 4, 5, 124, 125])
def test_a_short_text_is_read_as_the_library_writes_it(size):
    text = bytes(range(size))
    assert unmasked(frame(text)) == text
    assert is_whole(frame(text))


WHOLE = [
    # id, what came at once, whether nothing of it is missing
    ("two texts", frame(b"{}") + frame(b"[]"), True),
    ("a text and a pong", frame(b"{}") + frame(b"", Opcode.PONG), True),
    ("half a text", frame(b"{}")[:-1], False),
    ("a text and the head of another", frame(b"{}") + b"\x81", False),
    ("a text that goes on", frame(b"{", fin=False), False),
    ("the rest of a text", frame(b"}", Opcode.CONT), False),
    ("a long text", frame(b"x" * 126), False),
    ("a close", frame(b"\x03\xe8", Opcode.CLOSE), False),
    ("not masked", Frame(Opcode.TEXT, b"{}").serialize(mask=False), False),
]


@pytest.mark.parametrize(
    ("came", "expected"), [row[1:] for row in WHOLE], ids=[w[0] for w in WHOLE]
)
def test_what_came_whole(came, expected):
    assert is_whole(came) is expected


# -- the plain wire --------------------------------------------------------------------------


class Peer:
    """The two ends that a server gives: what is sent waits until the other side reads."""

    def __init__(self, wire=PlainWire):
        self.said, self.sent = asyncio.Queue(), []
        self.reads = asyncio.Event()
        self.reads.set()
        self.heard, self.writable, self.lost = [], 0, 0
        self.wire = wire(self.said.get, self._send)
        self.wire.take_over(self.heard.append, self._writable, self._lost)

    async def _send(self, message):
        await self.reads.wait()
        self.sent.append(message.get("text", message.get("code")))

    def _writable(self):
        self.writable += 1

    def _lost(self):
        self.lost += 1

    def say(self, **message):
        self.said.put_nowait({"type": "websocket.receive", **message})

    def leave(self):
        self.said.put_nowait({"type": "websocket.disconnect", "code": 1001})


def serving(scene):
    """Run a scene while a plain wire is served; gives its other side."""

    async def is_whole():
        peer = Peer()
        task = asyncio.create_task(peer.wire.serve())
        await asyncio.wait_for(scene(peer), 10)
        await asyncio.wait_for(task, 10)
        return peer

    return asyncio.run(is_whole())


async def turns(number=20):
    for _ in range(number):
        await asyncio.sleep(0)


def test_a_plain_wire_hands_on_and_sends_in_order():
    async def scene(peer):
        peer.say(text="{}", bytes=None)
        peer.say(bytes=b"[]", text=None)
        for number in range(40):
            peer.wire.write(b"%d" % number)
        await turns(60)
        peer.leave()

    peer = serving(scene)
    assert peer.heard == [b"{}", b"[]"]
    assert peer.sent == [str(number) for number in range(40)]
    assert peer.lost == 1


def test_a_plain_wire_says_when_it_is_full_and_when_no_more():
    async def scene(peer):
        peer.reads.clear()
        for _ in range(MOST_UNSENT - 1):
            peer.wire.write(b"{}")
        await turns()
        assert not peer.wire.paused
        peer.wire.write(b"{}")
        assert (peer.wire.paused, peer.writable) == (True, 0)
        peer.reads.set()
        await turns()
        assert (peer.wire.paused, peer.writable) == (False, 1)
        peer.leave()

    assert len(serving(scene).sent) == MOST_UNSENT


def test_a_plain_wire_ends_after_what_waits_and_hears_no_more():
    async def scene(peer):
        peer.wire.write(b"{}")
        peer.wire.end(4409)
        peer.wire.end(1012)
        peer.wire.write(b"[]")
        await turns()
        peer.say(text="late")
        peer.leave()

    peer = serving(scene)
    assert (peer.sent, peer.heard, peer.lost) == (["{}", 4409], [], 1)


def test_a_plain_wire_that_is_cut_waits_for_nobody():
    async def scene(peer):
        peer.reads.clear()
        peer.wire.write(b"{}")
        await turns()
        peer.wire.cut()

    peer = serving(scene)
    assert (peer.sent, peer.lost) == ([], 1)


def test_a_plain_wire_refuses_what_is_too_long():
    async def scene(peer):
        peer.say(text="x" * LONGEST_FRAME)
        peer.say(text="x" * (LONGEST_FRAME + 1))
        await turns()
        peer.leave()

    peer = serving(scene)
    assert (len(peer.heard), peer.sent) == (1, [TOO_LONG])


def test_a_line_that_breaks_while_something_is_sent_is_lost_quietly():
    class Broken(Peer):
        async def _send(self, message):
            raise OSError("gone")

    async def is_whole():
        peer = Broken()
        peer.wire.write(b"{}")
        await asyncio.wait_for(peer.wire.serve(), 10)
        return peer.lost

    assert asyncio.run(is_whole()) == 1


# -- which wire ------------------------------------------------------------------------------


def test_the_uvicorn_installed_was_tested_with_the_direct_wire():
    assert uvicorn.__version__ in TESTED_UVICORN, (
        f"host/direct_wire.py stands on the inside of uvicorn and was never tested with "
        f"{uvicorn.__version__}. Sockets work meanwhile, by the plain wire. Run this file and "
        "test_sockets.py with it, then add it to TESTED_UVICORN in host/wire_choice.py and "
        "widen the range in pyproject.toml."
    )


def test_exactly_the_tested_versions_can_be_installed():
    words = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    (declared,) = [word for word in words if re.match(r"uvicorn\b", word)]
    least, below = re.fullmatch(r"uvicorn>=([\d.]+),<([\d.]+)", declared).groups()
    numbers = [tuple(map(int, version.split("."))) for version in TESTED_UVICORN]
    assert least == TESTED_UVICORN[0]
    major, minor, _ = numbers[-1]
    assert below == f"{major}.{minor + 1}"
    assert numbers == sorted(numbers)


@pytest.mark.parametrize("version", ["0.30.0", "0.54.1", "1.0.0"])
def test_an_unknown_uvicorn_serves_plain_sockets(version, monkeypatch):
    inside = "uvicorn.protocols.websockets.websockets_sansio_impl"
    monkeypatch.setitem(sys.modules, inside, None)  # not even there
    monkeypatch.delitem(sys.modules, "qipan.host.direct_wire")
    monkeypatch.setattr(uvicorn, "__version__", version)
    assert uvicorn_protocol() == "auto"


def test_a_known_uvicorn_serves_direct_ones():
    assert uvicorn_protocol() is DirectWire


# -- both, on a real server --------------------------------------------------------------------


@pytest.fixture(scope="module", params=WIRES)
def practice(request, tmp_path_factory):
    data = tmp_path_factory.mktemp("wire") / "j.sqlite"
    server = Server(data, before=WIRES[request.param])
    with httpx.Client(base_url=server.base, timeout=30) as client:
        client.get("/sign-in")
        headers = {"x-csrftoken": client.cookies.get("csrftoken", "")}
        answer = client.post("/api/practice", json={"game": "gomoku"}, headers=headers)
    table = answer.json()["table"]
    assert ("'plain'" in server.output.read_text()) == (request.param == "plain wire")
    yield server.base.replace("http", "ws") + f"/play/socket/{table}"
    server.stop()


def test_messages_of_every_size_in_pieces_and_too_long(practice):
    with connect(practice) as wire:
        assert wire.recv(timeout=30).startswith('{"type":"state"')
        wire.send(["{", '"type":', '"ping"}'])  # three fragments
        assert wire.recv(timeout=30).startswith('{"type":"pong"')
    with connect(practice) as wire:  # another line: a message in pieces changes how it is read
        assert wire.recv(timeout=30).startswith('{"type":"state"')
        wire.ping().wait(30)
        for size in (10, 125, 126, 4000, 9000):
            wire.send("x" * size)
            assert '"code":"input.bad"' in wire.recv(timeout=30)
        wire.send(b"\xff\xfe")
        assert '"code":"input.bad"' in wire.recv(timeout=30)
        wire.send("x" * (LONGEST_FRAME + 1))
        with pytest.raises(ConnectionClosed) as closed:
            wire.recv(timeout=30)
        assert closed.value.rcvd.code == 1009


def test_what_comes_in_any_pieces_is_heard_in_order(practice):
    asked = b"".join(frame(b'{"type":"since","seq":%d}' % number) for number in range(1, 9))
    with connect(practice) as wire:
        wire.recv(timeout=30)
        raw = wire.socket
        for begin, end in ((0, 1), (1, 9), (9, 40), (40, 41), (41, len(asked))):
            raw.sendall(asked[begin:end])
            time.sleep(0.02)  # so that it arrives apart
        heard = [json.loads(wire.recv(timeout=30))["since"] for _ in range(8)]
    assert heard == list(range(1, 9))


def test_another_server_serves_tables_too(tmp_path):
    """Under hypercorn two play, a stranger is shown out, and too long a message ends the line."""
    port, context = free_port(), make_context(open_house(str(tmp_path / "j.sqlite")))
    config = Config()
    config.bind, config.loglevel = [f"127.0.0.1:{port}"], "CRITICAL"
    url = f"ws://127.0.0.1:{port}/play/socket/t1"

    async def until(line, kind):
        while True:
            message = json.loads(await asyncio.wait_for(line.recv(), 30))
            if kind in (message["type"], message.get("kind")):
                return message

    async def play():
        while not context.tables.running:
            await asyncio.sleep(0.01)
        await context.tables.open("t1", terms(), begin=True)
        tokens = [seat_token(context.tables.key, "t1", seat) for seat in (0, 1)]
        first, second = [await connect_here(f"{url}?token={token}") for token in tokens]
        await first.send('{"type":"move","text":"h8","id":"1"}')
        assert (await until(second, "move-played/1"))["text"] == "h8"
        stranger = await connect_here(f"{url}?token=none")
        assert (await until(stranger, "refused"))["code"] == "play.wrong-token"
        with pytest.raises(ConnectionClosed) as closed:
            await stranger.recv()
        assert closed.value.rcvd.code == 4404
        await first.send("x" * (LONGEST_FRAME + 1))
        with pytest.raises(ConnectionClosed) as closed:
            await until(first, "never")
        assert closed.value.rcvd.code == TOO_LONG
        presence = await until(second, "presence")
        assert (presence["seat"], presence["connected"]) == (0, False)
        await second.close()

    async def is_whole():
        over = asyncio.Event()
        serving = asyncio.create_task(serve(build(context), config, shutdown_trigger=over.wait))
        try:
            await asyncio.wait_for(play(), 60)
        finally:
            over.set()
            await serving

    asyncio.run(is_whole())

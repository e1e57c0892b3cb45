"""A taken-over websocket: whole messages either way, and nobody waits for a reader that stalls."""

import json
import time

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from play.table_room import Hall
from qipan.host.direct_wire import unmasked, whole
from qipan.host.local_tables import LocalTables
from qipan.host.socket_wire import LONGEST_FRAME
from qipan.play.port import TableVisit
from qipan.play.room import MOST_UNREAD
from qipan.web.live.sockets import SocketSession
from server import Server


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


def frame(text, opcode=Opcode.TEXT, fin=True):
    return Frame(opcode, text, fin).serialize(mask=True)


@pytest.mark.parametrize("size", [0, 1, 3, 4, 5, 124, 125])
def test_a_short_text_is_read_as_the_library_writes_it(size):
    text = bytes(range(size))
    assert unmasked(frame(text)) == text
    assert whole(frame(text))


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
    assert whole(came) is expected


@pytest.fixture(scope="module")
def practice(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("wire") / "j.sqlite")
    with httpx.Client(base_url=server.base, timeout=30) as client:
        client.get("/sign-in")
        headers = {"x-csrftoken": client.cookies.get("csrftoken", "")}
        answer = client.post("/api/practice", json={"game": "gomoku"}, headers=headers)
    table = answer.json()["table"]
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

"""A taken-over websocket: whole messages either way, and nobody waits for a reader that stalls."""

from types import SimpleNamespace

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from play.table_room import Hall
from qipan.play.room import MOST_UNREAD
from qipan.web.sockets import Line
from qipan.web.tables import Entry, Tables
from qipan.web.wire import LONGEST_FRAME
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


class OwnTables(Tables):
    """The doors of tables that an owner of this process holds."""

    def __init__(self, owner):
        self._owner, self.key = owner, b"k" * 32


@pytest.fixture
def line():
    hall = Hall(report=lambda table, error: None)
    room = hall.open()
    wire = FakeWire()
    tables = OwnTables(hall.owner)
    Line(SimpleNamespace(tables=tables), wire, Entry("t1", "", 0)).open()
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
        for size in (10, 125, 126, 4000, 9000):
            wire.send("x" * size)
            assert '"code":"input.bad"' in wire.recv(timeout=30)
        wire.send(b"\xff\xfe")
        assert '"code":"input.bad"' in wire.recv(timeout=30)
        wire.send("x" * (LONGEST_FRAME + 1))
        with pytest.raises(ConnectionClosed) as closed:
            wire.recv(timeout=30)
        assert closed.value.rcvd.code == 1009

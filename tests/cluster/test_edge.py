"""An edge between pages and owners: whose word counts when owners change hands.

Invariant: what a page is told never goes back; an owner of before, or a look into the database that
took its time, tells nothing older than what the page knows. A page that is sent back would wait
for the other player, who waits for it, and the table would stand still.
"""

import asyncio
import json

import msgspec
import pytest

from play.table_room import Hall
from qipan.cluster.debug_dump import reports_of_edge
from qipan.cluster.dependencies import EdgeDependencies
from qipan.cluster.edge.database_polling import DatabasePolling
from qipan.cluster.edge.edge import Edge
from qipan.cluster.edge.lines import EdgeLine
from qipan.cluster.transport.carrier import MemoryBroker
from qipan.cluster.transport.channel import WINDOW, Channel
from qipan.cluster.transport.frames import Drop, Lost, News, Say, read_parcel, write
from qipan.cluster.transport.subjects import NEWS, subject_of_edge, subject_of_worker
from qipan.kernel.ids import Seat
from qipan.play.port import TableVisit
from qipan.play.room import Outbox
from qipan.play.seats import seat_link
from qipan.play.shards import LeaseSituation, shard_of

TABLE = "t1"
SHARD = shard_of(TABLE)
KEY = b"k" * 32


class NoLeases:
    """Leases that nobody can ask: everything is learned from the news."""

    async def situation(self):
        return LeaseSituation((), (), 0)


class Owner:
    """A worker's end of a channel, moved by hand."""

    def __init__(self, exchange, name):
        self.exchange, self.name = exchange, name
        self.heard = []
        self.channel = Channel(name, self._send, self.heard.append, lambda flush: None, 0)
        exchange.listen(subject_of_worker(name), self._take)

    def _send(self, parcel):
        self.exchange.waiting.append((subject_of_edge("e"), parcel))

    def _take(self, text):
        parcel = read_parcel(text)
        if parcel.session > self.channel.session:
            self.channel.join(parcel.session, 0)
        self.channel.take(parcel, 0)

    def owns(self, shard=SHARD):
        self.exchange.waiting.append((NEWS, write(News(self.name, [shard]))))

    def put(self, frame):
        self.channel.put(frame)
        self.channel.flush()

    def say(self, line, seq):
        text = msgspec.json.encode({"type": "event", "seq": seq})
        self.put(Say([line.id], text, seq))


class Around:
    """An edge on a broker in memory."""

    def __init__(self):
        self.exchange = MemoryBroker()
        self.edge = Edge(EdgeDependencies("e", NoLeases(), self.exchange.carrier(), lambda: 0))
        self.first, self.second = Owner(self.exchange, "w1"), Owner(self.exchange, "w2")

    async def settle(self):
        """Let everything arrive that is on its way."""
        for _ in range(6):
            await asyncio.sleep(WINDOW)
            self.exchange.deliver()

    def line(self, token=""):
        visit = TableVisit(TABLE, token or "seat")
        made = EdgeLine(self.edge, visit, Outbox(lambda: None))
        self.edge.open(made)
        return made


def break_down():
    raise RuntimeError("nobody thought of this")


def told(line):
    return [json.loads(text).get("seq") for text in line.outbox.unread]


@pytest.fixture
def run():
    def run(scene):
        async def whole():
            around = Around()
            # Not started: a test says itself when an edge looks at leases, and when it beats.
            await around.edge.listen()
            await scene(around)

        asyncio.run(whole())

    return run


async def handed_over(around):
    """Let a line enter at the first owner, be told 5, move to the second, be told 7."""
    around.first.owns()
    await around.settle()
    line = around.line()
    await around.settle()
    around.first.say(line, 5)
    around.second.owns()
    await around.settle()
    around.second.say(line, 7)
    await around.settle()
    assert told(line) == [5, 7]
    return line


def test_an_owner_of_before_that_wakes_tells_nobody_what_was(run):
    async def scene(around):
        line = await handed_over(around)
        around.first.say(line, 6)
        around.first.put(Drop(line.id, "replaced"))
        await around.settle()
        assert told(line) == [5, 7]
        assert not line.outbox.dropped

    run(scene)


def test_an_owner_of_before_cannot_send_pages_away_from_the_new_one(run):
    async def scene(around):
        line = await handed_over(around)
        around.first.put(Lost(SHARD))
        await around.settle()
        assert around.edge.owners[SHARD] == "w2"
        around.second.put(Lost(SHARD))
        await around.settle()
        assert SHARD not in around.edge.owners
        assert json.loads(line.outbox.unread[-1])["type"] == "waiting"

    run(scene)


def test_a_frame_that_breaks_the_edge_keeps_no_other_from_its_page(run):
    async def scene(around):
        line = await handed_over(around)
        broken = around.line()
        broken.outbox = Outbox(break_down)
        await around.settle()
        text = msgspec.json.encode({"type": "event", "seq": 8})
        around.second.channel.put(Say([broken.id], b"{}", 8))
        around.second.put(Say([line.id], text, 8))  # in the same parcel
        await around.settle()
        assert told(line) == [5, 7, 8]

    run(scene)


class Slow:
    """A log; while it is read, something else happens."""

    def __init__(self, log, meanwhile):
        self._log, self._meanwhile = log, meanwhile
        self.version = log.version

    def read(self, stream):
        found = self._log.read(stream)
        self._meanwhile()
        return found


def seated(around, room):
    token = seat_link(KEY, room.table, Seat(0)).partition("token=")[2]
    return around.line(token)


@pytest.mark.parametrize("told_meanwhile", [False, True])
def test_what_the_database_says_never_sends_a_page_back(run, told_meanwhile):
    hall = Hall()
    room = hall.open()
    hall.sit(room, Seat(0)).move("h8", id="1")

    async def scene(around):
        line = seated(around, room)

        def meanwhile():
            if told_meanwhile:  # an owner was found, and is further on
                line.seq = room.table.version + 2

        polling = DatabasePolling(around.edge, Slow(hall.log, meanwhile), KEY)
        assert await polling.look() == 1
        assert told(line) == ([] if told_meanwhile else [room.table.version])
        assert line.seq == room.table.version + 2 * told_meanwhile

    run(scene)


def test_an_edge_says_what_it_believes_of_a_line_and_names_nobody(run):
    async def scene(around):
        line = await handed_over(around)
        (report,) = reports_of_edge(around.edge)
        assert report["table"] == TABLE
        assert (report["seq"], report["owner"], report["heard"]) == (7, "w2", 0)
        assert line.token not in report.values()

    run(scene)

"""An edge and a worker over a carrier that loses, repeats and mixes: what both make good together.

Invariants: no act and no call is done twice; an act that was sent is done, in its turn, also if the
page is closed by then; a line is told every event in order, or the whole state; whoever was sent
away stays away; a line that enters again is noticed by nobody.
"""

import asyncio
import json
from random import Random

import pytest

from cluster.one_worker import KEY, Scene, edge_of
from qipan.cluster.edge import channels as edge_channels
from qipan.cluster.edge.lines import EdgeLine
from qipan.cluster.transport import channel as module
from qipan.cluster.transport.frames import read_parcel
from qipan.cluster.transport.subjects import subject_of_edge, subject_of_worker
from qipan.cluster.worker import edge_peers
from qipan.cluster.worker.answers import ANSWERS
from qipan.games import game_named
from qipan.journal.live.events import TableOpened
from qipan.journal.live.table import stream_of
from qipan.kernel.clock import Increment
from qipan.play.conduct_log import stream_of_notes
from qipan.play.port import TableVisit
from qipan.play.room import Outbox
from qipan.play.seats import seat_token
from qipan.play.shards import SHARDS, shard_of

TABLE = "t-lost"
WORKER = subject_of_worker("me")
ROADS = (WORKER, subject_of_edge("e1"), subject_of_edge("e2"))


class Carrying:
    """Carries what a broker in memory has, as carelessly as a test says."""

    def __init__(self, exchange):
        self.exchange, self.dice = exchange, Random(1)
        self.loss = self.repeat = self.mix = 0.0
        self.lost_to = set()
        """Subjects to which everything is lost."""
        self.lost = 0
        """Parcels with something in them."""
        self.task = asyncio.create_task(self._carry())

    async def _carry(self):
        held = []
        while True:
            waiting, self.exchange.waiting = self.exchange.waiting, []
            found, later = [], []
            for each in waiting:
                if each[0] in self.lost_to or self.dice.random() < self.loss:
                    self.lost += each[0] in ROADS and bool(read_parcel(each[1]).body)
                elif self.dice.random() < self.mix:
                    later.append(each)
                else:
                    found += [each] * (2 if self.dice.random() < self.repeat else 1)
            self.exchange.waiting, held = [*found, *held], later
            self.exchange.deliver()
            await asyncio.sleep(0.001)


class Page:
    """Somebody at the table, over an edge; it sends its moves again as a page does."""

    def __init__(self, edge, seat=None, since=0):
        token = "" if seat is None else seat_token(KEY, TABLE, seat)
        self.heard, self.pending = [], {}
        self.outbox = Outbox(self._take)
        self.line = EdgeLine(edge, TableVisit(TABLE, token, since), self.outbox)
        edge.open(self.line)

    def send(self, kind, **fields):
        self.line.receive(json.dumps({"type": kind, **fields}))

    def move(self, text):
        self.pending[text] = {"text": text, "id": text}
        self.send("move", **self.pending[text])

    def _take(self):
        unread, self.outbox.unread[:] = list(self.outbox.unread), []
        for text in unread:
            message = json.loads(text)
            self.heard.append(message)
            self.pending.pop(message.get("id"), None)
            if message["type"] == "state":
                for move in list(self.pending.values()):
                    self.send("move", **move)

    def kinds(self):
        return [each["type"] for each in self.heard]


class Around:
    """A worker, edges, and a table at which two may talk."""

    async def __aenter__(self):
        self.scene = Scene()
        self.carrying = Carrying(self.scene.exchange)
        await self.scene.worker.start()
        self.edges = [await self._edge(name) for name in ("e1", "e2")]
        await self.until(
            lambda: (
                all(len(edge.owners) == SHARDS for edge in self.edges)
                and len(self.scene.worker.owned.ready) == SHARDS
            )
        )
        game = game_named("gomoku")
        terms = TableOpened(
            game="gomoku",
            engine=game.engine,
            setup=game.deal(game.rules_type(), 2, Random(1)),
            controls=(Increment(600_000),) * 2,
            occupants=("a", "b"),
            chat=True,
        )
        self.shard = self.scene.worker.owned.by_number[shard_of(TABLE)]
        opened = self.shard.owner.open(TABLE, terms, begin=True)
        await self.until(opened.done)
        self.room = opened.result()
        return self

    async def _edge(self, name):
        made = edge_of(name, self.scene.book, self.scene.exchange, self.scene.clock)
        await made.start()
        return made

    async def until(self, what):
        await self.scene.until(what, seconds=20)

    async def come(self, edge=0, seat=None):
        page = Page(self.edges[edge], seat)
        await self.until(lambda: "state" in page.kinds())
        return page

    def session(self, edge=0):
        peer = self.scene.worker.peers.all.get(("e1", "e2")[edge])
        return peer.channel.session if peer else 0

    async def lose(self, subject, sent, edge=0):
        """Lose what is sent to somebody by ``sent``, and wait until a session is begun anew."""
        before = self.session(edge)
        await asyncio.sleep(0.01)
        self.carrying.lost_to.add(subject)
        sent()
        lost = self.carrying.lost
        await self.until(lambda: self.carrying.lost > lost)
        self.carrying.lost_to.clear()
        await self.until(lambda: self.session(edge) > before)

    async def __aexit__(self, *_):
        for edge in self.edges:
            await edge.stop()
        await self.scene.close()
        self.carrying.task.cancel()


@pytest.fixture
def run(monkeypatch):
    monkeypatch.setattr(module, "BEAT", 20)
    monkeypatch.setattr(module, "MIXED", 10)
    monkeypatch.setattr(edge_channels, "BEAT_SECONDS", 0.01)

    def run(scene):
        async def whole():
            async with Around() as around:
                await scene(around)

        asyncio.run(whole())

    return run


def in_order(heard):
    """Say whether every event follows the one before, or a whole state."""
    seq = 0
    for each in heard:
        if each["type"] == "state":
            assert each["seq"] >= seq
            seq = each["seq"]
        elif each["type"] == "event":
            assert each["seq"] == seq + 1, (seq, each)
            seq = each["seq"]
    return seq


@pytest.mark.parametrize("seed", range(3))
def test_games_and_talk_go_on_over_a_careless_carrier(run, seed):
    async def scene(around):
        carrying = around.carrying
        pages = [await around.come(0, 0), await around.come(1, 1)]
        watcher = await around.come(0)
        carrying.dice = Random(seed)
        carrying.loss, carrying.repeat, carrying.mix = 0.1, 0.2, 0.2
        moves = [f"{column}{row}" for row in (1, 5, 9) for column in "aeim"]
        for number, text in enumerate(moves):
            pages[number % 2].move(text)
            pages[0].send("chat", text=f"first {number}")
            pages[1].send("chat", text=f"second {number}")
            await around.until(lambda done=number + 1: len(around.room.table.moves) == done)
        carrying.loss = carrying.repeat = carrying.mix = 0.0
        await around.until(lambda: len(around.room.chat) == 2 * len(moves))
        both = [*pages, watcher]
        version = around.room.table.version
        await around.until(lambda: [in_order(page.heard) for page in both] == [version] * 3)
        said = [each["text"] for each in around.room.chat]
        for who in ("first", "second"):
            told = [text for text in said if text.startswith(who)]
            assert told == [f"{who} {number}" for number in range(len(moves))]
        stored = list(around.scene.worker.dependencies.log.read(stream_of(TABLE)))
        assert len(stored) == version
        assert carrying.lost
        assert max(around.session(0), around.session(1)) > 1

    run(scene)


def test_what_is_no_move_is_sent_again_by_the_edge(run):
    async def scene(around):
        first = await around.come(0, 0)
        await around.come(1, 1)
        await around.lose(WORKER, lambda: first.send("resign"))
        await around.until(lambda: around.room.table.over)

    run(scene)


def test_an_act_that_was_taken_is_not_done_again(run, monkeypatch):
    # As if the edge did not hear that it was taken before it begins anew.
    monkeypatch.setattr(module.Channel, "_forget_acts", lambda self, taken: None)

    async def scene(around):
        first = await around.come(0, 0)
        first.send("chat", text="once")
        await around.until(lambda: around.room.chat)
        await around.lose(subject_of_edge("e1"), lambda: around.room.tell(b'{"type":"x"}'))
        first.send("chat", text="twice")
        await around.until(lambda: len(around.room.chat) > 1)
        assert [each["text"] for each in around.room.chat] == ["once", "twice"]

    run(scene)


def test_the_last_act_of_a_page_that_was_closed_is_done_all_the_same(run):
    async def scene(around):
        first, second = await around.come(0, 0), await around.come(1, 1)

        def last_words():
            first.send("resign")
            first.line.leave()

        await around.lose(WORKER, last_words)
        await around.until(lambda: around.room.table.over)
        await around.until(lambda: list(around.room.holders) == [1])
        assert in_order(second.heard)

    run(scene)


def test_a_line_that_enters_again_is_noticed_by_nobody(run):
    async def scene(around):
        first, second = await around.come(0, 0), await around.come(1, 1)
        first.send("hello", changes=True)
        holder = around.room.holders[0]
        await around.until(lambda: holder.takes_changes)
        heard = len(second.heard)
        notes = stream_of_notes(TABLE)
        noted = around.scene.worker.dependencies.log.version(notes)
        before = first.kinds().count("state")
        await around.lose(subject_of_edge("e1"), lambda: around.room.tell(b'{"type":"x"}'))
        await around.until(lambda: first.kinds().count("state") > before)
        assert around.room.holders[0] is holder
        assert holder.takes_changes
        assert [each["type"] for each in second.heard[heard:]] == ["x"]
        assert around.scene.worker.dependencies.log.version(notes) == noted

    run(scene)


def test_who_was_replaced_does_not_come_back_because_nobody_told_them(run):
    async def scene(around):
        old = await around.come(0, 0)
        waiting = []

        def replaced():
            waiting.append(Page(around.edges[1], 0))

        await around.lose(subject_of_edge("e1"), replaced)
        (new,) = waiting
        await around.until(lambda: old.outbox.dropped == "replaced")
        await around.until(lambda: "state" in new.kinds())
        assert not new.outbox.dropped
        assert around.room.holders[0] in around.room.viewers

    run(scene)


def test_a_line_that_left_while_nothing_arrived_is_let_go(run):
    async def scene(around):
        first = await around.come(0, 0)
        await around.lose(WORKER, first.line.leave)
        await around.until(lambda: not around.room.holders)
        assert not around.scene.worker.peers.all["e1"].lines

    run(scene)


@pytest.mark.parametrize("lost_to", [WORKER, subject_of_edge("e1")])
def test_a_call_is_answered_and_carried_out_once(run, monkeypatch, lost_to):
    done = []

    async def act(owned_shard, name, body):
        done.append(body)
        await asyncio.sleep(0.05)  # so that it may be asked again before it is answered
        return b"done"

    monkeypatch.setitem(ANSWERS, "act", act)

    async def scene(around):
        await around.come(0)
        asked = []

        def ask():
            asked.append(asyncio.ensure_future(around.edges[0].call(TABLE, "act", b"it")))
            around.edges[0].tell(TABLE, "act", b"told")

        await around.lose(lost_to, ask)
        assert await asked[0] == b"done"
        await around.until(lambda: len(done) == 2)
        assert sorted(done) == [b"it", b"told"]

    run(scene)


def test_an_edge_that_was_forgotten_begins_anew_and_repeats_nothing(run, monkeypatch):
    monkeypatch.setattr(edge_peers, "FORGET", 300)
    monkeypatch.setattr(edge_peers, "SILENCE", 200)

    async def scene(around):
        first = await around.come(0, 0)
        # The worker takes it, and its edge does not hear of that for a long time.
        around.carrying.lost_to.add(subject_of_edge("e1"))
        first.send("chat", text="once")
        await around.until(lambda: around.room.chat)
        around.carrying.lost_to.add(WORKER)
        await around.until(lambda: not around.room.holders)
        around.carrying.lost_to.clear()
        await around.until(lambda: around.room.holders)
        first.send("chat", text="twice")
        await around.until(lambda: len(around.room.chat) > 1)
        assert [each["text"] for each in around.room.chat] == ["once", "twice"]

    run(scene)

"""Live tables to hold to their port: owned by this process, or by a worker behind an edge."""

import asyncio
import json
from random import Random
from types import SimpleNamespace

from cluster.one_worker import Book, Store, edge_of
from qipan.cluster.dependencies import EdgeDependencies, WorkerDependencies
from qipan.cluster.edge.edge import Edge
from qipan.cluster.transport.carrier import MemoryBroker
from qipan.cluster.worker.worker import Worker
from qipan.games import game_named
from qipan.host.edge_tables import EdgeTables
from qipan.host.local_tables import LocalTables
from qipan.journal.live.events import TableOpened
from qipan.kernel.clock import Increment
from qipan.kernel.errors import BadInput, Refused, Unknown
from qipan.play.port import TableVisit
from qipan.play.room import Outbox
from qipan.play.seats import seat_token
from qipan.play.thinking.work import AtOnce
from qipan.store.memory import MemorySecrets
from qipan.wiring import monotonic_ms

PATIENCE = 20
HURRY = ("qipan.host.local_tables.MATCHING", "qipan.cluster.worker.worker.MATCHING")
EAGER = ("qipan.cluster.edge.lobbies.FRESH", "qipan.cluster.edge.mirror.FRESH")


def house():
    here = SimpleNamespace(version=1)
    office = SimpleNamespace(last_known=lambda _: here, holds=lambda _: True)
    return SimpleNamespace(log=Store(), secrets=MemorySecrets(), pulse=None, office=office)


class Local:
    """One process."""

    async def __aenter__(self):
        self.tables = LocalTables(house())
        await self.tables.start()
        return self

    async def __aexit__(self, *_):
        await self.tables.stop()


class Cluster:
    """An edge and a worker on a broker in memory."""

    async def __aenter__(self):
        self.exchange, here = MemoryBroker(), house()
        book = Book(monotonic_ms)
        names = iter(f"n{number}" for number in range(1_000_000))

        async def connect():
            return Edge(EdgeDependencies("edge", book, self.exchange.carrier(), monotonic_ms))

        self.tables = EdgeTables(here, connect)
        self.calls = edge_of("lobbies", book, self.exchange, monotonic_ms)
        await self.calls.start()
        self.worker = Worker(
            WorkerDependencies(
                *("me", here.log, book, book, self.exchange.carrier(), monotonic_ms),
                *(self.tables.key, Random(1), lambda: next(names), AtOnce(), self.calls),
            )
        )
        self.carrying = asyncio.create_task(self._carry())
        await self.worker.start()
        await self.tables.start()
        while not self.worker.ready or len(self.tables.edge.owners) < 256:
            await asyncio.sleep(0.01)
        return self

    async def _carry(self):
        while True:
            self.exchange.deliver()
            await asyncio.sleep(0.001)

    async def __aexit__(self, *_):
        await self.tables.stop()
        await self.worker.stop()
        await self.calls.stop()
        self.carrying.cancel()


SITES = {"one process": Local, "cluster": Cluster}


def terms(game="gomoku", controls=None, **more):
    """Say what a table is opened with."""
    found = game_named(game)
    seats = found.seats(found.rules_type())[0]
    return TableOpened(
        game=game,
        engine=found.engine,
        setup=found.deal(found.rules_type(), seats, Random(3)),
        controls=controls or (Increment(600_000),) * seats,
        occupants=tuple(f"p{seat}" for seat in range(seats)),
        **more,
    )


class Page:
    """Somebody at a table, without a network."""

    def __init__(self, tables, visit):
        self.outbox, self.woken = Outbox(self._wake), asyncio.Event()
        self.heard = []
        self.connection = tables.arrive(visit, self.outbox)

    def _wake(self):
        self.woken.set()

    def send(self, kind, **fields):
        self.connection.receive(json.dumps({"type": kind, **fields}))

    async def until(self, kind, **wanted):
        """Wait for a message of this kind, or an event of this name."""

        async def found():
            while True:
                while self.outbox.unread:
                    message = json.loads(self.outbox.unread.pop(0))
                    self.heard.append(message)
                    same = all(message.get(key) == value for key, value in wanted.items())
                    if same and kind in (message["type"], message.get("kind")):
                        return message
                self.woken.clear()
                await self.woken.wait()

        return await asyncio.wait_for(found(), PATIENCE)

    async def dropped(self):
        """Wait until the line is to be closed; gives why."""
        return await eventually(lambda: self.outbox.dropped)


async def eventually(what):
    """Wait until something is so; gives it."""

    async def found():
        while not (result := what()):
            await asyncio.sleep(0.005)
        return result

    return await asyncio.wait_for(found(), PATIENCE)


async def come(tables, table="t1", seat=None, since=0, arbiter=""):
    """Come in by the front door: a seat with its token, an arbiter by name, or a spectator."""
    token = "" if seat is None else seat_token(tables.key, table, seat)
    visit = TableVisit(table, token, since, signed_in=bool(arbiter))
    return Page(tables, await tables.admit(visit, lambda competition: arbiter))


async def kept_out(tables, visit):
    """Give the code with which somebody is not let in, by whoever says so."""
    try:
        page = Page(tables, await tables.admit(visit, lambda competition: ""))
    except Refused as error:
        return error.code
    except BadInput as error:
        return error.code
    except Unknown:
        return "unknown"
    refused = await page.until("refused")
    assert await page.dropped() == "denied"
    return refused["code"]

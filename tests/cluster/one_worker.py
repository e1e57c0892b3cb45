"""One worker among others that are only names in a book of leases; a broker and a log in memory."""

import asyncio
from datetime import UTC, datetime
from random import Random

from qipan.cluster.dependencies import EdgeDependencies, WorkerDependencies
from qipan.cluster.edge.edge import Edge
from qipan.cluster.transport.carrier import MemoryBroker
from qipan.cluster.worker.worker import Worker
from qipan.games import game_named
from qipan.journal.envelope import Batch
from qipan.journal.event import fresh
from qipan.journal.live.events import TableOpened
from qipan.journal.live.table import stream_of
from qipan.kernel.clock import Increment
from qipan.play.conduct_log import SeatNoticed, stream_of_notes
from qipan.play.registry import TableListed, stream_of_shard
from qipan.play.shards import LEASE, SHARDS, Lease, LeaseSituation, TakenShard, shard_of
from qipan.play.thinking.work import AtOnce
from qipan.store.memory import MemoryLog

KEY = b"k" * 32


class QuietReading:
    """Reads many streams of a log in memory, one by one, whoever listens at its doors."""

    def __init__(self, log):
        self.read = log.read  # as it is now

    def read_all(self, streams):
        return {stream: list(self.read(stream)) for stream in streams}

    def last_events(self, streams, names):
        found = {}
        for stream in streams:
            for each in self.read(stream):
                if each.name in names:
                    found[stream] = each
        return found


class Store(MemoryLog):
    """A log without a fence."""

    def under(self, shard, epoch, lost):
        del shard, epoch, lost
        return self

    def read_all(self, streams):
        return QuietReading(self).read_all(streams)

    def last_events(self, streams, names):
        return QuietReading(self).last_events(streams, names)


class Book:
    """Leases in memory, by the clock of the test; ``rivals`` are shards that others take first."""

    def __init__(self, clock):
        self.clock = clock
        self.leases = {shard: Lease(shard, "", 0, 0) for shard in range(SHARDS)}
        self.workers = {"me"}
        self.rivals = set()
        self.looks = []

    def own(self, owner, shards, until):
        self.workers.add(owner)
        for shard in shards:
            self.leases[shard] = Lease(shard, owner, until, 0)

    def of(self, owner):
        return {each.shard for each in self.leases.values() if each.owner == owner}

    async def situation(self):
        self.looks.append(self.clock())
        return LeaseSituation(tuple(self.leases.values()), tuple(self.workers), self.clock())

    async def take(self, shard, owner):
        before = self.leases[shard]
        if shard in self.rivals:
            self.own("rival", [shard], self.clock() + LEASE)
            return None
        if before.owner not in ("", owner) and before.until >= self.clock():
            return None
        self.leases[shard] = Lease(shard, owner, self.clock() + LEASE, 0)
        return TakenShard(shard, 1, before, self.clock())

    async def renew(self, shards, owner, unsettled=()):
        del owner, unsettled
        return frozenset(shards), self.clock()

    async def release(self, shards, owner):
        del owner
        for shard in shards:
            self.leases[shard] = Lease(shard, "", self.clock(), 0)

    async def resign(self, owner):
        self.workers.discard(owner)

    async def close(self):
        pass


class Reader:
    """Reads a book of leases, and is not counted among those who look at it."""

    def __init__(self, book):
        self.book = book

    async def situation(self):
        book = self.book
        return LeaseSituation(tuple(book.leases.values()), tuple(book.workers), book.clock())

    async def close(self):
        pass


def edge_of(name, book, exchange, clock):
    """Make the edge over which a worker reaches tables of others."""
    return Edge(EdgeDependencies(name, Reader(book), exchange.carrier(), clock))


class Scene:
    """A worker among others that are only names in the book."""

    def __init__(self):
        self.loop = asyncio.get_running_loop()
        self.begun = self.loop.time()
        self.book, self.exchange = Book(self.clock), MemoryBroker()
        names = iter(f"t{number}" for number in range(1000))
        self.edge = edge_of("lobbies", self.book, self.exchange, self.clock)
        self.worker = Worker(
            WorkerDependencies(
                *("me", Store(), self.book, self.book, self.exchange.carrier(), self.clock),
                *(KEY, Random(1), lambda: next(names), AtOnce(), self.edge),
            )
        )

    def clock(self):
        return int((self.loop.time() - self.begun) * 1000)

    async def close(self):
        await self.worker.stop()
        await self.worker.hang_up()

    async def until(self, what, seconds=5):
        end = self.loop.time() + seconds
        while not what():
            assert self.loop.time() < end, self.book.of("me")
            await asyncio.sleep(0.005)


def stored_table(scene, name, *told):
    """Write an open table of gomoku into the journal of a shard, as somebody left it."""
    log, shard = scene.worker.dependencies.log, shard_of(name)
    clock = Increment(60_000, 0)
    opened = TableOpened(
        game="gomoku",
        engine=game_named("gomoku").engine,
        controls=(clock, clock),
        occupants=("a", "b"),
    )
    at = datetime(2026, 1, 1, tzinfo=UTC).isoformat()
    listing = stream_of_shard(shard)
    log.append(Batch(listing, log.version(listing), "t", at, (fresh(TableListed(table=name)),)))
    log.append(Batch(stream_of(name), 0, "t", at, tuple(map(fresh, (opened, *told)))))
    noted = SeatNoticed(seat=0, what="connected", seq=1)
    log.append(Batch(stream_of_notes(name), 0, "t", at, (fresh(noted),)))
    return name

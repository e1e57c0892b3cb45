"""A worker: takes shards, renews their leases, owns their tables, and hands them over when it goes.

Whoever cannot renew for as long as a lease lasts drops what it holds, by its own monotonic clock,
before anybody else may take it; and if that clock is wrong too, the fence refuses what it writes.
A shard that is lost is taken again like any other: read anew, clocks suspended from the last
renewal on. Players whose edge is not heard for ``SILENCE`` are not charged for it either.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from random import Random
from typing import Protocol

import msgspec
import structlog

from qipan.cluster.calls import CALLS, write_error
from qipan.cluster.carrier import Carrier
from qipan.cluster.frames import (
    Answer,
    AnyFrame,
    Call,
    Denied,
    Enter,
    Leave,
    Lost,
    News,
    Once,
    Text,
    read_parcel,
    write,
)
from qipan.cluster.holding import DatabaseTime, Holding, RemoteGuest, RemoteViewer
from qipan.cluster.link import Link, Overflow, unknown
from qipan.cluster.metrics import Figures
from qipan.journal.lobby import PREFIX as LOBBIES
from qipan.journal.log import Log
from qipan.kernel.errors import BadInput, QipanError, Unavailable
from qipan.play.automatic import Background
from qipan.play.itself import RESTARTS, RESUME_GRACE, internal
from qipan.play.lobby import Lobby
from qipan.play.messages import note, refusal_message
from qipan.play.mistakes import Contained
from qipan.play.owner import Around
from qipan.play.reception import all_here, arrive, leave, seat_for
from qipan.play.recovery import stop, unheard
from qipan.play.registry import open_elsewhere
from qipan.play.shards import LEASE, RENEW, SHARDS, Leases, Taken, fair_share, shard_of

NEWS = "qipan.news"
SILENCE = 2000
"""Milliseconds without a sign of life of an edge after which its players' clocks stand."""
FORGET = 10_000
"""After so long its players count as gone."""
LOOK_SECONDS, JITTER_SECONDS = 0.4, 0.4
"""Between two looks at the leases; the jitter lets one of many be first."""
READERS = 8
"""Shards read at a time."""
READ_SECONDS = 8.0
"""For reading one shard; then it is tried again."""
AT_ONCE = 16
"""Shards with tables handed over at a time to share out evenly."""
MATCHING = 2000
SWEPT = 1000
"""Milliseconds after which a shard is looked at though nothing is due."""
SHORTEST_NAP, LONGEST_NAP = 0.005, 0.1
STOP_SECONDS = 5.0
log = structlog.get_logger("qipan.cluster")


def subject_of_worker(name: str) -> str:
    """Name what a worker listens to."""
    return f"qipan.worker.{name}"


def subject_of_edge(name: str) -> str:
    """Name what an edge listens to."""
    return f"qipan.edge.{name}"


class FencedStore(Log, Protocol):
    """A log that can be written under a fence."""

    def under(self, shard: int, epoch: int, lost: Callable[[], None]) -> Log:
        """Give the log of a shard's owner."""


class Means(msgspec.Struct, frozen=True):
    """What a worker works with."""

    name: str
    """Of this life of the process: no other ever has it."""
    log: FencedStore
    leases: Leases
    """For renewing alone: nothing else may delay that."""
    taking: Leases
    """For looking and taking."""
    carrier: Carrier
    clock: Callable[[], int]
    key: bytes
    """Makes the tokens of seats."""
    dice: Random
    table_name: Callable[[], str]
    background: Background


def report(table: str, error: Exception) -> None:
    """Write a mistake of ours down, for whoever runs the worker."""
    log.error("mistake", table=table, exc_info=error)


class Place:
    """One line of an edge at a table."""

    __slots__ = ("guest", "holding", "viewer")

    def __init__(self, holding: Holding, viewer: RemoteViewer) -> None:
        """Wait for the guest to arrive."""
        self.holding, self.viewer = holding, viewer
        self.guest: RemoteGuest | None = None


class Peer:
    """One edge, as long as it is heard of."""

    def __init__(self, name: str, link: Link) -> None:
        """Begin without lines."""
        self.name, self.link = name, link
        self.lines: dict[int, Place] = {}
        self.silent = False


class Worker:
    """Owns shards."""

    def __init__(self, means: Means, figures: Figures | None = None) -> None:
        """Own nothing yet."""
        self.means = means
        self.name = means.name
        self.figures = figures or Figures()
        self.time = DatabaseTime(means.clock)
        self.holdings: dict[int, Holding] = {}
        self.draining = False
        self._peers: dict[str, Peer] = {}
        self._forgotten: OrderedDict[str, None] = OrderedDict()
        self._inherited: dict[int, list[str]] = {}
        self._lobbies: list[str] = []
        self._brought_back = 0
        self._tasks: list[asyncio.Task[None]] = []
        self._calls: set[asyncio.Task[None]] = set()
        self._posted: deque[Callable[[], None]] = deque()
        self._posting = False
        self._dirty: list[Link] = []
        self._loop: asyncio.AbstractEventLoop
        self._matched = self._beaten = means.clock()

    # -- life ----------------------------------------------------------------------------------

    async def start(self) -> None:
        """Listen, and begin to take shards. Raises Unavailable if the database is away."""
        self._loop = asyncio.get_running_loop()
        for name in await asyncio.to_thread(open_elsewhere, self.means.log, shards=False):
            self._inherited.setdefault(shard_of(name), []).append(name)
        begun = self.means.clock()
        _, now = await self.means.leases.renew((), self.name)
        self.time.look(now, begun)
        await self.means.carrier.listen(subject_of_worker(self.name), self._take)
        for work in (self._renew_always, self._look_always, self._tick_always):
            self._tasks.append(self._loop.create_task(work()))

    async def stop(self) -> None:
        """Suspend what runs, hand everything over, and listen no more. Safe to call twice."""
        if self.draining:
            return
        self.draining = True
        if len(self._tasks) > 1:
            self._tasks[1].cancel()
        await self._hand_over(list(self.holdings))
        for task in self._tasks:
            task.cancel()
        with suppress(Unavailable):
            await self.means.leases.resign(self.name)

    async def hang_up(self) -> None:
        """Let go of the broker and the database."""
        means = self.means
        await means.carrier.close()
        await means.leases.close()
        await means.taking.close()

    def measure(self) -> None:
        """Bring the figures up to date."""
        held = [each for each in self.holdings.values() if each.ready]
        self.figures.shards.set(len(held))
        self.figures.tables.set(sum(len(each.owner.rooms) for each in held))
        self.figures.broker.set(1 if self.means.carrier.up else 0)

    @property
    def ready(self) -> bool:
        """Say whether everything held is being served."""
        held = self.holdings.values()
        return not self.draining and bool(held) and all(each.ready for each in held)

    # -- leases --------------------------------------------------------------------------------

    async def _renew_always(self) -> None:
        while True:
            begun = self.means.clock()
            try:
                await self._renew(begun)
            except Unavailable as error:
                log.warning("lease", worker=self.name, why=error.why)
            except Exception:
                log.exception("lease")
            self._drop_expired()
            spent = self.means.clock() - begun
            await asyncio.sleep(max(50, RENEW - spent) / 1000)

    async def _renew(self, begun: int) -> None:
        asked = dict(self.holdings)
        unsettled = [shard for shard, each in asked.items() if not each.settled]
        mine, now = await self.means.leases.renew(asked, self.name, unsettled)
        self.time.look(now, begun)
        for shard, holding in asked.items():
            if shard in mine:
                holding.until = begun + LEASE
            elif not holding.lost:
                self._lose(holding, "not renewed")

    def _drop_expired(self) -> None:
        now = self.means.clock()
        for holding in list(self.holdings.values()):
            if now >= holding.until:
                self._lose(holding, "expired")

    def _lose(self, holding: Holding, why: str) -> None:
        """Drop a shard: whatever it holds is not to be trusted, and its players look elsewhere."""
        if self.holdings.get(holding.shard) is not holding:
            return
        holding.lost = True
        del self.holdings[holding.shard]
        if holding.ready:
            holding.owner.stopping = True
        self._send_away(holding)
        self.figures.lost.labels(why.replace(" ", "-")).inc()
        tables = len(holding.owner.rooms) if holding.ready else 0
        tell = log.warning if tables else log.info
        tell("shard", shard=holding.shard, epoch=holding.epoch, lost=why, tables=tables)

    def _send_away(self, holding: Holding) -> None:
        for peer in self._peers.values():
            gone = [line for line, place in peer.lines.items() if place.holding is holding]
            for line in gone:
                del peer.lines[line]
            peer.link.put(Lost(holding.shard))

    async def _look_always(self) -> None:
        while True:
            try:
                await self._look()
            except Unavailable as error:
                log.warning("leases", worker=self.name, why=error.why)
            except Exception:
                log.exception("leases")
            await asyncio.sleep(LOOK_SECONDS + self.means.dice.random() * JITTER_SECONDS)

    async def _look(self) -> None:
        """Take what is free, up to a fair share; hand over what is more than that."""
        found = await self.means.taking.situation()
        share = fair_share(len({*found.workers, self.name}))
        surplus = len(self.holdings) - share
        free = [shard for shard in found.free() if shard not in self.holdings]
        # What we dropped ourselves is ours to take again, though its lease has not run out.
        own = [s for s, who in found.owners().items() if who == self.name and s < SHARDS]
        free += [shard for shard in own if shard not in self.holdings]
        self.means.dice.shuffle(free)
        wanted = free[: max(0, -surplus)]
        if wanted:
            lobbies = await asyncio.to_thread(self.means.log.streams, LOBBIES)
            self._lobbies = [stream.removeprefix(LOBBIES) for stream in lobbies]
        self._brought_back, before = 0, len(self.holdings)
        for first in range(0, len(wanted), READERS):
            if not self.draining:
                few = wanted[first : first + READERS]
                took = (self._take_shard(shard) for shard in few)
                done = await asyncio.gather(*took, return_exceptions=True)
                for error in done:
                    if error is not None:
                        raise error
        if len(self.holdings) > before:
            more = len(self.holdings) - before
            log.warning("taken", worker=self.name, shards=more, tables=self._brought_back)
        if surplus > 0 and not self.draining:
            ready = [each for each in self.holdings.values() if each.ready]
            ready.sort(key=lambda each: len(each.owner.rooms))
            quiet = sum(not each.owner.rooms for each in ready)
            most = min(surplus, max(quiet, AT_ONCE))
            await self._hand_over([each.shard for each in ready[:most]])

    async def _take_shard(self, shard: int) -> None:
        begun = self.means.clock()
        taken = await self.means.taking.take(shard, self.name)
        if taken is None:
            return
        holding = self.holdings[shard] = Holding(taken, begun + LEASE)
        try:
            # A reader that hangs must not keep all other shards from their players.
            await asyncio.wait_for(self._begin(holding, taken), READ_SECONDS)
        except (QipanError, TimeoutError) as error:
            self._lose(holding, "not read")
            log.warning("shard", shard=shard, why=str(error) or "not read in time")
        except Exception:
            self._lose(holding, "not read")
            log.exception("shard", shard=shard)
        if not holding.lost:
            self._tell_all(self.name, [shard])

    async def _begin(self, holding: Holding, taken: Taken) -> None:
        """Read a shard's tables and go on with them."""

        def lost() -> None:  # called on the storage's thread
            holding.lost = True
            self.post(lambda: self._lose(holding, "fenced"))

        means = self.means
        fenced = means.log.under(taken.shard, taken.epoch, lost)
        around = Around(fenced, self.time.now, means.clock, self.post, means.dice, report)
        inherited = self._inherited.get(taken.shard, [])
        tables = await asyncio.to_thread(holding.read, around, inherited)
        if holding.lost:
            return
        holding.table_name = self.name_in(taken.shard)
        count = holding.begin(tables, means.background, means.key)
        for name in self._lobbies:
            if shard_of(name) == taken.shard:
                holding.lobbies[name] = Lobby(holding.owner, name, holding.table_name)
        self.figures.taken.inc()
        self._brought_back += count
        words = {"epoch": taken.epoch, "tables": count, "before": taken.before.owner}
        log.info("shard", shard=taken.shard, taken=True, **words)

    def name_in(self, shard: int) -> Callable[[], str]:
        """Make names of tables that belong to a shard: a lobby and its games live together."""

        def name() -> str:
            while True:
                found = self.means.table_name()
                if shard_of(found) == shard:
                    return found

        return name

    async def _hand_over(self, shards: Iterable[int]) -> None:
        """Suspend the tables of shards, let that be stored, and give the leases away."""
        given = [self.holdings[shard] for shard in shards if self.holdings[shard].ready]
        for holding in given:
            stop(holding.owner)
        waited = 0.0
        while waited < STOP_SECONDS and any(
            room.busy for holding in given for room in holding.owner.rooms.values()
        ):
            await asyncio.sleep(SHORTEST_NAP)
            waited += SHORTEST_NAP
        names = [holding.shard for holding in given if not holding.lost]
        for holding in given:
            holding.lost = True
            self.holdings.pop(holding.shard, None)
            self._send_away(holding)
        try:
            await self.means.taking.release(names, self.name)
        except Unavailable as error:
            log.warning("leases", why=error.why)
        if names:
            self._tell_all("", names)
            log.warning("handed-over", worker=self.name, shards=len(names))

    def _tell_all(self, worker: str, shards: list[int]) -> None:
        self.means.carrier.send(NEWS, write(News(worker, shards)))

    # -- time ----------------------------------------------------------------------------------

    def post(self, what: Callable[[], None]) -> None:
        """Run something on the loop; may be called from any thread."""
        self._posted.append(what)
        if not self._posting:
            self._posting = True
            with suppress(RuntimeError):  # the loop closed: nobody is left to tell
                self._loop.call_soon_threadsafe(self._run_posted)

    def _run_posted(self) -> None:
        self._posting = False  # first: what arrives from now on posts again
        while self._posted:
            with Contained(report, ""):
                self._posted.popleft()()

    async def _tick_always(self) -> None:
        while True:
            now = self.means.clock()
            due = now + int(LONGEST_NAP * 1000)
            for holding in list(self.holdings.values()):
                if not holding.ready:
                    continue
                ahead = holding.owner.due.next()
                if ahead > now and now - holding.ticked < SWEPT:
                    due = min(due, ahead)  # of 256 shards few have something due
                    continue
                holding.ticked = now
                try:
                    due = min(due, holding.owner.tick())
                except Exception:
                    # A mistake of ours at one table must not stop the clocks of all others.
                    log.exception("tick", shard=holding.shard)
            try:
                self._match(now)
                self._listen_for_silence(now)
            except Exception:
                log.exception("tick")
            nap = (due - self.means.clock()) / 1000
            await asyncio.sleep(min(LONGEST_NAP, max(SHORTEST_NAP, nap)))

    def _match(self, now: int) -> None:
        if now - self._matched < MATCHING or self.draining:
            return
        self._matched = now
        for holding in self.holdings.values():
            for name, lobby in holding.lobbies.items():
                with Contained(report, name):
                    lobby.hurry()
                    lobby.match()

    # -- edges ---------------------------------------------------------------------------------

    def _listen_for_silence(self, now: int) -> None:
        heard = False
        for peer in list(self._peers.values()):
            peer.link.beat(now)
            quiet = now - peer.link.last
            heard = heard or quiet <= SILENCE
            if quiet > FORGET:
                self._forget(peer)
            elif quiet > SILENCE and not peer.silent:
                self._suspend(peer)
            elif quiet <= SILENCE and peer.silent:
                peer.silent = False
                self._go_on(peer)
        if not heard:  # the broker is away: nobody could move if clocks ran
            for holding in self.holdings.values():
                for room in holding.owner.rooms.values() if holding.ready else ():
                    if room.table.suspended in RESTARTS:
                        room.resume_due = now + RESUME_GRACE

    def _suspend(self, peer: Peer) -> None:
        """Let the clocks of an edge's players stand, from when it was last heard."""
        peer.silent = True
        self.figures.silences.inc()
        log.warning("edge", edge=peer.name, silent=True)
        for place in _seated(peer):
            room, owner, seat = place.viewer.room, place.holding.owner, place.viewer.seat
            if seat is None or room.holders.get(seat) is not place.viewer:
                continue
            del room.holders[seat]
            room.tell(note("presence", seat=seat, connected=False))
            if room.table.going:
                owner.put(room, internal(unheard, peer.link.last))
                room.resume_due = self.means.clock() + RESUME_GRACE

    def _go_on(self, peer: Peer) -> None:
        """Seat an edge's players again, unless they came back elsewhere in the meantime."""
        log.warning("edge", edge=peer.name, silent=False)
        for place in _seated(peer):
            room, owner, seat = place.viewer.room, place.holding.owner, place.viewer.seat
            if seat is None or room.holders.get(seat) is place.viewer:
                continue
            if seat in room.holders:
                place.viewer.drop("replaced")
                continue
            room.holders[seat] = place.viewer
            room.tell(note("presence", seat=seat, connected=True))
            if room.all_here:
                all_here(owner, room)

    def _forget(self, peer: Peer) -> None:
        """Let an edge go that is not heard any more; should it speak again, it begins anew."""
        self._peers.pop(peer.name, None)
        self._forgotten[peer.name] = None
        while len(self._forgotten) > 1000:
            self._forgotten.popitem(last=False)
        for line in list(peer.lines):
            self._leave(peer, line)
        log.warning("edge", edge=peer.name, forgotten=True)

    def _take(self, text: bytes) -> None:
        """Take a parcel from the carrier."""
        try:
            parcel = read_parcel(text)
        except BadInput as error:
            log.warning("parcel", why=str(error))
            return
        name = parcel.sender
        now = self.means.clock()
        peer = self._peers.get(name)
        if peer is None:
            subject = subject_of_edge(name.partition(".")[0])
            if name in self._forgotten:
                self.means.carrier.send(subject, unknown(f"{self.name}>{name}"))
                return
            peer = self._peers[name] = self._meet(name, subject, now)
        peer.link.take(parcel, now)

    def _meet(self, name: str, subject: str, now: int) -> Peer:
        def send(parcel: bytes) -> None:
            self.means.carrier.send(subject, parcel)

        def deliver(frame: AnyFrame) -> None:
            with Contained(report, name):
                self._deliver(peer, frame)

        peer = Peer(name, Link(f"{self.name}>{name}", send, deliver, self._wake, now))
        return peer

    def _wake(self, link: Link) -> None:
        if not self._dirty:
            self._loop.call_soon(self._flush)
        self._dirty.append(link)

    def _flush(self) -> None:
        dirty, self._dirty = self._dirty, []
        now = self.means.clock()
        for link in dirty:
            try:
                link.flush(now)
            except Overflow:
                for peer in [each for each in self._peers.values() if each.link is link]:
                    self._forget(peer)

    def _deliver(self, peer: Peer, frame: AnyFrame) -> None:
        match frame:
            case Text():
                place = peer.lines.get(frame.line)
                if place is not None and place.guest is not None and not place.holding.lost:
                    place.guest.receive(frame.text)
            case Enter():
                self._enter(peer, frame)
            case Leave():
                self._leave(peer, frame.line)
            case Once():
                self._once(peer, frame)
            case Call():
                task = self._loop.create_task(self._call(peer, frame))
                self._calls.add(task)
                task.add_done_callback(self._calls.discard)
            case _:
                log.warning("parcel", strange=type(frame).__name__)

    def _held(self, name: str) -> Holding | None:
        """Find the shard of a table here; None if it is not ours now."""
        holding = self.holdings.get(shard_of(name))
        if holding is None or not holding.ready or holding.lost:
            return None
        if self.means.clock() >= holding.until:
            self._lose(holding, "expired")
            return None
        return holding

    def _enter(self, peer: Peer, frame: Enter) -> None:
        self._leave(peer, frame.line)
        holding = self._held(frame.table)
        if holding is None:
            peer.link.put(Lost(shard_of(frame.table)))
            return
        try:
            room = holding.owner.room(frame.table)
            seat = seat_for(self.means.key, room, frame.token)
        except Unavailable:
            peer.link.put(Lost(holding.shard))
            return
        except QipanError as error:
            peer.link.put(Denied(frame.line, refusal_message(error)))
            return
        viewer = RemoteViewer(room, seat, frame.arbiter, (peer.link, frame.line, holding))
        place = peer.lines[frame.line] = Place(holding, viewer)
        with Contained(report, frame.table) as kept:
            guest = arrive(holding.owner, viewer, frame.since, RemoteGuest)
            assert isinstance(guest, RemoteGuest)
            place.guest = guest
        if kept.error is not None:  # half in is worse than out: it is let in again
            self._leave(peer, frame.line)
            peer.link.put(Lost(holding.shard))

    def _leave(self, peer: Peer, line: int) -> None:
        place = peer.lines.pop(line, None)
        if place is not None and not place.holding.lost:
            leave(place.holding.owner, place.viewer)

    def _once(self, peer: Peer, frame: Once) -> None:
        holding = self._held(frame.table)
        if holding is None:
            peer.link.put(Lost(shard_of(frame.table)))
            return
        try:
            room = holding.owner.room(frame.table)
        except QipanError as error:
            peer.link.put(Denied(frame.line, refusal_message(error)))
            return
        viewer = RemoteViewer(room, None, "", (peer.link, frame.line, holding))
        RemoteGuest(holding.owner, viewer).receive(frame.text)

    async def _call(self, peer: Peer, frame: Call) -> None:
        holding = self._held(frame.name)
        if holding is None or frame.what not in CALLS:
            peer.link.put(Lost(shard_of(frame.name)))
            return
        try:
            body = await CALLS[frame.what](holding, frame.name, frame.body)
        except QipanError as error:
            if holding.lost:
                peer.link.put(Lost(holding.shard))
            else:
                peer.link.put(Answer(frame.number, b"", write_error(error)))
            return
        except Exception:
            log.exception("call", what=frame.what, table=frame.name)
            peer.link.put(Answer(frame.number, b"", write_error(QipanError("internal"))))
            return
        peer.link.put(Answer(frame.number, body))


def _seated(peer: Peer) -> list[Place]:
    """Find the lines of an edge that belong to a seat."""
    return [
        place
        for place in peer.lines.values()
        if place.viewer.seat is not None and not place.holding.lost
    ]

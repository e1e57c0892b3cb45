"""An edge: the lines of players and spectators, wherever the owner of their table is.

It holds no game. A line of a seat or an arbiter enters at the owner by itself; all spectators of a
table enter together, and what is said to them is passed on to each. When an owner is lost its
lines wait, and enter again as soon as there is another one; what was sent meanwhile follows.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress

import msgspec
import structlog

from qipan.cluster.calls import read_error
from qipan.cluster.carrier import Carrier
from qipan.cluster.frames import (
    UNKNOWN,
    Answer,
    AnyFrame,
    Call,
    Denied,
    Drop,
    Enter,
    Leave,
    Lost,
    Once,
    Say,
    Text,
    read_news,
    read_parcel,
)
from qipan.cluster.link import Link, Overflow
from qipan.cluster.metrics import Figures
from qipan.cluster.worker import NEWS, SILENCE, subject_of_edge, subject_of_worker
from qipan.kernel.errors import BadInput, QipanError, Refused, Unavailable
from qipan.play.commands import LONGEST_MESSAGE
from qipan.play.messages import note, refusal_message
from qipan.play.mistakes import Contained
from qipan.play.reception import LIMIT, PATIENCE, RATE, Allowance
from qipan.play.room import Outbox
from qipan.play.shards import SHARDS, Leases, shard_of

MOST_WAITING = 16
"""Messages of a line that wait for an owner."""
LOOK_SECONDS = 1.0
BEAT_SECONDS = 0.1
SOON_SECONDS = 0.25
CALL_SECONDS = 10.0
log = structlog.get_logger("qipan.cluster")


def report(where: str, error: Exception) -> None:
    """Write a mistake of ours down, for whoever runs the edge."""
    log.error("mistake", where=where, exc_info=error)


class Means(msgspec.Struct, frozen=True):
    """What an edge works with."""

    name: str
    """Of this life of the process: no other ever has it. Without a dot."""
    leases: Leases
    carrier: Carrier
    clock: Callable[[], int]


class EdgeLine:
    """One connection; ``viewer`` is what waits to be written to it."""

    __slots__ = (
        *("_allowance", "_edge", "arbiter", "away", "id", "seq", "since", "table", "token"),
        *("viewer", "waiting"),
    )

    def __init__(self, edge: "Edge", table: str, token: str, arbiter: str) -> None:
        """Belong to a table, from a seat or not."""
        self._edge, self.table, self.token, self.arbiter = edge, table, token, arbiter
        self.id = edge.next_number()
        self.since = 0
        """How far the page was when it came."""
        self.seq = 0
        """How far it was told; 0: not at all yet."""
        self.away = False
        """It was told that there is no owner."""
        self.viewer: Outbox
        self.waiting: deque[str] = deque(maxlen=MOST_WAITING)
        self._allowance = Allowance(edge.means.clock())

    @property
    def alone(self) -> bool:
        """Say whether it enters by itself: a seat or an arbiter."""
        return bool(self.token or self.arbiter)

    def receive(self, text: str | bytes) -> None:
        """Take one message of the client; never raises for what it sent."""
        try:
            if not self._allowance.spend(self._edge.means.clock()):
                if self._allowance.excess > PATIENCE:
                    self.viewer.drop("limit")
                raise Refused("play.too-many-messages", LIMIT, rate=RATE)
            if len(text) > LONGEST_MESSAGE:
                raise BadInput(f"a message has at most {LONGEST_MESSAGE} characters")
            said = text if isinstance(text, str) else text.decode()
        except UnicodeDecodeError:
            self.viewer.send(refusal_message(BadInput("not text")))
        except QipanError as error:
            self.viewer.send(refusal_message(error))
        else:
            self._edge.pass_on(self, said)


class Crowd:
    """The spectators of one table at this edge."""

    __slots__ = ("id", "lines", "table")

    def __init__(self, number: int, table: str) -> None:
        """Begin with nobody."""
        self.id, self.table = number, table
        self.lines: dict[int, EdgeLine] = {}


class Waiting:
    """A question on its way."""

    __slots__ = ("call", "future")

    def __init__(self, call: Call, future: "asyncio.Future[bytes]") -> None:
        """Keep what was asked."""
        self.call, self.future = call, future


class Edge:
    """Passes on between sockets and owners."""

    def __init__(self, means: Means, figures: Figures | None = None) -> None:
        """Know no owner yet."""
        self.means = means
        self.figures = figures or Figures()
        self.owners: dict[int, str] = {}
        self.lines: dict[int, EdgeLine] = {}
        self.crowds: dict[str, Crowd] = {}
        self._by_shard: dict[int, dict[int, EdgeLine | Crowd]] = {}
        self._crowds_by_id: dict[int, Crowd] = {}
        self._calls: dict[int, Waiting] = {}
        self._links: dict[str, Link] = {}
        self._sessions = 0
        self._number = 0
        self._dirty: list[Link] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._look_soon = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop

    def next_number(self) -> int:
        """Give a number that nothing here had before."""
        self._number += 1
        return self._number

    # -- life ----------------------------------------------------------------------------------

    async def start(self) -> None:
        """Listen, and learn who owns what."""
        self._loop = asyncio.get_running_loop()
        await self.means.carrier.listen(subject_of_edge(self.means.name), self._take)
        await self.means.carrier.listen(NEWS, self._hear)
        for work in (self._look_always, self._beat_always):
            self._tasks.append(self._loop.create_task(work()))

    async def stop(self) -> None:
        """Let every line go; the pages come back to another edge. Safe to call twice."""
        for line in list(self.lines.values()):
            line.viewer.send(note("stopping"))
            line.viewer.drop("stopping")
            self.close(line)
        for link in self._links.values():
            with suppress(Overflow):
                link.flush(self.means.clock())
        for task in self._tasks:
            task.cancel()
        self._tasks.clear()

    def heard(self, table: str) -> bool:
        """Say whether the owner of a table is heard of."""
        link = self._links.get(self.owners.get(shard_of(table), ""))
        up = self.means.carrier.up
        return up and link is not None and self.means.clock() - link.last <= SILENCE

    # -- lines ---------------------------------------------------------------------------------

    def open(self, line: EdgeLine, since: int) -> None:
        """Let a line in; it hears of its table as soon as its owner does."""
        self.lines[line.id] = line
        self.figures.lines.inc()
        line.since = since
        shard = shard_of(line.table)
        if line.alone:
            self._of(shard)[line.id] = line
            self._enter(shard, line)
            return
        crowd = self.crowds.get(line.table)
        if crowd is None:
            crowd = self.crowds[line.table] = Crowd(self.next_number(), line.table)
            self._crowds_by_id[crowd.id] = crowd
            self._of(shard)[crowd.id] = crowd
            self._enter(shard, crowd)
        crowd.lines[line.id] = line
        self._ask_state(shard, line)

    def close(self, line: EdgeLine) -> None:
        """Let a line go. Safe to call twice."""
        if self.lines.pop(line.id, None) is None:
            return
        self.figures.lines.dec()
        shard = shard_of(line.table)
        if line.alone:
            self._of(shard).pop(line.id, None)
            self._put(shard, Leave(line.id))
            return
        crowd = self.crowds[line.table]
        del crowd.lines[line.id]
        if not crowd.lines:
            del self.crowds[line.table], self._crowds_by_id[crowd.id]
            self._of(shard).pop(crowd.id, None)
            self._put(shard, Leave(crowd.id))

    def pass_on(self, line: EdgeLine, text: str) -> None:
        """Pass a message on to the owner; it waits if there is none."""
        shard = shard_of(line.table)
        frame = Text(line.id, text) if line.alone else Once(line.id, line.table, text)
        if not self._put(shard, frame) and line.alone:
            line.waiting.append(text)

    def _of(self, shard: int) -> dict[int, EdgeLine | Crowd]:
        return self._by_shard.setdefault(shard, {})

    def _ask_state(self, shard: int, line: EdgeLine) -> None:
        text = msgspec.json.encode({"type": "since", "seq": line.since}).decode()
        self._put(shard, Once(line.id, line.table, text))

    def _enter(self, shard: int, who: EdgeLine | Crowd) -> bool:
        if isinstance(who, Crowd):
            return self._put(shard, Enter(who.id, who.table, "", 0, ""))
        # A page that was told something before is told everything again, and so misses nothing.
        since = 0 if who.seq else who.since
        return self._put(shard, Enter(who.id, who.table, who.token, since, who.arbiter))

    def _put(self, shard: int, frame: AnyFrame) -> bool:
        worker = self.owners.get(shard)
        if worker is None:
            return False
        self._link(worker).put(frame)
        return True

    # -- owners --------------------------------------------------------------------------------

    async def _look_always(self) -> None:
        while True:
            try:
                found = await self.means.leases.situation()
                self._learn({s: who for s, who in found.owners().items() if s < SHARDS})
            except Unavailable as error:
                log.warning("leases", why=error.why)
            except Exception:
                log.exception("leases")
            self.figures.broker.set(1 if self.means.carrier.up else 0)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._look_soon.wait(), LOOK_SECONDS)
                await asyncio.sleep(SOON_SECONDS)
            self._look_soon.clear()

    def _learn(self, owners: dict[int, str]) -> None:
        for shard in [each for each in self.owners if each not in owners]:
            self._away(shard)
        for shard, worker in owners.items():
            if self.owners.get(shard) != worker:
                self._moved(shard, worker)

    def _hear(self, text: bytes) -> None:
        try:
            news = read_news(text)
        except BadInput as error:
            log.warning("news", why=str(error))
            return
        for shard in news.shards:
            if not news.worker:
                self._away(shard)
            elif self.owners.get(shard) != news.worker:
                self._moved(shard, news.worker)

    def _moved(self, shard: int, worker: str) -> None:
        """Enter everywhere again at the new owner of a shard."""
        self.owners[shard] = worker
        for who in list(self._of(shard).values()):
            self._enter(shard, who)
            self.figures.entered_again.inc()
            if isinstance(who, EdgeLine):
                waiting, who.waiting = who.waiting, deque(maxlen=MOST_WAITING)
                for text in waiting:
                    self._put(shard, Text(who.id, text))
            else:
                for line in who.lines.values():
                    if not line.seq:
                        self._ask_state(shard, line)
        for each in list(self._calls.values()):
            if shard_of(each.call.name) == shard:
                self._put(shard, each.call)

    def _away(self, shard: int) -> None:
        """Nobody owns a shard for now: its lines are told, and wait."""
        if self.owners.pop(shard, None) is None:
            return
        for who in self._of(shard).values():
            for line in (who,) if isinstance(who, EdgeLine) else who.lines.values():
                if line.seq and not line.away:
                    line.away = True
                    line.viewer.send(note("waiting"))

    # -- questions -----------------------------------------------------------------------------

    async def call(self, name: str, what: str, body: bytes = b"") -> bytes:
        """Ask the owner of a table or lobby. Raises what the owner raised, or Unavailable."""
        number = self.next_number()
        waiting = Waiting(Call(number, name, what, body), self._loop.create_future())
        self._calls[number] = waiting
        self._put(shard_of(name), waiting.call)
        try:
            return await asyncio.wait_for(waiting.future, CALL_SECONDS)
        except TimeoutError:
            raise Unavailable("tables", "no owner answers") from None
        finally:
            del self._calls[number]

    def tell(self, name: str, what: str, body: bytes) -> None:
        """Ask without waiting for an answer; may be called from any thread."""
        call = Call(self.next_number(), name, what, body)
        self._loop.call_soon_threadsafe(self._put, shard_of(name), call)

    # -- links ---------------------------------------------------------------------------------

    def _link(self, worker: str) -> Link:
        found = self._links.get(worker)
        if found is None:
            self._sessions += 1
            subject = subject_of_worker(worker)

            def send(parcel: bytes) -> None:
                self.means.carrier.send(subject, parcel)

            def deliver(frame: AnyFrame) -> None:
                with Contained(report, worker):
                    self._deliver(worker, frame)

            me = f"{self.means.name}.{self._sessions}"
            now = self.means.clock()
            found = self._links[worker] = Link(me, send, deliver, self._wake, now)
        return found

    def _wake(self, link: Link) -> None:
        if not self._dirty:
            self._loop.call_soon(self._flush)
        self._dirty.append(link)

    def _flush(self) -> None:
        dirty, self._dirty = self._dirty, []
        for link in dirty:
            try:
                link.flush(self.means.clock())
            except Overflow:
                self._begin_anew(link)

    def _begin_anew(self, link: Link) -> None:
        """Forget a link that the other side has forgotten or never heard, and enter again."""
        for worker in [name for name, each in self._links.items() if each is link]:
            del self._links[worker]
            for shard in [each for each, who in self.owners.items() if who == worker]:
                self._moved(shard, worker)

    async def _beat_always(self) -> None:
        while True:
            now = self.means.clock()
            needed = set(self.owners.values())
            for worker, link in list(self._links.items()):
                if worker not in needed and now - link.last > SILENCE:
                    del self._links[worker]  # dead, or it owns nothing any more
                else:
                    link.beat(now)
            await asyncio.sleep(BEAT_SECONDS)

    def _take(self, text: bytes) -> None:
        """Take a parcel from the carrier."""
        try:
            parcel = read_parcel(text)
        except BadInput as error:
            log.warning("parcel", why=str(error))
            return
        worker, _, session = parcel.sender.partition(">")
        link = self._links.get(worker)
        if link is None or link.me != session:
            return  # of an earlier link
        if parcel.number == UNKNOWN:
            self._begin_anew(link)
            return
        link.take(parcel, self.means.clock())

    def _deliver(self, worker: str, frame: AnyFrame) -> None:
        match frame:
            case Say():
                for number in frame.lines:
                    self._say(worker, number, frame)
            case Drop():
                line = self.lines.get(frame.line)
                if line is not None and self._owns(worker, line.table):
                    line.viewer.drop(frame.why)
            case Denied():
                line = self.lines.get(frame.line)
                if line is not None and self._owns(worker, line.table):
                    line.viewer.send(frame.text)
                    line.viewer.drop("denied")
            case Lost():
                if self.owners.get(frame.shard) == worker:
                    self._away(frame.shard)
                self._look_soon.set()
            case Answer():
                waiting = self._calls.get(frame.number)
                if waiting is not None and not waiting.future.done():
                    if frame.error:
                        waiting.future.set_exception(read_error(frame.error))
                    else:
                        waiting.future.set_result(frame.body)
            case _:
                log.warning("parcel", strange=type(frame).__name__)

    def _owns(self, worker: str, table: str) -> bool:
        """Say whether a worker's word counts: an owner of before may wake and tell what was."""
        return self.owners.get(shard_of(table)) == worker

    def _say(self, worker: str, number: int, frame: Say) -> None:
        line = self.lines.get(number)
        if line is not None:
            if self._owns(worker, line.table):
                line.seq, line.away = max(line.seq, frame.seq), False
                line.viewer.send(frame.text)
            return
        crowd = self._crowds_by_id.get(number)
        if crowd is not None and self._owns(worker, crowd.table):
            for each in tuple(crowd.lines.values()):
                if each.seq:  # who has not been told the state yet hears of this with it
                    each.seq, each.away = max(each.seq, frame.seq), False
                    each.viewer.send(frame.text)

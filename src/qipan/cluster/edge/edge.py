"""An edge: the lines of players and spectators, wherever the owner of their table is.

It holds no game. A line of a seat or an arbiter enters at the owner by itself; all spectators of a
table enter together, and what is said to them is passed on to each. When an owner is lost its
lines wait, and enter again as soon as there is another one; what was sent meanwhile follows.
``owners`` knows who owns what, ``channels`` carry, ``pending_calls`` are asked by routes.
"""

import asyncio
from itertools import count

import msgspec
import structlog

from qipan.cluster.demand import announce_demand
from qipan.cluster.dependencies import EdgeDependencies
from qipan.cluster.edge.channels import WorkerChannels
from qipan.cluster.edge.lines import EdgeLine, SpectatorGroup
from qipan.cluster.edge.owners import ShardOwners
from qipan.cluster.edge.pending_calls import PendingCalls
from qipan.cluster.metrics import ClusterMetrics
from qipan.cluster.transport.frames import (
    Answer,
    AnyFrame,
    Begin,
    Call,
    Drop,
    Enter,
    Leave,
    LineAct,
    Lost,
    Say,
)
from qipan.cluster.transport.subjects import NEWS, subject_of_edge
from qipan.play.commands import hello_in
from qipan.play.messages import note
from qipan.play.shards import shard_of

TAKES_CHANGES = '{"type":"hello","changes":true}'
log = structlog.get_logger("qipan.cluster")


class Edge:
    """Passes on between sockets and owners."""

    def __init__(
        self, dependencies: EdgeDependencies, figures: ClusterMetrics | None = None
    ) -> None:
        """Know no owner yet."""
        self.dependencies, self.clock = dependencies, dependencies.clock
        self.figures = figures or ClusterMetrics()
        self.lines: dict[int, EdgeLine] = {}
        self._spectators: dict[tuple[str, bool], SpectatorGroup] = {}
        self.owners = ShardOwners(dependencies.leases, self._moved, self._away, dependencies.clock)
        self.channels = WorkerChannels(dependencies, self._deliver, self._begun)
        self._pending_calls = PendingCalls(self._put)
        self._by_shard: dict[int, dict[int, EdgeLine | SpectatorGroup]] = {}
        self._groups_by_id: dict[int, SpectatorGroup] = {}
        self._numbers = count(1)
        self._tasks: list[asyncio.Task[None]] = []
        self._loop: asyncio.AbstractEventLoop

    def next_number(self) -> int:
        """Give a number that nothing here had before, greater than all; to any thread."""
        return next(self._numbers)

    # -- life ----------------------------------------------------------------------------------

    async def start(self) -> None:
        """Listen, and learn who owns what."""
        await self.listen()
        for work in (
            self.owners.look_always(),
            self.channels.beat_always(self.owners.values()),
            announce_demand(self.dependencies.carrier, self.dependencies.name, self._wanted),
        ):
            self._tasks.append(self._loop.create_task(work))

    async def listen(self) -> None:
        """Take what the carrier brings."""
        self._loop = asyncio.get_running_loop()
        await self.dependencies.carrier.listen(
            subject_of_edge(self.dependencies.name), self.channels.take
        )
        await self.dependencies.carrier.listen(NEWS, self.owners.hear)

    async def stop(self) -> None:
        """Let every line go; the pages come back to another edge. Safe to call twice."""
        for line in list(self.lines.values()):
            line.outbox.send(note("stopping"))
            line.outbox.drop("stopping")
            self.close(line)
        self.channels.flush()
        for task in self._tasks:
            task.cancel()
        self._tasks.clear()

    def heard(self, table: str) -> bool:
        """Say whether the owner of a table is heard of."""
        worker = self.owners.get(shard_of(table))
        return worker is not None and self.dependencies.carrier.up and self.channels.heard(worker)

    def measure(self) -> None:
        """Bring the figures up to date."""
        self.figures.broker.set(1 if self.dependencies.carrier.up else 0)

    # -- lines ---------------------------------------------------------------------------------

    def open(self, line: EdgeLine) -> None:
        """Let a line in; it hears of its table as soon as its owner does."""
        self.lines[line.id] = line
        self.figures.lines.inc()
        shard = shard_of(line.table)
        if line.alone:
            self._of(shard)[line.id] = line
            self._enter(shard, line)
            return
        self._join(shard, line)
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
        self._part(shard, line)

    def spectators_of(self, table: str) -> int:
        """Count those who watch a table here."""
        both = (self._spectators.get((table, changes)) for changes in (False, True))
        return sum(len(group.lines) for group in both if group is not None)

    def _join(self, shard: int, line: EdgeLine) -> None:
        """Let a spectator be told with those who are told the same."""
        key = line.table, line.takes_changes
        group = self._spectators.get(key)
        if group is None:
            group = SpectatorGroup(self.next_number(), line.table, takes_changes=key[1])
            self._spectators[key] = self._groups_by_id[group.id] = group
            self._of(shard)[group.id] = group
            self._enter(shard, group)
        group.lines[line.id] = line

    def _part(self, shard: int, line: EdgeLine) -> None:
        group = self._spectators[line.table, line.takes_changes]
        del group.lines[line.id]
        if not group.lines:
            del self._spectators[line.table, line.takes_changes], self._groups_by_id[group.id]
            self._of(shard).pop(group.id, None)
            self._put(shard, Leave(group.id))

    def _greeted(self, shard: int, line: EdgeLine, takes_changes: bool) -> None:
        """Note what a spectator's page can do; whatever it misses by this it asks for."""
        if takes_changes != line.takes_changes:
            self._part(shard, line)
            line.takes_changes = takes_changes
            self._join(shard, line)

    def pass_on(self, line: EdgeLine, text: str) -> None:
        """Pass a message on to the owner; it waits if there is none."""
        shard = shard_of(line.table)
        said = None if line.alone else hello_in(text)
        if said is not None:
            self._greeted(shard, line, said.changes)
            return
        if not self._act(shard, line, text) and line.alone:
            line.waiting.append(text)

    def _act(self, shard: int, line: EdgeLine, text: str) -> bool:
        worker = self.owners.get(shard)
        if worker is None:
            return False
        number = self.next_number()
        act = LineAct(line.id, number, text, line.table, line.token, line.arbiter)
        self.channels.put_act(worker, act)
        return True

    def _wanted(self) -> list[int]:
        return [shard for shard, lines in self._by_shard.items() if lines]

    def _of(self, shard: int) -> dict[int, EdgeLine | SpectatorGroup]:
        return self._by_shard.setdefault(shard, {})

    def _ask_state(self, shard: int, line: EdgeLine) -> None:
        text = msgspec.json.encode({"type": "since", "seq": line.since}).decode()
        self._put(shard, LineAct(line.id, 0, text, line.table))

    def _enter(self, shard: int, who: EdgeLine | SpectatorGroup) -> None:
        if isinstance(who, SpectatorGroup):
            self._put(shard, Enter(who.id, who.table, "", 0, ""))
            if who.takes_changes:
                self._put(shard, LineAct(who.id, 0, TAKES_CHANGES, who.table))
            return
        # A page that was told something before is told everything again, and so misses nothing.
        since = 0 if who.seq else who.since
        entered = Enter(who.id, who.table, who.token, since, who.arbiter, who.seen_from)
        self._put(shard, entered)

    def _put(self, shard: int, frame: AnyFrame) -> bool:
        worker = self.owners.get(shard)
        if worker is None:
            return False
        self.channels.put(worker, frame)
        return True

    # -- owners that come and go ---------------------------------------------------------------

    def _moved(self, shard: int) -> None:
        """Enter everywhere at the new owner of a shard, and tell it what was sent meanwhile."""
        self._enter_all(shard)
        for who in self._of(shard).values():
            if isinstance(who, EdgeLine):
                waiting = list(who.waiting)
                who.waiting.clear()
                for text in waiting:
                    self._act(shard, who, text)

    def _enter_all(self, shard: int) -> None:
        for who in self._of(shard).values():
            self._enter(shard, who)
            self.figures.entered_again.inc()
            for line in () if isinstance(who, EdgeLine) else who.lines.values():
                if not line.seq:
                    self._ask_state(shard, line)
        self._pending_calls.ask_again(shard)

    def _begun(self, worker: str) -> None:
        """Enter everywhere again at a worker, with which a session has begun."""
        shards = [shard for shard, owner in self.owners.items() if owner == worker]
        lines = [who for shard in shards for who in self._of(shard)]
        self.channels.put(worker, Begin(lines))
        for shard in shards:
            self._enter_all(shard)

    def _away(self, shard: int) -> None:
        """Nobody owns a shard for now: its lines are told, and wait."""
        for who in self._of(shard).values():
            for line in (who,) if isinstance(who, EdgeLine) else who.lines.values():
                if line.seq and not line.away:
                    line.away = True
                    line.outbox.send(note("waiting"))

    # -- questions -----------------------------------------------------------------------------

    async def call(self, name: str, what: str, body: bytes = b"") -> bytes:
        """Ask the owner of a table or lobby. Raises what the owner raised, or Unavailable."""
        return await self._pending_calls.ask(Call(self.next_number(), name, what, body))

    def tell(self, name: str, what: str, body: bytes) -> None:
        """Ask without waiting for an answer; may be called from any thread."""
        call = Call(self.next_number(), name, what, body)
        self._loop.call_soon_threadsafe(self._pending_calls.tell, call)

    # -- what owners say -----------------------------------------------------------------------

    def _deliver(self, worker: str, frame: AnyFrame) -> None:
        match frame:
            case Say():
                for number in frame.lines:
                    self._say(worker, number, frame)
            case Drop():
                line = self.lines.get(frame.line)
                if line is not None and self.owners.owns(worker, line.table):
                    line.outbox.drop(frame.why)
            case Lost():
                self.owners.lost_by(worker, frame.shard)
            case Answer():
                self._pending_calls.answered(frame)
            case _:
                log.warning("parcel", strange=type(frame).__name__)

    def _say(self, worker: str, number: int, frame: Say) -> None:
        line = self.lines.get(number)
        if line is not None:
            if self.owners.owns(worker, line.table):
                line.tell(frame.text, frame.seq)
            return
        group = self._groups_by_id.get(number)
        if group is not None and self.owners.owns(worker, group.table):
            for each in tuple(group.lines.values()):
                if each.seq:  # who has not been told the state yet hears of this with it
                    each.tell(frame.text, frame.seq)

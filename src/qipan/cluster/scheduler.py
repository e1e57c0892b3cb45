"""What is due by time, done by exactly one of the schedulers that run: the one with the lease.

A duty is anything with a name and ``run()``. Whoever loses the lease stops between two duties; and
since a duty decides everything from the journal, two that overlap for a moment do nothing twice:
the second is refused by the version of the stream.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Protocol

import msgspec
import structlog

from qipan.cluster.edge.edge import Edge
from qipan.cluster.metrics import ClusterMetrics
from qipan.cluster.transport.call_bodies import ActsOrder, FactsAnswer, FactsQuestion
from qipan.contest import (
    AnnulTable,
    BeginGame,
    Hall,
    OpenTable,
    Scheduler,
    SetClockBack,
    TableAct,
    TableFact,
    run_step,
)
from qipan.kernel.errors import QipanError, Unavailable
from qipan.play.error_containment import ErrorContainment, log_mistake
from qipan.play.shards import LEASE, RENEW, SCHEDULER, Leases, shard_of

NAP_SECONDS = 0.5
log = structlog.get_logger("qipan.cluster")


class Duty(Protocol):
    """Something that somebody must do again and again."""

    name: str

    async def run(self) -> None:
        """Do what is due now. May raise any error of ours."""


class Timekeeper:
    """Holds the one lease of the schedulers, and does the duties while it does."""

    def __init__(
        self,
        name: str,
        leases: Leases,
        duties: Sequence[Duty],
        clock: Callable[[], int],
        figures: ClusterMetrics | None = None,
    ) -> None:
        """Be one of several; ``name`` is of this life of the process."""
        self.name, self._leases, self._duties, self._clock = name, leases, duties, clock
        self.figures = figures or ClusterMetrics()
        self._until = 0
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def active(self) -> bool:
        """Say whether this is the one."""
        return self._clock() < self._until

    async def start(self) -> None:
        """Begin to reach for the lease."""
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._keep()), loop.create_task(self._do_always())]

    async def stop(self) -> None:
        """Do no more and let another one be first. Safe to call twice."""
        for task in self._tasks:
            task.cancel()
        self._tasks = []
        if self.active:
            self._until = 0
            try:
                await self._leases.release([SCHEDULER], self.name)
            except Unavailable as error:
                log.warning("lease", why=error.why)

    async def _keep(self) -> None:
        while True:
            begun = self._clock()
            with ErrorContainment(log_mistake, "lease"):
                await self._reach(begun)
            self.figures.active.set(1 if self.active else 0)
            await asyncio.sleep(max(50, RENEW - (self._clock() - begun)) / 1000)

    async def _reach(self, begun: int) -> None:
        was = self.active
        try:
            if was:
                mine, _ = await self._leases.renew([SCHEDULER], self.name)
                self._until = begun + LEASE if SCHEDULER in mine else 0
            elif await self._leases.take(SCHEDULER, self.name):
                self._until = begun + LEASE
        except Unavailable as error:
            log.warning("lease", scheduler=self.name, why=error.why)
        if was != self.active:
            log.warning("scheduler", scheduler=self.name, active=self.active)

    async def _do_always(self) -> None:
        while True:
            for duty in self._duties:
                if not self.active:
                    break
                # A mistake of ours in one duty must not stop the others.
                with ErrorContainment(log_mistake, duty.name):
                    await self._do(duty)
            await asyncio.sleep(NAP_SECONDS)

    async def _do(self, duty: Duty) -> None:
        try:
            await duty.run()
            self.figures.duties.labels(duty.name).inc()
        except QipanError as error:
            log.warning("duty", duty=duty.name, why=str(error))


class RemoteHall:
    """The live tables as a scheduler sees them, wherever their owners are."""

    def __init__(self, edge: Edge) -> None:
        """Ask over an edge's links."""
        self._edge = edge

    async def facts(
        self, tables: Iterable[str], others: Iterable[str]
    ) -> dict[str, TableFact | None]:
        """Tell what is known of tables, None for one that there is not. Raises Unavailable."""
        asked: dict[int, FactsQuestion] = {}
        for name in tables:
            asked.setdefault(shard_of(name), FactsQuestion([], [])).tables.append(name)
        for name in others:
            asked.setdefault(shard_of(name), FactsQuestion([], [])).others.append(name)
        found: dict[str, TableFact | None] = {}
        answers = await asyncio.gather(*(self._ask(each) for each in asked.values()))
        for each, known in zip(asked.values(), answers, strict=True):
            found |= dict.fromkeys(each.tables)
            found |= {fact.table: fact for fact in known.facts}
        return found

    async def _ask(self, asked: FactsQuestion) -> FactsAnswer:
        name = next(iter([*asked.tables, *asked.others]))
        answer = await self._edge.call(name, "facts", msgspec.json.encode(asked))
        return msgspec.json.decode(answer, type=FactsAnswer)

    async def act(self, acts: Iterable[TableAct]) -> None:
        """Have these things done; each may have been done before. Raises Unavailable."""
        wanted: dict[int, tuple[str, ActsOrder]] = {}
        for each in acts:
            _, there = wanted.setdefault(
                shard_of(each.table), (each.table, ActsOrder([], [], [], []))
            )
            match each:
                case OpenTable():
                    there.opens.append(each)
                case BeginGame():
                    there.begins.append(each)
                case AnnulTable():
                    there.annuls.append(each)
                case SetClockBack():
                    there.lates.append(each)
        await asyncio.gather(
            *(
                self._edge.call(name, "act", msgspec.json.encode(each))
                for name, each in wanted.values()
            )
        )


class Timetables:
    """The duty of every contest: what the desk has due, and what tables are to do for it."""

    name = "timetables"

    def __init__(self, scheduler: Scheduler, hall: Hall, now: Callable[[], datetime]) -> None:
        """Run a scheduler of contests on tables of other processes."""
        self._scheduler, self._hall, self._now = scheduler, hall, now

    async def run(self) -> None:
        """Do one step. Raises Unavailable if owners of tables are not heard."""
        await run_step(self._scheduler, self._hall, self._now())

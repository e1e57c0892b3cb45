"""What is due by time, done by exactly one of the schedulers that run: the one with the lease.

A duty is anything with a name and ``run()``. Whoever loses the lease stops between two duties; and
since a duty decides everything from the journal, two that overlap for a moment do nothing twice:
the second is refused by the version of the stream. Whoever has the lease and does not hear the
broker could do nothing at tables, and gives way to another.
"""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol

import structlog

from qipan.cluster.metrics import ClusterMetrics
from qipan.contest import Hall, Scheduler, run_step
from qipan.kernel.errors import QipanError, Unavailable
from qipan.play.error_containment import ErrorContainment, log_mistake
from qipan.play.shards import LEASE, RENEW, SCHEDULER, Leases

NAP_SECONDS = 0.5
GIVES_WAY = 2000
"""Milliseconds without the broker after which a scheduler leaves the lease to others."""
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
        *,
        hears: Callable[[], bool] = lambda: True,
        begins: Callable[[], None] = lambda: None,
    ) -> None:
        """Be one of several; ``name`` is of this life of the process.

        ``hears`` says whether the broker is there; ``begins`` is called whenever this becomes the
        one.
        """
        self.name, self._leases, self._duties, self._clock = name, leases, duties, clock
        self.figures = figures or ClusterMetrics()
        self._hears, self._begins, self._until = hears, begins, 0
        self._fit = clock()
        """When the broker was heard last, or the lease was taken without it."""
        self._gave_way = -LEASE
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
                await self.reach()
            self.figures.active.set(1 if self.active else 0)
            await asyncio.sleep(max(50, RENEW - (self._clock() - begun)) / 1000)

    async def reach(self) -> None:
        """Renew the lease, take it if it is free, or give way."""
        begun, was = self._clock(), self.active
        try:
            if self._hears():
                self._fit = begun
            elif was and begun - self._fit >= GIVES_WAY:
                await self._give_way(begun)
            if self.active:
                mine, _ = await self._leases.renew([SCHEDULER], self.name)
                self._until = begun + LEASE if SCHEDULER in mine else 0
            elif self._may_take(begun) and await self._leases.take(SCHEDULER, self.name):
                self._begins()
                self._until, self._fit = begun + LEASE, begun
        except Unavailable as error:
            log.warning("lease", scheduler=self.name, why=error.why)
        if was != self.active:
            log.warning("scheduler", scheduler=self.name, active=self.active)

    async def _give_way(self, begun: int) -> None:
        self._until, self._gave_way = 0, begun
        await self._leases.release([SCHEDULER], self.name)

    def _may_take(self, begun: int) -> bool:
        """Without the broker it is for others first; if nobody has it then, better than none."""
        return self._hears() or begun - self._gave_way >= LEASE

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


class Timetables:
    """The duty of every contest: what the desk has due, and what tables are to do for it."""

    name = "timetables"

    def __init__(self, scheduler: Scheduler, hall: Hall, now: Callable[[], datetime]) -> None:
        """Run a scheduler of contests on tables of other processes."""
        self._scheduler, self._hall, self._now = scheduler, hall, now

    async def run(self) -> None:
        """Do one step. Raises Unavailable if owners of tables are not heard."""
        await run_step(self._scheduler, self._hall, self._now())

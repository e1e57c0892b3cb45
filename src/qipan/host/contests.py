"""Runs the contests of this process, if it owns the tables they are played at."""

import asyncio
from contextlib import suppress

import structlog

from qipan.contest import Hall, OwnerHall, Scheduler, run_step
from qipan.host.local_tables import LocalTables
from qipan.kernel.errors import Unavailable
from qipan.wiring import House, utc_now

NAP = 0.5
"""Seconds between two looks; a round begins at most so much after its time."""
log = structlog.get_logger()


class Contests:
    """The contests of a server, from its start to its end."""

    def __init__(self, tables: LocalTables | None = None) -> None:
        """Nothing runs before ``start``, and nothing ever where other processes own the tables.

        There one scheduler of the cluster keeps the timetables.
        """
        self._tables = tables
        self.scheduler: Scheduler | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self, house: House) -> None:
        """Begin to run what is due, on the loop that is running."""
        if self._tables is None:
            return
        self.scheduler = scheduler = Scheduler(house.office)
        house.listeners.append(scheduler.announce)
        hall = OwnerHall(self._tables.owner)
        self._task = asyncio.get_running_loop().create_task(self._run(scheduler, hall))

    async def stop(self, house: House) -> None:
        """Stop after the step under way."""
        if self._task is None or self.scheduler is None:
            return
        house.listeners.remove(self.scheduler.announce)
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        self._task = None

    async def _run(self, scheduler: Scheduler, hall: Hall) -> None:
        while True:
            try:
                await run_step(scheduler, hall, utc_now())
            except Unavailable as error:
                log.warning("contests", why=str(error))
            except Exception:
                # A mistake of ours in one contest must not stop all others.
                log.exception("contests")
            await asyncio.sleep(NAP)

"""Runs the contests of this process, if it owns the tables they are played at."""

import asyncio

import structlog

from qipan.contest import Hall, OwnerHall, Scheduler, run_step
from qipan.host.local_tables import LocalTables
from qipan.kernel.endless_tasks import end
from qipan.kernel.errors import Unavailable
from qipan.office.qualified_entries import QualifiedEntries
from qipan.wiring import House, utc_now

NAP = 0.5
"""Seconds between two looks; a round begins at most so much after its time."""
ENTRIES_EVERY = 6
"""Looks between two at who is through in open matching."""
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
        entries = QualifiedEntries(house.office)
        self._task = asyncio.get_running_loop().create_task(self._run(scheduler, hall, entries))

    async def stop(self, house: House) -> None:
        """Stop after the step under way."""
        if self._task is None or self.scheduler is None:
            return
        house.listeners.remove(self.scheduler.announce)
        await end(self._task)
        self._task = None

    async def _run(self, scheduler: Scheduler, hall: Hall, entries: QualifiedEntries) -> None:
        looks = 0
        while True:
            try:
                await run_step(scheduler, hall, utc_now())
                if looks % ENTRIES_EVERY == 0:
                    await asyncio.to_thread(entries.look)
            except Unavailable as error:
                log.warning("contests", why=str(error))
            except Exception:
                # A mistake of ours in one contest must not stop all others.
                log.exception("contests")
            looks += 1
            await asyncio.sleep(NAP)

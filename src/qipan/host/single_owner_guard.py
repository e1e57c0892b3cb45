"""A server that owns every table alone on a shared database says so, and refuses to be a second."""

import asyncio

import structlog

from qipan.kernel.errors import Unavailable
from qipan.play.shards import ALL_IN_ONE, LEASE, RENEW, Leases

PAUSE_SECONDS = 0.25
TRIES = round((LEASE / 1000 + 2) / PAUSE_SECONDS)
log = structlog.get_logger("qipan.web")


class SingleOwnerGuard:
    """The lease of a server that owns everything; workers and it exclude each other."""

    def __init__(self, name: str, leases: Leases) -> None:
        """Hold nothing yet."""
        self._name, self._leases = name, leases
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Take the lease; one of a dead server is waited for until it has run out.

        Raises Unavailable if workers, or another such server, are running.
        """
        for _ in range(TRIES):
            if await self._leases.take(ALL_IN_ONE, self._name) is not None:
                break
            await asyncio.sleep(PAUSE_SECONDS)
        else:
            await self._leases.close()
            raise Unavailable("tables", "other processes own them: start qipan edge here")
        self._task = asyncio.get_running_loop().create_task(self._renew())

    async def stop(self) -> None:
        """Let others begin. Safe to call twice."""
        if self._task is None:
            return
        self._task.cancel()
        self._task = None
        try:
            await self._leases.release([ALL_IN_ONE], self._name)
            await self._leases.close()
        except Unavailable as error:
            log.warning("lease", why=error.why)

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(RENEW / 1000)
            try:
                mine, _ = await self._leases.renew([ALL_IN_ONE], self._name)
                if not mine and await self._leases.take(ALL_IN_ONE, self._name) is None:
                    log.error("lease", why="other processes own the tables")
            except Unavailable as error:
                log.warning("lease", why=error.why)

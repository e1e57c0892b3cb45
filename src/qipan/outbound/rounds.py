"""Work that is done again whenever a competition changes, from the start of the server to its end.

Webhooks and messages to people are both sent this way: look, send what is due, wait until
somebody says that something changed or some seconds have gone by.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress

import structlog

from qipan.kernel.endless_tasks import end
from qipan.kernel.errors import QipanError
from qipan.kernel.ids import CompetitionId

Listener = Callable[[CompetitionId, int], None]
"""Told which competition changed, and its new version."""
log = structlog.get_logger("qipan.web")


class Rounds(ABC):
    """Goes round and round; ``work`` is one round."""

    name: str
    idle_seconds: float
    """How often something is looked at that nobody said has changed."""
    soon_seconds: float
    """How long changes are gathered before they are looked at."""

    def __init__(self, listeners: list[Listener]) -> None:
        """Take the list of those who are told of changes; nothing runs before ``start``."""
        self.listeners = listeners
        self._task: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    @abstractmethod
    async def work(self) -> bool:
        """Do what is due; say whether more may be due at once."""

    def start(self) -> None:
        """Begin, on the loop that is running."""
        self._loop = asyncio.get_running_loop()
        self.listeners.append(self._changed)
        self._task = self._loop.create_task(self._run())

    async def stop(self) -> None:
        """Stop; what is under way is done again by whoever comes next, if it was not taken."""
        if self._task is None:
            return
        self.listeners.remove(self._changed)
        await end(self._task)

    def _changed(self, competition: str, version: int) -> None:
        del competition, version
        if self._loop is not None and not self._loop.is_closed():
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._wake.set)

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            more = False
            try:
                more = await self.work()
            except QipanError as error:  # the storage is away: it comes back
                log.warning(self.name, why=str(error))
            except Exception:  # a mistake of ours about one message must not silence all others
                log.exception(self.name)
            if more:
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(self.idle_seconds):
                    await self._wake.wait()
            await asyncio.sleep(self.soon_seconds)

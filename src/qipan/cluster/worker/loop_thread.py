"""A coroutine on a thread and a loop of its own: it goes on whatever the other loop waits for."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from threading import Thread
from typing import Any

STOP_SECONDS = 5.0
"""For the last words of the thread."""


class LoopThread:
    """Runs one coroutine beside everything else."""

    def __init__(self, work: Callable[[], Coroutine[Any, Any, None]], name: str) -> None:
        """Begin with ``start``."""
        self._work, self._name = work, name
        self._thread: Thread | None = None
        self._loop: asyncio.AbstractEventLoop
        self._task: asyncio.Task[None]

    def start(self) -> None:
        """Begin the work."""
        self._loop = asyncio.new_event_loop()
        self._task = self._loop.create_task(self._work())
        self._thread = Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        with suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._task)
        self._loop.close()

    def stop(self) -> None:
        """End the work; may wait a moment. Safe to call twice, and without ``start``."""
        if self._thread is not None:
            with suppress(RuntimeError):  # it has ended before
                self._loop.call_soon_threadsafe(self._task.cancel)
            self._thread.join(STOP_SECONDS)

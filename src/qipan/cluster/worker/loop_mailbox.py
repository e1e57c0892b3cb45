"""The way back to the loop for other threads; what is posted is run in order, each for itself."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from qipan.play.error_containment import ErrorContainment, log_mistake


class LoopMailbox:
    """Runs what other threads hand over."""

    def __init__(self) -> None:
        """Begin without a loop; see ``start``."""
        self._posted: deque[Callable[[], None]] = deque()
        self._posting = False
        self._loop: asyncio.AbstractEventLoop

    def start(self) -> None:
        """Use the running loop."""
        self._loop = asyncio.get_running_loop()

    def post(self, what: Callable[[], None]) -> None:
        """Run something on the loop; may be called from any thread."""
        self._posted.append(what)
        if not self._posting:
            self._posting = True
            with suppress(RuntimeError):  # the loop closed: nobody is left to tell
                self._loop.call_soon_threadsafe(self._run)

    def _run(self) -> None:
        self._posting = False  # first: what arrives from now on posts again
        while self._posted:
            with ErrorContainment(log_mistake, "posted"):
                self._posted.popleft()()

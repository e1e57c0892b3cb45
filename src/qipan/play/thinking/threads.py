"""Work for automatic moves beside a running loop: threads, and a process for computer players."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any

from qipan.play.guests.house_of_guests import GuestTime, HouseOfGuests
from qipan.play.thinking.process import ThinkingProcess, Thought, time_left
from qipan.play.thinking.work import Then, Work

WAITING = 64
"""Tables that wait for the computer player at once; more wait for a thread."""


class ThinkingThreads:
    """Finds moves away from a loop and tells them on it."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, guests: HouseOfGuests | None = None
    ) -> None:
        """Start nothing before there is work."""
        self._loop = loop
        self._guests = guests or HouseOfGuests()
        self._process = ThinkingProcess()
        self._threads = ThreadPoolExecutor(WAITING, "thinking")

    def __call__(self, work: Work, then: Then) -> None:
        """Find a move in the process, or in a thread where it is no computer player's."""
        if work.thought is None:
            find = work.contained
        else:
            since = time.monotonic()
            asked = partial(self._process.ask, work.thought, work.wanted, since)
            find = partial(work.contained, self._of_guest(work.thought, asked, since))
        with suppress(RuntimeError):  # the threads are gone: the server leaves
            self._threads.submit(self._find, find, then)

    def _of_guest(
        self, thought: Thought, house: Callable[[], Any], since: float
    ) -> Callable[[], Any]:
        """Ask a guest where one plays; the house plays what the guest does not."""
        if not thought.guest:
            return house
        return partial(self._guest_or_house, thought, house, since)

    def _guest_or_house(self, thought: Thought, house: Callable[[], Any], since: float) -> Any:
        at, left = (thought.state, thought.seat), partial(time_left, since=since)
        given = GuestTime(left(thought.seconds), left(thought.patience))
        return self._guests.move_or_house(thought.guest, thought.game, at, house, given)

    def _find(self, find: Any, then: Then) -> None:
        found = find()
        with suppress(RuntimeError):  # the loop closed: nobody is left to tell
            self._loop.call_soon_threadsafe(then, found)

    def interrupt(self, table: str) -> None:
        """Nobody waits any more for what is being thought about at a table."""
        self._process.interrupt(table)

    def stop(self) -> None:
        """End the process; what waits is let go of."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._process.stop()
        self._guests.stop()

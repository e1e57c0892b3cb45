"""Links that have something to send, flushed together: at once, and under load a little later.

A parcel costs its sender, the broker and its receiver much the same however much is in it. So what
comes within ``WINDOW`` of the last parcels travels in one; after a quiet moment nothing waits.
"""

import asyncio
from collections.abc import Callable

from qipan.cluster.transport.link import Link, Overflow
from qipan.play.error_containment import ErrorContainment, log_mistake

WINDOW = 0.002
"""Seconds between two flushes."""


class LinkFlusher:
    """Flushes links soon after they ask for it."""

    def __init__(self, clock: Callable[[], int], overflow: Callable[[Link], None]) -> None:
        """Tell ``overflow`` of a link whose other side has heard nothing for too long."""
        self._clock, self._overflow = clock, overflow
        self._dirty: list[Link] = []
        self._flushed = 0.0

    def wake(self, link: Link) -> None:
        """Flush a link soon."""
        if not self._dirty:
            loop = asyncio.get_running_loop()
            loop.call_later(max(0.0, self._flushed + WINDOW - loop.time()), self._flush, loop)
        self._dirty.append(link)

    def _flush(self, loop: asyncio.AbstractEventLoop) -> None:
        self._flushed = loop.time()
        dirty, self._dirty = self._dirty, []
        now = self._clock()
        for link in dirty:
            # A link that breaks here must not keep the others from being flushed, ever again.
            with ErrorContainment(log_mistake, link.me):
                self._flush_one(link, now)

    def _flush_one(self, link: Link, now: int) -> None:
        try:
            link.flush(now)
        except Overflow:
            self._overflow(link)

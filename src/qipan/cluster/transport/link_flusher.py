"""Links that have something to send, flushed together at the end of a turn of the loop."""

import asyncio
from collections.abc import Callable

from qipan.cluster.transport.link import Link, Overflow
from qipan.play.error_containment import ErrorContainment, log_mistake


class LinkFlusher:
    """Flushes links soon after they ask for it."""

    def __init__(self, clock: Callable[[], int], overflow: Callable[[Link], None]) -> None:
        """Tell ``overflow`` of a link whose other side has heard nothing for too long."""
        self._clock, self._overflow = clock, overflow
        self._dirty: list[Link] = []

    def wake(self, link: Link) -> None:
        """Flush a link soon."""
        if not self._dirty:
            asyncio.get_running_loop().call_soon(self._flush)
        self._dirty.append(link)

    def _flush(self) -> None:
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

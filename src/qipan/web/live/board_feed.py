"""Positions of many tables to one page: server-sent events, one slot a table for each listener.

A listener that does not read misses nothing but older positions, and its slots are as many as the
boards of a round: nothing grows, and nobody is waited for.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable

from qipan.kernel.errors import Unavailable
from qipan.play.port import LiveTables

MOST_LISTENERS = 2_000
HEARTBEAT_SECONDS = 20.0
GATHER_SECONDS = 0.1
"""Changes of so long are sent together."""


class Listener:
    """One page that watches some tables."""

    def __init__(self, tables: Iterable[str]) -> None:
        """Watch tables, all of them new."""
        self.tables = frozenset(tables)
        self.changed: dict[str, None] = dict.fromkeys(self.tables)
        self.woken = asyncio.Event()
        self.woken.set()


class BoardFeed:
    """Tells pages about live tables."""

    def __init__(self) -> None:
        """Start without listeners."""
        self._listeners: set[Listener] = set()
        self._live: LiveTables | None = None

    def attach(self, live: LiveTables) -> None:
        """Listen to live tables; again to the same changes nothing."""
        if self._live is not live:
            self._live = live
            live.listen(self._changed)

    def _changed(self, table: str) -> None:
        for listener in self._listeners:
            if table in listener.tables:
                listener.changed[table] = None
                listener.woken.set()

    def __len__(self) -> int:
        """Count the pages that are told."""
        return len(self._listeners)

    async def listen(self, live: LiveTables, tables: Iterable[str]) -> AsyncIterator[str]:
        """Give the position of each table, and again whenever one changes."""
        if len(self._listeners) >= MOST_LISTENERS:
            raise Unavailable("boards", "too many listeners")
        self.attach(live)
        listener = Listener(tables)
        self._listeners.add(listener)
        try:
            yield ": listening\n\n"
            while live.running:
                try:
                    async with asyncio.timeout(HEARTBEAT_SECONDS):
                        await listener.woken.wait()
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                await asyncio.sleep(GATHER_SECONDS)
                listener.woken.clear()
                changed, listener.changed = list(listener.changed), {}
                for name in changed:
                    if (shown := live.glance(name)) is not None:
                        yield f"event: board\ndata: {shown.decode()}\n\n"
        finally:
            self._listeners.discard(listener)

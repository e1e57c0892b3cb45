"""Tells open pages that something changed: one bounded slot for each listener.

An announcement says only which competition has which version; the page then asks for itself
again, so nobody is told what they may not see. A listener that does not read misses nothing but
older versions: its slot always holds the newest.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import msgspec

MOST_LISTENERS = 20_000
HEARTBEAT_SECONDS = 20.0
_END = -1


class Hub:
    """Passes announcements from the journal's thread to the pages that listen."""

    def __init__(self) -> None:
        """Start without listeners."""
        self._slots: dict[str, set[asyncio.Queue[int]]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._count = 0
        self._ended = False

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Use this loop for listeners."""
        self._loop = loop

    def announce(self, competition: str, version: int) -> None:
        """Pass a change on; may be called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            with suppress(RuntimeError):  # the loop closed in between: nobody listens any more
                self._loop.call_soon_threadsafe(self._tell, competition, version)

    def _tell(self, competition: str, version: int) -> None:
        for slot in self._slots.get(competition, ()):
            if slot.full():
                slot.get_nowait()
            slot.put_nowait(version)

    def end(self) -> None:
        """Let every listener go: their pages come back, to a server that stays."""
        self._ended = True
        for slots in self._slots.values():
            for slot in slots:
                if slot.full():
                    slot.get_nowait()
                slot.put_nowait(_END)

    @property
    def count(self) -> int:
        """Count the listeners."""
        return self._count

    @property
    def competitions(self) -> list[str]:
        """Name the competitions that somebody listens to."""
        return list(self._slots)

    @property
    def full(self) -> bool:
        """Say whether no more listeners are taken."""
        return self._count >= MOST_LISTENERS

    async def listen(self, competition: str) -> AsyncIterator[str]:
        """Give a line for each change, and a heartbeat while nothing happens."""
        yield ": listening\n\n"
        async for version in self.versions(competition):
            if version is None:
                yield ": still here\n\n"
            else:
                change = msgspec.json.encode({"version": version}).decode()
                yield f"event: changed\ndata: {change}\n\n"

    async def versions(self, competition: str) -> AsyncIterator[int | None]:
        """Give each newest version, and None while nothing happens; ends with the server."""
        slot: asyncio.Queue[int] = asyncio.Queue(maxsize=1)
        self._slots.setdefault(competition, set()).add(slot)
        self._count += 1
        try:
            while not self._ended:
                try:
                    async with asyncio.timeout(HEARTBEAT_SECONDS):
                        version = await slot.get()
                except TimeoutError:
                    yield None
                    continue
                if version == _END:
                    return
                yield version
        finally:
            self._count -= 1
            self._slots[competition].discard(slot)
            if not self._slots[competition]:
                del self._slots[competition]

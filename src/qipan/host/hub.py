"""Tells open pages that something changed: one bounded slot for each listener.

An announcement says only which competition has which version, and in which of its sections
something changed; the page then asks for itself again, so nobody is told what they may not see. A
listener that does not read misses nothing but older versions: its slot always holds the newest.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress

import msgspec

MOST_LISTENERS = 20_000
HEARTBEAT_SECONDS = 20.0
LONGEST_SPREAD = 1000
_END = -1


def _same(competition: str, version: int) -> int:
    del competition
    return version


def _anything(competition: str, before: int, version: int) -> None:
    del competition, before, version


Changed = Callable[[str, int, int], dict[str, list[str]] | None]
"""Says what changed between two versions: subjects by section; None: it may be anything."""


class _Slot:
    """What one listener is to be told next: the newest version."""

    __slots__ = ("public", "queue", "told")

    def __init__(self, *, public: bool, told: int) -> None:
        self.queue: asyncio.Queue[int] = asyncio.Queue(maxsize=1)
        self.public, self.told = public, told

    def put(self, version: int) -> None:
        if self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(version)


class Hub:
    """Passes announcements from the journal's thread to the pages that listen.

    The public is told what ``shown`` makes of a version, and only if that is new: where spectators
    are behind, an announcement alone would say that a game has ended.
    """

    def __init__(
        self, shown: Callable[[str, int], int] = _same, changed: Changed = _anything
    ) -> None:
        """Start without listeners."""
        self._shown, self._changed = shown, changed
        self._last_line: tuple[tuple[str, int, int, int], str] = (("", 0, 0, 0), "")
        self._slots: dict[str, set[_Slot]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._count = 0
        self._ended = False

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Use this loop for listeners."""
        self._loop = loop

    def announce(self, competition: str, version: int) -> None:
        """Pass a change on; may be called from any thread."""
        if self._loop is None or self._loop.is_closed() or competition not in self._slots:
            return
        shown = self._shown(competition, version)
        with suppress(RuntimeError):  # the loop closed in between: nobody listens any more
            self._loop.call_soon_threadsafe(self._tell, competition, version, shown)

    def _tell(self, competition: str, version: int, shown: int) -> None:
        for slot in self._slots.get(competition, ()):
            if not slot.public:
                slot.put(version)
            elif shown > slot.told:
                slot.told = shown
                slot.put(shown)

    def end(self) -> None:
        """Let every listener go: their pages come back, to a server that stays."""
        self._ended = True
        for slots in self._slots.values():
            for slot in slots:
                slot.put(_END)

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

    async def listen(
        self, competition: str, told: int | None = None, *, behind: tuple[int, int] = (0, 0)
    ) -> AsyncIterator[str]:
        """Give a line for each change, and a heartbeat while nothing happens.

        ``behind``: the version that the page has, and the one that it could have; it is told of
        what happened before it came.
        """
        with self._listening(competition, told) as slot:  # first of all: nothing is missed
            yield ": listening\n\n"
            before, newest = behind
            if before < newest:
                yield self._line(competition, before, newest)
            before = newest
            while (version := await self._next(slot)) != _END:
                if version is None:
                    yield ": still here\n\n"
                else:
                    yield self._line(competition, before, version)
                    before = version

    def _line(self, competition: str, before: int, version: int) -> str:
        """Write what is told of a change: once for all who are told the same."""
        asked = (competition, before, version, self._spread(competition))
        if self._last_line[0] != asked:
            told_of: dict[str, object] = {"version": version, "within": asked[3]}
            sections = self._changed(competition, before, version) if before else None
            if sections is not None:
                told_of["sections"] = sections
            line = f"event: changed\ndata: {msgspec.json.encode(told_of).decode()}\n\n"
            self._last_line = (asked, line)
        return self._last_line[1]

    def _spread(self, competition: str) -> int:
        """Give the milliseconds over which the pages of a competition ask for themselves again.

        A hall asks at once; thousands come a few in each millisecond, not all in the same.
        """
        return min(LONGEST_SPREAD, len(self._slots.get(competition, ())))

    async def versions(
        self, competition: str, told: int | None = None
    ) -> AsyncIterator[int | None]:
        """Give each newest version, and None while nothing happens; ends with the server.

        ``told``: the listener is of the public, and this is the version that it knows.
        """
        with self._listening(competition, told) as slot:
            while (version := await self._next(slot)) != _END:
                yield version

    @contextmanager
    def _listening(self, competition: str, told: int | None) -> Iterator[_Slot]:
        slot = _Slot(public=told is not None, told=told or 0)
        self._slots.setdefault(competition, set()).add(slot)
        self._count += 1
        try:
            yield slot
        finally:
            self._count -= 1
            self._slots[competition].discard(slot)
            if not self._slots[competition]:
                del self._slots[competition]

    async def _next(self, slot: _Slot) -> int | None:
        """Wait for the next version; None: nothing happens, ``_END``: the server leaves."""
        if self._ended:
            return _END
        try:
            async with asyncio.timeout(HEARTBEAT_SECONDS):
                return await slot.queue.get()
        except TimeoutError:
            return None

"""Positions of many tables to one page: server-sent events, one slot a table for each listener.

A listener that does not read misses nothing but older positions, and its slots are as many as the
boards of a round: nothing grows, and nobody is waited for.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable

from qipan.journal.live.events import TableEvent
from qipan.kernel.errors import Unavailable
from qipan.play.messages import state_message
from qipan.play.owner import Owner
from qipan.play.room import Room

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
    """Tells pages about the tables of an owner."""

    def __init__(self) -> None:
        """Start without listeners."""
        self._listeners: set[Listener] = set()
        self._owner: Owner | None = None

    def attach(self, owner: Owner) -> None:
        """Listen to an owner; again for the same changes nothing."""
        if self._owner is not owner:
            self._owner = owner
            owner.on_stored.append(self._on_table)

    def _on_table(self, room: Room, event: TableEvent) -> None:
        del event
        for listener in self._listeners:
            if room.table.id in listener.tables:
                listener.changed[room.table.id] = None
                listener.woken.set()

    async def listen(self, owner: Owner, tables: Iterable[str]) -> AsyncIterator[str]:
        """Give the position of each table, and again whenever one changes."""
        if len(self._listeners) >= MOST_LISTENERS:
            raise Unavailable("boards", "too many listeners")
        self.attach(owner)
        listener = Listener(tables)
        self._listeners.add(listener)
        try:
            yield ": listening\n\n"
            while not owner.stopping:
                try:
                    await asyncio.wait_for(listener.woken.wait(), HEARTBEAT_SECONDS)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                await asyncio.sleep(GATHER_SECONDS)
                listener.woken.clear()
                changed, listener.changed = list(listener.changed), {}
                for name in changed:
                    if (room := owner.rooms.get(name)) is not None:
                        yield f"event: board\ndata: {_shown(owner, room)}\n\n"
        finally:
            self._listeners.discard(listener)


def _shown(owner: Owner, room: Room) -> str:
    """Write a table as a spectator sees it, without its moves."""
    elapsed = room.elapsed(owner.around.clock())
    newest = room.table.version
    present = [int(seat) for seat in room.holders]
    return state_message(room.table, None, elapsed, present, newest).decode()

"""While the owner of a table is not heard, an edge tells its lines what the database says.

The broker may be away, or the owner dead: what was stored was stored, and everybody may know it. A
table is told again from its events for that, and forgotten at once; no move is taken here.
"""

import asyncio

import structlog

from qipan.cluster.edge.edge import Edge
from qipan.cluster.edge.lines import EdgeLine
from qipan.journal.live.table import Table, stream_of
from qipan.journal.log import Log
from qipan.kernel.errors import QipanError, Unavailable, Unknown
from qipan.play.gallery.delayed_room import require_shown, room_of
from qipan.play.messages import state_message
from qipan.play.room import Room
from qipan.play.seats import seat_of

EVERY_SECONDS = 1.0
MOST = 200
"""Tables looked at in one round; the next round goes on with others."""
log = structlog.get_logger("qipan.cluster")


class DatabasePolling:
    """Looks into the database for an edge."""

    def __init__(self, edge: Edge, journal: Log, key: bytes) -> None:
        """Use the edge's lines and a log."""
        self._edge, self._log, self._key = edge, journal, key
        self._last = ""

    async def always(self) -> None:
        """Look every second, for ever."""
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            try:
                await self.look()
            except Unavailable as error:
                log.warning("polling", why=error.why)
            except QipanError as error:
                log.error("polling", why=str(error))

    async def look(self) -> int:
        """Tell the lines of unheard tables what they missed; gives how many tables that were.

        Raises Unavailable.
        """
        lines: dict[str, list[EdgeLine]] = {}
        for line in self._edge.lines.values():
            if not self._edge.heard(line.table):
                lines.setdefault(line.table, []).append(line)
        names = sorted(lines)
        later = [name for name in names if name > self._last]
        told = 0
        for name in (later or names)[:MOST]:
            self._last = name
            version = await asyncio.to_thread(self._log.version, stream_of(name))
            behind = [line for line in lines[name] if line.seq < version]
            if behind:
                told += 1
                await self._tell(name, behind)
        self._edge.figures.polled.inc(told)
        return told

    async def _tell(self, name: str, lines: list[EdgeLine]) -> None:
        stored = list(await asyncio.to_thread(self._log.read, stream_of(name)))
        edge = self._edge
        room = await asyncio.to_thread(room_of, name, stored, edge.clock, edge.owners.time.now())
        for line in lines:
            table = self._seen(room, line)
            if table is None:
                continue
            # Meanwhile an owner may have told it more: what is older would send the page back.
            if line.seq >= table.version or line.id not in self._edge.lines:
                continue
            seat = seat_of(self._key, table, line.token)
            if line.token and seat is None:
                continue
            line.seq = table.version
            line.outbox.send(state_message(table, seat, 0, [], 0))

    def _seen(self, room: Room, line: EdgeLine) -> Table | None:
        """Give the table as a line may see it; None while it may not know of it."""
        if line.alone:
            return room.table
        try:
            return require_shown(room, self._edge.clock()).table
        except Unknown:
            return None

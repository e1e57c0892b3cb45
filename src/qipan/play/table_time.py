"""The time of a whole table: from when it begins, standing while its clocks stand.

When it is up the game says what the table does: a match of levels is decided by them. What then
still goes on has ``LAST_DEAL`` to come to an end, and is told so once more.
"""

from datetime import datetime, timedelta

import msgspec

from qipan.journal.live import events
from qipan.journal.live.events import TableEvent
from qipan.journal.live.table import Table
from qipan.play.room import Room

LAST_DEAL = 30_000
"""Milliseconds that a deal which was led to has after the time is up."""
_MILLISECOND = timedelta(milliseconds=1)


def stamped(table: Table, event: TableEvent, now: datetime) -> TableEvent:
    """Write into an event what it means for the time of the whole table."""
    limit = table.opened.table_time
    if not limit:
        return event
    match event:
        case events.GameBegun():
            return msgspec.structs.replace(event, ends=_at(now, limit))
        case events.PlaySuspended() if table.ends:
            left = (datetime.fromisoformat(table.ends) - now) // _MILLISECOND + event.down
            return msgspec.structs.replace(event, left=max(1, left))
        case events.PlayResumed() if table.begun:
            return msgspec.structs.replace(event, ends=_at(now, table.left or limit))
        case _:
            return event


def _at(now: datetime, after: int) -> str:
    return (now + after * _MILLISECOND).isoformat()


def set_end(room: Room, now: datetime, clock: int) -> None:
    """Note when the table is to be told that its time is up, on the clock of its owner."""
    table = room.table
    word = table.game.when_time_is_up(table.state) if table.ends and table.going else ""
    if not word:
        room.end_due, room.end_word = None, ""
    elif word != room.end_word:
        left = (datetime.fromisoformat(table.ends) - now) // _MILLISECOND
        room.end_due = clock + max(left, LAST_DEAL if room.end_word else 0)
        room.end_word = word

"""A table as the journal has it, where what is in memory may be behind.

The answer of a storage may be lost and the event stored all the same. Whoever finds that out goes
on from the journal, and tells everybody at the table: nobody else will.
"""

from qipan.journal.live.events import TableEvent
from qipan.journal.live.table import fold_table, read_event, stream_of
from qipan.journal.log import Log
from qipan.play.messages import state_message
from qipan.play.room import Room


def reread_table(room: Room, log: Log) -> list[TableEvent]:
    """Take a table as the journal has it; gives the events that were missed. Raises Corrupt."""
    known = room.table.version
    stored = list(log.read(stream_of(room.table.id)))
    room.table = fold_table(room.table.id, stored)
    return [read_event(each) for each in stored if each.version > known]


def broadcast_state(room: Room, now: int) -> None:
    """Tell everybody at a table everything."""
    elapsed, present = room.elapsed(now), room.present
    for viewer in tuple(room.viewers):
        viewer.send(state_message(room.table, viewer.seat, elapsed, present))

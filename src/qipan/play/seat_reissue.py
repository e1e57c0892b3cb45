"""A seat that changes hands: the old key opens nothing, whoever sits there leaves, a new key.

Only the arbiters at the table are told the new link; a link is a key.
"""

from collections.abc import Callable

from qipan.journal.live.events import SeatReissued, TableEvent
from qipan.kernel.ids import Seat
from qipan.play.messages import note
from qipan.play.owner import Owner
from qipan.play.reception import note_conduct
from qipan.play.room import Room


class SeatReissue:
    """Listens for reissued seats."""

    def __init__(self, owner: Owner, link: Callable[[Room, Seat], str]) -> None:
        """Listen to an owner; ``link`` makes the present link of a seat."""
        self._owner, self._link = owner, link
        owner.on_kind[SeatReissued].append(self.look)

    def look(self, room: Room, event: TableEvent) -> None:
        """Show the old holder out and give the arbiters the new link."""
        assert isinstance(event, SeatReissued)
        seat = Seat(event.seat)
        note_conduct(self._owner, room, seat, "reissued")
        before = room.holders.pop(seat, None)
        if before is not None:
            before.send(note("replaced"))
            before.mailbox.drop("replaced")
            room.viewers.discard(before)
            room.tell(note("presence", seat=seat, connected=False))
        for viewer in room.viewers:
            if viewer.arbiter:
                viewer.send(note("link", seat=seat, link=self._link(room, seat)))

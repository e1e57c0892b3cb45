"""What a table's owner does for whoever asks from outside, in this process or another."""

from collections.abc import Iterable

from qipan.journal.live.events import TableOpened
from qipan.kernel.errors import Refused
from qipan.kernel.rules import rule
from qipan.play.messages import state_message
from qipan.play.owner import Owner

PRACTICE = rule("play.practice-limit", "Only so many practice games are played at once.")
MOST_PRACTICE = 200


def require_practice_room(opened: TableOpened, owners: Iterable[Owner]) -> None:
    """Raise Refused if a practice table would be one too many for these owners."""
    if opened.counts:
        return
    rooms = (room for owner in owners for room in owner.rooms.values())
    if sum(not room.table.opened.counts for room in rooms) >= MOST_PRACTICE:
        raise Refused("play.practice-full", PRACTICE, most=MOST_PRACTICE)


def shown_outside(owner: Owner, name: str, since: int = 0) -> bytes:
    """Show a table as a spectator sees it, of its moves only later ones. Raises Unknown."""
    room = owner.room(name)
    present = [int(seat) for seat in room.holders]
    elapsed = room.elapsed(owner.dependencies.clock())
    return state_message(room.table, None, elapsed, present, since)

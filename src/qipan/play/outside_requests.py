"""What a table's owner does for whoever asks from outside, in this process or another.

Practice tables count nowhere and are shared fairly among visitors: a visitor has a few at a time,
and asking for one more clears away their own at which nobody sits. A full house clears empty ones
of whoever has most. Only tables where somebody sits refuse anybody, and after a restart nobody sits
anywhere, so nothing has to be remembered. ``origin.visitor`` is an opaque word for an address.
"""

from collections import Counter
from collections.abc import Iterable

from qipan.journal.live.events import TableOpened
from qipan.journal.live.table import Table
from qipan.kernel.errors import Refused
from qipan.kernel.rules import rule
from qipan.play.gallery.delayed_room import gallery_of, require_shown
from qipan.play.messages import state_message
from qipan.play.owner import Owner
from qipan.play.owner_acts import annulled, owner_act
from qipan.play.room import Room

PRACTICE = rule("play.practice-limit", "Only a limited number of practice games run at once.")
MOST_PRACTICE = 200
MOST_OWN = 6
"""Of one visitor at once."""
VISITOR = "visitor"


def make_practice_room(opened: TableOpened, owners: Iterable[Owner]) -> None:
    """Make room for a practice table. Raises Refused where people sit at all of them."""
    if opened.counts:
        return
    there = [
        (owner, room)
        for owner in owners
        for room in owner.rooms_now()
        if not (room.table.opened.counts or room.table.over or room.closing)
    ]
    visitor = opened.origin.get(VISITOR, "")
    mine = [each for each in there if _visitor(each[1]) == visitor]
    if visitor and len(mine) >= MOST_OWN:
        there = _clear(there, mine, len(mine) - MOST_OWN + 1)
        if len([each for each in there if _visitor(each[1]) == visitor]) >= MOST_OWN:
            raise Refused("play.practice-own", PRACTICE, most=MOST_OWN)
    if len(there) >= MOST_PRACTICE:
        count = Counter(_visitor(room) for _, room in there)
        most_first = sorted(there, key=lambda each: (-count[_visitor(each[1])], each[1].table.id))
        there = _clear(there, most_first, len(there) - MOST_PRACTICE + 1)
        if len(there) >= MOST_PRACTICE:
            raise Refused("play.practice-full", PRACTICE, most=MOST_PRACTICE)


Places = list[tuple[Owner, Room]]


def _visitor(room: Room) -> str:
    return room.table.opened.origin.get(VISITOR, "")


def _clear(there: Places, candidates: Places, needed: int) -> Places:
    """Close tables at which nobody sits, oldest first as they are named; give those that stay."""
    gone: set[str] = set()
    for owner, room in candidates:
        if len(gone) == needed:
            break
        if room.holders or room.busy:
            continue
        gone.add(room.table.id)
        room.closing = True
        owner.put(room, owner_act(annulled(PRACTICE), owner.dependencies.clock()))
    return [each for each in there if each[1].table.id not in gone]


def shown_outside(owner: Owner, name: str, since: int = 0) -> bytes:
    """Show a table as a spectator sees it, of its moves only later ones. Raises Unknown."""
    now = owner.dependencies.clock()
    room = require_shown(owner.room(name), now)
    elapsed = room.elapsed(now)
    return state_message(room.table, None, elapsed, room.present, since)


def tables_in_public(owner: Owner) -> list[Table]:
    """Give the tables in memory that spectators may know of, as they may see them now."""
    now = owner.dependencies.clock()
    found = []
    for room in owner.rooms_now():
        gallery = gallery_of(room)
        if gallery is None or now >= gallery.shown_from:
            found.append(room.in_public.table)
    return found

"""Events for pages that keep the position themselves: with what changed instead of all of it.

A page that says ``hello`` with ``changes`` is told ``after`` (the number of the event before) and
``changes``; if that is not where it stands it asks for everything. A clock is told whole if it ran
or changed: a page's own copy of a running clock is older than it looks.
"""

from typing import Any

import msgspec

from qipan.journal.live.events import TableEvent
from qipan.journal.live.table import Table
from qipan.kernel.ids import Seat
from qipan.play.feed.changes import change_of
from qipan.play.messages import event_facts, position_of

_encode = msgspec.json.Encoder().encode
_PLAIN = ("phase", "acting", "outcome", "suspended", "ends")


class ToldPosition(msgspec.Struct, frozen=True):
    """What one kind of viewer was told last: at which number, and the position."""

    seq: int
    position: dict[str, Any]


def told_position(table: Table, viewer: Seat | None) -> ToldPosition:
    """Say what a kind of viewer knows of a table as it stands."""
    found = position_of(table, viewer, 0)
    found["suspended"], found["ends"] = table.suspended, table.ends
    return ToldPosition(table.version, found)


def changes_message(
    table: Table, event: TableEvent, viewer: Seat | None, before: ToldPosition, now: ToldPosition
) -> bytes:
    """Tell what just happened, with what it changed since ``before``."""
    old, new = before.position, now.position
    changes: dict[str, Any] = {key: new[key] for key in _PLAIN if old[key] != new[key]}
    view = change_of(old["view"], new["view"])
    if view:
        changes["view"] = view
    changes["clocks"] = _clocks(old["clocks"], new["clocks"])
    message = event_facts(table, event, viewer)
    message["seq"], message["after"], message["changes"] = now.seq, before.seq, changes
    return _encode(message)


def _clocks(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Tell the clocks that ran or changed; a page's copy of one that stood is right."""
    seats = {
        str(seat): clock
        for seat, (clock, was) in enumerate(zip(new["seats"], old["seats"], strict=True))
        if seat in old["running"] or clock != was
    }
    return {"running": new["running"], "seats": seats}

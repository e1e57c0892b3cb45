"""What the server says, as JSON: one place where a table becomes bytes for a viewer.

Whatever a viewer may not know is cut away by ``Game.view`` and ``Game.shown`` and nowhere else:
no event is written out with the text that the journal has, and a table's setup never leaves.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from qipan.journal.event import event_name
from qipan.journal.live import events
from qipan.journal.live.events import TableEvent
from qipan.journal.live.table import Table
from qipan.kernel.clock import limit
from qipan.kernel.errors import BadInput, QipanError, Refused, Unavailable, Unknown
from qipan.kernel.ids import Seat

_encode = msgspec.json.Encoder().encode
_HIDDEN = {"spent", "event", "text", "lag", "salt"}
Elapsed = dict[int, int]
LONGEST_CLAIM = 20


def clocks_of(table: Table, elapsed: int) -> dict[str, Any]:
    """Tell the clocks as they stand, ``elapsed`` after those that run were started."""
    running = table.running
    seats = []
    for seat, (control, reading) in enumerate(zip(table.controls, table.readings, strict=True)):
        now = elapsed if seat in running else 0
        left = limit(control, reading)
        seats.append(
            {
                "left": None if left is None else max(0, left - now),
                "main": reading.main,
                "periods": reading.periods,
                "turn": reading.turn + now,
                "used": reading.used,
            }
        )
    return {"running": running, "seats": seats}


def _outcome(table: Table) -> dict[str, Any] | None:
    if table.annulled is not None:
        return {"places": None, "rule": table.annulled, "facts": {}, "annulled": True}
    if table.outcome is None:
        return None
    found = table.outcome
    return {"places": found.places, "rule": found.rule, "facts": found.facts, "annulled": False}


def position_of(table: Table, viewer: Seat | None, elapsed: int) -> dict[str, Any]:
    """Tell where a table stands, as far as a viewer may know."""
    game, state = table.game, table.state
    return {
        "seq": table.version,
        "view": game.view(state, viewer),
        "phase": "over" if table.over else game.phase(state),
        "acting": () if table.over else game.acting(state),
        "clocks": clocks_of(table, elapsed),
        "outcome": _outcome(table),
    }


def legal_moves(table: Table, seat: Seat) -> list[str] | None:
    """List what a seat may play now, written; None if it is too much to list."""
    if table.over or seat not in table.game.acting(table.state):
        return []
    return table.game.legal(table.state, seat)


def state_message(
    table: Table, viewer: Seat | None, elapsed: int, present: Sequence[int], since: int = 0
) -> bytes:
    """Tell a viewer everything, of the moves only those after a sequence number."""
    opened = table.opened
    message = {
        "type": "state",
        "table": table.id,
        "game": opened.game,
        "you": viewer,
        "counts": opened.counts,
        "begun": table.begun,
        "suspended": table.suspended,
        "ends": table.ends,
        "chat": table.chat,
        "muted": sorted(table.muted),
        "offers": {what: sorted(agreed) for what, agreed in table.offers.items()},
        "controls": table.controls,
        "seats": [
            {
                "seat": seat,
                "occupant": who,
                "bot": seat in opened.bots,
                "connected": seat in present or seat in opened.bots,
            }
            for seat, who in enumerate(opened.occupants)
        ],
        "since": since,
        "moves": [
            {
                "seq": move.seq,
                "seat": move.seat,
                "text": move.for_viewer(viewer),
                "noted": move.noted_for(viewer),
            }
            for move in table.moves
            if move.seq > since
        ],
        **position_of(table, viewer, elapsed),
    }
    if viewer is not None:
        message["legal"] = legal_moves(table, viewer)
    return _encode(message)


@cache
def _told(kind: type[TableEvent]) -> tuple[str, ...]:
    """List the fields of a kind of event that everybody may see."""
    return tuple(name for name in kind.__struct_fields__ if name not in _HIDDEN)


def event_facts(table: Table, event: TableEvent, viewer: Seat | None) -> dict[str, Any]:
    """Tell a viewer what just happened, without where it led."""
    message: dict[str, Any] = {"type": "event", "kind": event_name(event)}
    for name in _told(type(event)):
        message[name] = getattr(event, name)
    if isinstance(event, events.MovePlayed):
        message["text"] = table.moves[-1].for_viewer(viewer)
        message["noted"] = table.moves[-1].noted_for(viewer)
    elif isinstance(event, events.NoticeSent):
        message["text"] = event.text
    return message


def event_message(table: Table, event: TableEvent, viewer: Seat | None) -> bytes:
    """Tell a viewer what just happened, with the position it led to."""
    message = event_facts(table, event, viewer)
    message["suspended"], message["ends"] = table.suspended, table.ends
    message |= position_of(table, viewer, 0)
    return _encode(message)


def refusal_message(error: QipanError, message: str = "") -> bytes:
    """Say no to one sender."""
    match error:
        case Refused():
            code, by, facts = error.code, str(error.rule), error.facts
        case BadInput():
            code, by, facts = error.code, "", {"what": error.what, "where": error.where}
        case Unknown():
            code, by, facts = "unknown", "", {"kind": error.kind, "name": error.name}
        case Unavailable():
            code, by, facts = "unavailable", "", {}
        case _:
            code, by, facts = "internal", "", {}
    body = {"type": "refused", "id": message, "code": code, "rule": by, "facts": facts}
    return msgspec.json.encode(body, enc_hook=str)


def claimed_message(seat: int, what: str, refusal: bytes) -> bytes:
    """Say to the others at a table that somebody's claim was refused, and by which rule."""
    found: dict[str, Any] = msgspec.json.decode(refusal)
    facts = {key: found[key] for key in ("code", "rule", "facts")}
    return _encode({"type": "claimed", "seat": seat, "what": what[:LONGEST_CLAIM], **facts})


def note(kind: str, **values: Any) -> bytes:
    """Say something that is no event: an acknowledgement, a presence, a pong."""
    return _encode({"type": kind, **values})

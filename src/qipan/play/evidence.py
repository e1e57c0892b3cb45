"""Everything about one table in one file, for a jury: events with hashes, conduct, chat.

While a game goes on, hidden cards stay hidden here too: an arbiter may be a player's friend.
"""

from typing import Any

import msgspec

from qipan.journal.envelope import Envelope
from qipan.journal.live.table import Table, hides, stream_of
from qipan.play.owner import Owner

SECRET = ("move-played/1",)


def evidence(owner: Owner, name: str) -> dict[str, Any]:
    """Collect what there is about a table. Raises Unknown."""
    room = owner.room(name)
    table = room.table
    stored = owner.dependencies.log.read(stream_of(name))
    return {
        "table": name,
        "game": table.opened.game,
        "engine": table.opened.engine,
        "version": table.version,
        "outcome": msgspec.to_builtins(table.outcome) if table.outcome else None,
        "annulled": table.annulled,
        "clocks": [msgspec.to_builtins(reading) for reading in table.readings],
        "marks": [{"seat": seat, "rule": by, "points": n} for seat, by, n in table.marks],
        "events": [_event(table, each) for each in stored],
        "conduct": [_plain(each) for each in owner.watch.read(name)],
        "chat": list(room.chat),
    }


def _event(table: Table, envelope: Envelope) -> dict[str, Any]:
    found = _plain(envelope)
    if hides(table.game) and not table.over and envelope.name in SECRET:
        shown = {move.seq: move for move in table.moves}
        found["content"]["text"] = shown[envelope.version].for_viewer(None)
    return found


def _plain(envelope: Envelope) -> dict[str, Any]:
    content = msgspec.json.decode(envelope.payload)
    return {
        "seq": envelope.version,
        "at": envelope.at,
        "actor": envelope.actor,
        "hash": envelope.hash,
        "content": content,
    }

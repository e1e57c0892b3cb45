"""Everything about one table in one file, for a jury: events with hashes, conduct, chat.

While a game goes on, hidden cards stay hidden here too: an arbiter may be a player's friend. Their
hashes bind what is hidden without telling it, because each has a salt, which is shown with the
cards when the game is over. Of older games without salts the hashes are given then, too.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from qipan.journal.envelope import Envelope
from qipan.journal.live.table import Table, hides, stream_of
from qipan.play.owner import Owner

SECRET = ("move-played/1",)
CHIEFS = ("seat-seen-from/1",)
"""What the chief arbiter alone may see, on the page of fair play."""


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
        "events": _events(table, stored),
        "conduct": [_noted(each) for each in owner.watch.read(name) if each.name not in CHIEFS],
        "chat": list(room.chat),
    }


def _events(table: Table, stored: Sequence[Envelope]) -> list[dict[str, Any]]:
    """Write the events of a table; what is hidden stays so, and so do the hashes it is part of.

    From the first hidden move without a salt on, every hash would tell a right guess from a wrong
    one.
    """
    found, guarded = [], False
    for envelope in stored:
        event = _plain(envelope)
        if hides(table.game) and not table.over and envelope.name in SECRET:
            shown = {move.seq: move for move in table.moves}
            event["content"]["text"] = shown[envelope.version].for_viewer(None)
            guarded = guarded or not event["content"].pop("salt", "")
        if guarded:
            event["hash"] = ""
        found.append(event)
    return found


def _noted(envelope: Envelope) -> dict[str, Any]:
    """Write a note on conduct: what it is, about which seat, and who said so."""
    found = _plain(envelope)
    content = found["content"]
    what = content.get("what") or ("report" if "reason" in content else "taken-over")
    return {**found, "what": what, "seat": content.get("seat"), "by": content.get("by")}


def _plain(envelope: Envelope) -> dict[str, Any]:
    content = msgspec.json.decode(envelope.payload)
    return {
        "seq": envelope.version,
        "at": envelope.at,
        "actor": envelope.actor,
        "hash": envelope.hash,
        "content": content,
    }

"""What happened, for other sites: public facts only, under ids that never change.

Of each kind of event exactly the fields that its subject names are passed on (``journal``); a kind
that is private there is not.
There are no names in it: an entrant's name is asked for with the section, and may be erased.
A pairing is passed on when its round is published, never before. The sequence of an event is its
version in the journal: it only grows, and some numbers are missing because they were not public.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from qipan.journal import events
from qipan.journal.envelope import Envelope
from qipan.journal.state import Competition
from qipan.kernel.ids import SectionId

PUBLIC: dict[str, tuple[str, ...]] = {
    str(kind.__struct_config__.tag): fields for kind, fields in events.PUBLIC.items()
}
"""By the name of an event: its fields that are public. Each subject says so in the journal."""


class PublicEvent(msgspec.Struct, frozen=True):
    """An event as other sites see it."""

    id: int
    """Its sequence: what ``Last-Event-ID`` and ``after`` speak of."""
    event: str
    at: str
    competition: str
    facts: dict[str, Any]


def public_events(state: Competition, found: Iterable[Envelope]) -> list[PublicEvent]:
    """Choose what is public of some events."""
    told = []
    for envelope in found:
        fields = PUBLIC.get(envelope.name)
        if fields is None:
            continue
        payload: dict[str, Any] = msgspec.json.decode(envelope.payload)
        facts = {key: payload[key] for key in fields if payload.get(key) is not None}
        if envelope.name == "round-published/1":
            facts["boards"] = _boards(state, payload["section"], payload["round"])
        told.append(PublicEvent(envelope.version, envelope.name, envelope.at, state.id, facts))
    return told


def _boards(state: Competition, section: str, number: int) -> list[dict[str, Any]]:
    found = state.sections[SectionId(section)].rounds
    if number > len(found) or not found[number - 1].published:
        return []
    return [
        {"board": int(table.board), "seats": list(table.seats)}
        for table in found[number - 1].tables
    ]

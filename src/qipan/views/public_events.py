"""What happened, for other sites: public facts only, under ids that never change.

Of each kind of event exactly the fields named here are passed on; a kind that is not named is not.
There are no names in it: an entrant's name is asked for with the section, and may be erased.
A pairing is passed on when its round is published, never before. The sequence of an event is its
version in the journal: it only grows, and some numbers are missing because they were not public.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from qipan.journal.envelope import Envelope
from qipan.journal.state import Competition
from qipan.kernel.ids import SectionId

PLACE = ("section", "round", "board")
PUBLIC: dict[str, tuple[str, ...]] = {
    "competition-created/1": ("title", "book"),
    "competition-closed/1": (),
    "section-opened/1": ("section", "title", "under"),
    "edition-adopted/1": ("section", "edition", "before", "reason"),
    "section-cancelled/1": ("section",),
    "entries-closed/1": ("section",),
    "entrant-entered/1": ("section", "entrant"),
    "entrant-withdrawn/1": ("section", "entrant"),
    "lot-committed/1": ("section", "lot", "commitment"),
    "lot-drawn/1": ("section", "lot"),
    "numbers-assigned/1": ("section", "order"),
    "round-scheduled/1": ("section", "round", "start", "end"),
    "round-published/1": ("section", "round"),
    "round-ended/1": ("section", "round", "at"),
    "boards-moved/1": ("section", "round", "numbers"),
    "result-recorded/1": (*PLACE, "score", "how"),
    "result-corrected/1": (*PLACE, "score", "how"),
    "game-recorded/1": (*PLACE, "game", "score", "how"),
    "game-corrected/1": (*PLACE, "game", "score", "how"),
    "match-decided/1": (*PLACE, "winner"),
    "match-reopened/1": PLACE,
    "play-off-game-again/1": (*PLACE, "game"),
    "board-reopened/1": PLACE,
    "standings-approved/1": ("section", "places"),
    "approval-lifted/1": ("section",),
    "supplement-posted/1": ("number", "date", "text"),
    "notice-posted/1": ("text", "at", "section"),
}


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

"""The events of a competition: what happened, in the past tense. One module a subject.

An event has a stable name and version (its tag). A new field has a default; a change of meaning is
a new version, and old ones are lifted on read (``LIFTS``). A correction is a new event, never an
edit. No event holds a name, a birth date or a phone number.

A new subject is a module with ``Events``, ``REDUCERS``, ``PUBLIC`` and ``PRIVATE``, named in
``SUBJECTS`` and in ``CompetitionEvent`` below.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from qipan.journal import (
    access,
    appeals,
    attendance,
    closing,
    competition,
    conduct,
    entries,
    line_ups,
    lots,
    money,
    notices,
    online,
    people,
    play_offs,
    records,
    results,
    rounds,
    rulings,
    schedule,
    sheets,
)
from qipan.journal.envelope import Envelope
from qipan.journal.event import (
    Cause,
    Event,
    PrivateReasons,
    PublicFields,
    event_name,
    fresh,
)
from qipan.journal.repairs import acts
from qipan.journal.travel import custody
from qipan.kernel.errors import Corrupt

SUBJECTS = (
    competition,
    entries,
    lots,
    rounds,
    results,
    line_ups,
    play_offs,
    rulings,
    conduct,
    appeals,
    schedule,
    attendance,
    records,
    sheets,
    money,
    closing,
    online,
    notices,
    access,
    people,
    custody,
    acts,
)
"""In the order in which a competition meets them."""

CompetitionEvent = (
    competition.Events
    | entries.Events
    | lots.Events
    | rounds.Events
    | results.Events
    | line_ups.Events
    | play_offs.Events
    | rulings.Events
    | conduct.Events
    | appeals.Events
    | schedule.Events
    | attendance.Events
    | records.Events
    | sheets.Events
    | money.Events
    | closing.Events
    | online.Events
    | notices.Events
    | access.Events
    | people.Events
    | custody.Events
    | acts.Events
)

PUBLIC: PublicFields = {
    kind: fields for subject in SUBJECTS for kind, fields in getattr(subject, "PUBLIC", {}).items()
}
"""What other sites are told of; every event is here or in ``PRIVATE``."""
PRIVATE: PrivateReasons = {
    kind: why for subject in SUBJECTS for kind, why in getattr(subject, "PRIVATE", {}).items()
}
"""What they are not told of, and why not."""

Lift = Callable[[dict[str, Any]], dict[str, Any]]

LIFTS: Mapping[str, Lift] = {}
"""Old event name → function that gives the JSON of the next version, ``event`` included."""

_decoder: msgspec.json.Decoder[CompetitionEvent] = msgspec.json.Decoder(CompetitionEvent)


def opened(envelope: Envelope, lifts: Mapping[str, Lift] = LIFTS) -> CompetitionEvent:
    """Read an event out of its envelope. Raises Corrupt if it cannot be read."""
    try:
        if envelope.name not in lifts:
            return _decoder.decode(envelope.payload)
        payload = msgspec.json.decode(envelope.payload, type=dict[str, Any])
        while payload["event"] in lifts:
            payload = lifts[payload["event"]](payload)
        lifted: CompetitionEvent = msgspec.convert(payload, CompetitionEvent)
        return lifted
    except (msgspec.ValidationError, msgspec.DecodeError, KeyError) as error:
        raise Corrupt(envelope.stream, envelope.version, f"unreadable: {error}") from error


__all__ = [
    "LIFTS",
    "PRIVATE",
    "PUBLIC",
    "SUBJECTS",
    "Cause",
    "CompetitionEvent",
    "Event",
    "Lift",
    "event_name",
    "fresh",
    "opened",
]

"""Reading events back, old versions included.

A lift is a small pure function from the JSON of one version to that of the next. Nothing stored
is rewritten; lifts run on read. There is none yet: every event is in its first version.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from qipan.journal.envelope import Envelope
from qipan.journal.events import CompetitionEvent
from qipan.kernel.errors import Corrupt

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

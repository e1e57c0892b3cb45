"""What the streams about persons share: a state told from its events, one after the other."""

from collections.abc import Callable, Iterable
from typing import TypeVar

import msgspec

from qipan.journal.envelope import Envelope
from qipan.kernel.errors import Corrupt

State = TypeVar("State", bound=msgspec.Struct)
Happened = TypeVar("Happened")


def told_by(
    start: State,
    envelopes: Iterable[Envelope],
    decoder: "msgspec.json.Decoder[Happened]",
    after: Callable[[State, Happened, Envelope], State],
) -> State:
    """Tell a state with a ``version`` from its events. Raises Corrupt for one that is none."""
    state = start
    for envelope in envelopes:
        try:
            event = decoder.decode(envelope.payload)
        except msgspec.MsgspecError as error:
            raise Corrupt(envelope.stream, envelope.version, f"unreadable: {error}") from error
        state = msgspec.structs.replace(after(state, event, envelope), version=envelope.version)
    return state

"""The rules for norms of arbiters that are in force here, as somebody set them."""

from collections.abc import Iterable

import msgspec

from qipan.journal.envelope import Envelope
from qipan.journal.event import Event
from qipan.journal.persons.reduction import told_by
from qipan.kernel.ids import StreamId

STREAM = StreamId("arbiter-norms")


class NormsSet(Event, frozen=True, tag="norms-set/1"):
    """Rules for norms were set, in place of those before."""

    rules: str
    """As they were written, TOML; nothing: there are none any more."""
    reason: str = ""


_decoder = msgspec.json.Decoder(NormsSet)


class NormsInForce(msgspec.Struct, frozen=True):
    """The rules in force."""

    version: int = 0
    rules: str = ""


def norms_in_force(envelopes: Iterable[Envelope]) -> NormsInForce:
    """Give the rules in force. Raises Corrupt."""
    return told_by(NormsInForce(), envelopes, _decoder, _after)


def _after(norms: NormsInForce, event: NormsSet, envelope: Envelope) -> NormsInForce:
    del envelope
    return msgspec.structs.replace(norms, rules=event.rules)

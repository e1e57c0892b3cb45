"""An event as it is stored, and the chain that makes any later change visible.

``hash = SHA-256(previous hash, stream, version, name, time, actor, payload)``. The payload is the
exact JSON text that was hashed; it is never written again. Nothing here knows what events mean.
"""

import hashlib
from collections.abc import Iterable, Iterator

import msgspec

from qipan.kernel.errors import Corrupt
from qipan.kernel.ids import StreamId

GENESIS = "0" * 64
"""What stands before the first event of a stream."""


class Fresh(msgspec.Struct, frozen=True):
    """An event on its way into the log: stable name and JSON payload."""

    name: str
    payload: str


class Batch(msgspec.Struct, frozen=True):
    """Events that are stored together or not at all."""

    stream: StreamId
    expected: int
    """The version the writer saw; 0 for a new stream."""
    actor: str
    at: str
    """UTC, ISO 8601, passed in by whoever may read the clock."""
    events: tuple[Fresh, ...]


class Envelope(msgspec.Struct, frozen=True):
    """A stored event."""

    stream: StreamId
    version: int
    name: str
    at: str
    actor: str
    payload: str
    previous: str
    hash: str


def digest(envelope: Envelope) -> str:
    """Compute the hash an envelope must have."""
    return _digest(
        envelope.previous,
        envelope.stream,
        envelope.version,
        envelope.name,
        envelope.at,
        envelope.actor,
        envelope.payload,
    )


def _digest(*content: str | int) -> str:
    return hashlib.sha256(msgspec.json.encode(content)).hexdigest()


def chain(version: int, previous: str, batch: Batch) -> tuple[Envelope, ...]:
    """Give a batch its versions and hashes, after an event of that version and hash."""
    made = []
    stream, at, actor = batch.stream, batch.at, batch.actor
    for fresh in batch.events:
        version += 1
        name, payload = fresh.name, fresh.payload
        own = _digest(previous, stream, version, name, at, actor, payload)
        made.append(Envelope(stream, version, name, at, actor, payload, previous, own))
        previous = own
    return tuple(made)


def verified(envelopes: Iterable[Envelope]) -> Iterator[Envelope]:
    """Pass the envelopes of one stream on, in order. Raises Corrupt at the first broken one."""
    version, previous = 0, GENESIS
    for envelope in envelopes:
        if envelope.version != version + 1:
            raise Corrupt(envelope.stream, version + 1, f"missing; {envelope.version} follows")
        if envelope.previous != previous:
            raise Corrupt(envelope.stream, envelope.version, "not chained to the event before it")
        if digest(envelope) != envelope.hash:
            raise Corrupt(envelope.stream, envelope.version, "its content does not match its hash")
        version, previous = envelope.version, envelope.hash
        yield envelope

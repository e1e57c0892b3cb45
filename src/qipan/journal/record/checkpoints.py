"""Checkpoints: the fingerprint of the whole record at a moment that people saw, signed.

One is made when a round is published and when standings are approved. It stands on the papers in
the hall, so that whoever kept one can prove later that history was written anew.
"""

from collections.abc import Iterable

import msgspec

from qipan.journal.envelope import Envelope
from qipan.journal.event import Event
from qipan.kernel.errors import Corrupt
from qipan.kernel.ids import StreamId

STREAM = StreamId("checkpoints")


class CheckpointMade(Event, frozen=True, tag="checkpoint-made/1"):
    """The record had this fingerprint."""

    size: int
    """Events before it."""
    root: str
    peaks: tuple[str, ...]
    """What the tree goes on from."""
    competition: str = ""
    section: str = ""
    round: int = 0
    """Of which round it was made; 0: when standings were approved."""
    key: str = ""
    """The public key of who signed, in hexadecimal; empty: nobody."""
    signature: str = ""


_decoder = msgspec.json.Decoder(CheckpointMade)


def signed_text(size: int, root: str, about: str) -> bytes:
    """Write what is signed."""
    return f"qipan checkpoint 1\n{size}\n{root}\n{about}\n".encode()


def about(made: CheckpointMade) -> str:
    """Write what a checkpoint was made for."""
    return f"{made.competition}/{made.section}/{made.round}"


def read_checkpoints(envelopes: Iterable[Envelope]) -> list[CheckpointMade]:
    """Read the checkpoints of a record. Raises Corrupt."""
    found = []
    for envelope in envelopes:
        try:
            found.append(_decoder.decode(envelope.payload))
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise Corrupt(envelope.stream, envelope.version, f"unreadable: {error}") from error
    return found

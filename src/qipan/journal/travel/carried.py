"""What a competition brought along: the proof that it is what stood in the record it came from.

Stream ``carried/<competition>/<place>``: whoever takes a competition in notes there what it came
from, and passes on the notes of those before. A code that was printed where the competition was
held before can be compared with it, also when it has moved on.
"""

import msgspec

from qipan.journal.envelope import Envelope
from qipan.journal.event import Event
from qipan.journal.record.checkpoints import CheckpointMade
from qipan.kernel.errors import Corrupt
from qipan.kernel.ids import StreamId

PREFIX = "carried/"
TreeItem = tuple[int | str, int | str]
"""``(stream, version)`` of an event that is here, or ``(height, root)`` of a whole subtree."""


class RecordCarried(Event, frozen=True, tag="record-carried/1"):
    """The competition arrived with the proof of the record it came from."""

    place: str
    """The data it came from."""
    key: str
    """The public key that what arrived was signed with; empty: nobody signed it."""
    tree: tuple[TreeItem, ...]
    """The Merkle tree over everything that record held, in the order of storing."""
    checkpoints: tuple[CheckpointMade, ...]


_decoder = msgspec.json.Decoder(RecordCarried)


def carried_stream(competition: str, place: str) -> StreamId:
    """Name the stream of what a competition brought along to some data."""
    return StreamId(f"{PREFIX}{competition}/{place}")


def carried_for(stream: str) -> str:
    """Name the competition that such a stream is about; nothing if it is another stream."""
    kind, _, rest = stream.partition("/")
    return rest.partition("/")[0] if f"{kind}/" == PREFIX else ""


def read_carried(envelope: Envelope) -> RecordCarried:
    """Read what was brought along. Raises Corrupt."""
    try:
        return _decoder.decode(envelope.payload)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise Corrupt(envelope.stream, envelope.version, f"unreadable: {error}") from error

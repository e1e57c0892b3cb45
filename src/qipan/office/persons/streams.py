"""Writing to the streams about persons: one event at a time, on the version that was read."""

from qipan.journal.envelope import Batch
from qipan.journal.event import Event, fresh
from qipan.kernel.ids import StreamId
from qipan.office.office import Office


def append_event(office: Office, actor: str, stream: StreamId, expected: int, event: Event) -> int:
    """Append an event; give its version. Raises Conflict if somebody else was first."""
    at = office.around.now().isoformat(timespec="milliseconds")
    office.around.log.append(Batch(stream, expected, actor, at, (fresh(event),)))
    return expected + 1

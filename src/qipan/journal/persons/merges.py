"""Who is the same person: noted when somebody says so, and taken back when they were wrong."""

from collections.abc import Iterable
from typing import assert_never

import msgspec

from qipan.journal.envelope import Envelope
from qipan.journal.event import Event
from qipan.kernel.errors import Corrupt
from qipan.kernel.ids import StreamId

STREAM = StreamId("persons")


class PersonsMerged(Event, frozen=True, tag="persons-merged/1"):
    """Several ids are one person."""

    people: tuple[str, ...]
    reason: str = ""


class MergeTakenBack(Event, frozen=True, tag="merge-taken-back/1"):
    """A merge was wrong."""

    merge: int
    """The version of the merge in this stream."""
    reason: str = ""


MergeEvent = PersonsMerged | MergeTakenBack
_decoder = msgspec.json.Decoder(MergeEvent)


class Merge(msgspec.Struct, frozen=True):
    """A merge that is in force."""

    number: int
    people: tuple[str, ...]
    reason: str
    at: str
    actor: str


def merges_in_force(envelopes: Iterable[Envelope]) -> tuple[dict[int, Merge], int]:
    """Give the merges in force by their number, and the version of the stream. Raises Corrupt."""
    found: dict[int, Merge] = {}
    version = 0
    for envelope in envelopes:
        version = envelope.version
        try:
            event = _decoder.decode(envelope.payload)
        except msgspec.MsgspecError as error:
            raise Corrupt(envelope.stream, version, f"unreadable: {error}") from error
        match event:
            case PersonsMerged():
                made = Merge(version, event.people, event.reason, envelope.at, envelope.actor)
                found[version] = made
            case MergeTakenBack():
                found.pop(event.merge, None)
            case _:
                assert_never(event)
    return found, version

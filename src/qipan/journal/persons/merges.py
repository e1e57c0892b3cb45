"""Who is the same person: noted when somebody says so, and taken back when they were wrong."""

from collections.abc import Iterable
from typing import assert_never

import msgspec

from qipan.journal.envelope import Envelope
from qipan.journal.event import Event
from qipan.journal.persons.reduction import told_by
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


class Merges(msgspec.Struct, frozen=True):
    """The merges in force, by their number."""

    version: int = 0
    by_number: dict[int, Merge] = {}


def merges_in_force(envelopes: Iterable[Envelope]) -> Merges:
    """Give the merges in force. Raises Corrupt."""
    return told_by(Merges(), envelopes, _decoder, _after)


def _after(merges: Merges, event: MergeEvent, envelope: Envelope) -> Merges:
    number, found = envelope.version, dict(merges.by_number)
    match event:
        case PersonsMerged():
            made = Merge(number, event.people, event.reason, envelope.at, envelope.actor)
            found[number] = made
        case MergeTakenBack():
            found.pop(event.merge, None)
        case _:
            assert_never(event)
    return Merges(number, found)

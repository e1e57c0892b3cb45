"""A parcel: all that belongs to one competition, on its way to other data.

Streams keep their names, versions and hashes. People travel as they are stored, salt included, so
that their digests stay what they are. Accounts, roles, links, cards and waiting registrations stay
where they are: they belong to a server, not to a competition.
"""

import msgspec

from qipan.journal.envelope import Envelope
from qipan.journal.record.checkpoints import CheckpointMade
from qipan.journal.travel.carried import TreeItem

FORMAT = "qipan-event/1"


class Picture(msgspec.Struct, frozen=True):
    """A photograph, under the hash that the journal has of it."""

    media: str
    content: bytes


class Parcel(msgspec.Struct, frozen=True):
    """What travels."""

    format: str
    competition: str
    place: str
    """The data it comes from."""
    events: tuple[Envelope, ...]
    """Stream after stream, each from its first event on."""
    people: dict[str, str]
    """Stored content, with its salt, by id; who was erased is not among them."""
    pictures: dict[str, Picture] = {}
    """By hash."""
    secrets: dict[str, bytes] = {}
    """Of lots that are committed to and not drawn; only where nobody else can read them."""
    tree: tuple[TreeItem, ...] = ()
    """The record it comes from: its own events by name, all else as hashes of subtrees."""
    checkpoints: tuple[CheckpointMade, ...] = ()

"""What a holder and a copy elsewhere say to each other.

The copy says how far it is (``Heads``); the holder sends what is missing (``Push``), as often as it
takes: what is there already is passed over. A copy that was taken over, or has another history,
answers with ``Fence`` and takes nothing.
"""

import msgspec

from qipan.journal.envelope import Envelope
from qipan.journal.state.values import Custody
from qipan.journal.travel.parcel import Picture


class Heads(msgspec.Struct, frozen=True):
    """How far a copy is."""

    streams: dict[str, tuple[int, str]]
    """Last version and its hash, by stream."""
    people: dict[str, str] = {}
    """Digest of what is stored of them, by id."""
    pictures: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()


class Push(msgspec.Struct, frozen=True):
    """Something of a competition, from whoever holds it."""

    place: str
    events: tuple[Envelope, ...] = ()
    people: dict[str, str] = {}
    forgotten: tuple[str, ...] = ()
    """Who was erased at the holder."""
    pictures: dict[str, Picture] = {}
    secrets: dict[str, bytes] = {}
    """Of lots that are not drawn; to a standby only."""


class Fence(msgspec.Struct, frozen=True):
    """Why a copy takes nothing: somebody else holds the competition."""

    custody: Custody
    line: tuple[tuple[int, str], ...]
    """Version and hash of every event of the competition there."""
    code: str = "travel.fenced"
    tables: dict[str, tuple[tuple[int, str], ...]] = {}
    """The same of its live games, by stream."""


class Further(msgspec.Struct, frozen=True):
    """Events of a competition after a version."""

    events: tuple[Envelope, ...]

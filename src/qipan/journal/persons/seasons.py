"""Seasons over several competitions: opened under their regulation, stops added and removed."""

from collections.abc import Iterable
from typing import assert_never

import msgspec

from qipan.journal.envelope import Envelope
from qipan.journal.event import Event
from qipan.journal.persons.reduction import told_by
from qipan.kernel.ids import StreamId

PREFIX = "season/"


class SeasonOpened(Event, frozen=True, tag="season-opened/1"):
    """A season was opened."""

    season: str
    rules: str
    """Its regulation as it was written, TOML."""


class StopAdded(Event, frozen=True, tag="stop-added/1"):
    """A section counts for a season."""

    season: str
    competition: str
    section: str
    factor: int = 100
    """In percent: what its points are worth."""


class StopRemoved(Event, frozen=True, tag="stop-removed/1"):
    """A section does not count any more."""

    season: str
    competition: str
    section: str
    reason: str = ""


SeasonEvent = SeasonOpened | StopAdded | StopRemoved
_decoder = msgspec.json.Decoder(SeasonEvent)


class Season(msgspec.Struct, frozen=True):
    """A season as it stands."""

    id: str
    version: int = 0
    rules: str = ""
    stops: tuple[StopAdded, ...] = ()


def stream_of_season(name: str) -> StreamId:
    """Name the stream of a season."""
    return StreamId(f"{PREFIX}{name}")


def season_of(name: str, envelopes: Iterable[Envelope]) -> Season:
    """Tell a season from its events. Raises Corrupt."""
    return told_by(Season(name), envelopes, _decoder, _after)


def _after(season: Season, event: SeasonEvent, envelope: Envelope) -> Season:
    del envelope
    match event:
        case SeasonOpened():
            return msgspec.structs.replace(season, rules=event.rules)
        case StopAdded():
            return msgspec.structs.replace(season, stops=(*season.stops, event))
        case StopRemoved():
            gone = (event.competition, event.section)
            left = tuple(x for x in season.stops if (x.competition, x.section) != gone)
            return msgspec.structs.replace(season, stops=left)
        case _:
            assert_never(event)

"""Ratings kept here: a list begun under its rules, and seasons rated, each a stream's event.

A season notes which version of which journals it was rated from, which person every entrant was,
and everybody's rating before and after. So it can be worked out again from the journals alone.
"""

from collections.abc import Iterable
from typing import assert_never

import msgspec

from qipan.journal.envelope import Envelope
from qipan.journal.event import Event
from qipan.journal.persons.reduction import told_by
from qipan.kernel.ids import StreamId

PREFIX = "kept-rating/"


class KeptGame(msgspec.Struct, frozen=True, array_like=True):
    """A game that waits for a first rating: the opponent's rating, the score, the month."""

    rating: str
    score: str
    month: int = 0


class KeptStand(msgspec.Struct, frozen=True, omit_defaults=True):
    """How somebody stands on a list; fractions are written as they are, ``3001/2``."""

    rating: str | None = None
    games: int = 0
    peak: int | None = None
    deviation: str | None = None
    volatility: str | None = None
    pool: tuple[KeptGame, ...] = ()
    """Games towards a first rating, or those it came from in the season of a first one."""


class SeasonLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a season did to one person's rating."""

    person: str
    before: KeptStand
    after: KeptStand
    games: int = 0
    """Rated in this season."""
    age: int | None = None
    """In years, where the rules ask for it."""
    was: str = ""
    """The id under which they stood on the list before; empty: they are new on it."""


class RatedSection(msgspec.Struct, frozen=True):
    """A section that was rated: its journal up to a version, and who its entrants were."""

    competition: str
    section: str
    version: int
    people: dict[str, str]
    weight: int = 100
    """In percent."""


class EarnedTitle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rank or title earned in a season."""

    person: str
    title: str
    clause: str
    rating: int | None = None
    event: int | None = None
    place: int | None = None


class RatingBegun(Event, frozen=True, tag="rating-begun/1"):
    """A list was begun."""

    list: str
    rules: str
    """How it is calculated, as JSON."""


class SeasonRated(Event, frozen=True, tag="season-rated/1"):
    """A season was rated."""

    list: str
    season: str
    sections: tuple[RatedSection, ...]
    lines: tuple[SeasonLine, ...]
    titles: tuple[EarnedTitle, ...] = ()


class SeasonTakenBack(Event, frozen=True, tag="season-taken-back/1"):
    """The newest season was taken back, to be rated again or not at all."""

    list: str
    season: str
    reason: str = ""


RatingEvent = RatingBegun | SeasonRated | SeasonTakenBack
_decoder = msgspec.json.Decoder(RatingEvent)


class KeptList(msgspec.Struct, frozen=True):
    """A list as it stands."""

    id: str
    version: int = 0
    rules: str = ""
    seasons: tuple[SeasonRated, ...] = ()
    """The oldest first."""


def stream_of_list(name: str) -> StreamId:
    """Name the stream of a list."""
    return StreamId(f"{PREFIX}{name}")


def kept_list(name: str, envelopes: Iterable[Envelope]) -> KeptList:
    """Tell a list from its events. Raises Corrupt."""
    return told_by(KeptList(name), envelopes, _decoder, _after)


def _after(kept: KeptList, event: RatingEvent, envelope: Envelope) -> KeptList:
    del envelope
    match event:
        case RatingBegun():
            return msgspec.structs.replace(kept, rules=event.rules)
        case SeasonRated():
            return msgspec.structs.replace(kept, seasons=(*kept.seasons, event))
        case SeasonTakenBack():
            return msgspec.structs.replace(kept, seasons=kept.seasons[:-1])
        case _:
            assert_never(event)

"""The questions a log in tables is asked, in the SQL that every database understands."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Select, func, or_, select

from qipan.kernel.ids import StreamId
from qipan.store.schema import event

COLUMNS = (
    event.c.stream,
    event.c.version,
    event.c.name,
    event.c.at,
    event.c.actor,
    event.c.payload,
    event.c.previous,
    event.c.hash,
)
"""In the order of the fields of an envelope."""
LAST_CHARACTER = "\U0010ffff"


def events_after(stream: StreamId, after: int) -> Select[Any]:
    """Ask for the events of a stream after a version, in order."""
    return (
        select(*COLUMNS)
        .where(event.c.stream == stream, event.c.version > after)
        .order_by(event.c.version)
    )


def events_of(streams: Sequence[StreamId]) -> Select[Any]:
    """Ask for all events of several streams, each in order."""
    return (
        select(*COLUMNS)
        .where(event.c.stream.in_(streams))
        .order_by(event.c.stream, event.c.version)
    )


def events_behind(places: Mapping[StreamId, int]) -> Select[Any]:
    """Ask for the events of several streams after a version of each, in order."""
    behind = (
        (event.c.stream == stream) & (event.c.version > after) for stream, after in places.items()
    )
    return select(*COLUMNS).where(or_(*behind)).order_by(event.c.stream, event.c.version)


def last_events(streams: Sequence[StreamId], names: Sequence[str]) -> Select[Any]:
    """Ask for the last event of some kinds in each of several streams."""
    last = (
        select(event.c.stream, func.max(event.c.version).label("version"))
        .where(event.c.stream.in_(streams), event.c.name.in_(names))
        .group_by(event.c.stream)
        .subquery()
    )
    same = (event.c.stream == last.c.stream) & (event.c.version == last.c.version)
    return select(*COLUMNS).join(last, same)


def last_version(stream: StreamId) -> Select[Any]:
    """Ask for the version of the last event."""
    return select(func.max(event.c.version)).where(event.c.stream == stream)


def names_of(prefix: str) -> Select[Any]:
    """Ask for the streams whose name begins with ``prefix``, sorted by code point."""
    query = select(event.c.stream).distinct().order_by(event.c.stream)
    if prefix:
        query = query.where(event.c.stream >= prefix, event.c.stream < prefix + LAST_CHARACTER)
    return query

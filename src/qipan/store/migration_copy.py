"""Copying everything from one storage to another, and proving that both are equal.

Events go through the log's port: the target computes every hash anew, and a hash that differs from
the source's stops the copy. What lies beside the journal is copied table by table. An interrupted
copy goes on where it stopped; nothing is ever replaced or removed in the target.
"""

import hashlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from itertools import groupby

import msgspec
from sqlalchemy import Engine, Table, insert, inspect, select

from qipan.journal.envelope import Batch, Envelope, Fresh, verified
from qipan.journal.log import Log, Stored
from qipan.kernel.errors import BadInput, Corrupt
from qipan.kernel.ids import StreamId
from qipan.store.database import reading
from qipan.store.lists.rating_lists import make_words
from qipan.store.schema import NEVER_COPIED, metadata

AT_ONCE = 500
"""Events in a batch, and rows in a statement."""
UNDER_WAY = 64
"""Batches handed in before the first of them is waited for."""
LASTING = tuple(
    table for table in metadata.sorted_tables if table.name not in {"event", *NEVER_COPIED}
)
"""Every table beside the events that lasts, owners before what they own."""


class Copied(msgspec.Struct, frozen=True):
    """What both storages hold, with one fingerprint over every event and every row."""

    streams: int
    events: int
    rows: dict[str, int]
    fingerprint: str


class Storage(msgspec.Struct, frozen=True):
    """A storage: its log, and the database with the tables beside it."""

    log: Log
    engine: Engine


def copy_all(source: Storage, target: Storage) -> Copied:
    """Copy everything and compare. Raises BadInput or Corrupt; the source is only read."""
    strange = sorted(set(target.log.streams()) - set(source.log.streams()))
    if strange:
        raise BadInput(f"already holds another journal: {strange[0]}", where="TO")
    missing = {str(each.name) for each in LASTING} - set(inspect(source.engine).get_table_names())
    if missing:
        raise BadInput("of an older version: start a server on it once", where="FROM")
    keeps_order = target.engine.dialect.name == "sqlite"  # a group of PostgreSQL goes in by stream
    copy_events(source.log, target.log, UNDER_WAY if keeps_order else 1)
    for table in LASTING:
        _copy_table(table, source.engine, target.engine)
    make_words(target.engine)
    here, there = fingerprint(source), fingerprint(target)
    if here != there:
        raise BadInput("the storages differ: somebody wrote to one of them", where="TO")
    return there


def copy_events(source: Log, target: Log, under_way: int = UNDER_WAY) -> None:
    """Copy the events that the target does not have. Raises Corrupt where they differ.

    They go over in the order of storing, one batch after the other, so that the fingerprints of
    the source are those of the target.
    """
    known: dict[StreamId, int] = {}
    for stream in source.streams():
        there = target.read(stream)
        _require_same(list(verified(source.read(stream)))[: len(there)], there)
        known[stream] = len(there)
    fresh = (each for each in source.scan_in_order() if each.version > known.get(each.stream, 0))
    waiting: deque[tuple[Sequence[Envelope], Future[Stored]]] = deque()
    for part in _batches(fresh):
        waiting.append((part, target.submit(_batch_of(part))))
        if len(waiting) == under_way:
            _wait(waiting)
    while waiting:
        _wait(waiting)


def _wait(waiting: deque[tuple[Sequence[Envelope], "Future[Stored]"]]) -> None:
    part, future = waiting.popleft()
    _require_same(part, future.result())


def _batches(events: Iterable[Envelope]) -> Iterator[list[Envelope]]:
    """Cut where stream, actor or time changes: a batch has one of each."""
    for _, same in groupby(events, key=lambda each: (each.stream, each.actor, each.at)):
        found = list(same)
        for start in range(0, len(found), AT_ONCE):
            yield found[start : start + AT_ONCE]


def _batch_of(part: Sequence[Envelope]) -> Batch:
    first = part[0]
    events = tuple(Fresh(each.name, each.payload) for each in part)
    return Batch(first.stream, first.version - 1, first.actor, first.at, events)


def _require_same(expected: Sequence[Envelope], found: Sequence[Envelope]) -> None:
    if len(found) > len(expected):
        extra = found[len(expected)]
        raise Corrupt(extra.stream, extra.version, "the source has no such event")
    for one, other in zip(expected, found, strict=False):
        if one != other:
            raise Corrupt(one.stream, one.version, "source and target hold different events")


def _copy_table(table: Table, source: Engine, target: Engine) -> None:
    keys = list(table.primary_key.columns)
    with reading(source) as connection:
        rows = [row._asdict() for row in connection.execute(select(table))]
    with reading(target) as connection:
        known = {tuple(row) for row in connection.execute(select(*keys))}
    fresh = [row for row in rows if tuple(row[key.name] for key in keys) not in known]
    with target.begin() as connection:
        for start in range(0, len(fresh), AT_ONCE):
            connection.execute(insert(table), fresh[start : start + AT_ONCE])


def fingerprint(storage: Storage) -> Copied:
    """Hash every event again and every row beside them. Raises Corrupt."""
    content = hashlib.sha256()
    streams = events = 0
    for _, envelopes in groupby(storage.log.scan(), key=lambda each: each.stream):
        streams += 1
        for envelope in verified(envelopes):
            events += 1
            content.update(msgspec.json.encode(envelope))
    rows = {
        str(table.name): _hash_table(table, storage.engine, content.update) for table in LASTING
    }
    return Copied(streams, events, rows, content.hexdigest())


def _hash_table(table: Table, engine: Engine, update: Callable[[bytes], None]) -> int:
    """Hash the rows in an order that no database's language changes."""
    with reading(engine) as connection:
        rows = connection.execute(select(table)).all()
    for line in sorted(msgspec.json.encode([str(table.name), *row]) for row in rows):
        update(line)
    return len(rows)

"""The journal in PostgreSQL: asyncpg on an event loop of its own, behind the same port as a file.

Whoever appends hands a batch to the loop's thread and waits on a future. The writer takes all that
is waiting (at most ``GROUP`` batches), stores it in one transaction, and answers only after the
commit. Several processes may write: the primary key (stream, version) lets one of them win, and
the other looks again and finds a conflict.

A line that breaks during a commit leaves open whether it happened. The writer then connects anew
and looks for the very hashes it wrote: found means stored. Only if the database stays away for
``PATIENCE`` seconds is somebody told that it is not known (``Uncertain``).
"""

import asyncio
from collections import deque
from collections.abc import Coroutine, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock, Thread
from time import monotonic, perf_counter
from typing import Any, TypeVar

import msgspec
from asyncpg.exceptions import InterfaceError, PostgresError
from sqlalchemy import Engine, Select, insert, select, text, tuple_
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from qipan.journal.envelope import GENESIS, Batch, Envelope, chain
from qipan.journal.log import Stored, Watcher
from qipan.kernel.errors import Conflict, QipanError, Unavailable, Uncertain
from qipan.kernel.ids import StreamId
from qipan.store.address import STATEMENT_SECONDS, Address
from qipan.store.database import open_postgres, reason_of
from qipan.store.queries import events_after, events_of, last_version, last_versions, names_of
from qipan.store.schema import event, fitting, storable

GROUP = 256
TOGETHER = 200
"""Streams that are asked for in one question."""
READERS = 8
PATIENCE = 10.0
"""Seconds for which a broken line is tried again before somebody is told."""
PAUSE = 0.2
RACES = 20
"""How often a group is tried again because another process was faster."""

Value = TypeVar("Value")
_Waiting = tuple[Batch, "Future[Stored]"]
_Head = tuple[int, str]
_Answer = Stored | QipanError
_HEADS = text(
    "SELECT asked.stream, head.version, head.hash "
    "FROM unnest(CAST(:streams AS varchar[])) AS asked(stream) CROSS JOIN LATERAL "
    "(SELECT version, hash FROM event WHERE event.stream = asked.stream "
    "ORDER BY version DESC LIMIT 1) AS head"
)
_BROKEN = (SQLAlchemyError, PostgresError, InterfaceError, OSError, TimeoutError)
_PASSING = ("08", "53", "57")
"""Classes of PostgreSQL's error codes that pass: lost lines, full tables of lines, restarts."""


class PostgresLog:
    """A log in a database that several machines share."""

    seconds: float = STATEMENT_SECONDS
    """How long a question may take."""

    def __init__(self, engine: Engine, address: Address, *, read_only: bool = False) -> None:
        """Start the loop's thread on a database that is up to date."""
        self.engine = engine
        self.watcher: Watcher | None = None
        self.patience = PATIENCE
        self.address = address
        self._shown = address.shown
        self._closed = False
        self._closing = Lock()
        url, arguments = address.for_journal(read_only=read_only, seconds=self.seconds)
        self._lines = create_async_engine(
            url,
            connect_args=arguments,
            pool_size=READERS,
            max_overflow=0,
            pool_timeout=min(30.0, self.seconds),
            hide_parameters=True,
        )
        self._queue: asyncio.Queue[_Waiting | None] = asyncio.Queue()
        self._handed: deque[_Waiting] = deque()
        self._woken = False
        # Answers are given on a thread of their own: whoever is told may ask the log again.
        self._answers = ThreadPoolExecutor(1, thread_name_prefix="journal-answers")
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._run, name="journal-loop", daemon=True)
        self._thread.start()

    @classmethod
    def open(
        cls, address: Address, *, create: bool = True, read_only: bool = False
    ) -> "PostgresLog":
        """Open a database. Raises BadInput or Unavailable."""
        engine = open_postgres(address, create=create, read_only=read_only)
        return cls(engine, address, read_only=read_only)

    def submit(self, batch: Batch) -> "Future[Stored]":
        """Hand a batch to the writer. Raises BadInput, or Unavailable after ``close``."""
        fitting(batch)
        future: Future[Stored] = Future()
        with self._closing:
            if self._closed:
                raise Unavailable(self._shown, "the journal is closed")
            self._handed.append((batch, future))
            if not self._woken:  # waking another thread costs more than what is handed over
                self._woken = True
                self._loop.call_soon_threadsafe(self._take_handed)
        return future

    def _take_handed(self) -> None:
        self._woken = False  # first: what is handed in from now on wakes again
        while self._handed:
            self._queue.put_nowait(self._handed.popleft())

    def append(self, batch: Batch) -> Stored:
        """Store a batch and wait until it is durable. Raises Conflict or Unavailable."""
        return self.submit(batch).result()

    def read(self, stream: StreamId, after: int = 0) -> Sequence[Envelope]:
        """Give the events of a stream after a version. Raises Unavailable."""
        if not storable(stream):
            return []
        return [Envelope(*row) for row in self._ask(events_after(stream, after))]

    def read_all(self, streams: Sequence[StreamId]) -> dict[StreamId, list[Envelope]]:
        """Give the events of several streams, asked for together. Raises Unavailable."""
        found: dict[StreamId, list[Envelope]] = {stream: [] for stream in streams}
        for some in _portions(streams):
            for row in self._ask(events_of(some)):
                found[row.stream].append(Envelope(*row))
        return found

    def versions(self, streams: Sequence[StreamId]) -> dict[StreamId, int]:
        """Give the versions of the last events of several streams. Raises Unavailable."""
        found = dict.fromkeys(streams, 0)
        for some in _portions(streams):
            found.update((name, last) for name, last in self._ask(last_versions(some)))
        return found

    def version(self, stream: StreamId) -> int:
        """Give the version of the last event. Raises Unavailable."""
        if not storable(stream):
            return 0
        return int(self._ask(last_version(stream)).scalar() or 0)

    def streams(self, prefix: str = "") -> Sequence[StreamId]:
        """Name the streams. Raises Unavailable."""
        return [StreamId(name) for name in self._ask(names_of(prefix)).scalars()]

    def scan(self) -> Iterator[Envelope]:
        """Give every event, stream by stream."""
        for stream in self.streams():
            yield from self.read(stream)

    def close(self) -> None:
        """Write what was handed in, stop the loop and let go of the database."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
            self._loop.call_soon_threadsafe(self._queue.put_nowait, None)
        self._thread.join()
        self._answers.shutdown()
        self.engine.dispose()

    # -- asking --------------------------------------------------------------------------------

    def _ask(self, query: Select[Any]) -> Any:
        return self._on_loop(self._answer(query))

    def _on_loop(self, work: Coroutine[Any, Any, Value]) -> Value:
        with self._closing:
            if self._closed:
                work.close()
                raise Unavailable(self._shown, "the journal is closed")
            asked = asyncio.run_coroutine_threadsafe(work, self._loop)
        return asked.result()

    async def _answer(self, query: Select[Any]) -> Any:
        for again in (True, False):
            try:
                async with self._lines.connect() as connection:
                    plain = await connection.execution_options(isolation_level="AUTOCOMMIT")
                    return await plain.execute(query)
            except _BROKEN as error:
                # A line may have died while it lay in the pool; a new one is tried once.
                if not (again and getattr(error, "connection_invalidated", False)):
                    raise Unavailable(self._shown, reason_of(error)) from error
        raise AssertionError("unreachable")

    # -- the loop's thread ---------------------------------------------------------------------

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._write())
        finally:
            self._loop.run_until_complete(self._finish())
            self._loop.close()

    async def _finish(self) -> None:
        """Let readers end, then hang up."""
        others = asyncio.all_tasks() - {asyncio.current_task()}
        if others:
            await asyncio.wait(others, timeout=self.patience)
        await self._lines.dispose()

    async def _write(self) -> None:
        open_ = True
        while open_:
            group: list[_Waiting] = []
            first = await self._queue.get()
            while first is not None:
                group.append(first)
                if len(group) == GROUP or self._queue.empty():
                    break
                first = self._queue.get_nowait()
            open_ = first is not None
            if group:
                begun = perf_counter()
                answers = await self._commit_whatever([batch for batch, _ in group])
                if self.watcher is not None:
                    self.watcher(len(group), perf_counter() - begun)
                self._tell(group, answers)

    def _tell(self, group: list[_Waiting], answers: list[_Answer]) -> None:
        self._answers.submit(tell, [future for _, future in group], answers)

    async def _commit_whatever(self, group: list[Batch]) -> list[_Answer]:
        """Store a group; the writer outlives every mistake, and somebody is told of it."""
        try:
            return await self._commit(group)
        except Exception as error:  # noqa: BLE001  (else everybody would wait for ever)
            unsure = Uncertain(self._shown, f"{type(error).__name__}: {reason_of(error)}")
            return [unsure] * len(group)

    async def _commit(self, group: list[Batch]) -> list[_Answer]:
        """Store a group, through races and broken lines."""
        attempt = Attempt(group)
        until, races = monotonic() + self.patience, 0
        while True:
            try:
                async with self._lines.begin() as connection:
                    await attempt.store(connection)
                return attempt.answers
            except IntegrityError as error:
                races += 1
                if races > RACES:
                    return self._failed(attempt, error)
                attempt.forget()  # rolled back for certain
            except _BROKEN as error:
                passing = _passes(error)
                if not passing:
                    attempt.forget()  # the server said no, so it rolled back
                if not passing or monotonic() > until:
                    return self._failed(attempt, error)
                await asyncio.sleep(PAUSE)

    def _failed(self, attempt: "Attempt", error: Exception) -> list[_Answer]:
        why = reason_of(error)
        sure, unsure = Unavailable(self._shown, why), Uncertain(self._shown, why)
        return [unsure if place in attempt.written else sure for place in range(len(attempt.group))]


class Attempt:
    """One group on its way in, and what an earlier try may already have stored of it."""

    def __init__(self, group: list[Batch]) -> None:
        """Begin with nothing written."""
        self.group = group
        self.answers: list[_Answer] = [()] * len(group)
        self.written: dict[int, Stored] = {}
        """By place in the group: what was sent in a transaction whose end is not known."""

    def forget(self) -> None:
        """Nothing of the last try was stored."""
        self.written.clear()

    async def store(self, connection: AsyncConnection) -> None:
        """Store what is not there yet; the caller commits.

        Rows go in by stream, so that two processes never wait for each other.
        """
        there = await self._survivors(connection)
        names = sorted({batch.stream for batch in self.group})
        found = await connection.execute(_HEADS, {"streams": names})
        heads: dict[str, _Head] = {row.stream: (row.version, row.hash) for row in found}
        rows: list[Envelope] = []
        for place in sorted(range(len(self.group)), key=lambda each: self.group[each].stream):
            batch = self.group[place]
            if place in there:
                self.answers[place] = self.written[place]
                continue
            version, previous = heads.get(batch.stream, (0, GENESIS))
            if version != batch.expected:
                self.answers[place] = Conflict(batch.stream, batch.expected, version)
                continue
            stored = chain(version, previous, batch)
            self.answers[place] = stored
            if stored:
                self.written[place] = stored
                heads[batch.stream] = (stored[-1].version, stored[-1].hash)
                rows += stored
        if rows:
            await connection.execute(insert(event), [msgspec.structs.asdict(row) for row in rows])

    async def _survivors(self, connection: AsyncConnection) -> set[int]:
        """Find which batches of a broken commit are stored after all, by their last hash."""
        if not self.written:
            return set()
        keys = [(stored[-1].stream, stored[-1].version) for stored in self.written.values()]
        query = select(event.c.hash).where(tuple_(event.c.stream, event.c.version).in_(keys))
        known = set((await connection.execute(query)).scalars())
        there = {place for place, stored in self.written.items() if stored[-1].hash in known}
        self.written = {place: self.written[place] for place in there}
        return there


def _portions(streams: Sequence[StreamId]) -> Iterator[list[StreamId]]:
    known = [stream for stream in streams if storable(stream)]
    for first in range(0, len(known), TOGETHER):
        yield known[first : first + TOGETHER]


def _passes(error: Exception) -> bool:
    """Say whether a failure is of the line and not an answer of the server."""
    if isinstance(error, DBAPIError):
        code = getattr(error.orig, "sqlstate", None)
        return error.connection_invalidated or not code or code[:2] in _PASSING
    return not isinstance(error, PostgresError) or str(error.sqlstate)[:2] in _PASSING


def tell(futures: list["Future[Stored]"], answers: list[_Answer]) -> None:
    """Answer everybody who waits."""
    for future, answer in zip(futures, answers, strict=True):
        if isinstance(answer, QipanError):
            future.set_exception(answer)
        else:
            future.set_result(answer)

"""Connections to PostgreSQL on which no question waits for ever.

A cut network says nothing, and neither does a server that was stopped: whoever waits longer than a
lease lasts has lost it. So the time is kept here, on this side of the line.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.rows import TupleRow
from sqlalchemy import Connection, Engine, create_engine, inspect, text
from sqlalchemy.exc import DatabaseError

from qipan.kernel.errors import BadInput, Unavailable
from qipan.store.address import STATEMENT_SECONDS, Address
from qipan.store.database import bring_up_to_date, reason_of, require_journal, speak_clearly

Value = TypeVar("Value")
BROKEN = ("08", "57")
"""Classes of PostgreSQL's error codes after which it is open whether a commit happened."""
MOMENTARY = ("40", "53", "55")
"""Classes of answers that pass: somebody was in the way, a disk or a table of lines was full."""
POOL = 10
"""Connections that a process keeps open to PostgreSQL, beside the writer's."""
ONE_AT_A_TIME = 0x71697061
"""Advisory lock of PostgreSQL under which the tables are brought up to date."""


class TimedConnection(psycopg.Connection[TupleRow]):
    """A connection that is closed as soon as a question has no answer within ``seconds``."""

    seconds: float = STATEMENT_SECONDS

    def wait(self, gen: PQGen[Value], *more: Any, **words: Any) -> Value:
        """Wait for one exchange with the server. Raises OperationalError when time is up."""
        try:
            return super().wait(_limited(gen, self.seconds), *more, **words)
        except TimeoutError:
            self.close()
            raise psycopg.OperationalError(f"no answer within {self.seconds:g} s") from None


def _limited(steps: PQGen[Value], seconds: float) -> PQGen[Value]:
    """Pass the steps of an exchange on; the driver looks in several times a second."""
    until = monotonic() + seconds
    try:
        wanted = next(steps)
        while True:
            ready = yield wanted
            if not ready and monotonic() > until:
                raise TimeoutError
            wanted = steps.send(ready)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]


def connect(address: Address, seconds: float, **settings: str) -> TimedConnection:
    """Open a connection with settings of the session. Raises psycopg.OperationalError."""
    made = TimedConnection.connect(**address.arguments(seconds, **settings))
    made.seconds = seconds
    return made


class DatabaseLine:
    """A connection that is opened when needed and thrown away when anything is wrong with it."""

    def __init__(self, address: Address, seconds: float, **settings: str) -> None:
        """Remember where to; ``seconds`` bounds connecting and every question."""
        self._address, self._seconds, self._settings = address, seconds, settings
        self._cursor: psycopg.RawCursor[TupleRow] | None = None

    def ask(self, query: str, *values: Any) -> list[TupleRow]:
        """Ask once, by itself a transaction. Raises psycopg.Error; a line that broke is dropped."""
        try:
            cursor = self._cursor
            if cursor is None:
                opened = connect(self._address, self._seconds, **self._settings)
                opened.autocommit = True
                cursor = self._cursor = psycopg.RawCursor(opened)
            cursor.execute(query, values, prepare=True)
            return cursor.fetchall() if cursor.description else []
        except BaseException as error:
            if may_be_stored(error):
                self.drop()
            raise

    def drop(self) -> None:
        """Throw the connection away."""
        cursor, self._cursor = self._cursor, None
        if cursor is not None:
            cursor.connection.close()


def may_be_stored(error: BaseException) -> bool:
    """Say whether the line failed, and not the server answered: then nobody knows what it did."""
    code = getattr(error, "sqlstate", None)
    return code is None or code[:2] in BROKEN


def passes(error: BaseException) -> bool:
    """Say whether it is worth trying again: the line or the server failed, not our own program."""
    if not isinstance(error, psycopg.Error | OSError):
        return False
    return may_be_stored(error) or str(getattr(error, "sqlstate", ""))[:2] in MOMENTARY


def text_array(texts: Sequence[str]) -> str:
    """Write texts as one array of PostgreSQL; they hold no NUL.

    In a few passes over all of them together: a group commit writes thousands.
    """
    joined = "\0".join(texts).replace("\\", "\\\\").replace('"', '\\"')
    return '{"' + joined.replace("\0", '","') + '"}' if texts else "{}"


def int_array(numbers: Iterable[int]) -> str:
    """Write whole numbers as one array of PostgreSQL."""
    return "{" + ",".join(map(str, numbers)) + "}"


def open_postgres(
    address: Address,
    *,
    create: bool = True,
    read_only: bool = False,
    seconds: float = STATEMENT_SECONDS,
) -> Engine:
    """Open a database of PostgreSQL and bring its tables up to date.

    ``seconds`` bounds every question that is asked later. Raises BadInput if it is no journal of
    ours, Unavailable if it cannot be reached or does not keep what it acknowledges.
    """
    settings = {"synchronous_commit": "on"}  # every commit waits for the disk
    if read_only:
        settings["default_transaction_read_only"] = "on"
    engine = create_engine(
        "postgresql+psycopg://",
        creator=lambda: connect(address, seconds, **settings),
        pool_pre_ping=True,
        pool_size=POOL,
        pool_timeout=min(30.0, seconds),
        hide_parameters=True,
    )
    speak_clearly(engine, address.shown)
    try:
        with _without_hurry(engine, seconds) as connection:
            if connection.execute(text("SHOW fsync")).scalar() != "on":
                raise Unavailable(address.shown, "the server runs without fsync and may lose data")
            connection.execute(text(f"SELECT pg_advisory_xact_lock({ONE_AT_A_TIME})"))
            require_journal(connection, address.shown)
            if not inspect(connection).has_table("event") and (read_only or not create):
                raise BadInput("no such journal", where=address.shown)
            if not read_only:
                bring_up_to_date(connection)
    except DatabaseError as error:
        engine.dispose()
        raise Unavailable(address.shown, reason_of(error)) from None
    except (BadInput, Unavailable):
        engine.dispose()
        raise
    return engine


@contextmanager
def _without_hurry(engine: Engine, seconds: float) -> Iterator[Connection]:
    """Connect and take time: another process may be bringing the tables up to date."""
    with engine.connect() as connection:
        driver = connection.connection.driver_connection
        assert isinstance(driver, TimedConnection)
        driver.seconds = STATEMENT_SECONDS
        yield connection
        driver.seconds = seconds

"""Opening a database: the engine of a file, and bringing the tables of any up to date."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Table, create_engine, event, inspect, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import DatabaseError, InterfaceError, OperationalError
from sqlalchemy.pool import NullPool, QueuePool

from qipan.kernel.errors import BadInput, Damaged, Unavailable

MIGRATIONS = Path(__file__).parent / "migrations"
NEWEST = "0010"
"""The last step of the migrations: a database that is there needs none."""
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON")
"""Durable when acknowledged; and what is erased is overwritten, not only forgotten."""
BUSY_SECONDS = 10


def open_sqlite(path: Path, *, create: bool = True, read_only: bool = False) -> Engine:
    """Open a file as a journal and bring it up to date.

    Raises BadInput if there is no such file and none may be made, or if it is no journal of ours;
    Unavailable if the file or its folder cannot be written.
    """
    fresh = not path.exists()
    if fresh and (read_only or not create):
        raise BadInput("no such journal", where=str(path))
    if create and not read_only:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unavailable(str(path.parent), error.strerror or "cannot be made") from error
        if fresh:
            _make_private(path)
    target = f"file:{path.resolve().as_posix()}?uri=true" + (_for_reading(path) * read_only)
    # The connection used last knows its statements and pages: the others need not learn them too.
    pool = {"poolclass": NullPool} if read_only else {"poolclass": QueuePool, "pool_use_lifo": True}
    engine = create_engine(
        f"sqlite:///{target}",
        **pool,
        connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False},
        hide_parameters=True,  # what is bound to a statement may be personal
    )
    event.listen(engine, "connect", _read_settings if read_only else _settings)
    event.listen(engine, "begin", _begin_reading if read_only else _begin)
    try:
        with engine.connect() as connection:
            require_journal(connection, str(path))
            if not read_only:
                bring_up_to_date(connection)
    except DatabaseError as error:
        engine.dispose()
        reason = str(error.orig)
        if "not a database" in reason or "malformed" in reason:
            raise BadInput(f"not a journal: {reason}", where=str(path)) from error
        raise Unavailable(str(path), reason) from error
    speak_clearly(engine, str(path))
    return engine


def _make_private(path: Path) -> None:
    """Make an empty file that only its owner reads: it will hold names, keys and secrets."""
    with suppress(FileExistsError):
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except PermissionError as error:
            raise Unavailable(str(path), error.strerror or "cannot be made") from error


def _for_reading(path: Path) -> str:
    """Open for reading; on a medium that nobody can write, without the files SQLite makes."""
    closed = not Path(f"{path}-wal").exists() and not os.access(path.parent, os.W_OK)
    return "&mode=ro&immutable=1" if closed else "&mode=ro"


def reason_of(error: Exception) -> str:
    """Write in one line what a driver says, without what was sent to it."""
    inner = getattr(error, "orig", None) or error
    said = inner.args[0] if inner.args else ""
    if isinstance(inner, OSError) and inner.strerror:
        said = inner.strerror
    return str(said).strip().partition("\n")[0] or type(inner).__name__


def speak_clearly(engine: Engine, shown: str) -> None:
    """Make a storage that cannot be reached or written Unavailable, whoever meets it."""

    @event.listens_for(engine, "handle_error")
    def unavailable(context: ExceptionContext) -> None:
        error = context.sqlalchemy_exception
        if context.is_pre_ping:
            return
        if "Could not decode" in str(getattr(error, "orig", "")):
            raise Damaged(shown, "holds text that cannot be read") from None
        if isinstance(error, OperationalError | InterfaceError):
            raise Unavailable(shown, reason_of(error)) from error
        if type(error) is DatabaseError and "malformed" in str(error.orig):
            raise Damaged(shown, reason_of(error)) from error


def _settings(connection: Any, record: object) -> None:
    del record
    connection.isolation_level = None  # transactions are begun by us, see _begin
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _read_settings(connection: Any, record: object) -> None:
    del record
    connection.isolation_level = None
    # Text that a disk has changed is passed on, so that its hash can name the event.
    connection.text_factory = lambda raw: raw.decode(errors="replace")


def _begin(connection: Connection) -> None:
    if connection.get_execution_options().get("isolation_level") == "AUTOCOMMIT":
        return  # somebody who only reads must not wait for the writer, nor the writer for them
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin_reading(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def require_journal(connection: Connection, shown: str) -> None:
    """Take an empty database, or a journal of ours. Raises BadInput."""
    names = set(inspect(connection).get_table_names())
    if names and "event" not in names:
        raise BadInput("a database, but not a journal of Qipan", where=shown)


def bring_up_to_date(connection: Connection) -> None:
    """Make the tables what this version knows. Raises BadInput if a newer one wrote them."""
    if "alembic_version" in inspect(connection).get_table_names():
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        if found == NEWEST:
            return
        if found is not None and found > NEWEST:
            raise BadInput(
                f"written by a newer version of Qipan (tables {found}, this one knows {NEWEST})",
                where="data",
            )
    from alembic import command  # only who changes tables pays for it
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    connection.commit()


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Connect for reading: no transaction is begun that could wait for a writer."""
    with engine.connect() as connection:
        yield connection.execution_options(isolation_level="AUTOCOMMIT")


def keep_row(
    connection: Connection,
    table: Table,
    key: Mapping[str, object],
    changed: Mapping[str, object],
    fresh: Mapping[str, object] | None = None,
) -> None:
    """Change the row with a key, or insert it: in one statement, whoever does so at this moment.

    ``fresh`` is what only a new row gets.
    """
    row: dict[str, object] = {**key, **changed, **(fresh or {})}
    where, new = list(key), dict(changed)
    if connection.dialect.name == "sqlite":
        in_file = sqlite.insert(table).values(**row)
        connection.execute(in_file.on_conflict_do_update(index_elements=where, set_=new))
        return
    from sqlalchemy.dialects import postgresql  # read only where there is such a database

    in_base = postgresql.insert(table).values(**row)
    connection.execute(in_base.on_conflict_do_update(index_elements=where, set_=new))

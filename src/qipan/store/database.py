"""Opening a database: the engine, its settings, and bringing the tables up to date."""

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool, QueuePool

from qipan.kernel.errors import BadInput, Unavailable

MIGRATIONS = Path(__file__).parent / "migrations"
NEWEST = "0001"
BUSY_SECONDS = 10


def open_sqlite(path: Path, *, create: bool = True, read_only: bool = False) -> Engine:
    """Open a file as a journal and bring it up to date.

    Raises BadInput if there is no such file and none may be made, or if it is no journal of ours;
    Unavailable if the file or its folder cannot be written.
    """
    if not path.exists() and (read_only or not create):
        raise BadInput("no such journal", where=str(path))
    if create and not read_only:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unavailable(str(path.parent), error.strerror or "cannot be made") from error
    target = f"file:{path.resolve().as_posix()}?uri=true" + ("&mode=ro" if read_only else "")
    engine = create_engine(
        f"sqlite:///{target}",
        poolclass=NullPool if read_only else QueuePool,
        connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False},
    )
    event.listen(engine, "connect", _read_settings if read_only else _settings)
    event.listen(engine, "begin", _begin_reading if read_only else _begin)
    try:
        with engine.connect() as connection:
            _check(connection, path)
            if not read_only:
                _migrate(connection)
    except DatabaseError as error:
        engine.dispose()
        reason = str(error.orig)
        if "not a database" in reason or "malformed" in reason:
            raise BadInput(f"not a journal: {reason}", where=str(path)) from error
        raise Unavailable(str(path), reason) from error
    return engine


def _settings(connection: Any, record: object) -> None:
    del record
    connection.isolation_level = None  # transactions are begun by us, see _begin
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _read_settings(connection: Any, record: object) -> None:
    del record
    connection.isolation_level = None


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin_reading(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _check(connection: Connection, path: Path) -> None:
    names = set(inspect(connection).get_table_names())
    if names and "event" not in names:
        raise BadInput("a database, but not a journal of Qipan", where=str(path))


def _migrate(connection: Connection) -> None:
    if "alembic_version" in inspect(connection).get_table_names():
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        if found == NEWEST:
            return
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    connection.commit()


def newest_step() -> str:
    """Name the newest migration there is, as Alembic sees it."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    return str(ScriptDirectory.from_config(config).get_current_head())

"""The only module that chooses adapters and reads the environment, the clock and the dice."""

import hashlib
import os
import resource
import secrets
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from qipan.desk.office import Announce, Office, Surroundings
from qipan.journal.log import DurableLog, Log
from qipan.journal.people import People, Secrets
from qipan.kernel.errors import BadInput
from qipan.play.recovery import Pulse
from qipan.settings import Settings, read_settings
from qipan.store.accounts import SqlAccounts
from qipan.store.address import is_postgres, read_address
from qipan.store.beside import Beside, beside
from qipan.store.database import open_sqlite
from qipan.store.memory import MemoryLog, MemoryPeople, MemorySecrets
from qipan.store.people import SqlPeople, SqlSecrets
from qipan.store.postgres import PostgresLog
from qipan.store.pulse import FilePulse
from qipan.store.sqlite import SqliteLog

DEFAULT_DATA = "qipan.sqlite"
START = datetime(2026, 1, 1, 9, 0, tzinfo=UTC)
"""When simulated events begin."""


@dataclass
class House:
    """Everything put together on one storage."""

    log: DurableLog
    people: People
    secrets: Secrets
    accounts: SqlAccounts
    office: Office
    beside: Beside
    pulse: Pulse | None = None
    """The last sign of life of whoever serves live tables here."""
    listeners: list[Announce] = field(default_factory=list)

    def close(self) -> None:
        """Finish writing and let go of the storage."""
        self.log.close()


def data_from_environment() -> str:
    """Give the journal to use: ``QIPAN_DATA``, else a file in this folder."""
    return os.environ.get("QIPAN_DATA", DEFAULT_DATA)


def settings_from(path: Path | None, chosen: Mapping[str, Any]) -> Settings:
    """Read a file of settings, the environment, and what was chosen on the command line.

    Raises BadInput if the file cannot be read or says something that is not known.
    """
    try:
        text = path.read_text("utf-8") if path else ""
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput("cannot be read as text", where=str(path)) from error
    return read_settings(text, os.environ, chosen, str(path) if path else "settings")


def path_of(data: str) -> Path:
    """Read a path or ``sqlite:`` URL. Raises BadInput for a kind of storage there is none of."""
    if data.startswith("sqlite:"):
        return Path(data.removeprefix("sqlite:").removeprefix("//"))
    if "://" in data:
        raise BadInput(f"no storage for {data.partition(':')[0]!r}", where="--data")
    return Path(data)


def open_log(data: str, *, create: bool = True, read_only: bool = False) -> SqliteLog | PostgresLog:
    """Open the journal of a path or URL. Raises BadInput or Unavailable."""
    if is_postgres(data):
        return PostgresLog.open(read_address(data), create=create, read_only=read_only)
    path = path_of(data)
    return SqliteLog(open_sqlite(path, create=create, read_only=read_only), path)


def shown(data: str) -> str:
    """Write a path or URL for people: without a password."""
    return read_address(data).shown if is_postgres(data) else data


def open_house(data: str, *, create: bool = True) -> House:
    """Open the journal of a path or URL with all that belongs to it."""
    log = open_log(data, create=create)
    people, hidden = SqlPeople(log.engine), SqlSecrets(log.engine)
    around = Surroundings(log, people, hidden, utc_now, secrets.token_bytes)
    listeners: list[Announce] = []

    def announce(competition: str, version: int) -> None:
        for listener in listeners:
            listener(competition, version)  # type: ignore[arg-type]

    office = Office(around, announce)
    pulse = FilePulse(Path("qipan") if is_postgres(data) else path_of(data))
    accounts, more = SqlAccounts(log.engine), beside(log.engine)
    return House(log, people, hidden, accounts, office, more, pulse, listeners)


class SimulatedWorld:
    """Clock and dice that depend on a seed and on how much has happened, on nothing else.

    An interrupted simulation that goes on with the same journal sees the same time and dice.
    """

    def __init__(self, log: Log, seed: int) -> None:
        """Watch a log."""
        self._log, self._seed = log, seed
        self._version = self._calls = -1

    def _happened(self) -> int:
        return sum(self._log.version(stream) for stream in self._log.streams())

    def now(self) -> datetime:
        """Give a time: one second an event."""
        return START + timedelta(seconds=self._happened())

    def random_bytes(self, size: int) -> bytes:
        """Give bytes that only seed, place and number of the call decide."""
        version = self._happened()
        self._calls = self._calls + 1 if version == self._version else 0
        self._version = version
        words = f"{self._seed}/{version}/{self._calls}"
        return hashlib.shake_256(words.encode()).digest(size)


def simulated_office(seed: int, data: str | None = None) -> Office:
    """Make an office whose clock and dice come from a seed: in memory, or on a journal."""
    if data is None:
        log: Log = MemoryLog()
        people: People = MemoryPeople()
        hidden: Secrets = MemorySecrets()
    else:
        durable = open_log(data)
        log, people, hidden = durable, SqlPeople(durable.engine), SqlSecrets(durable.engine)
    world = SimulatedWorld(log, seed)
    return Office(Surroundings(log, people, hidden, world.now, world.random_bytes))


def utc_now() -> datetime:
    """Read the clock."""
    return datetime.now(UTC)


def new_token() -> str:
    """Make a random token that nobody can guess."""
    return secrets.token_urlsafe(32)


def peak_megabytes() -> int:
    """Give the most memory this process has held, in megabytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(most // (1024 * 1024 if sys.platform == "darwin" else 1024))

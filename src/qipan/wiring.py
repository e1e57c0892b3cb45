"""The only module that chooses adapters and reads the environment, the clock and the dice."""

import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from qipan.desk.office import Announce, Office, Surroundings
from qipan.desk.simulation import START, clock_from
from qipan.journal.log import Log
from qipan.journal.people import People, Secrets
from qipan.kernel.errors import BadInput
from qipan.play.recovery import Pulse
from qipan.store.accounts import SqlAccounts
from qipan.store.memory import MemoryLog, MemoryPeople, MemorySecrets
from qipan.store.people import SqlPeople, SqlSecrets
from qipan.store.pulse import FilePulse
from qipan.store.sqlite import SqliteLog

DEFAULT_DATA = "qipan.sqlite"


@dataclass
class House:
    """Everything put together on one storage."""

    log: Log
    people: People
    secrets: Secrets
    accounts: SqlAccounts
    office: Office
    pulse: Pulse | None = None
    """The last sign of life of whoever serves live tables here."""
    listeners: list[Announce] = field(default_factory=list)

    def close(self) -> None:
        """Finish writing and let go of the storage."""
        self.log.close()


def data_from_environment() -> str:
    """Give the journal to use: ``QIPAN_DATA``, else a file in this folder."""
    return os.environ.get("QIPAN_DATA", DEFAULT_DATA)


def path_of(data: str) -> Path:
    """Read a path or ``sqlite:`` URL. Raises BadInput for a kind of storage there is none of."""
    if data.startswith("sqlite:"):
        return Path(data.removeprefix("sqlite:").removeprefix("//"))
    if "://" in data:
        raise BadInput(f"no storage for {data.partition(':')[0]!r}", where="--data")
    return Path(data)


def open_house(data: str, *, create: bool = True) -> House:
    """Open the journal of a path or URL with all that belongs to it."""
    log = SqliteLog.open(path_of(data), create=create)
    people, hidden = SqlPeople(log.engine), SqlSecrets(log.engine)
    around = Surroundings(log, people, hidden, utc_now, secrets.token_bytes)
    listeners: list[Announce] = []

    def announce(competition: str, version: int) -> None:
        for listener in listeners:
            listener(competition, version)  # type: ignore[arg-type]

    office = Office(around, announce)
    pulse = FilePulse(path_of(data))
    return House(log, people, hidden, SqlAccounts(log.engine), office, pulse, listeners)


def simulated_office(seed: int) -> Office:
    """Make an office in memory whose clock and dice come from a seed."""
    dice = Random(f"office/{seed}")
    around = Surroundings(
        MemoryLog(), MemoryPeople(), MemorySecrets(), clock_from(START), dice.randbytes
    )
    return Office(around)


def utc_now() -> datetime:
    """Read the clock."""
    return datetime.now(UTC)


def new_token() -> str:
    """Make a random token that nobody can guess."""
    return secrets.token_urlsafe(32)


def demo_dice() -> Callable[[int], bytes]:
    """Give the dice."""
    return secrets.token_bytes

"""The only module that chooses adapters and reads the environment, the clock and the dice.

What only a cluster or a signature needs is imported where it is used: a command on a file of its
own starts without it, and the plain install does not have it.
"""

import gc
import hashlib
import os
import re
import secrets
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from random import SystemRandom
from socket import gethostname
from typing import TYPE_CHECKING, Any

from qipan.desk.accounts import Accounts
from qipan.journal.log import DurableLog, Log
from qipan.journal.people import People, Secrets
from qipan.journal.record.checkpoints import STREAM as CHECKPOINTS
from qipan.journal.record.register import STREAM as REGISTER
from qipan.kernel.errors import BadInput, Refused, Unavailable, Unknown
from qipan.kernel.ids import CompetitionId
from qipan.office.editions import PREFIX as EDITIONS
from qipan.office.office import Announce, Office, Surroundings
from qipan.office.record.checkpoints import Checkpoints
from qipan.rulebooks.loader import add_shelf
from qipan.settings import Settings, read_settings
from qipan.store import DEFAULT_FILE, is_postgres, path_of
from qipan.store.accounts import SqlAccounts
from qipan.store.address import read_address
from qipan.store.database import open_sqlite
from qipan.store.memory import MemoryLog, MemoryPeople, MemorySecrets
from qipan.store.people import SqlPeople, SqlSecrets
from qipan.store.pulse import FilePulse
from qipan.store.record.file_holder import holding
from qipan.store.side_tables import SideTables, open_side_tables
from qipan.store.sqlite import SqliteLog

if TYPE_CHECKING:
    from qipan.cluster.dependencies import TableCalls
    from qipan.cluster.edge.edge import Edge
    from qipan.cluster.metrics import ClusterMetrics
    from qipan.cluster.transport.carrier import Carrier
    from qipan.cluster.worker.worker import Worker
    from qipan.store.leases import PostgresLeases
    from qipan.store.postgres import PostgresLog
    from qipan.store.record.secret_seal import SecretSeal
    from qipan.store.record.signing_key import SigningKey

BESIDE = ("-wal", "-shm", ".key", ".pulse", ".lock")
"""Endings of the files that lie beside a journal."""
PLACE = "travel/place"
START = datetime(2026, 1, 1, 9, 0, tzinfo=UTC)
"""When simulated events begin."""


@dataclass
class House:
    """Everything put together on one storage."""

    log: DurableLog
    people: People
    secrets: Secrets
    accounts: Accounts
    office: Office
    side_tables: SideTables
    pulse: FilePulse | None = None
    """The last sign of life of whoever serves live tables here."""
    listeners: list[Announce] = field(default_factory=list)
    checkpoints: Checkpoints | None = None
    """Marks of the record after what people saw."""
    signer: Callable[[], Any] = lambda: None
    """Gives the ``SigningKey`` of this data, or None where it has none."""

    def close(self) -> None:
        """Finish writing, checkpoints included, and let go of the storage."""
        try:
            if self.checkpoints is not None:
                self.checkpoints.make_due()
        finally:
            self.log.close()


def data_from_environment() -> str:
    """Give the journal to use: ``QIPAN_DATA``, else a file in this folder."""
    return os.environ.get("QIPAN_DATA", DEFAULT_FILE)


def data_home() -> Path:
    """Give the folder where programs of this person keep their data, on this kind of system."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "Qipan"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/Qipan"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "qipan"


def kept_in_a_journal() -> bool:
    """Say whether what is printed goes into the journal of the system, where others read it."""
    return "JOURNAL_STREAM" in os.environ


def editor_from_environment() -> str:
    """Give the command of the editor for texts: ``VISUAL``, ``EDITOR``, else ``vi``."""
    return os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"


def settings_from(path: Path | None, chosen: Mapping[str, Any]) -> Settings:
    """Read a file of settings, the environment, and what was chosen on the command line.

    Books of the folders it names lie on the shelf from then on. Raises BadInput if the file or a
    book cannot be read, or says something that is not known.
    """
    try:
        text = path.read_text("utf-8") if path else ""
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", where=str(path)) from error
    except UnicodeDecodeError as error:
        raise BadInput("is no text in UTF-8", where=str(path)) from error
    settings = read_settings(text, os.environ, chosen, str(path) if path else "settings")
    for folder in settings.books:
        add_shelf(Path(folder))
    return settings


def open_log(
    data: str, *, create: bool = True, read_only: bool = False
) -> "SqliteLog | PostgresLog":
    """Open the journal of a path or URL. Raises BadInput or Unavailable."""
    if is_postgres(data):
        require_cluster_parts()
        from qipan.store.postgres import PostgresLog

        return PostgresLog.open(read_address(data), create=create, read_only=read_only)
    path = path_of(data)
    return SqliteLog(open_sqlite(path, create=create, read_only=read_only), path)


def require_cluster_parts() -> None:
    """See that what only a cluster needs is installed. Raises Unavailable, with the way to it."""
    for part in ("psycopg", "nats"):
        try:
            import_module(part)
        except ImportError as error:
            why = "not installed: pip install 'qipan[cluster]'"
            raise Unavailable("PostgreSQL and NATS", why) from error


def shown(data: str) -> str:
    """Write a path or URL for people: without a password."""
    return read_address(data).shown if is_postgres(data) else data


def open_house(data: str, *, create: bool = True, sharded: bool = False) -> House:
    """Open the journal of a path or URL with all that belongs to it.

    ``sharded``: for a worker, which writes under fences. Raises BadInput or Unavailable.
    """
    log: SqliteLog | PostgresLog
    if sharded:
        if not is_postgres(data):
            raise BadInput("several processes need a database of PostgreSQL", where="data")
        require_cluster_parts()
        from qipan.store.fenced import ShardStore

        log = ShardStore.open(read_address(data), create=create)
    else:
        log = open_log(data, create=create)
    free = log.require_free
    people, hidden = (
        SqlPeople(log.engine, free),
        SqlSecrets(log.engine, free, lambda: seal_of(data)),
    )
    around = Surroundings(log, people, hidden, utc_now, lambda size: random_bytes(size))
    listeners: list[Announce] = []

    def announce(competition: CompetitionId, version: int) -> None:
        for listener in listeners:
            listener(competition, version)

    office = Office(around, announce)
    pulse = pulse_of(data)
    accounts, side_tables = SqlAccounts(log.engine), open_side_tables(log.engine)
    checkpoints = Checkpoints(log, utc_now, lambda: signer_of(data))
    office.witness = checkpoints.note
    office.place = cache(lambda: place_of(data, hidden))
    signer = partial(signer_of, data)
    return House(
        *(log, people, hidden, accounts, office),
        *(side_tables, pulse, listeners, checkpoints, signer),
    )


def random_bytes(size: int) -> bytes:
    """Give bytes that nobody can guess: what lots and ids of persons are made from."""
    return secrets.token_bytes(size)


def pulse_of(data: str) -> FilePulse:
    """Give the sign of life of whoever serves some data: beside the file.

    That of a database lies where this program may keep what is its own (systemd names that folder),
    under a name for each database, and never in the folder it happened to be started from.
    """
    if not is_postgres(data):
        return FilePulse(path_of(data))
    named = os.environ.get("STATE_DIRECTORY", "").partition(":")[0]
    mark = hashlib.sha256(read_address(data).shown.encode()).hexdigest()[:16]
    return FilePulse((Path(named) if named else data_home()) / f"postgres-{mark}")


def signer_of(data: str) -> "SigningKey | None":
    """Give the key of whoever serves some data: of the environment, else beside the file.

    A database that several machines share has one only in the environment (QIPAN_SIGNING_KEY).
    """
    from qipan.store.record.signing_key import SigningKey, key_beside, read_seed

    written = os.environ.get("QIPAN_SIGNING_KEY", "")
    if written:
        return SigningKey(read_seed(written))
    return None if is_postgres(data) else key_beside(path_of(data), secrets.token_bytes(32))


def place_of(data: str, hidden: Secrets) -> str:
    """Give the opaque id of some data: made from its key, else from a secret in it."""
    signer = signer_of(data)
    if signer is not None:
        return hashlib.sha256(f"qipan place\n{signer.public}".encode()).hexdigest()[:32]
    try:
        made = hidden.reveal(PLACE)
    except Unknown:
        with suppress(Refused):  # another process was faster
            hidden.keep(PLACE, secrets.token_bytes(32))
        made = hidden.reveal(PLACE)
    return hashlib.sha256(b"qipan place\n" + made).hexdigest()[:32]


def key_name(house: House) -> str:
    """Name the key of a house by the beginning of its public part; nothing where there is none."""
    return house.checkpoints.key_name() if house.checkpoints is not None else ""


def seal_of(data: str) -> "SecretSeal | None":
    """Give what seals the secrets in some data; None where there is no key."""
    found = signer_of(data)
    return None if found is None else found.seal


@contextmanager
def holding_house(house: House, who: str) -> Iterator[None]:
    """Be the only server of a house while the block lasts. Raises Refused if there is another.

    A database of PostgreSQL has leases for that.
    """
    log = house.log
    if not isinstance(log, SqliteLog):
        yield
        return
    with holding(log.path, who):
        log.serving = True
        yield


class SimulatedWorld:
    """Clock and dice that depend on a seed and on how much has happened, on nothing else.

    An interrupted simulation that goes on with the same journal sees the same time and dice.
    """

    def __init__(self, log: Log, seed: int) -> None:
        """Watch a log."""
        self._log, self._seed = log, seed
        self._version = self._calls = -1

    def _happened(self) -> int:
        streams = [
            each
            for each in self._log.streams()
            if each not in (REGISTER, CHECKPOINTS) and not each.startswith(EDITIONS)
        ]
        return sum(self._log.version(stream) for stream in streams)

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
        free = durable.require_free
        people, hidden = SqlPeople(durable.engine, free), SqlSecrets(durable.engine, free)
        log = durable
    world = SimulatedWorld(log, seed)
    return Office(Surroundings(log, people, hidden, world.now, world.random_bytes))


def collect_seldom() -> None:
    """Look for garbage in cycles seldom: a long run keeps nearly all that it makes."""
    gc.set_threshold(200_000, 50, 100)


def monotonic_ms() -> int:
    """Read the clock that only ever grows, in milliseconds."""
    return time.monotonic_ns() // 1_000_000


def role_name(role: str) -> str:
    """Name this life of this process: no other ever has the name."""
    machine = re.sub(r"[^a-z0-9-]", "-", gethostname().casefold())[:30]
    return f"{role}-{machine}-{os.getpid()}-{secrets.token_hex(4)}"


async def connect_broker(settings: Settings, name: str) -> "Carrier":
    """Connect to the broker. Raises BadInput if none is named, Unavailable if it is away."""
    if not settings.cluster.broker:
        raise BadInput("name a broker (QIPAN_BROKER=nats://host:4222)", where="cluster.broker")
    require_cluster_parts()
    from qipan.cluster.transport.broker import NatsCarrier

    return await NatsCarrier.open(settings.cluster.broker, name)


def make_leases(settings: Settings) -> "PostgresLeases":
    """Make a line to the leases of a database; its holder is no worker."""
    from qipan.store.leases import PostgresLeases

    return PostgresLeases(read_address(settings.data), member=False)


def leases_of(house: House) -> "PostgresLeases | None":
    """Make a line to the leases of a house; None where it is a file of its own."""
    log = house.log
    if isinstance(log, SqliteLog):
        return None
    from qipan.store.leases import PostgresLeases
    from qipan.store.postgres import PostgresLog

    return PostgresLeases(log.address, member=False) if isinstance(log, PostgresLog) else None


async def make_edge(settings: Settings, figures: "ClusterMetrics", role: str = "edge") -> "Edge":
    """Make an edge on the running loop. Raises Unavailable."""
    from qipan.cluster.dependencies import EdgeDependencies
    from qipan.cluster.edge.edge import Edge

    name = role_name(role)
    leases = make_leases(settings)
    carrier = await connect_broker(settings, name)
    return Edge(EdgeDependencies(name, leases, carrier, monotonic_ms), figures)


async def make_worker(
    house: House, settings: Settings, figures: "ClusterMetrics", key: bytes, calls: "TableCalls"
) -> "Worker":
    """Make a worker on the running loop; ``calls`` reaches others. Raises Unavailable."""
    import asyncio

    from qipan.cluster.dependencies import WorkerDependencies
    from qipan.cluster.worker.worker import Worker
    from qipan.play.guests.house_of_guests import HouseOfGuests
    from qipan.play.thinking.threads import ThinkingThreads
    from qipan.store.fenced import ShardStore
    from qipan.store.leases import PostgresLeases
    from qipan.store.live.table_snapshots import SqlTableSnapshots

    name = role_name("worker")
    address = read_address(settings.data)
    assert isinstance(house.log, ShardStore)
    dependencies = WorkerDependencies(
        name=name,
        log=house.log,
        leases=PostgresLeases(address),
        taking_leases=PostgresLeases(address),
        carrier=await connect_broker(settings, name),
        clock=monotonic_ms,
        key=key,
        dice=SystemRandom(),
        table_name=lambda: table_name(utc_now()),
        background=ThinkingThreads(asyncio.get_running_loop(), HouseOfGuests(settings.engines)),
        calls=calls,
        snapshots=SqlTableSnapshots(house.log.engine),
    )
    return Worker(dependencies, figures)


def table_name(now: datetime) -> str:
    """Make the name of a new table: its day, and something nobody can guess."""
    return f"{now:%Y%m%d}-{new_token()[:16]}"


def utc_now() -> datetime:
    """Read the clock."""
    return datetime.now(UTC)


def new_token() -> str:
    """Make a random token that nobody can guess."""
    return secrets.token_urlsafe(32)


def is_a_file(data: str) -> bool:
    """Say whether a path or URL names a journal in a file."""
    return data.startswith("sqlite:") or "://" not in data


class AnewFlag:
    """Whether somebody asked the demo to begin anew."""

    def __init__(self) -> None:
        """Nobody has."""
        self.asked = False

    def ask(self) -> None:
        """End this server as a signal would; whoever started it then begins anew."""
        self.asked = True
        signal.raise_signal(signal.SIGTERM)


def begin_anew(data: str) -> None:
    """Throw a demo's journal away and start this program again, as it was started."""
    path = path_of(data)
    for each in (path, *(Path(f"{path}{ending}") for ending in BESIDE)):
        each.unlink(missing_ok=True)
    os.execv(sys.executable, [sys.executable, "-m", "qipan", *sys.argv[1:]])

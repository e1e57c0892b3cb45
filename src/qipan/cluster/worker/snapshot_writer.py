"""Snapshots of a worker's tables, written now and then beside everything else.

Nobody waits for one: taking it costs microseconds on the loop, writing is for a thread of its own.
What cannot be written, because the database is busy or away, is let go: the next comes soon.
"""

from threading import Event, Lock, Thread

import structlog

from qipan.cluster.dependencies import TableSnapshots
from qipan.journal.live.events import TableEvent
from qipan.journal.live.snapshot import TakenSnapshot, fingerprint, snapshot_of
from qipan.kernel.errors import Unavailable
from qipan.play.error_containment import ErrorContainment, log_mistake
from qipan.play.room import Room

EVERY = 32
"""Events of a table between two snapshots: so many are told again at most, and half on average."""
MOST_BYTES = 200_000
"""Of one snapshot; a longer game is told from its journal."""
MOST_WAITING = 512
AT_ONCE = 64
NAP_SECONDS = 0.5
"""Between two writings, so that many are written together."""
STOP_SECONDS = 5.0
log = structlog.get_logger("qipan.cluster")


class SnapshotWriter:
    """Takes snapshots on the loop, and writes them on a thread."""

    def __init__(self, store: TableSnapshots) -> None:
        """Write nothing before ``start``."""
        self._store = store
        self._taken: dict[str, TakenSnapshot] = {}
        self._over: dict[str, None] = {}
        self._swept: dict[int, frozenset[str]] = {}
        self._lock, self._ended = Lock(), Event()
        self._thread: Thread | None = None
        self._failing = False

    def start(self) -> None:
        """Begin to write, where this program can name itself."""
        if fingerprint():
            self._thread = Thread(target=self._write_always, name="snapshots", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """End; what waits is let go of. Safe to call twice, and without ``start``."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join(STOP_SECONDS)

    def look(self, shard: int, room: Room, event: TableEvent) -> None:
        """Take a snapshot of a table if it is time for one; after every event of it."""
        del event
        table = room.table
        if self._thread is None or (table.version % EVERY and not table.over):
            return
        if table.over:
            with self._lock:
                self._taken.pop(table.id, None)
                if len(self._over) < MOST_WAITING:
                    self._over[table.id] = None
            return
        content = snapshot_of(table)
        if content is None or len(content) > MOST_BYTES:
            return
        taken = TakenSnapshot(table.id, shard, table.version, fingerprint(), content)
        with self._lock:
            if table.id in self._taken or len(self._taken) < MOST_WAITING:
                self._taken[table.id] = taken

    def sweep(self, shard: int, tables: frozenset[str]) -> None:
        """Have all snapshots of a shard forgotten but those of tables that are open."""
        if self._thread is not None:
            with self._lock:
                self._swept[shard] = tables

    def _write_always(self) -> None:
        while not self._ended.wait(NAP_SECONDS):
            with ErrorContainment(log_mistake, "snapshots"):
                self._write_contained()

    def _write_contained(self) -> None:
        try:
            while self.write_some():
                pass
            self._failing = False
        except Unavailable as error:
            if not self._failing:  # once, not twice a second
                log.warning("snapshots", why=error.why)
            self._failing = True

    def write_some(self) -> bool:
        """Write some of what waits; says whether more does. Raises Unavailable."""
        with self._lock:
            names = list(self._taken)[:AT_ONCE]
            taken = [self._taken.pop(name) for name in names]
            over, self._over = self._over, {}
            swept = self._swept.popitem() if self._swept else None
        if taken:
            self._store.keep(taken)
        if over:
            self._store.forget(over)
        if swept is not None:
            self._store.forget_others(*swept)
        return bool(self._taken or self._over or self._swept)

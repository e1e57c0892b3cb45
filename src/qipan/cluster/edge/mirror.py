"""Tables of other processes, to read in: as the journal tells them.

Pages that show many tables ask for them here; each is told from its events when it is asked for,
and looked at again every second for as long as somebody may want it. Nothing is ever written.
"""

from collections.abc import Callable
from typing import NamedTuple

from qipan.journal.live.table import Table, fold_table, stream_of
from qipan.journal.log import Log
from qipan.kernel.errors import QipanError, Unknown
from qipan.play.registry import tables_left_open

FRESH = 1_000
LISTED = 5_000
KEPT = 600_000
"""Milliseconds: how long a look, the list of open tables, and an interest in a table count."""


class MirroredTable(NamedTuple):
    """A table as it stood when it was last told from the journal."""

    table: Table
    since: int
    """When that was."""


class TableMirror:
    """Open tables of every owner, read from the journal."""

    def __init__(self, log: Log, clock: Callable[[], int]) -> None:
        """Read from a log; ``clock`` gives milliseconds that only ever grow."""
        self._log, self._clock = log, clock
        self._known: dict[str, MirroredTable] = {}
        self._looked: dict[str, int] = {}
        self._asked: dict[str, int] = {}
        self._told: dict[str, int] = {}
        self._listed: int | None = None

    def find(self, name: str) -> MirroredTable | None:
        """Give a table as it stands; None if there is none, or the journal is away."""
        self._asked[name] = self._clock()
        try:
            return self._fresh(name)
        except QipanError:
            return None

    def _fresh(self, name: str) -> MirroredTable:
        """Tell a table again if its journal has gone on. Raises Unknown or Unavailable."""
        now, known = self._clock(), self._known.get(name)
        looked = self._looked.get(name)
        if known is not None and looked is not None and now - looked < FRESH:
            return known
        self._looked[name] = now
        version = self._log.version(stream_of(name))
        if not version:
            raise Unknown("table", name)
        if known is None or known.table.version != version:
            table = fold_table(name, list(self._log.read(stream_of(name))))
            known = self._known[name] = MirroredTable(table, now)
        return known

    def open_tables(self) -> list[Table]:
        """Give every open table, as it stood a few seconds ago."""
        now = self._clock()
        if self._listed is None or now - self._listed > LISTED:
            self._listed = now
            for name in tables_left_open(self._log, shards=True):
                if name not in self._known:
                    self.find(name)
        return [each.table for each in self._known.values()]

    def refresh(self) -> None:
        """Look again at what was asked for lately; may run beside everything else.

        Raises Unknown or Unavailable.
        """
        now = self._clock()
        for name, asked in list(self._asked.items()):
            if now - asked > KEPT:
                for kept in (self._asked, self._known, self._looked, self._told):
                    kept.pop(name, None)
            else:
                self._fresh(name)

    def changed(self) -> list[str]:
        """Name the tables that went on since this was asked."""
        found = []
        for name in list(self._asked):
            known = self._known.get(name)
            if known is not None and self._told.get(name) != known.table.version:
                self._told[name] = known.table.version
                found.append(name)
        return found

"""Tables of other processes, to read in: as the journal tells them.

Pages that show many tables ask for them here; each is told from its events when it is asked for,
and looked at again every second for as long as somebody may want it. Nothing is ever written.
"""

from collections.abc import Callable
from datetime import datetime
from threading import Lock

from qipan.journal.live.table import Table, stream_of
from qipan.journal.log import Log
from qipan.kernel.errors import QipanError, Unknown
from qipan.play.gallery.delayed_room import advanced, require_shown, room_of
from qipan.play.registry import tables_left_open
from qipan.play.room import Room

FRESH = 1_000
LISTED = 5_000
KEPT = 600_000
"""Milliseconds: how long a look, the list of open tables, and an interest in a table count."""


class TableMirror:
    """Open tables of every owner, read from the journal."""

    def __init__(self, log: Log, clock: Callable[[], int], today: Callable[[], datetime]) -> None:
        """Read from a log; ``clock`` gives milliseconds that only ever grow."""
        self._log, self._clock, self._today = log, clock, today
        self._known: dict[str, Room] = {}
        """Tables as they stood when they were last told from the journal, with nobody in them."""
        self._turn = Lock()
        """Pages ask from threads of their own."""
        self._looked: dict[str, int] = {}
        self._asked: dict[str, int] = {}
        self._told: dict[str, int] = {}
        self._listed: int | None = None

    def find(self, name: str) -> Room | None:
        """Give a table as spectators may see it; None if there is none, or no journal."""
        self._asked[name] = self._clock()
        try:
            found, now = self._fresh(name), self._clock()
            with self._turn:
                return require_shown(advanced(found, now), now)
        except QipanError:
            return None

    def _fresh(self, name: str) -> Room:
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
            stored = list(self._log.read(stream_of(name)))
            known = room_of(name, stored, self._clock, self._today())
            self._known[name] = known
        return known

    def open_tables(self) -> list[Table]:
        """Give every open table, as it stood a few seconds ago."""
        now = self._clock()
        if self._listed is None or now - self._listed > LISTED:
            self._listed = now
            for name in tables_left_open(self._log, shards=True):
                if name not in self._known:
                    self.find(name)
        found = []
        for name in list(self._known):
            shown = self.find(name) if self._known[name].gallery else self._known[name]
            if shown is not None:
                found.append(shown.table)
        return found

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
            if known is None:
                continue
            with self._turn:
                version = advanced(known, self._clock()).in_public.table.version
            if self._told.get(name) != version:
                self._told[name] = version
                found.append(name)
        return found

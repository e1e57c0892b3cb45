"""The tables of a lobby, as the lobby sees them: its own process has them, or others do.

A lobby needs little of a table: whether it is there, has begun, who came, and how it ended. Nothing
here waits; ``cluster.worker.spread_tables`` asks the owners of other processes.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol

from qipan.journal.live.events import TableEvent, TableOpened
from qipan.journal.live.table import Table
from qipan.kernel.errors import Unknown
from qipan.kernel.rules import RuleKey
from qipan.play.owner import Owner
from qipan.play.owner_acts import annulled, game_begun, owner_act
from qipan.play.room import Room


class TableGlance(NamedTuple):
    """What a lobby knows of a table."""

    begun: bool
    over: bool
    places: tuple[int, ...]
    """Of the seats, once it is over; none if it was annulled."""
    anybody: bool
    """Whether somebody has come."""


Told = Callable[[str, TableGlance | None], None]
"""Told the name of a table and how it stands; None: there is no such table."""


def glance_of(table: Table, *, anybody: bool) -> TableGlance:
    """Say what a lobby needs to know of a table."""
    outcome = table.outcome if table.annulled is None else None
    places = () if outcome is None else outcome.places
    return TableGlance(table.begun, table.over, places, anybody)


class LobbyTables(Protocol):
    """The tables of one lobby."""

    def listen(self, told: Told) -> None:
        """Have ``told`` hear of tables that went on."""

    def open(self, name: str, opened: TableOpened) -> None:
        """Open a table; asked twice it is opened once."""

    def is_laid(self, name: str) -> bool:
        """Say whether a table is known to be there."""

    def look(self, names: Iterable[str], *, first: bool = False) -> None:
        """Have those who listen hear soon how tables stand; ``first``: also that there is none."""

    def begin(self, name: str) -> None:
        """Start the clocks of a table."""

    def annul(self, name: str, by: RuleKey) -> None:
        """Close a table that nobody came to."""


class OwnTables:
    """The tables of a lobby whose owner has all of them."""

    def __init__(self, owner: Owner) -> None:
        """Look at an owner."""
        self._owner = owner
        self._told: list[Told] = []
        owner.on_stored.append(self._went_on)

    def listen(self, told: Told) -> None:
        """Have ``told`` hear of tables that went on."""
        self._told.append(told)

    def _went_on(self, room: Room, event: TableEvent) -> None:
        if isinstance(event, TableOpened) or room.table.over:
            self._tell(room)

    def _tell(self, room: Room) -> None:
        found = glance_of(room.table, anybody=bool(room.holders))
        for told in self._told:
            told(room.table.id, found)

    def open(self, name: str, opened: TableOpened) -> None:
        """Open a table."""
        self._owner.open(name, opened, begin=False)

    def is_laid(self, name: str) -> bool:
        """Say whether a table is in memory: a match is stored a moment before its tables."""
        return name in self._owner.rooms

    def look(self, names: Iterable[str], *, first: bool = False) -> None:
        """Tell at once how tables stand; after a takeover they may have to be told again first."""
        owner = self._owner
        for name in list(names):
            if not first and name not in owner.rooms and name not in owner.registry.open:
                continue
            try:
                self._tell(owner.room(name))
            except Unknown:  # it was never opened, or is just being opened
                for told in self._told if first else ():
                    told(name, None)

    def begin(self, name: str) -> None:
        """Start the clocks of a table."""
        owner = self._owner
        owner.put(owner.room(name), owner_act(game_begun, owner.dependencies.clock()))

    def annul(self, name: str, by: RuleKey) -> None:
        """Close a table that nobody came to."""
        owner = self._owner
        owner.put(owner.room(name), owner_act(annulled(by), owner.dependencies.clock()))

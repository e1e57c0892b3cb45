"""The port of live tables: what sockets, pages and the API ask of them, whoever owns the tables.

``host.local_tables`` implements it where this process owns them all, ``host.edge_tables`` where
other processes do; ``tests/contract/test_live_tables.py`` holds both to the same scenarios.
Timetables have a port of their own above it, ``contest.hall``.
"""

from collections.abc import Callable, Sequence, Sized
from typing import Any, Protocol

import msgspec

from qipan.journal.live.events import TableOpened
from qipan.journal.live.lobby import LobbyOpened, LobbyState
from qipan.journal.live.table import Table
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId
from qipan.play.room import Outbox

MOST_SPECTATORS = 25_000
"""At one table; seats and arbiters get in whatever their number."""


class TableVisit(msgspec.Struct, frozen=True):
    """Who wants in: at which table, on which seat, and how far the page was."""

    table: str
    token: str = ""
    since: int = 0
    signed_in: bool = False
    arbiter: str = ""
    """The arbiter's name, once whoever admits has found out."""
    line: str = ""
    device: str = ""
    """Where it comes from; only whether two seats of a contest have the same is ever kept."""

    @property
    def watches(self) -> bool:
        """Say whether this is a spectator: without a seat, and no arbiter."""
        return not self.token and not self.arbiter


class BoardEntry(msgspec.Struct, frozen=True):
    """What is entered beside a board: a result, else what the clock shows, else a move."""

    move: str = ""
    seq: int = 0
    """The newest number that was seen."""
    places: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    """Seconds on the clock, seat by seat."""


class Connection(Protocol):
    """Somebody who was let in, as the socket sees them."""

    def receive(self, text: str | bytes) -> None:
        """Take one message; never raises for what a client sent."""

    def leave(self) -> None:
        """Hang up. Safe to call twice."""


class OpenMatching(Protocol):
    """One period of open matching, as pages see it."""

    name: str

    @property
    def state(self) -> LobbyState:
        """Give its terms, matches and totals."""

    @property
    def waiting(self) -> Sized:
        """Give those who wait for an opponent."""

    @property
    def is_open(self) -> bool:
        """Say whether matches are made now."""

    def wait(self, who: EntrantId) -> None:
        """Wait for an opponent. Raises Refused outside the period or during a match."""

    def leave(self, who: EntrantId) -> None:
        """Wait no longer."""

    def waits(self, who: EntrantId) -> bool:
        """Say whether somebody waits: for an opponent, or for the table that is being laid."""

    def table_of(self, who: EntrantId) -> str:
        """Name the table somebody is to play at now; empty until it is there."""


class LiveTables(Protocol):
    """Live tables, from the start of the server to its end."""

    key: bytes
    """Makes the tokens of seats."""

    @property
    def running(self) -> bool:
        """Say whether they have started, and not stopped."""

    async def start(self) -> None:
        """Begin. Raises Unavailable."""

    async def stop(self) -> None:
        """Tell everybody, and end. Safe to call twice."""

    # -- sockets -------------------------------------------------------------------------------

    async def admit(self, visit: TableVisit, arbiter_in: Callable[[str], str]) -> TableVisit:
        """Say whether somebody may come, and who they are; ``arbiter_in`` knows a competition's.

        Raises Unknown, Refused or BadInput. Where others own the table its owner has the last
        word: whoever may not sit there is told so through the outbox, which is then dropped.
        """

    def arrive(self, visit: TableVisit, outbox: Outbox) -> Connection:
        """Let somebody in who was admitted. Raises Refused if the token was replaced meanwhile."""

    # -- single tables -------------------------------------------------------------------------

    async def look(self, name: str) -> Table:
        """Give a table as it is, to read in: for seats, arbiters and the house. Raises Unknown."""

    async def look_in_public(self, name: str) -> Table:
        """Give a table as spectators may see it now, to read in. Raises Unknown."""

    async def open(self, name: str, opened: TableOpened, *, begin: bool) -> None:
        """Open a table and wait until it is stored. Raises BadInput, Refused or Conflict."""

    async def show(self, name: str) -> bytes:
        """Show a table as a spectator sees it, as JSON. Raises Unknown."""

    async def evidence(self, name: str) -> dict[str, Any]:
        """Collect everything about a table. Raises Unknown."""

    async def show_board(self, name: str) -> dict[str, Any]:
        """Show a table as whoever is to move sees it, for a tablet in the hall. Raises Unknown."""

    async def enter(self, name: str, entry: BoardEntry) -> str:
        """Enter something beside the board; gives the code of a refusal, or nothing.

        Raises Unknown, Refused, BadInput, or Unavailable if nobody answers.
        """

    # -- many tables on one page ---------------------------------------------------------------

    def tables(self) -> Sequence[Table]:
        """Give the tables that are open, and some that ended lately, as spectators may see them."""

    def glance(self, name: str) -> bytes | None:
        """Show a table as a spectator sees it, without its moves; None if it is not at hand."""

    def listen(self, changed: Callable[[str], None]) -> None:
        """Have ``changed`` told the name of every table that goes on, as spectators may know."""

    # -- open matching -------------------------------------------------------------------------

    def lobbies(self) -> Sequence[OpenMatching]:
        """Give every period of open matching."""

    def lobby(self, name: str) -> OpenMatching:
        """Find a period of open matching. Raises Unknown."""

    async def open_lobby(self, name: str, terms: LobbyOpened) -> OpenMatching:
        """Open a period of open matching. Raises Conflict if there is one of that name."""


def require_room(spectators: int) -> None:
    """Raise BadInput if one more spectator would be too many."""
    if spectators >= MOST_SPECTATORS:
        raise BadInput("this table has too many spectators", code="play.full")

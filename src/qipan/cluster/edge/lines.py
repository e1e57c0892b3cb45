"""Connections as an edge holds them: a seat or an arbiter by itself, spectators as a group."""

from collections import deque
from typing import Protocol

from qipan.kernel.errors import BadInput, QipanError
from qipan.kernel.rate_limit import Allowance
from qipan.play.commands import LONGEST_MESSAGE
from qipan.play.messages import refusal_message
from qipan.play.port import TableVisit
from qipan.play.reception import MESSAGES, PATIENCE, too_many_messages
from qipan.play.room import Outbox

MOST_WAITING = 16
"""Messages of a line that wait for an owner."""


class EdgePort(Protocol):
    """An edge, as its lines see it."""

    def next_number(self) -> int:
        """Give a number that nothing here had before."""

    def clock(self) -> int:
        """Read the clock that only ever grows, in milliseconds."""

    def pass_on(self, line: "EdgeLine", text: str) -> None:
        """Pass a message on to the owner of its table."""

    def close(self, line: "EdgeLine") -> None:
        """Let a line go. Safe to call twice."""


class EdgeLine:
    """One connection to a table that another process owns; ``outbox`` is its socket's."""

    __slots__ = (
        *("_allowance", "_edge", "arbiter", "away", "id", "outbox", "seq", "since", "table"),
        *("seen_from", "takes_changes", "token", "waiting"),
    )

    def __init__(self, edge: EdgePort, visit: TableVisit, outbox: Outbox) -> None:
        """Belong to a table, from a seat or not."""
        self._edge, self.outbox = edge, outbox
        self.table, self.token, self.arbiter = visit.table, visit.token, visit.arbiter
        self.seen_from = (visit.line, visit.device)
        self.id = edge.next_number()
        self.since = visit.since
        """How far the page was when it came."""
        self.seq = 0
        """How far it was told; 0: not at all yet."""
        self.takes_changes = False
        """A spectator that applies changes to what it knows; a seat tells its owner itself."""
        self.away = False
        """It was told that there is no owner."""
        self.waiting: deque[str] = deque(maxlen=MOST_WAITING)
        self._allowance = Allowance(MESSAGES, edge.clock())

    @property
    def alone(self) -> bool:
        """Say whether it enters by itself: a seat or an arbiter."""
        return bool(self.token or self.arbiter)

    def receive(self, text: str | bytes) -> None:
        """Take one message of the client; never raises for what it sent."""
        try:
            if not self._allowance.spend(self._edge.clock()):
                if self._allowance.excess > PATIENCE:
                    self.outbox.drop("limit")
                raise too_many_messages()
            if len(text) > LONGEST_MESSAGE:
                raise BadInput(f"a message has at most {LONGEST_MESSAGE} characters")
            said = text if isinstance(text, str) else text.decode()
        except UnicodeDecodeError:
            self.outbox.send(refusal_message(BadInput("not text")))
        except QipanError as error:
            self.outbox.send(refusal_message(error))
        else:
            self._edge.pass_on(self, said)

    def leave(self) -> None:
        """Hang up."""
        self._edge.close(self)

    def tell(self, text: bytes, seq: int) -> None:
        """Say something that an owner said, who was so far."""
        self.seq, self.away = max(self.seq, seq), False
        self.outbox.send(text)


class SpectatorGroup:
    """The spectators of one table at this edge who are told the same."""

    __slots__ = ("id", "lines", "table", "takes_changes")

    def __init__(self, number: int, table: str, *, takes_changes: bool) -> None:
        """Begin with nobody; ``takes_changes``: told what changed, not the whole position."""
        self.id, self.table, self.takes_changes = number, table, takes_changes
        self.lines: dict[int, EdgeLine] = {}

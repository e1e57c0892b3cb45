"""Connections as an edge holds them: a seat or an arbiter by itself, spectators as a crowd."""

from collections import deque
from typing import Protocol

from qipan.kernel.errors import BadInput, QipanError, Refused
from qipan.play.commands import LONGEST_MESSAGE
from qipan.play.messages import refusal_message
from qipan.play.reception import LIMIT, PATIENCE, RATE, Allowance
from qipan.play.room import Outbox

MOST_WAITING = 16
"""Messages of a line that wait for an owner."""


class PassesOn(Protocol):
    """An edge, as its lines see it."""

    def next_number(self) -> int:
        """Give a number that nothing here had before."""

    def clock(self) -> int:
        """Read the clock that only ever grows, in milliseconds."""

    def pass_on(self, line: "EdgeLine", text: str) -> None:
        """Pass a message on to the owner of its table."""


class EdgeLine:
    """One connection; ``viewer`` is what waits to be written to it."""

    __slots__ = (
        *("_allowance", "_edge", "arbiter", "away", "id", "seq", "since", "table", "token"),
        *("viewer", "waiting"),
    )

    def __init__(self, edge: PassesOn, table: str, token: str, arbiter: str) -> None:
        """Belong to a table, from a seat or not."""
        self._edge, self.table, self.token, self.arbiter = edge, table, token, arbiter
        self.id = edge.next_number()
        self.since = 0
        """How far the page was when it came."""
        self.seq = 0
        """How far it was told; 0: not at all yet."""
        self.away = False
        """It was told that there is no owner."""
        self.viewer: Outbox
        self.waiting: deque[str] = deque(maxlen=MOST_WAITING)
        self._allowance = Allowance(edge.clock())

    @property
    def alone(self) -> bool:
        """Say whether it enters by itself: a seat or an arbiter."""
        return bool(self.token or self.arbiter)

    def receive(self, text: str | bytes) -> None:
        """Take one message of the client; never raises for what it sent."""
        try:
            if not self._allowance.spend(self._edge.clock()):
                if self._allowance.excess > PATIENCE:
                    self.viewer.drop("limit")
                raise Refused("play.too-many-messages", LIMIT, rate=RATE)
            if len(text) > LONGEST_MESSAGE:
                raise BadInput(f"a message has at most {LONGEST_MESSAGE} characters")
            said = text if isinstance(text, str) else text.decode()
        except UnicodeDecodeError:
            self.viewer.send(refusal_message(BadInput("not text")))
        except QipanError as error:
            self.viewer.send(refusal_message(error))
        else:
            self._edge.pass_on(self, said)

    def tell(self, text: bytes, seq: int) -> None:
        """Say something that an owner said, who was so far."""
        self.seq, self.away = max(self.seq, seq), False
        self.viewer.send(text)


class Crowd:
    """The spectators of one table at this edge."""

    __slots__ = ("id", "lines", "table")

    def __init__(self, number: int, table: str) -> None:
        """Begin with nobody."""
        self.id, self.table = number, table
        self.lines: dict[int, EdgeLine] = {}

"""How much of a move's time the network took, as far as anybody is credited for it.

The server measures round trips itself; a client that delays its answers gains at most what the
quota holds: ``FILL`` for every move, ``MOST`` saved up, ``MOST`` at once.
"""

MOST = 1000
FILL = 100
KEPT = 5


class Lag:
    """The lag of one seat: recent round trips and what may still be credited."""

    __slots__ = ("quota", "sent", "trips")

    def __init__(self) -> None:
        """Start with a full quota and nothing measured."""
        self.quota = MOST
        self.sent: int | None = None
        self.trips: list[int] = []

    def ping(self, now: int) -> int:
        """Note that a ping is sent; gives its mark."""
        self.sent = now
        return now

    def pong(self, mark: int, now: int) -> None:
        """Note the answer; one to another ping than the last counts nothing."""
        if self.sent is None or mark != self.sent:
            return
        self.sent = None
        self.trips = [*self.trips[1 - KEPT :], max(0, now - mark)]

    @property
    def credit(self) -> int:
        """Say what would be credited now: the shortest recent trip, within the quota."""
        return min(min(self.trips), self.quota) if self.trips else 0

    def spend(self, credit: int) -> None:
        """Take a credit from the quota after a move, and fill it a little."""
        self.quota = min(MOST, self.quota - credit + FILL)

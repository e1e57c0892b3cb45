"""How long a computer player may think: nodes first, time only as a bound.

The same position, seed and number of nodes give the same move on every machine; the time limit
and the call to stop are there for a server that is short of either.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """When a search ends."""

    nodes: int
    """Positions looked at; what a game counts as one is its own matter."""
    seconds: float | None = None
    """Time on the clock of whoever runs the search; None: nodes alone decide."""


Choice = TypeVar("Choice")


class ThoughtEnded(Exception):
    """The limits are reached; the best move found so far counts."""


class Watch:
    """Counts nodes and looks at the clock and at a call to stop, seldom enough to cost nothing."""

    __slots__ = ("_called", "_clock", "_end", "_look", "_most", "nodes")
    EVERY = 512

    def __init__(
        self,
        limits: Limits,
        clock: Callable[[], float] | None = None,
        called: Callable[[], bool] | None = None,
    ) -> None:
        """Begin to count; without a clock only nodes end the search."""
        self.nodes = 0
        self._most = limits.nodes
        self._clock, self._called = clock, called
        self._end: float | None = None
        if clock is not None and limits.seconds is not None:
            self._end = clock() + limits.seconds
        self._look = min(self.EVERY, limits.nodes)

    def count(self, many: int = 1) -> None:
        """Count nodes, one by default. Raises ThoughtEnded at the limits."""
        self.nodes += many
        if self.nodes >= self._look:
            self._at_limits()

    @property
    def left(self) -> int:
        """Give the nodes that may still be looked at."""
        return self._most - self.nodes

    def has_seconds(self, enough: float) -> bool:
        """Say whether so many seconds are left; without a clock they always are."""
        return self._end is None or self._clock is None or self._end - self._clock() >= enough

    @contextmanager
    def reserve(self, share: float) -> Iterator[None]:
        """Keep a share of the nodes that are left for what comes after: within, it ends sooner."""
        most = self._most
        self._most = most - round(share * self.left)
        self._look = min(self._look, self._most)
        try:
            yield
        finally:
            self._most = most
            self._look = min(self.nodes + self.EVERY, most)

    def _at_limits(self) -> None:
        self._look = min(self.nodes + self.EVERY, self._most)
        if self.nodes >= self._most or (self._called is not None and self._called()):
            raise ThoughtEnded
        if self._end is not None and self._clock is not None and self._clock() >= self._end:
            raise ThoughtEnded


def as_good(values: Mapping[Choice, int], margin: int) -> list[Choice]:
    """List what is worth less than ``margin`` less than the best, the best among them.

    A search with a margin knows a value at its edge only as a bound: what looks exactly that much
    worse may be lost.
    """
    edge = max(values.values()) - max(1, margin)
    return [choice for choice, value in values.items() if value > edge]

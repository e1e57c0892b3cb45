"""How often something may be done: an allowance that is spent, and fills again as time passes.

An allowance holds at most ``burst`` times and fills by ``times`` in every ``period``. It is counted
in whole numbers, a ``period``-th of a time each, so that nothing is rounded away however often
it is looked at. Nothing here reads a clock: the time comes in, in milliseconds that only grow.
"""

from collections.abc import Callable
from threading import Lock

import msgspec

SECOND, MINUTE, HOUR = 1_000, 60_000, 3_600_000
FEWEST_SWEPT = 1_024
"""Allowances that are kept before those that are full again are let go."""


class Rate(msgspec.Struct, frozen=True):
    """So many times in so many milliseconds, and ``burst`` of them at once (0: all of them)."""

    times: int
    period: int
    burst: int = 0

    @property
    def full(self) -> int:
        """Give what a full allowance holds, in ``period``-ths of a time."""
        return (self.burst or self.times) * self.period


class Allowance:
    """How often somebody may still do something."""

    __slots__ = ("_at", "_full", "_left", "_rate", "excess")

    def __init__(self, rate: Rate, now: int) -> None:
        """Start with a full allowance."""
        self._rate, self._at = rate, now
        self._full = self._left = rate.full
        self.excess = 0
        """How often it was tried with nothing left."""

    def spend(self, now: int) -> bool:
        """Take one time off; False, and counted as excess, if nothing is left."""
        self._fill(now)
        period = self._rate.period
        if self._left < period:
            self.excess += 1
            return False
        self._left -= period
        return True

    def is_full(self, now: int) -> bool:
        """Say whether it is as if nothing had ever been spent."""
        self._fill(now)
        return self._left == self._full

    def _fill(self, now: int) -> None:
        if now > self._at:
            self._left = min(self._full, self._left + (now - self._at) * self._rate.times)
            self._at = now


class Allowances:
    """An allowance for each key; those that are full again are forgotten. For any thread."""

    def __init__(self, clock: Callable[[], int]) -> None:
        """Know nobody; ``clock`` gives milliseconds that only ever grow."""
        self._clock, self._lock = clock, Lock()
        self._known: dict[str, Allowance] = {}
        self._most = FEWEST_SWEPT

    def spend(self, key: str, rate: Rate) -> bool:
        """Take one time off the allowance of a key; False if nothing is left."""
        with self._lock:
            now = self._clock()
            if len(self._known) >= self._most:
                self._sweep(now)
            found = self._known.get(key)
            if found is None:
                found = self._known[key] = Allowance(rate, now)
            return found.spend(now)

    def _sweep(self, now: int) -> None:
        self._known = {key: each for key, each in self._known.items() if not each.is_full(now)}
        self._most = max(FEWEST_SWEPT, 2 * len(self._known))

    def __len__(self) -> int:
        """Count those who are remembered."""
        return len(self._known)

    def forget(self, key: str = "") -> None:
        """Give a key a full allowance again; without one, everybody."""
        with self._lock:
            if key:
                self._known.pop(key, None)
            else:
                self._known.clear()

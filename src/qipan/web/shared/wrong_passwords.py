"""Wrong passwords: who waits, and for how long. Counted in this process.

A guesser waits, longer each time; others do not wait for what a guesser does. Wrong passwords are
counted for a name from an address. A name that is guessed at from many places is open only to
addresses that signed in before, and to one try of each other now and then. An address from which
everything is tried is open only to names that signed in from there. Links and passkeys are outside
of all this.
"""

from collections.abc import Callable
from threading import Lock
from typing import TypeVar

import msgspec

from qipan.kernel.rate_limit import HOUR, MINUTE, SECOND

FREE = 5
"""Wrong passwords for a name from an address before anybody waits."""
FIRST_WAIT, LONGEST_WAIT = 5 * SECOND, 5 * MINUTE
MOST_FOR_A_NAME = 100
"""Wrong passwords for a name from everywhere, in an hour, before strangers wait."""
MOST_FROM_AN_ADDRESS = 60
"""Wrong passwords from an address in ten minutes before names that are new there wait."""
MOST_REMEMBERED = 20_000
V = TypeVar("V")


class _Wrong(msgspec.Struct):
    """Wrong passwords of one kind."""

    times: int = 0
    last: int = 0


class Wait(msgspec.Struct, frozen=True):
    """For how long nothing is tried, and whether that is because of the address."""

    seconds: int
    address: bool = False


class WrongPasswords:
    """Counts wrong passwords. For any thread."""

    def __init__(self, clock: Callable[[], int]) -> None:
        """Know nobody; ``clock`` gives milliseconds that only ever grow."""
        self._clock, self._lock = clock, Lock()
        self._wrong: dict[tuple[str, str], _Wrong] = {}
        self._known: dict[tuple[str, str], None] = {}
        """Names that signed in from an address."""

    def wait(self, name: str, address: str) -> Wait | None:
        """Say for how long a name waits at an address; None if it may be tried now."""
        with self._lock:
            now = self._clock()
            pair = self._of((name, address), now)
            known = (name, address) in self._known
            free = FREE
            if not known and self._of((name, ""), now).times >= MOST_FOR_A_NAME:
                free = 1
            if pair.times >= free:
                grown = FIRST_WAIT << min(pair.times - free, 10)
                left = pair.last + min(grown, LONGEST_WAIT) - now
                if left > 0:
                    return Wait(-(-left // SECOND))
            here = self._of(("", address), now)
            if not known and here.times >= MOST_FROM_AN_ADDRESS:
                left = here.last + MINUTE - now
                if left > 0:
                    return Wait(-(-left // SECOND), address=True)
            return None

    def failed(self, name: str, address: str) -> None:
        """Count a wrong password."""
        with self._lock:
            now = self._clock()
            for key in ((name, address), (name, ""), ("", address)):
                found = self._wrong.pop(key, None) or _Wrong()
                found = found if self._fresh(key, found, now) else _Wrong()
                found.times += 1
                found.last = now
                self._wrong[key] = found  # the newest stands last
            _bound(self._wrong)

    def succeeded(self, name: str, address: str) -> None:
        """Forget the wrong passwords of a name at an address; it is known there from now on."""
        with self._lock:
            self._wrong.pop((name, address), None)
            self._known.pop((name, address), None)
            self._known[name, address] = None
            _bound(self._known)

    def _of(self, key: tuple[str, str], now: int) -> _Wrong:
        found = self._wrong.get(key)
        return found if found is not None and self._fresh(key, found, now) else _Wrong()

    @staticmethod
    def _fresh(key: tuple[str, str], found: _Wrong, now: int) -> bool:
        quiet = 10 * MINUTE if not key[0] else HOUR
        return now - found.last < quiet


def _bound(kept: dict[tuple[str, str], V]) -> None:
    while len(kept) > MOST_REMEMBERED:
        kept.pop(next(iter(kept)))

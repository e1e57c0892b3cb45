"""Spectators from one address: so many at a table, so many in all. Players are never counted."""

from collections import Counter
from collections.abc import Callable

from qipan.kernel.errors import Refused
from qipan.kernel.rules import rule

CROWD = rule("play.crowd", "Only so many can watch from one address; players always get in.")
AT_A_TABLE, IN_ALL = 300, 2_000
COME_BACK = 30
"""Seconds after which it is worth trying again."""


class SpectatorCounts:
    """Counts those who watch, by address. For the loop's thread only."""

    def __init__(self) -> None:
        """Count nobody."""
        self._at_a_table: Counter[tuple[str, str]] = Counter()
        self._in_all: Counter[str] = Counter()

    def enter(self, address: str, table: str) -> Callable[[], None]:
        """Count somebody in; gives what counts them out, once. Raises Refused if too many watch."""
        if self._at_a_table[address, table] >= AT_A_TABLE or self._in_all[address] >= IN_ALL:
            raise Refused("play.crowd", CROWD, seconds=COME_BACK)
        self._at_a_table[address, table] += 1
        self._in_all[address] += 1
        gone = False

        def leave() -> None:
            nonlocal gone
            if not gone:
                gone = True
                self._leave(address, table)

        return leave

    def _leave(self, address: str, table: str) -> None:
        self._at_a_table[address, table] -= 1
        self._in_all[address] -= 1
        if self._at_a_table[address, table] <= 0:
            del self._at_a_table[address, table]
        if self._in_all[address] <= 0:
            del self._in_all[address]

    def at_each(self) -> Counter[str]:
        """Count those who watch, by table."""
        found: Counter[str] = Counter()
        for (_, name), n in self._at_a_table.items():
            found[name] += n
        return found

    def __len__(self) -> int:
        """Count those who watch."""
        return self._in_all.total()


WATCHING = SpectatorCounts()
"""Those who watch through this process."""

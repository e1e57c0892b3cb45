"""What is due next: one heap for all tables, at most a few entries each, no task per game.

An entry is only a reminder: when it comes up the table says itself what is due. A later deadline
is not pushed again; the earlier reminder finds the new one.
"""

import heapq

NEVER = 1 << 62


class DeadlineHeap:
    """A heap of (time, table)."""

    def __init__(self) -> None:
        """Start empty."""
        self._heap: list[tuple[int, str]] = []
        self._queued: dict[str, int] = {}

    def __len__(self) -> int:
        """Count the entries, stale ones included."""
        return len(self._heap)

    def remind(self, table: str, when: int) -> None:
        """Ask for a reminder of a table not later than ``when``."""
        if when < self._queued.get(table, NEVER):
            self._queued[table] = when
            heapq.heappush(self._heap, (when, table))

    def next(self) -> int:
        """Give the time of the next reminder."""
        return self._heap[0][0] if self._heap else NEVER

    def pop(self, now: int) -> list[str]:
        """Give the tables whose reminders have come, each once."""
        found: dict[str, None] = {}
        while self._heap and self._heap[0][0] <= now:
            when, table = heapq.heappop(self._heap)
            if self._queued.get(table) == when:
                del self._queued[table]
                found[table] = None
        return list(found)

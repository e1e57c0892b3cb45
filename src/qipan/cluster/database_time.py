"""The time of the database: what every process of a cluster goes by, whatever its own date."""

from collections.abc import Callable
from datetime import UTC, datetime


class DatabaseTime:
    """The time of the database, read from this machine's monotonic clock between two looks."""

    def __init__(self, clock: Callable[[], int]) -> None:
        """Know no time yet."""
        self._clock = clock
        self._offset = 0

    def look(self, database: int, begun: int) -> None:
        """Note what the database said to a question asked at ``begun``."""
        self._offset = database - (begun + self._clock()) // 2

    def now(self) -> datetime:
        """Give the time; this machine's own date plays no part."""
        return datetime.fromtimestamp((self._clock() + self._offset) / 1000, UTC)

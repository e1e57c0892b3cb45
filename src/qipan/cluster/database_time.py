"""The time of the database: what every process of a cluster goes by, whatever its own date."""

from collections.abc import Callable
from datetime import UTC, datetime

DRIFT = 1 / 1000
"""By how much two clocks may run apart: far more than any that is not broken."""


class DatabaseTime:
    """The time of the database, read from this machine's monotonic clock between two looks.

    The database looked at its clock at some moment between question and answer. A slow answer says
    little about when: so every look only narrows down what the ones before it left open, and an
    answer that took a second moves no clock by half of it.
    """

    def __init__(self, clock: Callable[[], int]) -> None:
        """Know no time yet."""
        self._clock = clock
        self._offset = 0.0
        self._least, self._most = float("-inf"), float("inf")
        self._looked = 0

    def look(self, database: int, begun: int) -> None:
        """Note what the database said to a question asked at ``begun``."""
        ended = self._clock()
        apart = (ended - self._looked) * DRIFT
        least = max(self._least - apart, database - ended)
        most = min(self._most + apart, database - begun)
        if least > most:  # its clock was set anew
            least, most = float(database - ended), float(database - begun)
        self._least, self._most, self._looked = least, most, ended
        self._offset = (least + most) / 2

    def now(self) -> datetime:
        """Give the time; this machine's own date plays no part."""
        return datetime.fromtimestamp((self._clock() + self._offset) / 1000, UTC)

"""A sign of life beside the journal: the time stamp of an empty file.

A killed process leaves it as it was. It is not flushed to the disk: after a power failure it may
be older than the last event, and then that event counts as the last sign of life.
"""

import os
from datetime import UTC, datetime
from pathlib import Path

from qipan.kernel.errors import Unavailable


class FilePulse:
    """The pulse of whoever serves a journal."""

    def __init__(self, journal: Path) -> None:
        """Stand beside a journal."""
        self._path = journal.with_name(journal.name + ".pulse")

    def beat(self, at: datetime | None = None) -> None:
        """Give a sign of life, dated ``at`` if that is said. Raises Unavailable."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.touch()
            if at is not None:
                os.utime(self._path, (at.timestamp(), at.timestamp()))
        except OSError as error:
            raise Unavailable(str(self._path), error.strerror or "cannot be written") from error

    def last(self) -> datetime | None:
        """Say when the last sign was; None if there never was one."""
        try:
            return datetime.fromtimestamp(self._path.stat().st_mtime, UTC)
        except OSError:
            return None

"""A mistake of ours stays where it was made: reported, and whatever comes next goes on."""

from collections.abc import Callable
from types import TracebackType

import structlog

ReportMistake = Callable[[str, Exception], None]
"""Told where (at which table, with whom, in which work), and what."""
log = structlog.get_logger("qipan.play")


def log_mistake(where: str, error: Exception) -> None:
    """Write a mistake of ours down, for whoever runs the program."""
    log.error("mistake", where=where, exc_info=error)


def not_reported(table: str, error: Exception) -> None:
    """Let a mistake through, where nobody listens for mistakes."""
    del table
    raise error


class ErrorContainment:
    """A with-statement that lets no exception of a program out, and keeps it in ``error``."""

    __slots__ = ("_report", "_table", "error")

    def __init__(self, report: ReportMistake, table: str) -> None:
        """Report mistakes as made at this table."""
        self._report, self._table = report, table
        self.error: Exception | None = None

    def __enter__(self) -> "ErrorContainment":
        """Begin."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> bool:
        """Report what went wrong; what ends the process is let through."""
        if not isinstance(error, Exception):
            return False
        self.error = error
        self._report(self._table, error)
        return True

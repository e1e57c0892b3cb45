"""Times as people write them: moments with their zone, and times of the hall without one."""

from datetime import UTC, date, datetime, time

from qipan.kernel.errors import BadInput

SHOWN = 40
LAST_YEAR = 9998
"""So that a round that begins in it also ends: nothing is later than the year 9999."""


def moment(text: str, where: str = "at") -> datetime:
    """Read a moment: ISO 8601 with its zone. Raises BadInput, also beyond the years there are."""
    try:
        found = datetime.fromisoformat(text.strip())
        if found.tzinfo is not None:
            return found.astimezone(UTC)
    except (ValueError, OverflowError):
        pass  # said below, as for a time without a zone
    raise BadInput(
        f"not a moment with its zone: {text[:SHOWN]!r} (try 2026-03-01T14:00+08:00)",
        where=where,
        code="input.moment",
    )


# -- times of the hall: no zone ------------------------------------------------------------------


def at_time(text: str) -> datetime:
    """Read ``2026-03-01T14:00`` (or a date); a zone is left out: times are those of the hall.

    Raises BadInput if it is neither.
    """
    try:
        found = datetime.fromisoformat(text.strip()).replace(tzinfo=None)
        if found.year <= LAST_YEAR:
            return found
    except ValueError:
        pass  # said below, as for a year too far away
    raise BadInput(f"not a time: {text[:40]!r} (try 2026-03-01T14:00)")


def of_day(text: str) -> time:
    """Read ``14:00``. Raises BadInput."""
    try:
        return time.fromisoformat(text.strip())
    except ValueError:
        raise BadInput(f"not a time of day: {text[:40]!r} (try 14:00)") from None


def day(text: str) -> date:
    """Read ``2026-03-01``. Raises BadInput."""
    try:
        found = date.fromisoformat(text.strip())
        if found.year <= LAST_YEAR:
            return found
    except ValueError:
        pass  # said below, as for a year too far away
    raise BadInput(f"not a date: {text[:40]!r} (try 2026-03-01)")

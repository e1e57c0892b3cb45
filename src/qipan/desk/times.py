"""Local times as commands carry them."""

from datetime import date, datetime, time

from qipan.kernel.errors import BadInput


def at_time(text: str) -> datetime:
    """Read ``2026-03-01T14:00`` (or a date); a zone is left out: times are those of the hall.

    Raises BadInput if it is neither.
    """
    try:
        return datetime.fromisoformat(text.strip()).replace(tzinfo=None)
    except ValueError:
        raise BadInput(f"not a time: {text[:40]!r} (try 2026-03-01T14:00)") from None


def of_day(text: str) -> time:
    """Read ``14:00``. Raises BadInput."""
    try:
        return time.fromisoformat(text.strip())
    except ValueError:
        raise BadInput(f"not a time of day: {text[:40]!r} (try 14:00)") from None


def day(text: str) -> date:
    """Read ``2026-03-01``. Raises BadInput."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise BadInput(f"not a date: {text[:40]!r} (try 2026-03-01)") from None

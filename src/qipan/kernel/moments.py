"""Moments: points in time that everybody means alike, because they say their zone."""

from datetime import UTC, datetime

from qipan.kernel.errors import BadInput

SHOWN = 40


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

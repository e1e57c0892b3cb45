"""Where a timetable's times are local."""

from datetime import datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from qipan.journal.state import Contest
from qipan.kernel.errors import BadInput

_FORM = "+00:00"


def zone_of(text: str) -> tzinfo:
    """Read ``Asia/Shanghai`` or ``+08:00``. Raises BadInput."""
    if text[:1] in ("+", "-") and len(text) == len(_FORM) and text[3] == ":":
        hours, minutes = text[1:3], text[4:6]
        if (hours + minutes).isascii() and (hours + minutes).isdigit() and int(minutes) < 60:
            away = timedelta(hours=int(hours), minutes=int(minutes))
            if away <= timedelta(hours=14):
                return timezone(-away if text[0] == "-" else away)
    try:
        if text.isascii() and "/" in text and len(text) <= 60 and ".." not in text:
            return ZoneInfo(text)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        pass  # said below, as for any other word
    raise BadInput(
        f"no such time zone: {text[:40]!r} (try +08:00 or Asia/Shanghai)",
        where="zone",
        code="contest.zone",
    )


def local(contest: Contest, moment: datetime) -> datetime:
    """Give a moment as the clock of the contest shows it, without a zone."""
    return moment.astimezone(zone_of(contest.zone)).replace(tzinfo=None)


def moment_of(contest: Contest, shown: datetime) -> datetime:
    """Give the moment at which the clock of the contest shows a time."""
    return shown.replace(tzinfo=zone_of(contest.zone))

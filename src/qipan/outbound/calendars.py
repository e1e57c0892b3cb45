"""Calendar feeds (RFC 5545): values in, text out."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec

from qipan.kernel.errors import BadInput

LONGEST_LINE = 75
"""Octets of a line before it is folded."""


class Appointment(msgspec.Struct, frozen=True):
    """Something in a calendar: at a time, or on a day if the time is not known."""

    uid: str
    stamp: datetime
    starts: datetime | date
    title: str
    address: str = ""


def calendar(name: str, appointments: Iterable[Appointment]) -> str:
    """Write a feed."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Qipan//Qipan//EN", "METHOD:PUBLISH"]
    lines.append(f"X-WR-CALNAME:{_escaped(name)}")
    for each in appointments:
        lines += ["BEGIN:VEVENT", f"UID:{each.uid}", f"DTSTAMP:{_utc(each.stamp)}"]
        if isinstance(each.starts, datetime):
            lines.append(f"DTSTART:{_utc(each.starts)}")
        else:
            lines.append(f"DTSTART;VALUE=DATE:{each.starts:%Y%m%d}")
            lines.append(f"DTEND;VALUE=DATE:{each.starts + timedelta(days=1):%Y%m%d}")
        lines.append(f"SUMMARY:{_escaped(each.title)}")
        if each.address:
            lines.append(f"URL:{each.address}")
        lines.append("END:VEVENT")
    lines.append("END:VCALENDAR")
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def starts_of(options: Mapping[str, Any]) -> dict[int, datetime]:
    """Read the starting times of a section's option ``starts``: round to time with its offset.

    Raises BadInput.
    """
    found = {}
    for number, text in dict(options.get("starts") or {}).items():
        try:
            moment = datetime.fromisoformat(str(text))
            found[int(number)] = moment.astimezone(UTC)
        except ValueError as error:
            raise BadInput(f"not a time of a round: {text!r}", where="starts") from error
        if moment.tzinfo is None:
            raise BadInput(f"a time without its offset: {text!r}", where="starts")
    return found


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    plain = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return " ".join(plain.split())


def _folded(line: str) -> str:
    """Fold a line at 75 octets, never inside a letter."""
    parts, octets = [""], 0
    for letter in line:
        size = len(letter.encode())
        if octets + size > LONGEST_LINE:
            parts.append(" ")
            octets = 1
        parts[-1] += letter
        octets += size
    return "\r\n".join(parts)

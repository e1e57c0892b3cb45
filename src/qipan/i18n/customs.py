"""Dates, times, numbers and amounts as people of a language write them.

Years are those of the common calendar in every language, in Thai as well: 2026, not the Buddhist
2569, so that a printed date is the one of the journal. The customs are those of the Common Locale
Data Repository; a test compares every month and hour with a library that has all of it.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from decimal import Decimal, InvalidOperation

_MONTHS = {
    "en": ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"],
    "th": [
        "ม.ค.",
        "ก.พ.",
        "มี.ค.",
        "เม.ย.",
        "พ.ค.",
        "มิ.ย.",
        "ก.ค.",
        "ส.ค.",
        "ก.ย.",
        "ต.ค.",
        "พ.ย.",
        "ธ.ค.",
    ],
    "ms": ["Jan", "Feb", "Mac", "Apr", "Mei", "Jun", "Jul", "Ogo", "Sep", "Okt", "Nov", "Dis"],
}
_HALF_DAYS = {"ms": ("PG", "PTG")}
"""Where hours are counted to twelve: the words for before and after noon."""
_COMMA_BEFORE_TIME = ("en", "ms")
When = datetime | int | str
"""A time; seconds of the clock; or ISO, which is local time unless it names its zone."""


def moment(language: str, when: When) -> str:
    """Write a date and a time of day here, with the zone of the clocks here."""
    return f"{_bare_moment(language, when)} {_zone(_read(when))}"


def _bare_moment(language: str, when: When) -> str:
    return f"{date_of(language, when)} {time_of_day(language, when)}"


def _zone(wall: datetime) -> str:
    """Name the zone of a wall clock here: ``UTC``, ``UTC+8``, ``UTC+5:30``."""
    return _offset(int((wall.astimezone().utcoffset() or timedelta()).total_seconds()) // 60)


def zone_name(zone: str) -> str:
    """Write a zone for people: the city of its name, or its distance from UTC."""
    if "/" in zone:
        return zone.rpartition("/")[2].replace("_", " ")
    try:
        found = datetime.fromisoformat(f"2000-01-01T00:00{zone}").utcoffset()
    except ValueError:
        return f"UTC{zone}"
    return _offset(int((found or timedelta()).total_seconds()) // 60)


def _offset(minutes: int) -> str:
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'+' if minutes > 0 else '−'}{hours}" + (f":{rest:02}" if rest else "")


def time_of_day(language: str, when: When) -> str:
    """Write hours and minutes."""
    return _time(language, _read(when), "%M")


def time_with_zone(language: str, when: When) -> str:
    """Write hours and minutes, and of which zone they are."""
    return f"{time_of_day(language, when)} {_zone(_read(when))}"


def date_of(language: str, when: When) -> str:
    """Write a date."""
    day = _read(when)
    if language == "zh":
        return f"{day.year}年{day.month}月{day.day}日"
    return f"{day.day} {_MONTHS.get(language, _MONTHS['en'])[day.month - 1]} {day.year}"


def days(language: str, begin: str, end: str = "") -> str:
    """Write a day, or from which day to which, no longer than it must be."""
    first, last = _read(begin), _read(end or begin)
    one, two = date_of(language, first), date_of(language, last)
    if one == two:
        return one
    if language == "zh":
        year, month = f"{last.year}年", f"{last.month}月"
        rest = two.removeprefix(year) if first.year == last.year else two
        same = (first.year, first.month) == (last.year, last.month)
        return f"{one}至{rest.removeprefix(month) if same else rest}"
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{two}"
    if first.year == last.year:
        one = one.removesuffix(f" {first.year}")
    return f"{one} – {two}"


def span(language: str, begin: When, end: When) -> str:
    """Write from when until when; the date of the end only if it is another."""
    first, last = _read(begin), _read(end)
    same = first.date() == last.date()
    until = time_of_day(language, last) if same else _bare_moment(language, last)
    return f"{_bare_moment(language, first)}–{until}"


def written(language: str, text: str) -> str:
    """Write an ISO date, or a date with its time; what is neither stays as it is."""
    try:
        when = _read(text)
    except ValueError:
        return text
    return _bare_moment(language, when) if "T" in text or ":" in text else date_of(language, when)


def universal(language: str, text: str) -> str:
    """Write a time of the journal in universal time, and say so; what is none stays as it is."""
    try:
        when = datetime.fromisoformat(text).astimezone(UTC)
    except ValueError:
        return text
    comma = "," if language in _COMMA_BEFORE_TIME else ""
    when = when.replace(tzinfo=None)
    return f"{date_of(language, when)}{comma} {_time(language, when, '%M:%S')} UTC"


def number(language: str, value: int) -> str:
    """Write a whole number with the marks of a language: commas in all that are spoken here."""
    del language
    return f"{value:,}"


def money(language: str, amount: str) -> str:
    """Write ``RM 12500.50`` with the marks of a language; what is no amount stays as it is."""
    currency, _, figure = amount.rpartition(" ")
    try:
        value = Decimal(figure)
    except InvalidOperation:
        return amount
    del language  # commas between thousands and a point, in all that are spoken here
    shown = f"{value:,.0f}" if value == value.to_integral_value() else f"{value:,.2f}"
    return f"{currency} {shown}".strip()


def listed(language: str, parts: Iterable[str]) -> str:
    """Write several things one after the other."""
    return ("、" if language == "zh" else ", ").join(parts)


def _time(language: str, when: datetime, rest: str) -> str:
    """Write a time of day; ``rest``: what follows the hour, as ``strftime`` has it."""
    halves = _HALF_DAYS.get(language)
    if halves is None:
        return when.strftime(f"%H:{rest}")
    return f"{when.hour % 12 or 12}:{when.strftime(rest)}\u202f{halves[when.hour >= 12]}"


def _read(when: When) -> datetime:
    if isinstance(when, int):
        when = datetime.fromtimestamp(when).astimezone()
    elif isinstance(when, str):
        when = datetime.fromisoformat(when)
    return when.astimezone().replace(tzinfo=None) if when.tzinfo else when

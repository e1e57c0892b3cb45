"""Dates, times, numbers and amounts as people of a language write them.

Years are those of the common calendar in every language. Thai keeps what Babel writes for it:
2026, not the Buddhist 2569, so that a printed date is the one of the journal.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from babel import Locale
from babel.dates import format_date, format_datetime, format_time
from babel.numbers import format_decimal

LOCALES = {"zh": "zh_Hans_CN", "en": "en_GB", "th": "th_TH", "ms": "ms_MY"}
When = datetime | int | str
"""A time; seconds of the clock; or ISO, which is local time unless it names its zone."""


@lru_cache
def locale_of(language: str) -> Locale:
    """Give the locale whose customs a language follows here; English ones for an unknown one."""
    return Locale.parse(LOCALES.get(language, LOCALES["en"]))


def moment(language: str, when: When) -> str:
    """Write a date and a time of day."""
    return f"{date_of(language, when)} {time_of_day(language, when)}"


def time_of_day(language: str, when: When) -> str:
    """Write hours and minutes."""
    return str(format_time(_read(when), "short", locale=locale_of(language)))


def date_of(language: str, when: When) -> str:
    """Write a date."""
    return str(format_date(_read(when).date(), "medium", locale=locale_of(language)))


def span(language: str, begin: When, end: When) -> str:
    """Write from when until when; the date of the end only if it is another."""
    first, last = _read(begin), _read(end)
    same = first.date() == last.date()
    until = time_of_day(language, last) if same else moment(language, last)
    return f"{moment(language, first)}–{until}"


def written(language: str, text: str) -> str:
    """Write an ISO date, or a date with its time; what is neither stays as it is."""
    try:
        when = _read(text)
    except ValueError:
        return text
    return moment(language, when) if "T" in text or ":" in text else date_of(language, when)


def universal(language: str, text: str) -> str:
    """Write a time of the journal in universal time, and say so; what is none stays as it is."""
    try:
        when = datetime.fromisoformat(text).astimezone(UTC)
    except ValueError:
        return text
    return f"{format_datetime(when, 'medium', locale=locale_of(language))} UTC"


def number(language: str, value: int) -> str:
    """Write a whole number with the marks of a language."""
    return str(format_decimal(value, "#,##0", locale=locale_of(language)))


def money(language: str, amount: str) -> str:
    """Write ``RM 12500.50`` with the marks of a language; what is no amount stays as it is."""
    currency, _, figure = amount.rpartition(" ")
    try:
        value = Decimal(figure)
    except InvalidOperation:
        return amount
    pattern = "#,##0" if value == value.to_integral_value() else "#,##0.00"
    shown = format_decimal(value, pattern, locale=locale_of(language))
    return f"{currency} {shown}".strip()


def listed(language: str, parts: Iterable[str]) -> str:
    """Write several things one after the other."""
    return ("、" if language == "zh" else ", ").join(parts)


def _read(when: When) -> datetime:
    if isinstance(when, int):
        when = datetime.fromtimestamp(when).astimezone()
    elif isinstance(when, str):
        when = datetime.fromisoformat(when)
    return when.astimezone().replace(tzinfo=None) if when.tzinfo else when

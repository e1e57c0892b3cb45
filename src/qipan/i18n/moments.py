"""Times as people write them, by language."""

from datetime import datetime
from functools import lru_cache

from babel import Locale
from babel.dates import format_date, format_time

LOCALES = {"zh": "zh_Hans_CN", "en": "en_GB", "th": "th_TH", "ms": "ms_MY"}


@lru_cache
def _locale(language: str) -> Locale:
    return Locale.parse(LOCALES.get(language, "en_GB"))


def moment(language: str, when: datetime | int | str) -> str:
    """Write a time: seconds of the clock or ISO with a zone as the machine's local time."""
    return f"{date_of(language, when)} {time_of_day(language, when)}"


def time_of_day(language: str, when: datetime | int | str) -> str:
    """Write hours and minutes."""
    return str(format_time(_read(when), "short", locale=_locale(language)))


def date_of(language: str, when: datetime | int | str) -> str:
    """Write a date."""
    return str(format_date(_read(when).date(), "medium", locale=_locale(language)))


def _read(when: datetime | int | str) -> datetime:
    if isinstance(when, int):
        when = datetime.fromtimestamp(when).astimezone()
    elif isinstance(when, str):
        when = datetime.fromisoformat(when)
    return when.astimezone().replace(tzinfo=None) if when.tzinfo else when

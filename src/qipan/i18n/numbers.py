"""Amounts and dates of records as people of a language write them."""

from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation

from babel.dates import format_date, format_datetime
from babel.numbers import format_decimal

LOCALES = {"zh": "zh_Hans_CN", "en": "en_GB", "th": "th_TH", "ms": "ms_MY"}


def money(language: str, amount: str) -> str:
    """Write ``RM 12500.50`` with the marks of a language; what is no amount stays as it is."""
    currency, _, figure = amount.rpartition(" ")
    try:
        value = Decimal(figure)
    except InvalidOperation:
        return amount
    pattern = "#,##0" if value == value.to_integral_value() else "#,##0.00"
    shown = format_decimal(value, pattern, locale=LOCALES.get(language, "en_GB"))
    return f"{currency} {shown}".strip()


def day(text: str, language: str) -> str:
    """Write an ISO date; what is none stays as it is."""
    try:
        return str(format_date(date.fromisoformat(text), "medium", locale=LOCALES[language]))
    except ValueError:
        return text


def universal(text: str, language: str) -> str:
    """Write a time of the journal in universal time, and say so; what is none stays as it is."""
    try:
        when = datetime.fromisoformat(text).astimezone(UTC)
    except ValueError:
        return text
    return f"{format_datetime(when, 'medium', locale=LOCALES[language])} UTC"

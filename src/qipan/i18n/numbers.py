"""Amounts as people of a language write them."""

from decimal import Decimal, InvalidOperation

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

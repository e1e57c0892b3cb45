"""Amounts of money as a book writes them."""

import re
from decimal import Decimal, InvalidOperation

from qipan.kernel.errors import BadInput

CENTS = 100


def cents(amount: str | int) -> int:
    """Read ``"50"``, ``"12.50"`` or ``50`` into cents. Raises BadInput if it is no such amount."""
    try:
        value = Decimal(str(amount)) * CENTS
    except InvalidOperation as error:
        raise BadInput(f"not an amount of money: {str(amount)[:40]!r}") from error
    if not value.is_finite() or value != value.to_integral_value() or value < 0:
        raise BadInput(f"not an amount of money: {str(amount)[:40]!r}")
    return int(value)


def amount_in(written: str | int | float, currency: str = "") -> int:
    """Read an amount as people write it: ``80``, ``80.00``, ``RM80``, ``1,250.50``; give cents.

    Raises BadInput if it is none, or in another currency.
    """
    text = str(written).strip()
    if currency:
        mark = re.escape(currency)
        text = re.sub(rf"(?i)^{mark}\s*(?=[0-9])|(?<=[0-9])\s*{mark}$", "", text, count=1)
    if re.fullmatch(r"[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?", text):
        text = text.replace(",", "")
    if not re.fullmatch(r"[0-9]{1,12}(\.[0-9]{1,2})?", text):
        raise BadInput(f"not an amount of money: {text[:40]!r}")
    return cents(text)


def shown(amount: int, currency: str = "") -> str:
    """Write cents as people read them: ``RM 12.50``; whole amounts without cents."""
    sign, size = ("-", -amount) if amount < 0 else ("", amount)
    whole, rest = divmod(size, CENTS)
    text = f"{sign}{whole}.{rest:02d}" if rest else f"{sign}{whole}"
    return f"{currency} {text}".strip()

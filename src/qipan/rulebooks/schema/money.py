"""Amounts of money as a book writes them."""

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


def shown(amount: int, currency: str = "") -> str:
    """Write cents as people read them: ``RM 12.50``; whole amounts without cents."""
    sign, size = ("-", -amount) if amount < 0 else ("", amount)
    whole, rest = divmod(size, CENTS)
    text = f"{sign}{whole}.{rest:02d}" if rest else f"{sign}{whole}"
    return f"{currency} {text}".strip()

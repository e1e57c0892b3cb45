"""How often something may be tried: windows of a minute or an hour, counted in this process."""

from typing import Any

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from litestar.connection import ASGIConnection

from qipan.kernel.errors import Refused
from qipan.kernel.rules import rule

OFTEN = rule("access.often", "What could be guessed or flooded is tried only so often.")
LIMITS: dict[str, RateLimitItem] = {
    "sign-in": parse("10/minute"),
    "account": parse("30/hour"),
    "passkey": parse("30/minute"),
    "card": parse("60/minute"),
    "phone": parse("40/minute"),
    "photo": parse("10/minute"),
    "password": parse("10/hour"),
    "token": parse("600/minute"),
    "stream": parse("60/minute"),
}
limiter = FixedWindowRateLimiter(MemoryStorage())


def may_try(what: str, who: str) -> bool:
    """Count an attempt; say whether it may be made."""
    return bool(limiter.hit(LIMITS[what], what, who))


def require_rate(what: str, who: str) -> None:
    """Count an attempt. Raises Refused if there were too many."""
    if not may_try(what, who):
        raise Refused("access.often", OFTEN)


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Name where a request comes from."""
    return connection.client.host if connection.client else "unknown"

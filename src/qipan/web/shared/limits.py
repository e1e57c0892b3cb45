"""How often something may be tried, by whom: counted in this process."""

from typing import Any

from litestar.connection import ASGIConnection

from qipan.kernel.errors import Refused
from qipan.kernel.rate_limit import HOUR, MINUTE, Allowances, Rate
from qipan.kernel.rules import rule
from qipan.wiring import monotonic_ms

OFTEN = rule(
    "access.often",
    "Anything that could be guessed or flooded may be tried only a limited number of times.",
)
LIMITS = {
    "account": Rate(30, HOUR),
    "sign-in": Rate(10, MINUTE),
    "passkey": Rate(30, MINUTE),
    "card": Rate(60, MINUTE),
    "phone": Rate(40, MINUTE),
    "photo": Rate(10, MINUTE),
    "review": Rate(30, MINUTE),
    "picture": Rate(240, MINUTE),
    "choice": Rate(60, MINUTE),
    "examine": Rate(20, MINUTE),
    "notes": Rate(120, MINUTE),
    "password": Rate(10, HOUR),
    "token": Rate(600, MINUTE),
    "stream": Rate(60, MINUTE),
    "sign-up": Rate(60, HOUR),
    "sign-up-calm": Rate(10, HOUR),
    "mail": Rate(5, HOUR),
    "recover": Rate(10, HOUR),
    "api-move": Rate(600, MINUTE),
    "practice": Rate(40, MINUTE, burst=80),
    "register": Rate(30, HOUR),
    "reach": Rate(300, HOUR, burst=100),
    "reach-mail": Rate(3, HOUR),
}
attempts = Allowances(monotonic_ms)


def may_try(what: str, who: str) -> bool:
    """Count an attempt; say whether it may be made."""
    return attempts.spend(f"{what}/{who}", LIMITS[what])


def require_rate(what: str, who: str) -> None:
    """Count an attempt. Raises Refused if there were too many."""
    if not may_try(what, who):
        raise Refused("access.often", OFTEN)


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Name where a request comes from."""
    return connection.client.host if connection.client else "unknown"

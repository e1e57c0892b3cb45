"""Guests: a browser without an account that has games or registrations here.

A guest is a random token in a cookie. Only its hash is kept, with the seats it took and what it
registered. Who makes an account takes all of it along.
"""

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from qipan.store.tokens import digest
from qipan.web.shared.context import Context
from qipan.web.shared.visitor import Visitor

GUEST = "qipan_guest"
GUEST_SECONDS = 365 * 24 * 3600
LONGEST = 200


def guest_token(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Give the token of a guest's browser; empty if it has none."""
    found = connection.cookies.get(GUEST, "")
    return found if 20 <= len(found) < LONGEST else ""


def guest_holder(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Give the hash under which a guest is known; empty for who is none."""
    found = guest_token(connection)
    return digest(found) if found else ""


def owner_of(connection: ASGIConnection[Any, Any, Any, Any], visitor: Visitor) -> str:
    """Name whose seats a visitor's are: of the account, else of the browser; empty: nobody's."""
    if visitor.account is not None:
        return f"account:{visitor.account.name}"
    holder = guest_holder(connection)
    return f"guest:{holder}" if holder else ""


def new_guest(context: Context, secure: bool) -> tuple[str, Cookie]:
    """Make a guest; gives whose seats theirs are, and the cookie that says so."""
    token = context.token()
    cookie = Cookie(
        key=GUEST,
        value=token,
        httponly=True,
        samesite="lax",
        secure=secure,
        max_age=GUEST_SECONDS,
        path="/",
    )
    return f"guest:{digest(token)}", cookie


def adopt_guest(request: Request[Any, Any, Any], context: Context, account: str) -> None:
    """Give what a browser had as a guest to the account its owner made."""
    holder = guest_holder(request)
    if holder:
        tables = context.house.side_tables
        tables.visitor_seats.hand_over(f"guest:{holder}", f"account:{account}")
        tables.registrations.hand_over(holder, account)
        tables.reaches.hand_over(f"guest:{holder}", f"account:{account}")

"""The seats that a browser holds at a table: tokens in a cookie that scripts cannot read.

The cookie is bound to one table by its path, so that a browser sends it to that table's page and
socket and nowhere else, however many games were played in it. A browser may hold several seats of a
table (two play on one tablet): the bare address is the one it held first, so nobody changes a
player's seat by a link to another; the others are asked for by ``?seat=n``. ``?as=watch`` asks for
none. To an arbiter the bare address is the arbiter's, whatever links were opened in that browser.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from litestar import Request
from litestar.datastructures import Cookie

from qipan.journal.live.table import Table
from qipan.kernel.ids import Seat
from qipan.play.seats import seat_of

SEAT = "qipan_seat"
DEVICE = "qipan_device"
"""Tells two browsers of a contest apart; says nothing else, and is kept only as an opaque word."""
WATCH = "watch"
PAGE, SOCKET = "/t/", "/play/socket/"
SECONDS = 30 * 24 * 3600
LONGEST = 400
Held = dict[int, str]
"""Tokens by seat, the one that was held first at the beginning."""


def read_seats(cookies: Mapping[str, str]) -> Held:
    """Read which seats a browser says it holds; nothing here is believed yet."""
    found: Held = {}
    for part in cookies.get(SEAT, "")[:LONGEST].split("~"):
        seat, _, token = part.partition(".")
        if seat.isascii() and seat.isdigit() and len(seat) == 1 and token:
            found.setdefault(int(seat), token)
    return found


def valid_seats(key: bytes, table: Table, held: Held) -> Held:
    """Keep those tokens that open the seat they are held for, as things stand."""
    return {seat: token for seat, token in held.items() if seat_of(key, table, token) == seat}


def chosen_seat(held: Held, asked: int | None) -> Seat | None:
    """Choose among valid seats: the one asked for, else the one that was held first."""
    if asked is not None:
        return Seat(asked) if asked in held else None
    return Seat(next(iter(held))) if held else None


def device_cookie(request: Request[Any, Any, Any], value: str) -> Cookie:
    """Make the cookie that tells a player's browser from another's in a contest."""
    return Cookie(
        key=DEVICE,
        value=value,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        max_age=SECONDS,
    )


def seat_cookies(request: Request[Any, Any, Any], table: str, held: Held) -> list[Cookie]:
    """Make the cookie for a table's page and the same for its socket."""
    value = "~".join(f"{seat}.{token}" for seat, token in held.items())
    return [
        Cookie(
            key=SEAT,
            value=value,
            path=place + quote(table, safe=""),
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
            max_age=SECONDS,
        )
        for place in (PAGE, SOCKET)
    ]

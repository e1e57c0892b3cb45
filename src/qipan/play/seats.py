"""Who may sit where: one token for each seat, and only the newest connection holds it.

A token is computed from a key that never leaves the server, so nothing is stored for it; a seat
that is reissued gets the next generation, and the old token opens nothing.
"""

import base64
import hmac

from qipan.journal.live.table import Table
from qipan.kernel.ids import Seat


def seat_token(key: bytes, table: str, seat: int, generation: int = 0) -> str:
    """Give the token of a seat."""
    message = f"seat/{table}/{seat}/{generation}".encode()
    return base64.urlsafe_b64encode(hmac.digest(key, message, "sha256")[:24]).decode()


def seat_of(key: bytes, table: Table, token: str) -> Seat | None:
    """Find which seat a token opens; None if none, and then its bearer is a spectator."""
    if not token or len(token) > 64 or not token.isascii():
        return None
    for seat in range(table.seats):
        if hmac.compare_digest(token, seat_token(key, table.id, seat, table.generations[seat])):
            return Seat(seat)
    return None


def seat_link(key: bytes, table: Table, seat: Seat) -> str:
    """Give the address under which a seat is taken now; whoever has it may sit there."""
    token = seat_token(key, table.id, seat, table.generations[seat])
    return f"/t/{table.id}?token={token}"


def opaque_id(key: bytes, name: str) -> str:
    """Give the opaque id under which the journal knows an account."""
    return "p-" + hmac.digest(key, f"person/{name}".encode(), "sha256").hex()[:20]

"""The key that makes the tokens of seats: kept with the journal, the same for every process."""

from contextlib import suppress

from qipan.kernel.errors import Refused, Unknown
from qipan.wiring import House, new_token

_KEY = "play/seats"


def seat_key_of(house: House) -> bytes:
    """Give the key; made by whoever needs it first."""
    try:
        return house.secrets.reveal(_KEY)
    except Unknown:
        with suppress(Refused):  # another process may have made it first
            house.secrets.keep(_KEY, new_token().encode())
        return house.secrets.reveal(_KEY)

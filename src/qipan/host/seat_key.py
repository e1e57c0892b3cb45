"""The key that makes the tokens of seats: kept with the journal, the same for every process."""

from contextlib import suppress

from qipan.kernel.errors import Refused, Unavailable, Unknown
from qipan.wiring import House, key_name, new_token

_KEY = "play/seats"


def seat_key_of(house: House) -> bytes:
    """Give the key; made by whoever needs it first."""
    return own_key(house, _KEY)


def own_key(house: House, name: str) -> bytes:
    """Give a key of this server, made once.

    Data that came here without the key that sealed it gets another one: links of before are void.
    """
    try:
        return house.secrets.reveal(name)
    except Unknown:
        pass
    except Unavailable:
        name = f"{name}/{key_name(house)}"
    with suppress(Refused, Unavailable):  # another process may have made it first
        house.secrets.keep(name, new_token().encode())
    return house.secrets.reveal(name)

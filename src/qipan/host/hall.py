"""The address of this computer in the network of a hall, and its code for the terminal."""

import io
import socket
from collections.abc import Iterator

from qipan.settings import is_loopback

ANY = frozenset({"0.0.0.0", "::", "[::]"})
"""Addresses that mean every network of this computer; no phone can open them."""
_AWAY = ("10.255.255.255", 9)
"""Somewhere in a local network; the way there is looked up, nothing is sent."""


def hall_address() -> str:
    """Give the address under which others in the local network reach this computer.

    Empty where there is no network but this computer's own.
    """
    return next((each for each in _addresses() if not is_loopback(each)), "")


def _addresses() -> Iterator[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_AWAY)
            yield str(probe.getsockname()[0])
        except OSError:
            pass
    try:
        for *_, where in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            yield str(where[0])
    except OSError:
        return


def printed_base(host: str, port: int) -> str:
    """Write an address that can be opened: never that of every network."""
    if host in ANY:
        host = hall_address() or "127.0.0.1"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def terminal_code(address: str) -> str:
    """Draw the code of an address with letters, two rows to a line."""
    out = io.StringIO()
    import segno

    segno.make(address, error="m").terminal(out, compact=True)
    return out.getvalue()

"""The line to a server that keeps a copy: one question, one answer, bounded in size and time.

The address is the operator's own choice (a page for whoever may do everything here, or the shell),
so a laptop in the same hall is as good as a server far away. Without TLS only addresses of the
local network are called: the token would be read by everybody in between.
"""

import http.client
import ipaddress
import socket
import ssl
from threading import Timer
from urllib.parse import urlsplit

import msgspec

from qipan.kernel.errors import BadInput

SECONDS = 10.0
"""Without a word from the other side."""
IN_ALL = 120.0
MOST_ANSWER = 64_000_000
LONGEST = 300
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class MirrorAddress(msgspec.Struct, frozen=True):
    """Where a copy is kept."""

    secure: bool
    host: str
    port: int
    path: str


def read_address(url: str) -> MirrorAddress:
    """Read the address of a server. Raises BadInput."""
    try:
        found = urlsplit(url.strip())
        port = found.port or (443 if found.scheme == "https" else 80)
        host = (found.hostname or "").encode("idna").decode()
    except ValueError as error:
        raise _bad() from error
    strange = any(ord(letter) < 33 or ord(letter) > 126 for letter in url.strip())
    if strange or len(url) > LONGEST or not host or found.username or found.query or found.fragment:
        raise _bad()
    if found.scheme not in ("http", "https"):
        raise _bad()
    return MirrorAddress(found.scheme == "https", host, port, found.path.rstrip("/"))


def _bad() -> BadInput:
    why = "an address such as https://play.example.org, or http:// in the local network"
    return BadInput(why, where="address", code="travel.address")


def ask(address: MirrorAddress, path: str, token: str, body: bytes) -> tuple[int, bytes]:
    """Ask something; gives status and answer.

    Raises OSError or HTTPException if the line fails, BadInput for an address that is not called.
    """
    found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    near = str(found[0][4][0]).partition("%")[0]
    if not address.secure and not _is_near(ipaddress.ip_address(near)):
        raise _bad()
    raw = socket.create_connection((near, address.port), SECONDS)
    end = Timer(IN_ALL, _shut, (raw,))
    end.daemon = True
    end.start()
    line = http.client.HTTPConnection(address.host, address.port, timeout=SECONDS)
    try:
        context = ssl.create_default_context() if address.secure else None
        line.sock = context.wrap_socket(raw, server_hostname=address.host) if context else raw
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        line.request("POST", address.path + path, body, {**headers, "Connection": "close"})
        answer = line.getresponse()
        content = answer.read(MOST_ANSWER + 1)
        if len(content) > MOST_ANSWER:
            raise OSError("too long an answer")
        return answer.status, content
    finally:
        end.cancel()
        line.close()
        raw.close()


def _is_near(address: Address) -> bool:
    return address.is_private or address.is_loopback or address.is_link_local


def _shut(raw: socket.socket) -> None:
    try:
        raw.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # it is over already

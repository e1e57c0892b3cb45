"""Calling an address that somebody outside gave us, without being led into our own house.

The name is looked up once, every address it has must be allowed, and the call goes to exactly that
address: a name that answers differently a moment later leads nowhere. Only public addresses are
allowed, over https, unless the settings name a network. No redirect is followed, no proxy is used,
of the answer only its status is read (of a chat's robot its beginning), and the whole call has an
end.
"""

import http.client
import ipaddress
import socket
import ssl
from threading import Timer
from typing import NamedTuple
from urllib.parse import urlsplit

from qipan.kernel.errors import Refused
from qipan.kernel.rules import rule

PLACE = rule("hook.address", "Changes are sent to public https addresses, or to allowed ones.")
SECONDS, IN_ALL = 5.0, 15.0
LONGEST = 1000
MOST_ANSWER = 4000
PORTS = frozenset((80, 443))
LOWEST_FREE_PORT = 1024
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_SPECIAL = tuple(map(ipaddress.ip_network, ("192.0.0.0/24", "192.88.99.0/24")))
"""Kept for protocols: no site lives there, whatever a library calls them."""
_6TO4 = ipaddress.ip_network("2002::/16")


class Target(NamedTuple):
    """Where a call goes."""

    secure: bool
    host: str
    """As the address names it, for the certificate and the other side."""
    address: str
    port: int
    path: str


def target_of(url: str, allow: tuple[str, ...], *, only_allowed: bool = False) -> Target:
    """Check an address and look its name up; public ones only unless allowed. Raises Refused."""
    try:
        found = urlsplit(url)
        port = found.port or (443 if found.scheme == "https" else 80)
        host = (found.hostname or "").encode("idna").decode()
    except ValueError as error:
        raise Refused("hook.address", PLACE) from error
    strange = any(ord(letter) < 33 or ord(letter) > 126 for letter in url)
    if strange or len(url) > LONGEST or not host or found.username or found.password:
        raise Refused("hook.address", PLACE)
    if found.scheme not in ("http", "https") or (port not in PORTS and port < LOWEST_FREE_PORT):
        raise Refused("hook.address", PLACE)
    addresses = _looked_up(host, port)
    ours = all(_within(each, allow) for each in addresses)
    public = not only_allowed and all(_is_public(each) for each in addresses)
    if not addresses or not (ours or (public and found.scheme == "https")):
        raise Refused("hook.address", PLACE)
    path = (found.path or "/") + (f"?{found.query}" if found.query else "")
    return Target(found.scheme == "https", host, str(addresses[0]), port, path)


def _looked_up(host: str, port: int) -> list[Address]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Refused("hook.address", PLACE) from error
    return [ipaddress.ip_address(str(each[4][0]).partition("%")[0]) for each in found]


def _inner(address: Address) -> Address:
    """Give the IPv4 address that an IPv6 one stands for, if it does."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return address.ipv4_mapped
        if address in _NAT64:
            return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if address in _6TO4:
            return ipaddress.IPv4Address((int(address) >> 80) & 0xFFFFFFFF)
    return address


def _is_public(address: Address) -> bool:
    inner = _inner(address)
    special = any(inner in network for network in _SPECIAL)
    return inner.is_global and not (inner.is_multicast or inner.is_reserved or special)


def _within(address: Address, allow: tuple[str, ...]) -> bool:
    networks = [ipaddress.ip_network(each) for each in allow]
    return any(_inner(address) in network for network in networks)


def post(target: Target, body: bytes, headers: dict[str, str]) -> int:
    """Send a body and give the status of the answer. Raises OSError or HTTPException."""
    return exchange(target, body, headers, 0)[0]


def exchange(
    target: Target, body: bytes, headers: dict[str, str], most: int = MOST_ANSWER
) -> tuple[int, bytes]:
    """Send a body; give the status and the beginning of the answer. Raises as ``post``."""
    line = http.client.HTTPConnection(target.address, target.port, timeout=SECONDS)
    raw = socket.create_connection((target.address, target.port), SECONDS)
    end = Timer(IN_ALL, _shut, (raw,))
    end.daemon = True
    end.start()
    try:
        secure = ssl.create_default_context() if target.secure else None
        line.sock = secure.wrap_socket(raw, server_hostname=target.host) if secure else raw
        line.putrequest("POST", target.path, skip_host=True, skip_accept_encoding=True)
        default = 443 if target.secure else 80
        name = f"[{target.host}]" if ":" in target.host else target.host
        line.putheader("Host", name if target.port == default else f"{name}:{target.port}")
        line.putheader("Content-Length", str(len(body)))
        line.putheader("Connection", "close")
        for key, value in headers.items():
            line.putheader(key, value)
        line.endheaders(body)
        answer = line.getresponse()
        return answer.status, answer.read(most) if most else b""
    finally:
        end.cancel()
        line.close()
        raw.close()


def _shut(raw: socket.socket) -> None:
    try:
        raw.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # it is over already

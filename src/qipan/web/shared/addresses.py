"""Where a phone finds a page: the code of its address, unless nobody else could reach it.

Whoever asks says by which name they ask (``Host``), and may say anything. Where a public address of
the site is set, that is the one that pages and cards of links name; only who comes by an address of
the hall's own network is answered with it, since the public one may not be reached from there.
"""

import ipaddress
from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from markupsafe import Markup

from qipan.settings import is_loopback
from qipan.web.shared.svg.qr import qr
from qipan.web.shared.visitor import Visitor

AnyRequest = Request[Any, Any, Any]
NOWHERE = frozenset({"localhost", "0.0.0.0", "::"})
"""Names that mean another computer on every computer."""
_PRIVATE = tuple(
    ipaddress.ip_network(each)
    for each in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7")
)


def site_address(request: AnyRequest) -> str:
    """Give the address of the site for others: as it is set, or as somebody in the hall asks."""
    stated, host = str(request.app.state.get("base", "")), request.base_url.hostname or ""
    public = not _in_the_hall(urlsplit(stated).hostname or "")
    if stated and (not _of_others(host) or (public and not _in_the_hall(host))):
        return stated.rstrip("/")
    return str(request.base_url).rstrip("/")


def is_reachable(request: AnyRequest) -> bool:
    """Say whether others than this computer can open the address of the site."""
    return _of_others(urlsplit(site_address(request)).hostname or "")


def code_for(request: AnyRequest, visitor: Visitor, path: str) -> Markup | None:
    """Draw the code of a page; None where the server is called by a name of this machine only."""
    if not is_reachable(request):
        return None
    # Our own drawing, escaped where it is made.
    return Markup(qr(site_address(request) + path, visitor.say("ui.to-phone")))


def _of_others(host: str) -> bool:
    return host not in NOWHERE and not is_loopback(host)


def _in_the_hall(host: str) -> bool:
    """Say whether a name or address means a computer of the own network, and not this one alone."""
    if not _of_others(host):
        return False
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return host.endswith(".local") or "." not in host
    return any(found in network for network in _PRIVATE if network.version == found.version)

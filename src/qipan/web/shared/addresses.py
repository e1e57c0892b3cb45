"""Where a phone finds a page: the code of its address, unless nobody else could reach it."""

from ipaddress import ip_address
from typing import Any

from litestar import Request
from markupsafe import Markup

from qipan.web.shared.svg.qr import qr
from qipan.web.shared.visitor import Visitor


def code_for(request: Request[Any, Any, Any], visitor: Visitor, path: str) -> Markup | None:
    """Draw the code of a page; None where the server is called by a name of this machine only."""
    host = request.base_url.hostname or ""
    if host == "localhost" or _loopback(host):
        return None
    address = str(request.base_url).rstrip("/") + path
    # Our own drawing, escaped where it is made.
    return Markup(qr(address, visitor.say("ui.to-phone")))


def _loopback(host: str) -> bool:
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False

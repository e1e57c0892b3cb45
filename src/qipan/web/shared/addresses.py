"""Where a phone finds a page: the code of its address, unless nobody else could reach it."""

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


def site_address(request: AnyRequest) -> str:
    """Give the address of the site for others: as it is set, where the request came from here."""
    stated = str(request.app.state.get("base", ""))
    if stated and not _of_others(request.base_url.hostname or ""):
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

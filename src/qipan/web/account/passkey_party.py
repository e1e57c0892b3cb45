"""Who we are to a browser that holds passkeys, and whether it can use them here.

It comes from the settings, or from the name the request was sent to if that is a name of ours;
never from a name that anybody can put into a header. Browsers know passkeys only under a name, and
only over https or on the machine itself. Apart from the ceremonies, because every page with a
sign-in form asks this, and few servers ever hold a ceremony, which needs much memory.
"""

import ipaddress
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from litestar import Request

from qipan.host.request_log import LOCAL, is_own_host
from qipan.web.shared.context import Context

AnyRequest = Request[Any, Any, Any]


class Party(NamedTuple):
    """Who we are to a browser: the name keys are made for, and where our pages come from."""

    id: str
    origin: str


def party_of(request: AnyRequest, context: Context) -> Party | None:
    """Find out under which name passkeys can be used; None where they cannot."""
    base = context.settings.web.base.rstrip("/")
    if base:
        found = urlsplit(base)
        name, origin = found.hostname or "", f"{found.scheme}://{found.netloc}"
        secure = found.scheme == "https"
    else:
        host = request.headers.get("host", "")
        name = urlsplit(f"//{host}").hostname or ""
        if not is_own_host(host, {*context.names, *LOCAL}):
            return None
        origin, secure = f"{request.url.scheme}://{host}", request.url.scheme == "https"
    if not name or _is_address(name) or not (secure or name in LOCAL):
        return None
    return Party(name, origin)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True

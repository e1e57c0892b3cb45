"""Which wire a socket is served on: straight on uvicorn's inside, or by ordinary ASGI messages.

``direct_wire`` answers on the spot but stands on what uvicorn does not promise to keep: it is used
under exactly the versions it was tested with. Under any other version, and under any other server,
``plain_wire`` does the same, a little slower.
"""

from typing import Any

import uvicorn

from qipan.host.plain_wire import PlainWire
from qipan.host.socket_wire import EXTENSION, Receive, Send, SocketWire

TESTED_UVICORN = ("0.52.4", "0.53.0", "0.54.0")
"""What the direct wire was tested with. To add one: run ``tests/web/test_wire.py`` and
``tests/web/test_sockets.py`` with it installed."""


def uvicorn_protocol() -> Any:
    """Choose what uvicorn serves websockets with: the direct wire if this version was tested."""
    if uvicorn.__version__ not in TESTED_UVICORN:
        return "auto"
    from qipan.host.direct_wire import DirectWire  # what it stands on may not be there elsewhere

    return DirectWire


def wire_of(scope: Any, receive: Receive, send: Send) -> SocketWire:
    """Find the wire of an accepted connection: the server's own, or one of ASGI messages."""
    found: SocketWire | None = (scope.get("extensions") or {}).get(EXTENSION)
    return PlainWire(receive, send) if found is None else found

"""Whether this server is a demo, and for whom: outside ``--demo`` there is none.

Only a journal that the demo made itself is one in which anybody may be everybody; see
``web.demo.preparation``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from litestar.connection import ASGIConnection

from qipan.settings import is_loopback

Connection = ASGIConnection[Any, Any, Any, Any]


@dataclass(frozen=True)
class DemoSwitch:
    """A demo: who may be everybody, and how it begins anew."""

    reset: Callable[[], None] | None
    """Ask the server to end and to begin again with a fresh world; None where it cannot."""
    everybody: bool = False
    """Whether visitors from other machines may be everybody too."""

    def open_to(self, connection: Connection) -> bool:
        """Say whether a visitor may be everybody: from this machine, unless all may."""
        client = connection.client
        return self.everybody or (client is not None and is_loopback(client.host))

"""Around the application: foreign host names refused, every request counted and written down.

The log says which route was asked for, never the path itself: paths hold sign-in tokens, and
queries hold names. Of a request it keeps method, route, status, time, competition and table.
"""

import ipaddress
import logging
import re
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from time import perf_counter
from typing import Any

import structlog
from prometheus_client import Counter, Histogram

from qipan.host.logs import is_written
from qipan.host.metrics import Operations

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
UNKNOWN = "unknown"
LAST_PORT = 65535
MOST_HOSTS, LONGEST_HOST = 200, 260
"""Bounds of what is remembered of names and addresses that we were called by."""
LOCAL = frozenset({"localhost", "localhost.localdomain"})
_WORD = re.compile(r"[A-Za-z0-9._-]{1,80}")
log = structlog.get_logger("qipan.web")
_LINES = logging.getLogger("qipan.web")


class RequestLog:
    """An application with a watch in front of it."""

    def __init__(
        self, app: App, operations: Operations, names: Collection[str] | None = None
    ) -> None:
        """Watch ``app``; ``names`` are the host names of this server, None takes any."""
        self._app, self._operations = app, operations
        self._figures: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}
        self._own: set[bytes] = set()
        """Hosts that were looked at and are this server's."""
        self._names = None if names is None else {name.casefold() for name in names} | LOCAL

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif self._is_foreign(scope):
            self._operations.refused_hosts.inc()
            await _refuse(scope, send)
        else:
            await self._watch(scope, receive, send)

    def _is_foreign(self, scope: Scope) -> bool:
        if self._names is None:
            return False
        found = [value for name, value in scope["headers"] if name == b"host"]
        if len(found) != 1:
            return True
        host = found[0]
        if host not in self._own:
            if not is_own_host(host.decode("latin-1"), self._names):
                return True
            if len(self._own) < MOST_HOSTS and len(host) <= LONGEST_HOST:
                self._own.add(host)
        return False

    async def _watch(self, scope: Scope, receive: Receive, send: Send) -> None:
        status, begun = 500, perf_counter()

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "websocket.accept":
                status = 101
            await send(message)

        self._operations.under_way += 1
        try:
            await self._app(scope, receive, noting)
        finally:
            self._operations.under_way -= 1
            self._note(scope, status, perf_counter() - begun)

    def _figures_of(self, method: str, route: str, status: int) -> tuple[Counter, Histogram]:
        """Find the figures of a route; they are looked up by name only once."""
        found = self._figures.get((method, route, status))
        if found is None:
            found = self._figures[method, route, status] = (
                self._operations.requests.labels(method, route, str(status)),
                self._operations.seconds.labels(route),
            )
        return found

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        method = scope.get("method", "WEBSOCKET")
        method = method if method in METHODS or method == "WEBSOCKET" else "OTHER"
        route = scope.get("path_template") or UNKNOWN
        counted, timed = self._figures_of(method, route, status)
        counted.inc()
        timed.observe(seconds)
        if not is_written(_LINES, logging.INFO):
            return
        places = {
            key: value
            for key, value in (scope.get("path_params") or {}).items()
            if key in ("competition", "table") and _WORD.fullmatch(str(value))
        }
        ms = round(seconds * 1000, 2)
        log.info("request", method=method, route=route, status=status, ms=ms, **places)


def is_own_host(host: str, names: Collection[str]) -> bool:
    """Say whether a Host header names this server: an address, or one of its names.

    An address cannot be bent to another machine by whoever owns a name, so any will do.
    """
    bare = host
    if found := re.search(r":(\d{1,5})$", host):
        bare = host[: found.start()]
        if int(found[1]) > LAST_PORT:
            return False
    if bare.startswith("[") and bare.endswith("]"):
        bare = bare[1:-1]
    try:
        ipaddress.ip_address(bare)
    except ValueError:
        return bare.casefold().rstrip(".") in names
    return True


async def _refuse(scope: Scope, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 421, "headers": headers})
    await send({"type": "http.response.body", "body": b"not a name of this server\n"})
